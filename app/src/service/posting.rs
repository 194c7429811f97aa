//! Who gets a notice, by which way and when: the letters that go into the outbox with the records that call for them.

use super::notices::{Answering, Notice, NoticeKind};
use super::table::Table;
use super::{Outcome, hours};
use crate::service::handles::Posting;
use domain::referee::{Game, SeatId, Side};
use fieldpost_post::message_id;
use fieldpost_store::{
    Account, AccountId, Email, Game as Row, GameId, Holder, NewLetter, NoticeMode, NoticeSettings, Seat, Time, Way,
};

impl<'s> Posting<'s> {
    /// The letters that carry these notices, for seats that people hold.
    pub(super) async fn letters(self, row: &Row, game: &Game, notices: &[Notice]) -> Outcome<Vec<NewLetter>> {
        let mut letters = Vec::new();
        let mut told: Vec<(AccountId, &NoticeKind)> = Vec::new();
        for notice in notices {
            for seat in &row.seats {
                let meant = match notice.kind {
                    NoticeKind::Message { .. } => notice.seat != Some(seat.seat),
                    _ => notice.seat == Some(seat.seat),
                };
                let Holder::Player { account, .. } = &seat.holder else { continue };
                if !meant {
                    continue;
                }
                // What is not of a seat, somebody with several is told once: what is asked of the others stands in the same letter.
                if !notice.kind.is_of_seat() {
                    let own = |n: &Notice| row.seats_of(*account).any(|s| n.seat == Some(s.seat));
                    let asked = || notices.iter().any(|n| n.kind == NoticeKind::Turn && own(n));
                    if told.contains(&(*account, &notice.kind)) || notice.kind == NoticeKind::Begun && asked() {
                        continue;
                    }
                    told.push((*account, &notice.kind));
                }
                let Some(account) = self.0.store.accounts().get(*account).await? else { continue };
                if account.is_guest() || notice.kind == NoticeKind::Receipt && !account.receipts {
                    continue;
                }
                let settings = self.0.store.notices().settings(account.id).await?;
                let own = self.0.store.notices().game_notice(row.id, account.id).await?;
                // A game of which nothing is to be heard is not told of anywhere.
                if own == Some(NoticeMode::Nothing) {
                    continue;
                }
                letters.extend(self.pushes(row, game, notice, seat, &account, &settings).await?);
                let mode = own.unwrap_or(settings.mode);
                if mode == NoticeMode::Nothing {
                    continue;
                }
                let now = Time::now();
                let hold = hours::hold(notice.kind.word(), mode, &settings, &account.time_zone, now);
                if notice.kind == NoticeKind::Turn && mode == NoticeMode::Digest {
                    letters.push(self.digest_letter(&account, row.id, game.len(), hold));
                    continue;
                }
                let hold = match notice.is_caused() {
                    true => self.0.limits.letter(account.id, now).max(hold),
                    false => hold,
                };
                letters.push(self.seat_letter(row, game, notice, seat, &account, (Way::Mail, hold)));
            }
        }
        Ok(letters)
    }

    /// The same notice over the channels that its reader has named.
    async fn pushes(
        self,
        row: &Row,
        game: &Game,
        notice: &Notice,
        seat: &Seat,
        account: &Account,
        settings: &NoticeSettings,
    ) -> Outcome<Vec<NewLetter>> {
        if notice.kind == NoticeKind::Receipt {
            return Ok(Vec::new());
        }
        let channels = self.0.store.notices().channels(account.id).await?;
        let on = channels.into_iter().filter(|channel| channel.off.is_none());
        let word = notice.kind.word();
        let hold = |way| hours::hold_push(way, word, settings, &account.time_zone, Time::now());
        Ok(on.map(|c| self.seat_letter(row, game, notice, seat, account, (c.way, hold(c.way)))).collect())
    }

