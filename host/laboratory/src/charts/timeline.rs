//! What happens when, in lanes.

use plotters::prelude::*;
use plotters::style::text_anchor::HPos;
use serde::{Deserialize, Serialize};

use super::canvas::{self, CHARACTER, Canvas, FONT, Scale, Swatch, can_be_drawn, length, range};
use super::digits::{digits, tick};
use super::looks::{self, Look};

const LANE: i32 = 38;
const WIDTH: i32 = 640;
const RIGHT: i32 = 24;
const TOP: i32 = 44;
const BELOW: i32 = 52;

/// What happens when, in lanes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Timeline {
    /// Empty for the only chart of a figure.
    pub id: String,
    /// What is over it.
    pub title: String,
    /// Names of the lanes, from the top down.
    pub lanes: Vec<String>,
    /// Names of the parts that spans count to.
    #[serde(default)]
    pub parts: Vec<String>,
    /// In any order.
    pub spans: Vec<Span>,
}

/// Something that takes a while.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Span {
    /// Where.
    pub lane: usize,
    /// What. Where it has no room in its span, a number stands there, which the legend explains.
    pub name: String,
    /// Which part it counts to: it looks as that does in bars.
    pub part: usize,
    /// When it begins.
    pub start_ms: f64,
    /// When it ends.
    pub end_ms: f64,
}

impl Timeline {
    pub(super) fn svg(&self) -> String {
        let names = self.lanes.iter().map(|name| length(name)).max().unwrap_or(0);
        let left = CHARACTER * names + 20;
        let width = (left + WIDTH + RIGHT).max(canvas::title_width(&self.title));
        let base = TOP + LANE * self.lanes.len().max(1) as i32;
        let ends = self.spans.iter().flat_map(|span| [span.start_ms, span.end_ms]);
        let x = Scale { range: range(ends), ends: (left, width - RIGHT) };
        let looks = self.looks();
        let parts = looks.iter().filter_map(|(part, look)| Some((self.parts.get(*part)?.clone(), Swatch::Part(*look))));
        let numbered = self.numbered(&x);
        let numbers = numbered.iter().zip(1..).map(|(name, number)| ((*name).to_owned(), Swatch::Number(number)));
        let legend = parts.chain(numbers).collect();
        let mut canvas = Canvas::new(width as u32, (base + BELOW) as u32, legend);
        for span in &self.spans {
            let lane = self.lanes.get(span.lane);
            let (from, to) = (digits(span.start_ms), digits(span.end_ms));
            let title = format!("{}, {}: {from} .. {to} ms", lane.map_or("", String::as_str), span.name);
            canvas.mark("span", &[span.start_ms, span.end_ms], &title, |area| {
                if lane.is_none() || !can_be_drawn(span.start_ms) || !can_be_drawn(span.end_ms) {
                    return Ok(());
                }
                let top = TOP + LANE * span.lane as i32 + 5;
                let (from, to) = (x.at(span.start_ms.min(span.end_ms)), x.at(span.end_ms.max(span.start_ms)));
                let look = looks.iter().find(|(part, _)| *part == span.part).expect("each span's part has a look").1;
                canvas::part(area, (from, top), (to.max(from + 1), top + LANE - 10), look)?;
                let middle = ((from + to) / 2, top + LANE / 2 - 5);
                let number = numbered.iter().position(|name| *name == span.name).map(|place| (place + 1).to_string());
                let text = number.as_ref().unwrap_or(&span.name);
                let half = half(text);
                if number.is_some() && to - from < 2 * half {
                    return canvas::text(area, text, (middle.0, top - 5), HPos::Center);
                }
                let ends = [(middle.0 - half, middle.1 - 9), (middle.0 + half, middle.1 + 9)];
                area.draw(&Rectangle::new(ends, WHITE.mix(0.85).filled()))?;
                canvas::text(area, text, middle, HPos::Center)
            });
        }
        canvas.svg("timeline", &self.title, |area| {
            canvas::title(area, &self.title)?;
            let mut chart = ChartBuilder::on(area)
                .margin_top(TOP)
                .margin_right(RIGHT)
                .x_label_area_size(BELOW)
                .y_label_area_size(left)
                .build_cartesian_2d(x.range.clone(), 0.0..1.0)?;
            chart
                .configure_mesh()
                .disable_y_mesh()
                .light_line_style(TRANSPARENT)
                .y_labels(0)
                .x_label_formatter(&|value| tick(*value, x.range.start, x.range.end))
                .x_desc("time (ms)")
                .label_style((FONT, 14))
                .axis_desc_style((FONT, 15))
                .draw()?;
            self.lanes.iter().zip(0..).try_for_each(|(name, lane)| {
                canvas::text(area, name, (left - 8, TOP + LANE * lane + LANE / 2), HPos::Right)
            })
        })
    }

    /// How each part that spans count to looks, by part.
    fn looks(&self) -> Vec<(usize, Look)> {
        let mut parts: Vec<usize> = self.spans.iter().map(|span| span.part).collect();
        parts.sort_unstable();
        parts.dedup();
        let looks = looks::of_parts(parts.iter().map(|part| self.parts.get(*part).map_or("", String::as_str)));
        parts.into_iter().zip(looks).collect()
    }

    /// Names that have no room in one of their spans, in the order of the spans.
    fn numbered(&self, x: &Scale) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for Span { name, start_ms, end_ms, .. } in &self.spans {
            let room = (x.at(*end_ms) - x.at(*start_ms)).abs();
            if room <= 2 * half(name) + 4 && !names.contains(&name.as_str()) {
                names.push(name);
            }
        }
        names
    }
}

/// Half of the room that a text takes.
fn half(text: &str) -> i32 {
    CHARACTER * length(text) / 2 + 3
}
