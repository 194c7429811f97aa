//! The lobby: starting games, inviting, joining, lists of games.

use super::accounts::line;
use super::desk::{Live, unknown_game};
use super::notices::Notice;
use super::play::{append_of, summary, waiting};
use super::table::{Row, href};
use super::{Outcome, Service, Trouble};
use domain::clock::ClockTerms;
use domain::dice::GameKeys;
use domain::log::Millis;
use domain::referee::{Game, Joining, NewGame, Played, SeatId, Terms};
use fieldpost_store::{
    Account, AccountId, Append, AppendError, Appended, Email, GameId, GameState, Hash32, Holder, Invitation,
    NewGame as NewRow, NewInvitation, Once, Saved, Taken, Time, Tip, Token,
};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

/// Days that each hand-over allows, and what that is called; 0 for no clock.
pub const PACES: [(u32, &str); 5] = [
    (1, "A letter a day"),
    (3, "A letter within three days"),
    (7, "A letter a week"),
    (14, "A letter a fortnight"),
    (0, "No hurry"),
];

/// How long an invitation holds.
const INVITATION_LIFE: Duration = Duration::from_secs(60 * 24 * 3600);
/// Longest title of a game, in characters.
pub const TITLE: usize = 60;
/// Games that somebody may have looking for players at the same time.
const OPEN_GAMES: usize = 20;
/// Practice games that somebody may have under way at the same time: house players cost the server its time.
const PRACTICE_GAMES: usize = 20;

/// The name of a pace.
pub fn pace_title(days: u32) -> String {
    let known = PACES.iter().find(|(d, _)| *d == days);
    known.map_or_else(|| format!("A letter within {days} days"), |(_, title)| (*title).to_owned())
}

/// Who is to sit opposite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Opponent {
    /// Whoever gets the link; written to, when there is an address.
    Invited(Option<String>),
    /// Whoever comes first from the lobby.
    Anybody,
    /// A house player, by its id: a practice game.
    Bot(String),
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

/// An invitation as somebody sees it who has its link.
#[derive(Clone, Debug)]
pub struct Invited {
    /// The game.
    pub row: Row,
    /// The invitation.
    pub invitation: Invitation,
    /// The host's name.
    pub host: String,
    /// Whether the person who looks plays in the game already.
    pub seated: bool,
    /// Why it cannot be accepted any more, if so.
    pub over: Option<String>,
}

