//! One game's part of a letter: from what was said to the section of the answer.

use super::acts::{Acted, Failed};
use super::asks::{block, preview};
use super::door::Admitted;
use super::games::{Known, short};
use super::plan::{Ask, Plan, Step, plan};
use crate::letters::{Block, Heard, Offer, Section, Wrong, in_short};
use crate::service::handles::Inbox;
use crate::service::play::Receipt;
use crate::service::proposals;
use crate::service::table::Table;
use crate::service::{ErrorKind, Outcome, ServiceError};
use domain::referee::{Choice, Entry};
use fieldpost_inbox::{Command, Doubt, LeftOut, Part, Reading, hear};
use fieldpost_store::{Account, Fate, Hash32};
use std::collections::BTreeSet;

/// Records told in an answer; earlier ones are on the page.
const MOST_ENTRIES: usize = 40;
/// Legal orders shown beside one that was refused.
const LIKE: usize = 6;
/// Lines of the writer's that an answer repeats.
const MOST_HEARD: usize = 60;

impl Inbox<'_> {
    /// Carries out what a letter says, game by game: each part for itself.
    ///
    /// # Errors
    /// Only for failures of ours; the letter is then tried again, and what was done is not done twice.
    pub(super) async fn carry_out(
        self,
        admitted: &Admitted,
        reading: &mut Reading,
        key: Hash32,
    ) -> Outcome<Vec<(Fate, Section)>> {
        let mut sections = Vec::new();
        let parts = reading.parts.clone();
        for (n, part) in parts.iter().enumerate() {
            // 64 characters at most, as the log keeps them: what tells this letter and this part from every other.
            let key = format!("mail-{}-{n}", &key.to_string()[..32]);
            let heard = heard(part);
            let known = match self.known(admitted, part.game.as_deref()).await? {
                Ok(known) => known,
                Err(trouble) => {
                    let mut section =
                        Section { heard, game: part.game.clone().unwrap_or_default(), ..Section::default() };
                    section.verdict = "Nothing of this was carried out.".to_owned();
                    section.wrong = Some(wrong(String::new(), trouble));
                    sections.push((Fate::Refused, section));
                    continue;
                }
            };
            let (fate, section) = self.part(&admitted.account, part, &known, &key, &mut reading.left_out).await?;
            sections.push((fate, section));
        }
        Ok(sections)
    }

    async fn part(
        self,
        account: &Account,
        part: &Part,
        known: &Known,
        key: &str,
        left_out: &mut Vec<LeftOut>,
    ) -> Outcome<(Fate, Section)> {
        let (part, doubt) = &hear(part, &known.listed(part), (known.sense(), &known.book()), left_out);
        let mut section = Section { heard: heard(part), ..Section::default() };
        if let Some(doubt) = doubt {
            section.verdict = "Nothing was carried out: I am not sure what you mean.".to_owned();
            section.wrong = Some(doubted(part, doubt));
            stand(&mut section, &known.now).await;
            return Ok((Fate::Refused, section));
        }
        let plan = plan(part, known);
        let fate = self.follow(account, part, known, &plan, key, &mut section).await?;
        let table = self.0.games().table(&known.now.address().to_string(), Some(account)).await?;
        for ask in &plan.asks {
            section.blocks.extend(block(ask, &table));
            if *ask == Ask::Map {
                section.map = Some(table.address().to_string());
            }
        }
        stand(&mut section, &table).await;
        Ok((fate, section))
    }

    /// Does what the plan says, and tells of it in the section.
    async fn follow(
        self,
        account: &Account,
        part: &Part,
        known: &Known,
        plan: &Plan,
        key: &str,
        section: &mut Section,
    ) -> Outcome<Fate> {
        let table = &known.now;
        if let Some(wrong) = &plan.wrong {
            section.verdict = "Nothing was carried out.".to_owned();
            section.wrong = Some(wrong.clone());
            return Ok(Fate::Refused);
        }
        if plan.preview {
            section.verdict = "Tried, not given: nothing of this has been carried out.".to_owned();
            if let Err((place, trouble)) = preview(table, &plan.steps).map(|block| section.blocks.push(block)) {
                section.wrong = Some(refused(part, table, place, trouble));
            }
            return Ok(Fate::Answered);
        }
        if plan.steps.is_empty() {
            let nothing = plan.asks.is_empty();
            let text = if nothing {
                "Your letter says nothing that could be carried out. Write an order, a number of the list, or help."
            } else {
                "Here is what you asked for."
            };
            section.verdict = text.to_owned();
            return Ok(Fate::Answered);
        }
        self.steps(account, part, known, &plan.steps, key, section).await
    }

    /// The game has moved on: shows how.
    async fn stale(self, known: &Known, section: &mut Section) -> Outcome<Fate> {
        let (table, seen) = (&known.now, known.then.game.len());
        section.verdict = match table.game.result() {
            Some(result) => format!("Nothing was carried out: the game is over. {}.", result.level),
            None => "Nothing was carried out: the game has moved on since the letter that you answered.".to_owned(),
        };
        let entries = self.0.games().story(table, seen, table.game.len()).await?;
        section.blocks.push(Block { title: format!("Since record {seen}"), lines: retold(table, &entries) });
        Ok(Fate::Stale)
    }

    async fn steps(
        self,
        account: &Account,
        part: &Part,
        known: &Known,
        steps: &[Step],
        key: &str,
        section: &mut Section,
    ) -> Outcome<Fate> {
        // One by one, each line is a letter of its own: it sees what those before it have done.
        let groups: Vec<&[Step]> = if part.one_by_one { steps.chunks(1).collect() } else { vec![steps] };
        let mut table = known.now.clone();
        let mut seen = known.then.game.head();
        let mut done = 0;
        for (n, group) in groups.iter().enumerate() {
            let key = if n == 0 { key.to_owned() } else { format!("{key}.{n}") };
            match self.act_by_mail(account, &table, group, &key, seen).await? {
                Acted::Done { receipt, stopped, said } => {
                    done += 1;
                    if let Some(receipt) = &receipt {
                        table = self.0.games().table(&table.address().to_string(), Some(account)).await?;
                        seen = receipt.head.parse().map_err(ServiceError::inside)?;
                        section.story.extend(self.story(&table, receipt).await?);
                        section.story.extend(kept_back(receipt));
                    }
                    if !said.is_empty() {
                        section.story.push(Heard { order: String::new(), lines: said });
                    }
                    if let Some(Failed { place, trouble }) = stopped {
                        section.verdict =
                            "Carried out as far as this line: what stood before it rolled dice, showed something or handed the game over, \
                             and cannot be taken back. This line and what follows it were not carried out."
                                .to_owned();
                        section.wrong = Some(refused(part, &table, place, trouble));
                        return Ok(Fate::CarriedOut);
                    }
                }
                Acted::Failed(Failed { place, trouble }) => {
                    section.verdict = match (done, part.one_by_one) {
                        (0, false) if steps.len() > 1 => "Nothing was carried out, because of this line.".to_owned(),
                        (0, _) => "Nothing was carried out.".to_owned(),
                        _ => "Carried out as far as this line; it and what follows it were not.".to_owned(),
                    };
                    if trouble.kind == ErrorKind::Conflict && done == 0 {
                        let now = self.0.games().table(&table.address().to_string(), Some(account)).await?;
                        let known = Known { now, then: known.then.clone(), proposed: None };
                        if !known.now.game.changes_after(known.then.game.len()).is_empty() {
                            return self.stale(&known, section).await;
                        }
                    }
                    section.wrong = Some(refused(part, &table, place, trouble));
                    return Ok(if done > 0 { Fate::CarriedOut } else { Fate::Refused });
                }
            }
        }
        section.verdict = "Carried out.".to_owned();
        Ok(Fate::CarriedOut)
    }

    /// What came of orders, record by record.
    async fn story(self, table: &Table, receipt: &Receipt) -> Outcome<Vec<Heard>> {
        let entries = self.0.games().story(table, receipt.from.saturating_sub(1), receipt.seq).await?;
        let told: Vec<&Entry> = entries.iter().filter(|e| !e.lines.is_empty() || e.order.is_some()).collect();
        let left_out = told.len().saturating_sub(MOST_ENTRIES);
        let mut story = Vec::new();
        if left_out > 0 {
            story.push(Heard {
                order: String::new(),
                lines: vec![format!("({left_out} records before these are on the page.)")],
            });
        }
        story.extend(told.into_iter().skip(left_out).map(|entry| Heard {
            order: order_of(table, entry),
            lines: entry.lines.iter().map(|l| l.text.clone()).collect(),
        }));
        Ok(story)
    }
}

