//! Stacked bars in groups.

use plotters::prelude::*;
use plotters::style::text_anchor::HPos;
use serde::{Deserialize, Serialize};

use super::canvas::{self, CHARACTER, Canvas, EDGE, FONT, Swatch, can_be_drawn, length};
use super::digits::{digits, tick};
use super::looks;

/// How high the tallest bar may be, how wide a bar is, and how far its neighbour is away, in pixels.
const HEIGHT: i32 = 300;
const WIDTH: i32 = 22;
const STEP: i32 = 30;
/// What is between two groups.
const GAP: i32 = 24;
const LEFT: i32 = 84;
const TOP: i32 = 44;
/// Room below names of bars, for those of groups and of the axis.
const BELOW: i32 = 50;
/// Room above bars that are cut, for their totals.
const ROOM: i32 = 58;

/// Stacked bars in groups.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Bars {
    /// Empty for the only chart of a figure.
    pub id: String,
    /// What is over it.
    pub title: String,
    /// What the bars are.
    #[serde(default)]
    pub x: String,
    /// What is measured, and its unit.
    pub y: String,
    /// Names of the parts of a bar, from the bottom up.
    pub parts: Vec<String>,
    /// From left to right; bars of a group follow each other.
    pub bars: Vec<Bar>,
    /// A bar above this is cut, and its total is written over it.
    pub clip: Option<f64>,
}

/// A bar.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Bar {
    /// What it shares with its neighbours.
    pub group: String,
    /// Its own name.
    pub name: String,
    /// How high each part is.
    pub parts: Vec<f64>,
}

/// Where bars are cut, if one is so high that others would not be seen.
pub(crate) fn clip(values: impl Iterator<Item = f64>) -> Option<f64> {
    let mut sorted: Vec<f64> = values.collect();
    sorted.sort_by(f64::total_cmp);
    match *sorted.as_slice() {
        [.., second, first] if first > 4.0 * second => Some(1.25 * second),
        _ => None,
    }
}

impl Bars {
    pub(super) fn svg(&self) -> String {
        let height = |value: &f64| if can_be_drawn(*value) { value.max(0.0) } else { 0.0 };
        let totals: Vec<f64> = self.bars.iter().map(|bar| bar.parts.iter().map(height).sum()).collect();
        let tallest = totals.iter().copied().fold(0.0, f64::max);
        let tallest = if tallest > 1e-12 { tallest } else { 1.0 };
        let clip = self.clip.filter(|clip| (1e-12..tallest).contains(clip));
        let top = clip.unwrap_or(tallest);
        let room = if clip.is_some() { ROOM } else { 12 };

        // A group is as wide as its bars, or its name.
        let groups: Vec<_> = self.bars.chunk_by(|one, next| one.group == next.group).collect();
        let (mut left, mut middles) = (Vec::new(), Vec::new());
        let mut next = LEFT + GAP / 2;
        for bars in &groups {
            let own = STEP * bars.len() as i32;
            let width = own.max(CHARACTER * length(&bars[0].group));
            left.extend((0..).zip(*bars).map(|(bar, _)| next + (width - own) / 2 + STEP * bar));
            middles.push((next + (width - STEP + WIDTH) / 2, own - STEP + WIDTH));
            next += width + GAP;
        }
        let width = (next - GAP / 2).max(canvas::title_width(&self.title)).max(480);
        let names = CHARACTER * self.bars.iter().map(|bar| length(&bar.name)).max().unwrap_or(0) + 12;
        let base = TOP + room + HEIGHT;
        let y = |value: f64| base - (f64::from(HEIGHT) * (value / top).min(1.0)).round() as i32;

        // Bars of a single part are what the axis says.
        let shown = if self.parts.len() > 1 { &self.parts[..] } else { &[] };
        let most = self.bars.iter().map(|bar| bar.parts.len()).max().unwrap_or(0).max(self.parts.len());
        let name = |part: usize| self.parts.get(part).map_or("", String::as_str);
        let looks = looks::of_parts((0..most).map(name));
        let legend = shown.iter().zip(&looks).map(|(name, look)| (name.clone(), Swatch::Part(*look))).collect();
        let mut canvas = Canvas::new(width as u32, (base + names + BELOW) as u32, legend);
        for ((bar, left), total) in self.bars.iter().zip(&left).zip(&totals) {
            let mut below = 0.0;
            for (part, value) in bar.parts.iter().enumerate() {
                let (from, to) = (y(below), y(below + height(value)));
                below += height(value);
                let name = name(part);
                let title = format!("{} {}, {name}: {} of {}", bar.group, bar.name, digits(*value), digits(*total));
                let last = part + 1 == bar.parts.len();
                canvas.mark("part", &[*value], &title, |area| {
                    if to < from {
                        canvas::part(area, (*left, to), (left + WIDTH, from), looks[part])?;
                    }
                    if last && clip.is_some_and(|clip| *total > clip) {
                        // The bar goes on: a white break through it, and how far.
                        for shift in [12, 18] {
                            let ends =
                                [(left - 3, base - HEIGHT + shift), (left + WIDTH + 3, base - HEIGHT + shift - 8)];
                            area.draw(&PathElement::new(ends, WHITE.stroke_width(3)))?;
                        }
                        let above = (left + WIDTH / 2, base - HEIGHT - 6);
                        canvas::upright(area, &digits(*total), above, HPos::Left)?;
                    }
                    Ok(())
                });
            }
        }
        canvas.svg("bars", &self.title, |area| {
            canvas::title(area, &self.title)?;
            let mut chart = ChartBuilder::on(area)
                .margin_right(GAP / 2)
                .margin_top(TOP)
                .margin_left(EDGE)
                .x_label_area_size(names + BELOW)
                .y_label_area_size(LEFT - EDGE)
                .build_cartesian_2d(0.0..1.0, 0.0..top * f64::from(HEIGHT + room) / f64::from(HEIGHT))?;
            chart
                .configure_mesh()
                .disable_x_mesh()
                .disable_x_axis()
                .light_line_style(TRANSPARENT)
                .y_label_formatter(&|value| tick(*value, 0.0, top))
                .y_desc(&self.y)
                .label_style((FONT, 14))
                .axis_desc_style((FONT, 15))
                .draw()?;
            for (bar, left) in self.bars.iter().zip(&left) {
                canvas::upright(area, &bar.name, (left + WIDTH / 2, base + 6), HPos::Right)?;
            }
            for (bars, (middle, width)) in groups.iter().zip(&middles) {
                let under = base + names;
                area.draw(&PathElement::new([(middle - width / 2, under), (middle + width / 2, under)], BLACK))?;
                canvas::text(area, &bars[0].group, (*middle, under + 12), HPos::Center)?;
            }
            canvas::text(area, &self.x, (width / 2, base + names + 34), HPos::Center)?;
            Ok(())
        })
    }
}
