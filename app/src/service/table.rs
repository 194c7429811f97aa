//! A game as one person may see it. Pages, letters and the API draw from a [`Table`] and nothing else.

use super::Outcome;
use super::game_cache::{CachedGame, unknown_game};
use crate::service::handles::Games;
use domain::dice::GameKeys;
use domain::referee::{Decision, Game, GameError, Menu, SeatId, Standing, View, Viewer};
use fieldpost_store::{Account, AccountId};
pub use fieldpost_store::{Asked, Game as Row, GameId, GameState, Holder, Seat, Summary};

/// A game as one person may see it: a snapshot, cheap to make.
#[derive(Clone)]
pub struct Table {
    /// Terms, title, seats with their holders, summary: what the lobby knows.
    pub row: Row,
    /// The game itself.
    pub game: Game,
    /// The seat this person holds.
    pub seat: Option<SeatId>,
    /// All seats this person holds, in order: those of one side.
    pub own: Vec<SeatId>,
    /// Whose eyes these are.
    pub viewer: Viewer,
    /// Whether its log was brought in from elsewhere: internally sound, its origin not shown.
    pub imported: bool,
    /// Whether its private logs are not those that belong to it: then nobody sees more than everybody, and nothing is added.
    pub stopped: bool,
    /// The person.
    pub(super) account: Option<AccountId>,
    keys: GameKeys,
}

impl Table {
    pub(super) fn new(row: Row, live: CachedGame, account: Option<AccountId>, named: Option<SeatId>) -> Self {
        let seat = account.and_then(|a| seat_for(&row, &live.game, a, named));
        let own = account.map_or_else(Vec::new, |a| row.seats_of(a).map(|s| s.seat).collect());
        let over = row.summary.state == GameState::Ended;
        let viewer = match seat {
            _ if over => Viewer::Everyone,
            Some(seat) => Viewer::Seat(seat),
            None => Viewer::Spectator,
        };
        let stopped = live.stopped.is_some();
        Table { row, game: live.game, seat, own, viewer, imported: live.imported, stopped, account, keys: live.keys }
    }

    /// The same table at an earlier position of its game.
    pub(super) fn with_game(&self, game: Game) -> Self {
        Table { game, ..self.clone() }
    }

    /// A finished game with secrets as a seat of it knew it while it went on; nothing of any other.
    pub fn through(&self, seat: SeatId) -> Option<Self> {
        let there = self.over() && self.game.is_second() && !self.stopped && self.game.seat(seat).is_some();
        there.then(|| Table { viewer: Viewer::Seat(seat), ..self.clone() })
    }

    /// The game as addresses name it: with the seat, where this person has several.
    pub fn address(&self) -> GameAddress {
        GameAddress { id: self.row.id, seat: self.seat.filter(|_| self.own.len() > 1) }
    }

    /// The path of the game's page.
    pub fn href(&self) -> String {
        format!("/games/{}", self.address())
    }

    /// The game's title; with the seat's name, where this person has several.
    pub fn titled(&self) -> String {
        match self.seat.filter(|_| self.own.len() > 1) {
            Some(seat) => format!("{} ({})", self.row.title, self.seat_name(seat)),
            None => self.row.title.clone(),
        }
    }

    /// What a seat commands, where its side has several seats; empty otherwise.
    pub fn command(&self, seat: SeatId) -> &str {
        self.game.command(seat)
    }

    /// The seat that commands the army of a side.
    pub fn head_of(&self, seat: SeatId) -> Option<SeatId> {
        self.game.seat(seat).and_then(|s| self.game.head_of(s.side))
    }

    /// Whether this person's seat speaks for its army: it alone offers draws, resigns, asks for takebacks, pauses and claims.
    pub fn is_head(&self) -> bool {
        !self.game.is_second() || self.seat.is_some_and(|seat| self.head_of(seat) == Some(seat))
    }

    /// The name of the seat that commands this person's army.
    pub fn head_name(&self) -> &str {
        self.seat.and_then(|seat| self.head_of(seat)).map_or("", |head| self.seat_name(head))
    }

    /// Refuses what is the army's to say to whoever does not command it.
    ///
    /// # Errors
    /// 403, naming the seat that does.
    pub fn speaks_for_army(&self) -> Outcome<()> {
        if self.seat.is_none() {
            return Err(super::acting::not_seated());
        }
        if self.is_head() { Ok(()) } else { Err(GameError::NotHead(self.head_name().to_owned()).into()) }
    }

    /// Who answers for the other army: the opponent; where sides have several seats, the one that commands it, with its player.
    pub fn opponent(&self) -> String {
        let side = self.seat.and_then(|seat| self.game.seat(seat)).map(|s| s.side.other());
        match side.filter(|_| self.has_commands()).and_then(|side| self.game.head_of(side)) {
            Some(head) => format!("the {} ({})", self.seat_name(head), self.player(head)),
            None => "your opponent".to_owned(),
        }
    }