impl Service {
    /// Starts a game and seats its host.
    ///
    /// # Errors
    /// 400 for terms that are not on offer or text that cannot be; 409 with too many games open.
    pub async fn start_game(&self, host: &Account, new: NewTable) -> Outcome<Started> {
        let request = Hash32::of(format!("start\n{new:?}").as_bytes());
        check_key(&new.key)?;
        if let Some(saved) = self.store.saved_answer(host.id, &new.key, request).await? {
            return started_before(&saved);
        }
        let ruleset = self.registry.get(&new.ruleset).ok_or_else(|| {
            Trouble::malformed(format!("There is no ruleset {:?}.", new.ruleset)).legal("Choose one from the shelf.")
        })?;
        let about = ruleset.about();
        let scenario_id =
            new.scenario.clone().unwrap_or_else(|| about.scenarios.first().map_or("", |s| s.id).to_owned());
        let scenario = about.scenario(&scenario_id).ok_or_else(|| {
            Trouble::malformed(format!("{} has no scenario {scenario_id:?}.", about.title))
                .legal("Choose one of those listed.")
        })?;
        if let Some(clock) = &new.clock {
            clock.check()?;
        } else if !PACES.iter().any(|(days, _)| *days == new.pace) {
            return Err(Trouble::malformed("There is no such pace.").legal("Choose one of those listed."));
        }
        let games = self.store.my_games(host.id).await?;
        let running = |g: &Row| g.summary.state == GameState::Running;
        let open = games.iter().filter(|g| g.host == host.id && g.summary.state == GameState::Lobby).count();
        if open >= OPEN_GAMES {
            return Err(Trouble::conflict(format!("You have {open} games looking for a player."))
                .legal("Wait until somebody joins one of them."));
        }
        let practice = matches!(new.opponent, Opponent::Bot(_));
        let under_way = games.iter().filter(|g| g.host == host.id && g.practice && running(g)).count();
        if practice && under_way >= PRACTICE_GAMES {
            return Err(Trouble::conflict(format!("You have {under_way} practice games under way."))
                .legal("Play one of them to its end, or give it up."));
        }
        if new.opponent == Opponent::Anybody && !new.public {
            return Err(Trouble::malformed("A private game is not shown in the lobby, so nobody could join it there.")
                .legal("Let anybody watch, or invite somebody."));
        }
        let seat = match new.seat {
            Some(seat) if usize::from(seat.0) < scenario.seats.len() => seat,
            Some(_) => return Err(Trouble::malformed("There is no such seat.").legal("Choose one of those listed.")),
            None => draw_seat(scenario.seats.len())?,
        };
        let title = match new.title.trim() {
            "" => format!("{}: {}", about.title, scenario.title),
            title => line("The name of the game", title, TITLE)?,
        };
        let title: String = title.chars().take(120).collect();
        let email = match &new.opponent {
            Opponent::Invited(Some(to)) if !to.trim().is_empty() => Some(read_email(to)?),
            _ => None,
        };
        if email.as_ref() == Some(&host.email) {
            return Err(
                Trouble::malformed("That is your own address.").legal("Invite somebody else, or play a house player.")
            );
        }

        let now = Time::now();
        let mut secret = [0; 32];
        getrandom::fill(&mut secret).map_err(|e| Trouble::inside(anyhow::anyhow!("no random numbers: {e}")))?;
        let id = fieldpost_store::fresh_game_id();
        let keys = GameKeys::derive(secret, id);
        let terms = Terms { options: new.options.clone(), scenario: scenario.id.to_owned() };
        let genesis =
            NewGame { id, at: millis(now), ruleset: new.ruleset.clone(), terms, pace: new.pace, study: false };
        let mut played = Game::create(&self.registry, genesis, &keys)?;
        // A house player waits for as long as it takes.
        if let Some(clock) = new.clock.filter(|_| !practice) {
            played = then(played, |game| game.set_clock(clock, millis(now), &keys))?;
        }
        let mut joins = vec![(seat, Taken::Player(host.id))];
        let joining = Joining { seat, name: host.name.clone(), phrase: new.phrase.clone(), bot: None, at: millis(now) };
        played = then(played, |game| game.join(joining, &keys))?;
        if let Opponent::Bot(bot) = &new.opponent {
            for other in (0..=u8::MAX).map(SeatId).take(scenario.seats.len()).filter(|s| *s != seat) {
                let name = format!("House player ({bot})");
                let joining =
                    Joining { seat: other, name, phrase: String::new(), bot: Some(bot.clone()), at: millis(now) };
                played = then(played, |game| game.join(joining, &keys))?;
                joins.push((other, Taken::Bot(bot.clone())));
            }
        }

        // The link is shown on the page that follows, and kept nowhere else.
        let invitation = matches!(new.opponent, Opponent::Invited(_)).then(Token::fresh);
        let next = match &invitation {
            Some(token) => format!("/join/{}", token.reveal()),
            None => href(id),
        };
        let once = Once {
            account: host.id,
            key: new.key,
            request,
            answer: Saved { status: 303, body: format!("{id} {next}") },
        };
        let opening = Append {
            game: id,
            expect: Tip::EMPTY,
            records: played.records.clone(),
            summary: summary(&played.game),
            waiting: waiting(&played.game),
            joins,
            seen: vec![seat],
            undraft: Vec::new(),
            standing: Vec::new(),
            invitation: None,
            letters: Vec::new(),
            once: Some(once),
            at: now,
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
            opening,
        };
        match self.store.create_game(row).await? {
            Appended::Stored(_) => {}
            Appended::Repeated(saved) => return started_before(&saved),
        }
        let holders = Arc::new(vec![(seat, host.id)]);
        self.keep(Live { game: played.game.clone(), keys, holders, imported: false });
        self.ring(id, &played.game);
        if let Some(token) = &invitation {
            let letter = email.as_ref().map(|to| self.invitation_letter(to, id, &host.name, &token.reveal()));
            let made = NewInvitation { game: id, seat: None, email, life: INVITATION_LIFE };
            self.store.invite(token, made, letter, now).await?;
        }
        Ok(Started { game: id, next })
    }

