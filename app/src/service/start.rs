//! Starting a game: its terms checked, its genesis written, its host seated.

use super::accounts::name;
use super::appending::{millis, opening_of};
use super::game_cache::CachedGame;
use super::lobby::{INVITATION_LIFE, PACES, invitation_href, read_email};
use super::table::href;
use super::{Outcome, Service, ServiceError};
use crate::service::handles::Lobby;
use domain::clock::ClockTerms;
use domain::dice::GameKeys;
use domain::log::Millis;
use domain::referee::{Game, GameError, Joining, Level, NewGame, Played, SeatId, Standing, Submission, Terms, Viewer};
use fieldpost_store::{
    Account, Append, AppendError, Appended, GameId, GameState, Hash32, NewGame as NewRow, NewInvitation, Once, Saved,
    Taken, Time, Token,
};
use std::collections::BTreeMap;

/// Longest title of a game, in characters.
pub const TITLE: usize = 60;
/// Games that somebody may have looking for players at the same time.
const OPEN_GAMES: usize = 20;
/// Practice games that somebody may have under way at the same time: house players cost the server its time.
const PRACTICE_GAMES: usize = 20;

/// Who is to sit opposite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Opponent {
    /// Whoever gets the link; written to, when there is an address.
    Invited(Option<String>),
    /// Whoever comes first from the lobby.
    Anybody,
    /// A house player, by its id: a practice game.
    Bot(String),
    /// The same with both sides set up by it: the host commands whichever seat has the first move.
    Ready(String),
}

impl Opponent {
    /// The house player that sits opposite, if one does.
    fn bot(&self) -> Option<&String> {
        match self {
            Opponent::Bot(bot) | Opponent::Ready(bot) => Some(bot),
            Opponent::Invited(_) | Opponent::Anybody => None,
        }
    }
}

/// A game to start.
#[derive(Clone, Debug)]
pub struct NewTable {
    /// The ruleset's id.
    pub ruleset: String,
    /// The scenario's id; the first without one.
    pub scenario: Option<String>,
    /// Options that differ from their defaults.
    pub options: BTreeMap<String, String>,
    /// The host's seat; drawn for without one.
    pub seat: Option<SeatId>,
    /// Whether the host sits nowhere, and judges disputes instead.
    pub arbiter: bool,
    /// Who is to sit opposite.
    pub opponent: Opponent,
    /// Days that each hand-over allows; 0 for no clock.
    pub pace: u32,
    /// The terms of the clock, if it is to be played with one. Practice games never are.
    pub clock: Option<ClockTerms>,
    /// Whether anybody may watch.
    pub public: bool,
    /// The host's words for the dice.
    pub phrase: String,
    /// What to call it; made from the ruleset's title when empty.
    pub title: String,
    /// The key the client chose: a repeat starts no second game.
    pub key: String,
}

/// A game just started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Started {
    /// The game.
    pub game: GameId,
    /// The path of the page to show next: the invitation to pass on, or the game.
    pub next: String,
}

/// Orders that a house player gives at most after the set-up, until there is something to take in hand.
const MOST_BEFORE: u32 = 40;

/// What is saved of a start: whether an invitation is shown next, or the game.
const INVITED: &str = "invited";
const SEATED: &str = "seated";

