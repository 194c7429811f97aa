//! Every ruleset there is can be drawn, at its beginning, in its midst and at its end.

mod played;

use domain::referee::Place;
use domain::rulesets;
use fieldpost_map::{Detail, MapRoom, Overlay, counter_svg, pieces_layer, sheet_svg, swatch_svg};
use resvg::usvg::roxmltree::Document;
use std::collections::BTreeSet;

#[test]
fn every_ruleset_is_drawn_whole_and_light() {
    let registry = rulesets::standard();
    for ruleset in registry.all() {
        let (sheet, id) = (ruleset.sheet(), ruleset.about().id);
        let room = MapRoom::new(2);
        let ground = room.ground(sheet, Detail::Full);
        Document::parse(ground.svg()).unwrap();
        // A map of 1,825 hexes has more of them: Gettysburg weighs 1,603,852 bytes, of which 430,648 are trees and about 200,000 names along ridges, which could be letters.
        let most = (sheet.places.len() * 1_000).max(1_500_000);
        assert!(ground.svg().len() < most, "{id}: {} bytes", ground.svg().len());
        for (word, meaning) in &sheet.key {
            let swatch = swatch_svg(sheet, word);
            assert!(swatch.is_empty() == word.starts_with("scale:"), "{id}: {meaning}");
            assert!(swatch.is_empty() || Document::parse(&swatch).is_ok(), "{id}: {meaning}");
        }
        let ids: BTreeSet<&str> = sheet.places.iter().map(|p| p.id.as_str()).collect();
        assert_eq!(ids.len(), sheet.places.len(), "{id}: places by the same id");
        for mark in &sheet.marks {
            assert!(ids.contains(mark.place.as_str()), "{id}: a mark on {}, which is no place", mark.place);
        }
        for moment in played::moments(&registry, ruleset.as_ref(), &[0, 30, 60, 100]) {
            let view = &moment.view;
            let overlay = Overlay { marks: moment.marks, focus: true, ..Overlay::ready(view) };
            let layer = pieces_layer(sheet, view, &overlay);
            let doc = Document::parse(&layer).unwrap();
            let drawn = doc.descendants().filter(|n| n.has_attribute("data-piece")).count();
            let on_map = view.pieces.iter().filter(|p| matches!(&p.place, Place::Map(_))).count();
            assert_eq!(drawn, on_map, "{id}: a piece stands on a place that the sheet lacks");
            view.pieces.iter().for_each(|p| drop(Document::parse(&counter_svg(p)).unwrap()));
            let picture = room.letter_png(sheet, view, &overlay, 1100).unwrap();
            assert!(picture.len() < 200_000, "{id}: {} bytes", picture.len());
            Document::parse(&sheet_svg(sheet, view, &overlay)).unwrap();
        }
    }
}