    /// Whether a side has several seats.
    pub fn has_commands(&self) -> bool {
        self.game.seats().len() > 2
    }

    /// The other seats of this person that are asked something.
    pub fn own_asked_besides(&self) -> impl Iterator<Item = SeatId> + '_ {
        let asked = |s: &SeatId| Some(*s) != self.seat && self.game.waits_for(*s) && self.game.stood_in(*s).is_none();
        self.own.iter().copied().filter(asked)
    }

    /// The seats of other persons of this person's side that the game waits for as well, by name.
    pub fn fellows_at_work(&self) -> Vec<String> {
        let side = |seat| self.game.seat(seat).map(|s| s.side);
        let Some(own) = self.seat else { return Vec::new() };
        let others = |s: &SeatId| !self.own.contains(s) && side(*s) == side(own);
        let fellows = self.game.waiting_seats().into_iter().filter(others);
        fellows.map(|s| format!("{} ({})", self.seat_name(s), self.player(s))).collect()
    }

    /// Whether the side of this person's seat has other seats that other people hold.
    pub fn has_fellows(&self) -> bool {
        let side = |seat| self.game.seat(seat).map(|s| s.side);
        self.seat
            .is_some_and(|own| self.game.seats().iter().any(|s| Some(s.side) == side(own) && !self.own.contains(&s.id)))
    }

    /// Whether the game is over.
    pub fn over(&self) -> bool {
        self.row.summary.state == GameState::Ended
    }

    /// The row of this person's seat.
    pub fn my_seat(&self) -> Option<&Seat> {
        self.seat.and_then(|seat| self.row.seats.iter().find(|s| s.seat == seat))
    }

    /// Position, markers, tracks and score, as this person may see them.
    pub fn view(&self) -> View {
        self.game.view(self.viewer)
    }

    /// What this person may do now; `piece` narrows it to the choices of one piece. Nobody's menu without a seat.
    pub fn menu(&self, piece: Option<&str>) -> Option<Menu> {
        self.seat.filter(|_| !self.stood_in()).map(|seat| self.game.menu(seat, piece))
    }

    /// What this person may do with no piece, where the ruleset lists that without the rest.
    pub fn menu_of_none(&self) -> Option<Menu> {
        self.seat.filter(|_| !self.stood_in()).and_then(|seat| self.game.menu_of_none(seat))
    }

    /// Whether a house player stands in for this person.
    pub fn stood_in(&self) -> bool {
        self.seat.is_some_and(|seat| self.game.stood_in(seat).is_some())
    }

    /// What the referee asks of this person.
    pub fn asks(&self) -> Vec<Decision> {
        if self.stood_in() {
            return Vec::new();
        }
        self.game.waiting().iter().filter(|d| Some(d.seat) == self.seat).cloned().collect()
    }

    /// Whether what is asked of this person came up in the course of something, and is no turn of their own.
    pub fn asked_between(&self) -> bool {
        let Some(seat) = self.seat else { return false };
        let board = self.game.ruleset().board(self.game.known_to(Viewer::Seat(seat)));
        self.asks().iter().any(|d| !board.is_own(d))
    }

    /// What the referee asks of a seat, in one text, as this person may know it: of their own seat what it knows, of others what everybody does.
    pub fn asked(&self, seat: SeatId) -> String {
        let own = self.viewer == Viewer::Everyone || self.seat == Some(seat) || !self.game.is_second();
        let public = || self.game.ruleset().board(self.game.known_to(self.viewer)).waiting();
        let asked = if own { self.game.waiting().to_vec() } else { public() };
        asked.into_iter().filter(|d| d.seat == seat).map(|d| d.asks).collect::<Vec<_>>().join(" ")
    }

    /// This person's standing orders.
    pub fn standing(&self) -> Option<Standing> {
        self.seat.map(|seat| self.game.standing(seat, &self.keys))
    }

    /// What opens the seals of this game.
    pub(super) fn keys(&self) -> &GameKeys {
        &self.keys
    }

    /// The last record that this person has looked at; the end of the log for a spectator.
    pub fn seen(&self) -> u64 {
        self.my_seat().map_or(self.game.len(), |s| s.seen)
    }

    /// The name of a seat's holder: the player, or the house player's title, or that the seat is open.
    pub fn player(&self, seat: SeatId) -> String {
        let row = self.row.seats.iter().find(|s| s.seat == seat);
        match row.map(|s| &s.holder) {
            Some(Holder::Player { name, .. }) if row.is_some_and(|s| s.stand_in.is_some()) => {
                format!("a house player for {name}")
            }
            Some(Holder::Player { name, .. }) => name.clone(),
            Some(Holder::Bot(bot)) => self.bot_title(bot),
            // Of a game from elsewhere the log alone says who played.
            Some(Holder::Open) | None => {
                let player = self.game.seat(seat).and_then(|s| s.player.as_ref());
                player.map_or_else(|| "nobody yet".to_owned(), |p| p.name.clone())
            }
        }
    }

    fn bot_title(&self, bot: &str) -> String {
        let title = self.game.ruleset().bots().into_iter().find(|b| b.id == bot);
        title.map_or_else(|| bot.to_owned(), |b| format!("House player ({})", b.id))
    }

    /// Where the game stands for this person: it changes with each record, and with what is done unseen by whoever they may know it of.
    pub fn stands(&self) -> String {
        let head = self.game.head();
        let own = self.seat.map(|seat| self.game.readable(seat)).unwrap_or_default();
        match own.into_iter().filter_map(|a| self.game.private_head(a)).map(|(number, _)| number).sum::<u64>() {
            0 => head.to_string(),
            unseen => format!("{head}.{unseen}"),
        }
    }

    /// The name of a seat: "Confederate".
    pub fn seat_name(&self, seat: SeatId) -> &str {
        self.game.seat(seat).map_or("", |s| s.name.as_str())
    }
}