/// What of a line was not given, because something was rolled or shown before it.
fn kept_back(receipt: &Receipt) -> Option<Heard> {
    let rest = in_short(&receipt.rest.join("; "));
    let line = format!(
        "Not given yet, for something was rolled or shown before it; it waits as your draft on the page: {rest}"
    );
    let again = "To give it by mail, write it again in an answer to this letter.".to_owned();
    (!rest.is_empty()).then(|| Heard { order: String::new(), lines: vec![line, again] })
}

/// "Union: Griffin fire 1012 (standing order: …)".
fn order_of(table: &Table, entry: &Entry) -> String {
    let Some(order) = &entry.order else { return String::new() };
    let seat = entry.seat.map_or("", |s| table.seat_name(s));
    let why = entry.standing.as_ref().map(|w| format!(" ({w})")).unwrap_or_default();
    format!("{seat}: {}{why}", in_short(order))
}

/// Records as lines of a block.
fn retold(table: &Table, entries: &[Entry]) -> Vec<String> {
    let told: Vec<&Entry> = entries.iter().filter(|e| !e.lines.is_empty()).collect();
    let left_out = told.len().saturating_sub(MOST_ENTRIES);
    let mut lines = Vec::new();
    if left_out > 0 {
        lines.push(format!("({left_out} records before these are on the page.)"));
    }
    for entry in told.into_iter().skip(left_out) {
        let order = order_of(table, entry);
        if !order.is_empty() {
            lines.push(order);
        }
        lines.extend(entry.lines.iter().map(|l| l.text.clone()));
    }
    lines
}