impl Lobby<'_> {
    /// Starts a game and seats its host, who may also sit nowhere.
    ///
    /// # Errors
    /// 400 for terms that are not on offer or text that cannot be; 409 with too many games open.
    pub async fn start(self, host: &Account, new: NewTable) -> Outcome<Started> {
        let request = Hash32::of(format!("start\n{new:?}").as_bytes());
        check_key(&new.key)?;
        if let Some(saved) = self.0.store.logs().saved_answer(host.id, &new.key, request).await? {
            return self.started_before(&saved).await;
        }
        let ruleset = self.0.registry.get(&new.ruleset).ok_or_else(|| {
            ServiceError::malformed(format!("There is no ruleset {:?}.", new.ruleset))
                .legal("Choose one from the shelf.")
        })?;
        let about = ruleset.about();
        let scenario_id =
            new.scenario.clone().unwrap_or_else(|| about.scenarios.first().map_or("", |s| s.id).to_owned());
        let scenario = about.scenario(&scenario_id).ok_or_else(|| {
            ServiceError::malformed(format!("{} has no scenario {scenario_id:?}.", about.title))
                .legal("Choose one of those listed.")
        })?;
        self.check_new(host, &new).await?;
        let title = match new.title.trim() {
            "" => format!("{}: {}", about.title, scenario.title),
            title => name("The name of the game", title, TITLE)?,
        };
        let title: String = title.chars().take(120).collect();
        let email = match &new.opponent {
            Opponent::Invited(Some(to)) if !to.trim().is_empty() => Some(read_email(to)?),
            _ => None,
        };
        if email.as_ref() == Some(&host.email) {
            return Err(ServiceError::malformed("That is your own address.")
                .legal("Invite somebody else, or play a house player."));
        }

        let now = Time::now();
        let bot = new.opponent.bot().cloned();
        let practice = bot.is_some();
        let mut secret = [0; 32];
        getrandom::fill(&mut secret).map_err(|e| ServiceError::inside(anyhow::anyhow!("no random numbers: {e}")))?;
        let id = fieldpost_store::fresh_game_id();
        let keys = GameKeys::derive(secret, id);
        let terms = Terms { options: new.options.clone(), scenario: scenario.id.to_owned() };
        let genesis =
            NewGame { id, at: millis(now), ruleset: new.ruleset.clone(), terms, pace: new.pace, study: false };
        let seats = scenario.seats.len();
        let seat = match (new.seat, &new.opponent) {
            (Some(seat), _) if usize::from(seat.0) < seats => seat,
            (Some(_), _) => {
                return Err(ServiceError::malformed("There is no such seat.").legal("Choose one of those listed."));
            }
            (None, Opponent::Ready(bot)) => first_to_move(self.0, genesis.clone(), seats, bot, &keys).await?,
            (None, _) => draw_seat(seats)?,
        };
        let mut played = Game::create(&self.0.registry, genesis, &keys)?;
        // A house player waits for as long as it takes.
        if let Some(clock) = new.clock.filter(|_| !practice) {
            played = played.then(|game| game.set_clock(clock, millis(now), &keys))?;
        }
        let mut joins = Vec::new();
        if !new.arbiter {
            let (name, phrase) = (host.name.clone(), new.phrase.clone());
            let joining = Joining { seat, name, phrase, bot: None, at: millis(now) };
            played = played.then(|game| game.join(joining, &keys))?;
            joins.push((seat, Taken::Player(host.id)));
        }
        if let Some(bot) = &bot {
            for other in (0..=u8::MAX).map(SeatId).take(seats).filter(|s| *s != seat) {
                played = played.then(|game| game.join(house(bot, other, millis(now)), &keys))?;
                joins.push((other, Taken::Bot(bot.clone())));
            }
        }
        if practice {
            // Who practises is asked: nobody knows yet what may be answered in advance, and should see what the game asks.
            let ask = Standing::at(Level::Ask, &ruleset.standing_offers());
            played = played.then(|game| game.set_standing(seat, &ask, millis(now), &keys))?;
        }
        if let Opponent::Ready(bot) = &new.opponent {
            played = set_up(played, Some(seat), bot, keys.clone()).await?;
        }

        let invited = matches!(new.opponent, Opponent::Invited(_)).then(|| first_invitation(&keys));
        let letter = match invited.as_ref().zip(email.as_ref()) {
            Some((token, to)) => self.0.consents().invitation_to(to, host, id, &token.reveal()).await?,
            None => None,
        };
        // What is saved under the key names no token: it is derived anew for a repeat.
        let shown = if invited.is_some() { INVITED } else { SEATED };
        let once = Once {
            account: host.id,
            key: new.key,
            request,
            answer: Saved { status: 303, body: format!("{id} {shown}") },
        };
        let opening = Append {
            seen: joins.iter().map(|(seat, _)| *seat).filter(|s| *s == seat).collect(),
            joins,
            letters: letter.into_iter().collect(),
            once: Some(once),
            ..opening_of(&played.game, played.records, played.entries, now)
        };
        let row = NewRow {
            ruleset: new.ruleset,
            revision: about.revision,
            terms: played.game.genesis().terms.clone(),
            title,
            pace: new.pace,
            public: new.public,
            open: new.opponent == Opponent::Anybody,
            practice,
            host: host.id,
            seats: scenario.seats.clone(),
            secret: Some(secret),
            invitation: invited
                .as_ref()
                .map(|token| (token.hash(), NewInvitation { game: id, seat: None, email, life: INVITATION_LIFE })),
            opening,
        };
        if let Appended::Repeated(saved) = self.0.play().create(row, CachedGame::new(played.game, keys)).await? {
            return self.started_before(&saved).await;
        }
        Ok(Started { game: id, next: invited.map_or_else(|| href(id), |token| invitation_href(&token)) })
    }

    /// What does not depend on the ruleset: the clock, how many games somebody may have, who could join.
    async fn check_new(self, host: &Account, new: &NewTable) -> Outcome<()> {
        if let Some(clock) = &new.clock {
            clock.check()?;
        } else if !PACES.iter().any(|(days, _)| *days == new.pace) {
            return Err(ServiceError::malformed("There is no such pace.").legal("Choose one of those listed."));
        }
        let games = self.0.store.games().of_account(host.id).await?;
        let hosted = |state| games.iter().filter(move |g| g.host == host.id && g.summary.state == state);
        let open = hosted(GameState::Lobby).count();
        if open >= OPEN_GAMES {
            return Err(ServiceError::conflict(format!("You have {open} games looking for a player."))
                .legal("Wait until somebody joins one of them."));
        }
        let under_way = hosted(GameState::Running).filter(|g| g.practice).count();
        if new.opponent.bot().is_some() && under_way >= PRACTICE_GAMES {
            return Err(ServiceError::conflict(format!("You have {under_way} practice games under way."))
                .legal("Play one of them to its end, or give it up."));
        }
        if new.arbiter && new.opponent.bot().is_some() {
            return Err(ServiceError::malformed("Against a house player there is nobody to judge between.")
                .legal("Take a side yourself, or invite players."));
        }
        if new.arbiter && new.seat.is_some() {
            return Err(ServiceError::malformed("Whoever judges disputes of a game plays no side in it.")
                .legal("Name a side, or that you host."));
        }
        if new.opponent == Opponent::Anybody && !new.public {
            return Err(ServiceError::malformed(
                "A private game is not shown in the lobby, so nobody could join it there.",
            )
            .legal("Let anybody watch, or invite somebody."));
        }
        Ok(())
    }

    async fn started_before(self, saved: &Saved) -> Outcome<Started> {
        let reused = || ServiceError::from(AppendError::KeyReused);
        let (game, shown) = saved.body.split_once(' ').ok_or_else(reused)?;
        let game: GameId = game.parse().map_err(|_| reused())?;
        let next = match shown {
            INVITED => {
                let secret = self.0.store.logs().game_secret(game).await?.ok_or_else(reused)?;
                invitation_href(&first_invitation(&GameKeys::derive(secret, game)))
            }
            SEATED => href(game),
            _ => return Err(reused()),
        };
        Ok(Started { game, next })
    }
}

