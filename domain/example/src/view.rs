//! What may be seen of a position. There are no secrets in this game.

use super::board::Board;
use super::names::patrol;
use super::turns::TURNS;
use domain_core::referee::{Phase, Piece, Place, Score, Side, Symbol, View};

/// The position as anybody may see it.
pub fn view(board: &Board<'_>) -> View {
    let result = board.result();
    View {
        phase: phase(board),
        pieces: Side::BOTH.into_iter().map(|side| piece(board, side)).collect(),
        markers: Vec::new(),
        tracks: Vec::new(),
        score: Score {
            lines: vec![("The posts of both patrols, less 6".to_owned(), result.points)],
            total: result.points,
            sides: Vec::new(),
            level: result.level,
        },
        formations: Vec::new(),
        commands: Vec::new(),
    }
}

/// Where in the sequence of play it stands.
pub fn phase(board: &Board<'_>) -> Phase {
    let at = board.at;
    let title = match at.over {
        true => "The game is over".to_owned(),
        false => format!("Turn {}, {}", at.turn, at.side),
    };
    Phase {
        turn: u32::from(at.turn),
        turns: u32::from(TURNS),
        clock: String::new(),
        step: at.side.word(),
        side: (!at.over).then_some(at.side),
        title,
        goals_first: false,
    }
}

fn piece(board: &Board<'_>, side: Side) -> Piece {
    let name = patrol(side);
    Piece {
        id: name.to_lowercase(),
        name: name.to_owned(),
        full_name: format!("{name}'s patrol"),
        side,
        place: Place::Map(board.at.post(side).to_string()),
        symbol: Symbol::Cavalry,
        stripe: None,
        figures: Vec::new(),
        stars: None,
        reduced: false,
        tabs: Vec::new(),
        facing: None,
        body: None,
        posture: None,
        points: None,
        depth: None,
        ready: !board.at.over && board.at.pending.is_none() && board.at.side == side,
        note: "a patrol".to_owned(),
        brief: String::new(),
    }
}