/// The lines as they were understood.
fn heard(part: &Part) -> Vec<String> {
    let said = part.commands.iter().filter(|s| s.command != Command::Nothing);
    let mut heard: Vec<String> = said.map(|s| s.text.trim().to_owned()).collect();
    if heard.len() > MOST_HEARD {
        let more = heard.len() - MOST_HEARD;
        heard.truncate(MOST_HEARD);
        heard.push(format!("… and {more} more lines"));
    }
    heard
}

/// Where the game stands, and what can be answered.
async fn stand(section: &mut Section, table: &Table) {
    let Some(seat) = table.seat else { return };
    section.game = table.row.title.clone();
    section.seat = table.seat_name(seat).to_owned();
    section.phase = table.game.phase(table.viewer).title;
    section.asks = table.asks().into_iter().map(|d| d.asks).collect();
    section.standing = match table.game.result() {
        Some(result) => format!("The game is over: {}.", result.level),
        None => {
            let waiting = table.game.waiting_seats();
            let others: Vec<&str> = waiting.into_iter().filter(|s| *s != seat).map(|s| table.seat_name(s)).collect();
            format!("The game waits for the {}.", others.join(" and the "))
        }
    };
    section.offer = proposals::offer(table).await;
    section.seq = table.game.len();
    section.head = table.game.head().to_string();
    section.short = short(table.row.id);
}

/// What its writer is asked about a letter that may mean more than one thing.
fn doubted(part: &Part, doubt: &Doubt) -> Wrong {
    let (said, why) = crate::sense::doubt(doubt);
    let orders = part.commands.iter().filter(|s| s.line != said.line && s.command != Command::Nothing);
    Wrong {
        line: said.text.trim().to_owned(),
        why: why.to_owned(),
        legal: "Answer with your orders alone, one a line; put # before a line that is only talk, and message before words for the other \
                players."
            .to_owned(),
        like: match doubt {
            Doubt::Apart(_) => part.commands.iter().map(|s| s.text.trim().to_owned()).collect(),
            Doubt::Unsure(_) => orders.map(|s| s.text.trim().to_owned()).collect(),
        },
        read: true,
    }
}