/// A house player that takes a seat.
fn house(bot: &str, seat: SeatId, at: Millis) -> Joining {
    Joining { seat, name: format!("House player ({bot})"), phrase: String::new(), bot: Some(bot.to_owned()), at }
}

/// The seat that has the first move once the set-up is over, tried out in a game that nobody keeps.
async fn first_to_move(service: &Service, new: NewGame, seats: usize, bot: &str, keys: &GameKeys) -> Outcome<SeatId> {
    let at = new.at;
    let mut tried = Game::create(&service.registry, new, keys)?;
    for seat in (0..=u8::MAX).map(SeatId).take(seats) {
        tried = tried.then(|game| game.join(house(bot, seat, at), keys))?;
    }
    let ready = set_up(tried, None, bot, keys.clone()).await?.game;
    Ok(ready.waiting_seats().first().copied().unwrap_or(SeatId(0)))
}

/// Whether a seat is asked something that is about pieces of its own: a newcomer has something to take in hand then.
fn has_pieces_to_order(game: &Game, seat: SeatId) -> bool {
    let known = game.known_to(Viewer::Seat(seat));
    game.ruleset().board(known).menu(seat, None).choices.iter().any(|choice| choice.piece.is_some())
}

/// Lets a house player decide for all seats until the first turn has begun and the host has pieces of their own to order. What it
/// decides for the host's seat stands in the log as that seat's orders, like all others.
async fn set_up(mut played: Played, host: Option<SeatId>, bot: &str, keys: GameKeys) -> Outcome<Played> {
    let bot = bot.to_owned();
    let thinking = move || {
        let mut after = 0;
        loop {
            let game = &played.game;
            let waiting = game.waiting_seats();
            let (turn, over) = (game.turn(), game.result().is_some());
            let Some(seat) = waiting.first().copied().filter(|_| !over) else { return Ok(played) };
            after += u32::from(turn > 0);
            let ready = |host| waiting.contains(&host) && has_pieces_to_order(game, host);
            if turn > 0 && (host.is_none_or(ready) || after > MOST_BEFORE) {
                return Ok(played);
            }
            played = played.then(|game| {
                let mut rng = keys.bot_rng(game.len() + game.entries());
                let known = game.known_to(Viewer::Seat(seat));
                let order = game.ruleset().board(known).bot_lines(&bot, seat, &mut rng).ok_or(GameError::NoBot)?;
                let key = format!("set-up-{}", game.len() + game.entries());
                let at = game.genesis().at;
                game.play(&Submission { seat, lines: vec![order], key, seen: game.head(), at }, &keys)
            })?;
        }
    };
    let done: Result<Played, GameError> = tokio::task::spawn_blocking(thinking).await.map_err(ServiceError::inside)?;
    Ok(done?)
}

/// The token of the invitation that a game is started with. It is shown on the page that follows and kept nowhere.
fn first_invitation(keys: &GameKeys) -> Token {
    Token::from_bytes(keys.first_invitation())
}

fn draw_seat(seats: usize) -> Outcome<SeatId> {
    let mut byte = [0; 1];
    loop {
        getrandom::fill(&mut byte).map_err(|e| ServiceError::inside(anyhow::anyhow!("no random numbers: {e}")))?;
        // Rejection keeps the draw fair for any number of seats.
        let fair = 256 - 256 % seats.max(1);
        if usize::from(byte[0]) < fair {
            return Ok(SeatId(byte[0] % u8::try_from(seats.max(1)).unwrap_or(u8::MAX)));
        }
    }
}

fn check_key(key: &str) -> Outcome<()> {
    if key.is_empty() || key.len() > 64 || !key.bytes().all(|b| b.is_ascii_graphic()) {
        return Err(ServiceError::malformed(
            "The key of a request is 1 to 64 printable ASCII characters without spaces.",
        ));
    }
    Ok(())
}