    /// One notice to the player of a seat.
    fn seat_letter(
        self,
        row: &Row,
        game: &Game,
        notice: &Notice,
        seat: &Seat,
        account: &Account,
        (by, hold): (Way, Option<Time>),
    ) -> NewLetter {
        let stamp = match notice.kind {
            NoticeKind::Message { id } => format!("{}-{id}", notice.kind.word()),
            NoticeKind::Clock { news, about } => format!("{}-{}", news.word(), about.0),
            NoticeKind::SeatChange { news, about } => format!("{}-{}", news.word(), about.0),
            _ => notice.kind.word().to_owned(),
        };
        // Letters of several seats of one person are several letters.
        let stamp = match row.seats_of(account.id).next() {
            Some(first) if first.seat != seat.seat => format!("{stamp}.{}", seat.seat.0),
            _ => stamp,
        };
        let payload = Notice { kind: notice.kind.clone(), seat: Some(seat.seat), since: seat.seen };
        NewLetter {
            message_id: message_id(self.mail_host(), row.id, game.len(), &stamp, &account.email),
            account: Some(account.id),
            game: Some(row.id),
            record: Some(game.len()),
            hold,
            by,
            ..by_mail(&account.email, &payload)
        }
    }

    /// A notice that tries a channel out.
    pub(super) fn test_notice(self, account: &Account, by: Way) -> NewLetter {
        let notice = Notice { kind: NoticeKind::Test, seat: None, since: 0 };
        NewLetter {
            message_id: format!("<test.{}@{}>", fieldpost_store::GrantId::fresh(), self.mail_host()),
            account: Some(account.id),
            essential: true,
            by,
            ..by_mail(&account.email, &notice)
        }
    }

    /// The letter that names all games that wait for an account. Queued for one of them; only one waits at a time.
    fn digest_letter(self, account: &Account, game: GameId, record: u64, hold: Option<Time>) -> NewLetter {
        let notice = Notice { kind: NoticeKind::Digest { parts: Vec::new() }, seat: None, since: 0 };
        NewLetter {
            message_id: message_id(self.mail_host(), game, record, notice.kind.word(), &account.email),
            account: Some(account.id),
            hold,
            ..by_mail(&account.email, &notice)
        }
    }

