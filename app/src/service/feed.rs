//! One's games as a feed: whose turn it is, and what has happened, as far as the feed's owner may see it.

use super::accounts::Account;
use super::table::Row;
use super::{Outcome, ServiceError};
use crate::service::handles::Feeds;
use fieldpost_store::{GameState, Hash32, Time, Token};

/// Games in a feed at most, those first that changed last.
const MOST_GAMES: usize = 30;
/// Records that an entry looks back on.
const LOOK_BACK: u64 = 12;
/// Lines of the chronicle in an entry at most.
const MOST_LINES: usize = 20;

/// What a feed holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Feed {
    /// Its own name, for readers that follow several: an address that says nothing of the token.
    pub id: String,
    /// Whose games.
    pub name: String,
    /// When something changed last.
    pub updated: Time,
    /// Game by game, the one that changed last first.
    pub entries: Vec<FeedEntry>,
}

/// A game as it stands after one of its records.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FeedEntry {
    /// Game and record: a reader shows a new entry for each.
    pub id: String,
    /// "The mill: your turn".
    pub title: String,
    /// Its page.
    pub link: String,
    /// When that record was made.
    pub updated: Time,
    /// Whose turn, in a sentence.
    pub stands: String,
    /// What happened last, oldest first.
    pub lines: Vec<String>,
}

impl Feeds<'_> {
    /// Makes a new address for somebody's feed; the one before it is void. The address is shown once and kept nowhere.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn create(self, account: &Account) -> Outcome<String> {
        let token = self.0.store.tokens().new_feed(account.id, Time::now()).await?;
        Ok(self.0.url(&format!("/feeds/{}", token.reveal())))
    }

    /// Since when somebody has an address for their feed.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn since(self, account: &Account) -> Outcome<Option<Time>> {
        Ok(self.0.store.tokens().feed_since(account.id).await?)
    }

    /// Makes the address of somebody's feed void. Doing it twice changes nothing.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn revoke(self, account: &Account) -> Outcome<()> {
        self.0.store.tokens().revoke_feed(account.id).await?;
        Ok(())
    }

    /// Whose feed stands at this address, and a tag that changes whenever the feed does.
    ///
    /// # Errors
    /// 404 for an address that is none, or is void.
    pub async fn open(self, token: &str) -> Outcome<(Account, String)> {
        let unknown = || {
            ServiceError::unknown("There is no such feed, or its address is void.")
                .legal("Make a new one on the page “When letters come”.")
        };
        let token: Token = token.parse().map_err(|_| unknown())?;
        let account = self.0.store.tokens().feed(&token).await?.ok_or_else(unknown)?;
        let mut seen = format!("{}\0{}\0{}\0", self.0.base_url, account.id, account.name);
        for row in self.rows(&account).await? {
            let seat = row.seat_of(account.id).map(|s| (s.seat, s.asks.clone()));
            // Not the whole tip: the number of private entries is nobody's to see.
            let (length, head) = (row.tip.length, row.tip.head);
            seen += &format!("{}\0{length} {head}\0{}\0{:?}\0{:?}\0", row.id, row.title, row.summary, seat);
        }
        let tag = Hash32::of(seen.as_bytes()).to_string().chars().take(32).collect();
        Ok((account, tag))
    }

    async fn rows(self, account: &Account) -> Outcome<Vec<Row>> {
        let mut rows = self.0.lobby().my_games(account).await?;
        rows.sort_by(|a, b| b.updated.cmp(&a.updated).then(a.id.cmp(&b.id)));
        rows.truncate(MOST_GAMES);
        Ok(rows)
    }

    /// What an account's feed holds now.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn of_account(self, account: &Account) -> Outcome<Feed> {
        let mut entries = Vec::new();
        for row in self.rows(account).await? {
            let table = self.0.games().table(&row.id.to_string(), Some(account)).await?;
            let length = table.game.len();
            let told = self.0.games().story(&table, length.saturating_sub(LOOK_BACK), length).await?;
            let lines: Vec<String> =
                told.affairs().into_iter().flatten().flat_map(|e| &e.lines).map(|line| line.text.clone()).collect();
            let asks: Vec<String> = table.asks().into_iter().map(|d| d.asks).collect();
            let others = || {
                let seats = table.game.waiting_seats();
                seats.into_iter().map(|s| table.seat_name(s).to_owned()).collect::<Vec<_>>().join(" and the ")
            };
            let (word, stands) = match table.game.result() {
                Some(result) => ("over".to_owned(), format!("The game is over: {}.", result.level)),
                None if !asks.is_empty() => ("your turn".to_owned(), asks.join(" ")),
                None if row.summary.state == GameState::Running => {
                    (format!("the {}'s turn", others()), format!("The game waits for the {}.", others()))
                }
                None => ("not begun".to_owned(), "The game waits for players.".to_owned()),
            };
            let link = self.0.url(&table.href());
            entries.push(FeedEntry {
                id: format!("{link}#record-{length}"),
                title: format!("{}: {word}", row.title),
                link,
                updated: row.updated,
                stands,
                lines: lines.into_iter().rev().take(MOST_LINES).rev().collect(),
            });
        }
        let updated = entries.iter().map(|e| e.updated).max().unwrap_or(account.created);
        let id = format!("urn:uuid:{}", uuid::Uuid::from_bytes(account.id.0));
        Ok(Feed { id, name: account.name.clone(), updated, entries })
    }
}
