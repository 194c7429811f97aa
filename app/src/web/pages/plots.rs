//! The lines that people want to see of a game: losses, points, luck. Small inline SVG, with the figures in a table.

use super::shell::escape;
use std::fmt::Write as _;

/// One drawn line: a value for each step of the plot, `None` where there is none.
#[derive(Clone, Debug)]
pub struct Series {
    /// Its name.
    pub name: String,
    /// Class that colours it: `union`, `confederate` or `third`.
    pub class: &'static str,
    /// Values.
    pub values: Vec<Option<f64>>,
}

/// A plot with its figures.
#[derive(Clone, Debug)]
pub struct Plot {
    /// What it shows.
    pub title: String,
    /// The drawing.
    pub svg: String,
    /// Heads of the table.
    pub head: Vec<String>,
    /// Rows of the table.
    pub rows: Vec<Vec<String>>,
}

const WIDTH: f64 = 420.0;
const HEIGHT: f64 = 170.0;
const LEFT: f64 = 34.0;
const RIGHT: f64 = 10.0;
const TOP: f64 = 22.0;
const BOTTOM: f64 = 24.0;

impl Plot {
    /// Draws lines over steps (turns, as a rule) with these labels.
    pub fn lines(title: &str, labels: &[String], series: &[Series]) -> Self {
        let values = || series.iter().flat_map(|s| s.values.iter().flatten().copied());
        let high = values().fold(0.0_f64, f64::max);
        let low = values().fold(0.0_f64, f64::min);
        let span = if high - low < 1.0 { 1.0 } else { high - low };
        let step = nice(span / 4.0);
        let (floor, ceiling) = ((low / step).floor() * step, ((low + span) / step).ceil() * step);
        let across = |i: usize| {
            LEFT + (WIDTH - LEFT - RIGHT) * if labels.len() > 1 { i as f64 / (labels.len() - 1) as f64 } else { 0.5 }
        };
        let up = |v: f64| TOP + (HEIGHT - TOP - BOTTOM) * (1.0 - (v - floor) / (ceiling - floor));
        let mut svg = String::with_capacity(2048);
        let mut put = |args: std::fmt::Arguments<'_>| svg.write_fmt(args).unwrap_or_default();
        let ends =
            series.iter().filter_map(|s| Some(format!("{} ends at {}.", s.name, number(s.values.last().copied()??))));
        let told = format!("{title}. {}", ends.collect::<Vec<_>>().join(" "));
        put(format_args!("<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{}\">", escape(&told)));
        let mut tick = floor;
        while tick <= ceiling + step / 2.0 {
            put(format_args!(
                "<path class=\"axis\" d=\"M{LEFT} {y:.1}H{:.1}\"/><text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
                WIDTH - RIGHT,
                LEFT - 6.0,
                up(tick) + 4.0,
                number(tick),
                y = up(tick)
            ));
            tick += step;
        }
        let every = labels.len().div_ceil(12).max(1);
        for (i, label) in labels.iter().enumerate().filter(|(i, _)| i % every == 0) {
            put(format_args!(
                "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
                across(i),
                HEIGHT - 7.0,
                escape(label)
            ));
        }
        let mut name_at = LEFT;
        for s in series {
            put(format_args!("<text class=\"{}\" x=\"{name_at:.1}\" y=\"13\">{}</text>", s.class, escape(&s.name)));
            name_at += 16.0 + s.name.chars().count() as f64 * 7.4;
            put(format_args!("<polyline class=\"{} line\" points=\"", s.class));
            for (i, v) in s.values.iter().enumerate() {
                if let Some(v) = v {
                    put(format_args!("{:.1},{:.1} ", across(i), up(*v)));
                }
            }
            put(format_args!("\"/>"));
            if labels.len() <= 40 {
                for (i, v) in s.values.iter().enumerate() {
                    if let Some(v) = v {
                        put(format_args!(
                            "<circle class=\"{}\" cx=\"{:.1}\" cy=\"{:.1}\" r=\"2.6\"/>",
                            s.class,
                            across(i),
                            up(*v)
                        ));
                    }
                }
            }
        }
        svg.push_str("</svg>");
        let head = std::iter::once("Turn".to_owned()).chain(series.iter().map(|s| s.name.clone())).collect();
        let rows = labels
            .iter()
            .enumerate()
            .map(|(i, label)| {
                let cells = series.iter().map(|s| s.values.get(i).copied().flatten().map_or_else(String::new, number));
                std::iter::once(label.clone()).chain(cells).collect()
            })
            .collect();
        Plot { title: title.to_owned(), svg, head, rows }
    }
}

/// The next of 1, 2, 5, 10, 20, … at or above `least`.
fn nice(least: f64) -> f64 {
    let mut step = 1.0;
    for factor in [2.0, 2.5, 2.0].iter().cycle().take(18) {
        if step >= least {
            break;
        }
        step *= factor;
    }
    step
}

/// A figure: whole where it is whole, else one decimal, with a real minus.
fn number(v: f64) -> String {
    let text = if (v - v.round()).abs() < 0.05 { format!("{:.0}", v.round()) } else { format!("{v:.1}") };
    let text = if text == "-0" { "0".to_owned() } else { text };
    text.replace('-', "−")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_few() {
        for (least, want) in [(0.3, 1.0), (1.2, 2.0), (3.0, 5.0), (7.0, 10.0), (60.0, 100.0)] {
            assert!((nice(least) - want).abs() < 1e-9, "{least}");
        }
    }

    #[test]
    fn names_cannot_break_out_of_the_drawing() {
        let series = Series { name: "<b>\"&".to_owned(), class: "union", values: vec![Some(1.0), None, Some(-2.0)] };
        let plot = Plot::lines("t", &["1".into(), "2".into(), "3".into()], &[series]);
        assert!(plot.svg.contains("&lt;b&gt;&quot;&amp;"));
        assert!(!plot.svg.contains("<b>"));
        assert_eq!(plot.rows[1], ["2", ""]);
        assert_eq!(plot.rows[2], ["3", "−2"]);
    }
}
