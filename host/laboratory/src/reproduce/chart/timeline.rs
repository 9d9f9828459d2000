//! What happens when, in lanes.

use plotters::prelude::*;
use plotters::style::text_anchor::HPos;

use super::Timeline;
use super::canvas::{self, CHARACTER, Canvas, FONT, Scale, Swatch, can_be_drawn, length, range};
use crate::reproduce::claims::digits;

const LANE: i32 = 38;
const WIDTH: i32 = 640;
const RIGHT: i32 = 24;
const TOP: i32 = 44;
const BELOW: i32 = 52;

impl Timeline {
    pub(super) fn svg(&self) -> String {
        let names = self.lanes.iter().map(|name| length(name)).max().unwrap_or(0);
        let left = CHARACTER * names + 20;
        let width = (left + WIDTH + RIGHT).max(canvas::title_width(&self.title));
        let base = TOP + LANE * self.lanes.len().max(1) as i32;
        let ends = self.spans.iter().flat_map(|span| [span.start_ms, span.end_ms]);
        let x = Scale { range: range(ends), ends: (left, width - RIGHT) };
        let mut legend: Vec<(String, usize)> = Vec::new();
        for span in &self.spans {
            if !legend.iter().any(|(name, part)| *name == span.name && *part == span.part) {
                legend.push((span.name.clone(), span.part));
            }
        }
        legend.sort_by_key(|(_, part)| *part);
        let legend = legend.into_iter().map(|(name, part)| (name, Swatch::Part(part))).collect();
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
                canvas::part(area, (from, top), (to.max(from + 1), top + LANE - 10), span.part)?;
                let half = CHARACTER * length(&span.name) / 2 + 3;
                let middle = ((from + to) / 2, top + LANE / 2 - 5);
                if to - from > 2 * half + 4 {
                    let ends = [(middle.0 - half, middle.1 - 9), (middle.0 + half, middle.1 + 9)];
                    area.draw(&Rectangle::new(ends, WHITE.mix(0.85).filled()))?;
                    canvas::text(area, &span.name, middle, HPos::Center)?;
                }
                Ok(())
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
                .x_label_formatter(&|value| digits(*value))
                .x_desc("time (ms)")
                .label_style((FONT, 14))
                .axis_desc_style((FONT, 15))
                .draw()?;
            self.lanes.iter().zip(0..).try_for_each(|(name, lane)| {
                canvas::text(area, name, (left - 8, TOP + LANE * lane + LANE / 2), HPos::Right)
            })
        })
    }
}