fn wrong(line: String, trouble: ServiceError) -> Wrong {
    let section = trouble.section.map(|s| format!("{s}: ")).unwrap_or_default();
    Wrong {
        line,
        why: format!("{section}{}", trouble.wrong),
        legal: trouble.legal.unwrap_or_default(),
        ..Wrong::default()
    }
}

/// A line that the referee refused, with legal orders like it.
fn refused(part: &Part, table: &Table, place: Option<usize>, trouble: ServiceError) -> Wrong {
    let said = place.and_then(|p| part.commands.get(p));
    let line = said.map(|s| s.text.trim().to_owned()).unwrap_or_default();
    let order = said.filter(|s| matches!(s.command, Command::Order(_) | Command::Choice(_)));
    let like = order.map(|_| like(table, &line)).unwrap_or_default();
    Wrong { like, ..wrong(line, trouble) }
}

/// Legal orders that begin as this line does: those of the same unit, mostly.
fn like(table: &Table, line: &str) -> Vec<String> {
    let listed = table.seat.is_some_and(|seat| table.game.lists_menu(seat));
    let Some(menu) = listed.then(|| table.menu(None)).flatten() else { return Vec::new() };
    let same = some_of_each(&menu.choices, Some(line));
    // Few choices are listed below anyway.
    if same.is_empty() && Offer::of(&menu).numbered.is_empty() { some_of_each(&menu.choices, None) } else { same }
}

/// Choices that begin as a line does, or any: one of each kind, whatever it takes, and more as far as there is room. In the order of the menu.
fn some_of_each(choices: &[Choice], line: Option<&str>) -> Vec<String> {
    let word = |text: &str| text.split_whitespace().next().unwrap_or_default().to_lowercase();
    let meant: Vec<&Choice> = choices.iter().filter(|c| line.is_none_or(|line| word(&c.order) == word(line))).collect();
    let mut kinds = BTreeSet::new();
    let firsts: Vec<bool> = meant.iter().map(|c| kinds.insert(c.verb)).collect();
    let mut room = LIKE.saturating_sub(kinds.len());
    let shown = meant.iter().zip(firsts).filter(|(_, first)| {
        let more = !first && room > 0;
        room -= usize::from(more);
        *first || more
    });
    shown.map(|(c, _)| c.order.clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_legal_instead_holds_each_kind_of_order() {
        let mut choices: Vec<Choice> = (0..9)
            .map(|n| Choice::plain(format!("Branch 040{n}"), "moves", "move", "6.0"))
            .chain([Choice::plain("Branch recover".into(), "recovers", "recover", "13.2")])
            .chain((0..9).map(|n| Choice::plain(format!("Field fire 100{n}"), "fires", "fire", "8.0")))
            .collect();
        choices.push(Choice::plain("done".into(), "ends", "done", "4.0"));
        let verbs = |line: Option<&str>| {
            let shown = some_of_each(&choices, line);
            let of = |order: &String| choices.iter().find(|c| c.order == *order).map(|c| c.verb);
            (shown.len(), shown.iter().filter_map(of).collect::<BTreeSet<_>>())
        };
        assert_eq!(verbs(Some("Branch charge Hays")), (LIKE, BTreeSet::from(["move", "recover"])));
        assert_eq!(verbs(None), (LIKE, BTreeSet::from(["move", "recover", "fire", "done"])));
        assert_eq!(verbs(Some("Griffin fire 0811")).0, 0);
        // As many kinds as there are, though that is more than has room.
        let many: Vec<Choice> = ["a", "b", "c", "d", "e", "f", "g", "h"]
            .map(|verb| Choice::plain(format!("Hood {verb}"), verb, verb, "1"))
            .to_vec();
        assert_eq!(some_of_each(&many, Some("hood x")).len(), 8);
    }
}