    /// Makes another invitation to a game of one's own that looks for a player: a link to pass on, and a letter when there is
    /// an address. Answers the path of the invitation.
    ///
    /// # Errors
    /// 400 for an address that is none; 403 for anybody but the host; 409 when no seat is open.
    pub async fn invite(&self, game: &str, host: &Account, email: Option<&str>) -> Outcome<String> {
        let id: GameId = game.parse().map_err(|_| unknown_game())?;
        let row = self.row(id, Some(host.id)).await?;
        if row.host != host.id {
            return Err(Trouble::forbidden("Only the host of a game invites to it."));
        }
        if row.summary.state != GameState::Lobby {
            return Err(Trouble::conflict("Every seat of this game is taken."));
        }
        if self.store.invitations(id).await?.len() >= 50 {
            return Err(Trouble::conflict("There are fifty invitations to this game.").legal("Pass on one of them."));
        }
        let email = email.filter(|e| !e.trim().is_empty()).map(read_email).transpose()?;
        let token = Token::fresh();
        let letter = email.as_ref().map(|to| self.invitation_letter(to, id, &host.name, &token.reveal()));
        let made = NewInvitation { game: id, seat: None, email, life: INVITATION_LIFE };
        self.store.invite(&token, made, letter, Time::now()).await?;
        Ok(format!("/join/{}", token.reveal()))
    }

    /// What an invitation is to: its terms, for the page on which somebody agrees to them by joining.
    ///
    /// # Errors
    /// 404 for a link that is none of ours.
    pub async fn invitation(&self, token: &str, who: Option<&Account>) -> Outcome<Invited> {
        let unknown = || {
            Trouble::unknown("This is not an invitation of ours.").legal("Ask the person who sent it for a new one.")
        };
        let token: Token = token.parse().map_err(|_| unknown())?;
        let invitation = self.store.invitation(&token).await?.ok_or_else(unknown)?;
        let row = self.store.game(invitation.game).await?.ok_or_else(unknown)?;
        let host = self.store.account(row.host).await?.map_or(String::new(), |a| a.name);
        let seated = who.is_some_and(|a| row.seat_of(a.id).is_some());
        let over = if invitation.account.is_some() {
            Some("This invitation has been used.".to_owned())
        } else if invitation.expires <= Time::now() {
            Some("This invitation has expired.".to_owned())
        } else if row.summary.state != GameState::Lobby {
            Some("Every seat of this game is taken.".to_owned())
        } else {
            None
        };
        Ok(Invited { row, invitation, host, seated, over })
    }

    /// The same for somebody who follows the link: one that leads nowhere any more shows no game.
    ///
    /// # Errors
    /// 404 for a link that is none of ours, 410 when it is used or expired, unless the person plays in the game.
    pub async fn open_invitation(&self, token: &str, who: Option<&Account>) -> Outcome<Invited> {
        let mut invited = self.invitation(token, who).await?;
        match invited.over.take_if(|_| !invited.seated) {
            Some(over) => Err(Trouble::gone(over).legal("Ask the host for a new invitation.")),
            None => Ok(invited),
        }
    }

    /// Accepts an invitation.
    ///
    /// # Errors
    /// 404 for a link that is none of ours, 410 when it is used or expired, 409 when the person is seated already.
    pub async fn accept(&self, token: &str, account: &Account, phrase: &str) -> Outcome<GameId> {
        let invited = self.invitation(token, Some(account)).await?;
        if invited.seated {
            return Err(already_seated());
        }
        if let Some(over) = invited.over {
            return Err(Trouble::gone(over).legal("Ask the host for a new invitation."));
        }
        let seat = invited.invitation.seat;
        self.take_seat(invited.row.id, account, seat, phrase, Some(invited.invitation.hash)).await
    }

    /// Joins a public game that looks for a player.
    ///
    /// # Errors
    /// 403 when the seat is kept for somebody invited, 404 for a game that is not public, 409 when no seat is open or the person is seated already.
    pub async fn join(&self, game: &str, account: &Account, seat: Option<SeatId>, phrase: &str) -> Outcome<GameId> {
        let id: GameId = game.parse().map_err(|_| unknown_game())?;
        let row = self.row(id, Some(account.id)).await?;
        if row.seat_of(account.id).is_some() {
            return Err(already_seated());
        }
        if !row.open && row.summary.state == GameState::Lobby {
            return Err(Trouble::forbidden("The seat is kept for somebody whom the host has invited.")
                .legal("Ask the host for an invitation, or choose another game in the lobby."));
        }
        self.take_seat(id, account, seat, phrase, None).await
    }

