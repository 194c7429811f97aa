//! The contract between a rulebook and everything that carries it: pages, letters, API, bots, log.
//!
//! ```text
//! form, letter or API ─► notation ─► order ─► decide(position, seat, order, dice) ─► facts ─► record
//!                                                                                      │
//!                        position := fold(apply, facts) ◄──────────────────────────────┘
//! ```
//!
//! A rulebook implements [`Ruleset`] with its own types for position, order and fact. The rest of the service meets it
//! as [`AnyRuleset`], where orders are lines of notation and facts are canonical JSON, and plays it as a [`Game`].

mod about;
mod any_ruleset;
mod card;
mod compose;
mod fact_buffer;
mod game;
mod known;
mod lesson;
mod menu;
mod overlay;
mod position;
mod queue;
mod ruleset;
mod sandbox;
mod simulate;
mod standing;
mod tell;
mod transcript;
mod view;

pub use crate::dice::BotRng;
pub use crate::words::{DataFile, Illegal, Refusal, SeatId, Section, Side, Terms, Viewer};
pub use about::{About, Bot, Chapter, Chart, OptionSpec, PackError, Scenario, SeatSpec, StepOfPlay};
pub use any_ruleset::{AnyBoard, AnyFacts, AnyRuleset, Decided, Lines, Registry, Truth, any_ruleset};
pub use card::{Card, RolledBy, SecondFormat, Spoken};
pub use compose::{Asks, Candidate, Many, Step, parts};
pub use fact_buffer::{Apply, FactBuffer};
pub use game::{
    Against, Bad, Differing, Draft, Entry, FORCED, Fate, Fault, FaultKind, Game, GameError, Joining, Laid, Left,
    LineFault, Links, Listed, MOST_COMPOUND_BYTES, MOST_LINE_BYTES, MOST_LINES, Moment, NewGame, NewHands,
    NewTestimony, Played, Player, QueueStep, QueueTried, Report, RevisionOffered, SILENCE, Said, SealedSeat, Sealing,
    Seat, Steps, Story, Submission, Takeback, ToldEnd, ToldLine, ToldOrder, Trial, TriedQuestion, Tryout, Witness,
    Would, Wrong, verify,
};
pub use known::Known;
pub use lesson::{Lesson, LessonError, LessonEvent, LessonLine, LessonSpot, LessonStep};
pub use menu::{Choice, Closes, Decision, Finality, Luck, Menu, Odds, Sum, Term};
pub use overlay::{NoOverlay, OverlayLine, OverlayOffer, OverlayView, Shade};
pub use position::AnyPosition;
pub use queue::{MOST_QUEUE_BYTES, MOST_QUEUED, Queue, QueueLine, When};
pub use ruleset::{HiddenSet, HousePlayers, Orders, Outcome, Questions, Ruleset, Situation, Stage};
pub use sandbox::{
    Change, Comparison, DraftOf, MOST_AT_ONCE, MOST_NODES, Node, Sandbox, SandboxError, Spot, SpotStep, StandingOf,
    Tree,
};
pub use simulate::{Simulated, SimulationPlan, SimulationTotals, simulate};
pub use standing::{
    Answer, Case, Circumstance, CircumstanceValue, Compare, Condition, InForce, Lapsed, Level, MOST_CONDITIONS,
    MOST_RULE_BYTES, MOST_SET_BYTES, Notation, QuestionContext, ReadStanding, Rule, Standing, StandingChoice,
    StandingCondition, StandingOffer, TURN, Takes, Test, Word, WrongRule,
};
pub use tell::{Line, Mark, Thread, Tone};
pub use transcript::{BLOCK, MOST_TRANSCRIPT_BYTES, Transcript, TranscriptFault, block_of, written_as, written_down};
pub use view::{
    Body, BodyShape, Command, Corner, Figure, Formation, MarkerSpot, MarkerView, Measure, Phase, Piece, Place, Posture,
    Score, Stand, Stars, Stripe, Symbol, Tab, Track, TrackSpace, View,
};
