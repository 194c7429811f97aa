//! Small pictures of games, for lists: the ground from far, and what stands on it as a drawing by itself.

use super::board::ground_href;
use super::front::Thumb;
use crate::service::table::{Row, href};
use crate::web::packed::kept;
use crate::web::{AppState, MaybeSignedIn, Page};
use actix_web::HttpRequest;
use actix_web::web::{self, Data, Path, ServiceConfig};
use domain::board::Sheet;
use fieldpost_map::{Frame, Overlay, pieces_layer};

/// The routes.
pub fn configure(routes: &mut ServiceConfig) {
    routes.route("/games/{id}/picture", web::get().to(picture));
}

/// A small picture of how a game stands.
pub fn thumb(row: &Row, sheet: &Sheet) -> Thumb {
    let frame = Frame::of(sheet);
    Thumb {
        ground: format!("{}&detail=far", ground_href(sheet)),
        pieces: format!("{}/picture?n={}", href(row.id), row.tip.length),
        width: frame.width as u32,
        height: frame.height as u32,
    }
}

/// Pieces and markers as the reader may see them.
async fn picture(state: Data<AppState>, who: MaybeSignedIn, request: HttpRequest, game: Path<String>) -> Page {
    let table = state.service.games().table(&game, who.account()).await?;
    let ruleset = table.game.ruleset();
    let sheet = ruleset.sheet();
    // The outlines of places are for pointing at: nobody points into a picture.
    let overlay = Overlay { kept: Some((String::new(), true)), ..Overlay::default() };
    let layer = pieces_layer(sheet, &table.view(), &overlay);
    let frame = Frame::of(sheet).view_box();
    let picture = format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{frame}\">{layer}</svg>");
    // Another reader of the same browser may see another one.
    Ok(kept(&request, "image/svg+xml", picture))
}