    /// The letters that carry a message to the other seats' players, or to those of one side, once its number is known.
    pub(super) async fn message_letters(
        self,
        table: &Table,
        side: Option<Side>,
        speaker: SeatId,
    ) -> Outcome<impl FnOnce(i64) -> Vec<NewLetter> + Send + 'static> {
        let (mut row, game) = (table.row.clone(), &table.game);
        row.seats.retain(|s| side.is_none_or(|side| s.side == side) && !table.own.contains(&s.seat));
        let letters = self.letters(&row, game, &[Notice::message(speaker, 0)]).await?;
        let (host, id, length) = (self.mail_host().to_owned(), row.id, game.len());
        Ok(move |number: i64| {
            let numbered = |letter: NewLetter| {
                let stamp = format!("message-{number}");
                let since = serde_json::from_str::<Notice>(&letter.payload).ok();
                let notice = Notice {
                    kind: NoticeKind::Message { id: number },
                    seat: since.as_ref().and_then(|n| n.seat),
                    since: since.map_or(0, |n| n.since),
                };
                let message_id = message_id(&host, id, length, &stamp, &letter.to);
                NewLetter { message_id, payload: payload_text(&notice), ..letter }
            };
            letters.into_iter().map(numbered).collect()
        })
    }

    /// The answer to a letter that came in; letters with the same `stamp` about the same record are one. It goes out whatever its reader has unsubscribed from: they
    /// have just asked for it.
    pub(super) fn answer_letter(self, account: &Account, table: &Table, answer: Answering, stamp: &str) -> NewLetter {
        let notice = Notice { kind: NoticeKind::Answer { answer: Box::new(answer) }, seat: table.seat, since: 0 };
        NewLetter {
            message_id: message_id(self.mail_host(), table.row.id, table.game.len(), stamp, &account.email),
            account: Some(account.id),
            game: Some(table.row.id),
            record: Some(table.game.len()),
            essential: true,
            ..by_mail(&account.email, &notice)
        }
    }

    /// Tells a player that somebody else has answered a letter of theirs. One such letter a game and day, however many tried.
    pub(super) async fn warning_letter(self, account: &Account, game: GameId, at: Time) -> Outcome<Option<NewLetter>> {
        const DAY: i64 = 24 * 3600 * 1000;
        let Some(row) = self.0.store.games().get(game).await? else { return Ok(None) };
        let Some(seat) = row.seat_of(account.id) else { return Ok(None) };
        let day = u64::try_from(at.0 / DAY).unwrap_or(0);
        let notice = Notice::new(NoticeKind::Stranger, seat.seat);
        Ok(Some(NewLetter {
            message_id: message_id(self.mail_host(), game, day, notice.kind.word(), &account.email),
            account: Some(account.id),
            game: Some(game),
            ..by_mail(&account.email, &notice)
        }))
    }

    /// The last letter of a game, to somebody who plays it no longer. It is of no game: those go to players alone.
    pub(super) fn farewell_letter(self, account: &Account, row: &Row, successor: &str, record: u64) -> NewLetter {
        let kind = NoticeKind::Farewell { game: row.title.clone(), successor: successor.to_owned() };
        let notice = Notice { kind, seat: None, since: 0 };
        NewLetter {
            message_id: message_id(self.mail_host(), row.id, record, notice.kind.word(), &account.email),
            ..by_mail(&account.email, &notice)
        }
    }

    /// A letter with a sign-in link.
    pub(super) fn sign_in_letter(self, to: &Email, token: &str) -> NewLetter {
        let kind = NoticeKind::SignIn { token: token.to_owned() };
        self.single_letter(to, None, kind, token, true)
    }

    /// A letter whose link shows that mail reaches its reader.
    pub(super) fn confirmation_letter(self, to: &Email, token: &str) -> NewLetter {
        let kind = NoticeKind::Confirm { token: token.to_owned() };
        self.single_letter(to, None, kind, token, true)
    }

    /// A letter with an invitation, to be asked for with [`Consents::invitation_to`].
    pub(super) fn invitation_letter(
        self,
        to: &Email,
        game: GameId,
        host: &str,
        token: &str,
        stranger: Option<AccountId>,
    ) -> NewLetter {
        let kind = NoticeKind::Invitation { token: token.to_owned(), host: host.to_owned(), stranger };
        self.single_letter(to, Some(game), kind, token, false)
    }

    fn single_letter(
        self,
        to: &Email,
        game: Option<GameId>,
        kind: NoticeKind,
        token: &str,
        essential: bool,
    ) -> NewLetter {
        // The secret must not be in a header that every server on the way may log.
        let stamp = &fieldpost_store::Hash32::of(token.as_bytes()).to_string()[..24];
        let message_id = format!("<{}.{stamp}@{}>", kind.word(), self.mail_host());
        NewLetter { message_id, game, essential, ..by_mail(to, &Notice { kind, seat: None, since: 0 }) }
    }

    /// The host name in Message-IDs: that of the address players use.
    pub(super) fn mail_host(self) -> &'s str {
        let host = self.0.base_url.split("//").nth(1).unwrap_or("localhost");
        host.split(':').next().unwrap_or(host)
    }
}

/// A letter of no game and nobody's account, at once; its Message-ID is still to be given.
fn by_mail(to: &Email, notice: &Notice) -> NewLetter {
    NewLetter {
        message_id: String::new(),
        to: to.clone(),
        account: None,
        game: None,
        record: None,
        kind: notice.kind.word().to_owned(),
        essential: false,
        payload: payload_text(notice),
        hold: None,
        by: Way::Mail,
    }
}

fn payload_text(notice: &Notice) -> String {
    serde_json::to_string(notice).expect("a notice of plain enums and text serialises")
}