    async fn take_seat(
        &self,
        id: GameId,
        account: &Account,
        wanted: Option<SeatId>,
        phrase: &str,
        invitation: Option<Hash32>,
    ) -> Outcome<GameId> {
        let mut held = self.hold(id).await?;
        held.live.playable()?;
        let mut row = self.store.game(id).await?.ok_or_else(unknown_game)?;
        let mut open = row.seats.iter().filter(|s| s.holder == Holder::Open).map(|s| s.seat);
        let seat = match wanted {
            Some(seat) => open.find(|s| *s == seat),
            None => open.next(),
        };
        let seat = seat.ok_or_else(|| {
            Trouble::conflict("No seat of this game is open any more.").legal("Choose another game in the lobby.")
        })?;
        let now = Time::now();
        let joining =
            Joining { seat, name: account.name.clone(), phrase: phrase.trim().to_owned(), bot: None, at: millis(now) };
        let played = held.live.game.join(joining, &held.live.keys)?;
        let mut append = append_of(&held, &played, Some(seat), None, now);
        append.joins = vec![(seat, Taken::Player(account.id))];
        append.invitation = invitation;
        // The seat just taken may be the one that is asked first: its player learns of it on the page that follows.
        if let Some(mine) = row.seats.iter_mut().find(|s| s.seat == seat) {
            mine.holder = Holder::Player { account: account.id, name: account.name.clone() };
        }
        append.letters = self.letters(&row, &played.game, &Notice::of(&held.live.game, &played, Some(seat))).await?;
        match self.store.append(append).await {
            Ok(_) => {
                Arc::make_mut(&mut held.live.holders).push((seat, account.id));
                held.set(played.game);
                self.ring(id, &held.live.game);
                Ok(id)
            }
            Err(error) => {
                if matches!(error, AppendError::Conflict { .. }) {
                    held.forget();
                }
                Err(error.into())
            }
        }
    }

    /// The games an account plays in or hosts, those waiting for it first.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn my_games(&self, account: &Account) -> Outcome<Vec<Row>> {
        Ok(self.store.my_games(account.id).await?)
    }

    /// The game that has waited longest for an account, other than `but`.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn next_game(&self, account: &Account, but: Option<GameId>) -> Outcome<Option<GameId>> {
        Ok(self.store.next_waiting(account.id, but).await?)
    }

    /// Public games that look for a player.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn open_games(&self, who: Option<AccountId>) -> Outcome<Vec<Row>> {
        Ok(self.store.open_games(who, 50).await?)
    }

    /// Public games being played, the latest change first.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn running_games(&self) -> Outcome<Vec<Row>> {
        Ok(self.store.public_games(GameState::Running, 50, 0).await?)
    }

    /// Public games that are over, the latest first.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn ended_games(&self) -> Outcome<Vec<Row>> {
        Ok(self.store.public_games(GameState::Ended, 50, 0).await?)
    }
}

/// One more step behind what has been played already.
pub(super) fn then(
    so_far: Played,
    step: impl FnOnce(&Game) -> Result<Played, domain::referee::GameError>,
) -> Outcome<Played> {
    let mut next = step(&so_far.game)?;
    let mut records = so_far.records;
    records.append(&mut next.records);
    Ok(Played { records, ..next })
}

/// The log's time of a moment: milliseconds.
pub(super) fn millis(time: Time) -> Millis {
    time.into()
}

fn draw_seat(seats: usize) -> Outcome<SeatId> {
    let mut byte = [0; 1];
    loop {
        getrandom::fill(&mut byte).map_err(|e| Trouble::inside(anyhow::anyhow!("no random numbers: {e}")))?;
        // Rejection keeps the draw fair for any number of seats.
        let fair = 256 - 256 % seats.max(1);
        if usize::from(byte[0]) < fair {
            return Ok(SeatId(byte[0] % u8::try_from(seats.max(1)).unwrap_or(u8::MAX)));
        }
    }
}

fn check_key(key: &str) -> Outcome<()> {
    if key.is_empty() || key.len() > 64 || !key.bytes().all(|b| b.is_ascii_graphic()) {
        return Err(Trouble::malformed("The key of a request is 1 to 64 printable ASCII characters without spaces."));
    }
    Ok(())
}

fn read_email(text: &str) -> Outcome<Email> {
    text.parse()
        .map_err(|_| Trouble::malformed("That is not a mail address.").legal("It should look like name@example.org."))
}

fn started_before(saved: &Saved) -> Outcome<Started> {
    let reused = || Trouble::from(AppendError::KeyReused);
    let (game, next) = saved.body.split_once(' ').ok_or_else(reused)?;
    Ok(Started { game: game.parse().map_err(|_| reused())?, next: next.to_owned() })
}

fn already_seated() -> Trouble {
    Trouble::conflict("You have a seat in this game already.").legal("Send the invitation to somebody else.")
}