/// A game as addresses name it: its id and, behind a dot, the number of the seat through which somebody looks who has several of
/// them: `0199f3….2`. Pages, forms and the API of such a seat all carry it; without it they are of a seat that is asked something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameAddress {
    /// The game.
    pub id: GameId,
    /// The seat, if it is named.
    pub seat: Option<SeatId>,
}

impl GameAddress {
    /// Reads an address.
    ///
    /// # Errors
    /// 404 for what is none.
    pub(super) fn read(text: &str) -> Outcome<Self> {
        let (id, seat) = match text.split_once('.') {
            Some((id, seat)) => (id, Some(SeatId(seat.parse().map_err(|_| unknown_game())?))),
            None => (text, None),
        };
        Ok(GameAddress { id: id.parse().map_err(|_| unknown_game())?, seat })
    }
}

impl std::fmt::Display for GameAddress {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.seat {
            Some(seat) => write!(f, "{}.{}", self.id, seat.0),
            None => self.id.fmt(f),
        }
    }
}

/// The seat through which somebody looks: the one that is named, if they hold it; without a name, of several the first that the game
/// waits for, else the first.
pub(super) fn seat_for(row: &Row, game: &Game, account: AccountId, named: Option<SeatId>) -> Option<SeatId> {
    let own = || row.seats_of(account).map(|s| s.seat);
    match named {
        Some(named) => own().find(|s| *s == named),
        None => own().find(|s| game.waits_for(*s) && game.stood_in(*s).is_none()).or_else(|| own().next()),
    }
}

/// The path of a game's page.
pub fn href(game: GameId) -> String {
    format!("/games/{game}")
}

impl Games<'_> {
    /// A game as this person may see it.
    ///
    /// # Errors
    /// 404 when there is no such game, or when it is private and this person neither plays nor hosts it.
    pub async fn table(self, game: &str, who: Option<&Account>) -> Outcome<Table> {
        let GameAddress { id, seat } = GameAddress::read(game)?;
        let mut row = self.row(id, who.map(|a| a.id)).await?;
        let live = self.0.cached_games().live(&row).await?;
        // Somebody has added to the game since the row was read: its two halves are to be of one moment.
        if live.tip() != row.tip {
            row = self.row(id, who.map(|a| a.id)).await?;
        }
        Ok(Table::new(row, live, who.map(|a| a.id), seat))
    }

    /// The same game through another seat of this person that is asked something, when the one they look through is not.
    pub(super) async fn asked_of(self, table: Table, who: &Account) -> Outcome<Table> {
        let asked = table.seat.is_some_and(|seat| table.game.waits_for(seat));
        let other = table.own_asked_besides().next().filter(|_| !asked);
        match other {
            Some(seat) => self.table(&GameAddress { id: table.row.id, seat: Some(seat) }.to_string(), Some(who)).await,
            None => Ok(table),
        }
    }

    /// The lobby's row of a game this person may see.
    pub(super) async fn row(self, id: GameId, who: Option<AccountId>) -> Outcome<Row> {
        let row = self.0.store.games().get(id).await?.ok_or_else(unknown_game)?;
        self.may_see(&row, who)?;
        Ok(row)
    }

    /// Refuses a private game to whoever neither plays nor hosts it.
    pub(super) fn may_see(self, row: &Row, who: Option<AccountId>) -> Outcome<()> {
        let may = row.public || who.is_some_and(|a| row.host == a || row.seat_of(a).is_some());
        if may { Ok(()) } else { Err(unknown_game()) }
    }

    /// Notes that this person has looked at the game as far as the table shows it.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn note_seen(self, table: &Table) -> Outcome<()> {
        if let Some(seat) = table.my_seat()
            && seat.seen < table.game.len()
        {
            self.0.store.games().set_seen(table.row.id, seat.seat, table.game.len()).await?;
        }
        Ok(())
    }
}
