//! Estimates with their intervals over named places, and a bound.

use plotters::prelude::*;
use plotters::style::text_anchor::HPos;
use serde::{Deserialize, Serialize};

use super::canvas::{self, Canvas, Swatch, can_be_drawn, range};
use super::digits::digits;
use super::estimate::Estimate;
use super::looks::{self, line_colour};
use super::plot::{self, BELOW, HEIGHT, LEFT, RIGHT, TOP};

/// How far apart the series of a place are, in places, so that their intervals do not hide each other.
const SPREAD: f64 = 0.12;

/// Estimates with their intervals over named places, and a bound where there is one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Intervals {
    /// Empty for the only chart of a figure.
    pub id: String,
    /// What is over it.
    pub title: String,
    /// What the places are.
    pub x: String,
    /// What is measured, and its unit.
    pub y: String,
    /// Names of the places, from left to right.
    pub places: Vec<String>,
    /// One a case: its name, and an estimate a place.
    pub series: Vec<(String, Vec<Estimate>)>,
    /// A bound with its name.
    pub bound: Option<(String, f64)>,
}

impl Intervals {
    pub(super) fn svg(&self) -> String {
        let width = canvas::title_width(&self.title).max(720);
        let limit = self.bound.as_ref().map(|(_, limit)| *limit).filter(|limit| can_be_drawn(*limit));
        let ends =
            self.series.iter().flat_map(|(_, points)| points).flat_map(|point| [point.low(), point.high(), point.mean]);
        let places = self.places.len().max(1) as f64;
        let x = plot::x(-0.5..places - 0.5, width);
        let y = plot::y(range(ends.chain([0.0]).chain(limit)));
        let looks = looks::of_lines(self.series.iter().map(|(name, _)| name.as_str()));
        let entry =
            |((name, _), look): (&(String, _), &usize)| (name.clone(), Swatch::Marker { look: *look, line: false });
        let mut legend: Vec<_> = self.bound.iter().map(|(bound, _)| (bound.clone(), Swatch::Dashed)).collect();
        legend.extend(self.series.iter().zip(&looks).map(entry));
        let mut canvas = Canvas::new(width as u32, (TOP + HEIGHT + BELOW) as u32, legend);
        for (series, ((name, points), look)) in self.series.iter().zip(looks).enumerate() {
            let shift = SPREAD * (series as f64 - (self.series.len() as f64 - 1.0) / 2.0);
            for (place, point) in points.iter().enumerate() {
                let at = self.places.get(place).map_or("", String::as_str);
                let title = format!("{name}, {at}: {} ± {}", digits(point.mean), digits(point.margin));
                canvas.mark("estimate", &[point.mean, point.margin], &title, |area| {
                    if !can_be_drawn(point.mean) || place >= self.places.len() {
                        return Ok(());
                    }
                    let x = x.at(place as f64 + shift);
                    // An interval without an end has none to show.
                    if can_be_drawn(point.margin) {
                        let (low, high) = (y.at(point.low()), y.at(point.high()));
                        let style = line_colour(look).stroke_width(2);
                        area.draw(&PathElement::new([(x, low), (x, high)], style))?;
                        for end in [low, high] {
                            area.draw(&PathElement::new([(x - 5, end), (x + 5, end)], style))?;
                        }
                    }
                    canvas::marker(area, (x, y.at(point.mean)), look)
                });
            }
        }
        canvas.svg("intervals", &self.title, |area| {
            canvas::title(area, &self.title)?;
            plot::frame(area, [(&x, &self.x), (&y, &self.y)], false)?;
            for (place, name) in self.places.iter().enumerate() {
                canvas::text(area, name, (x.at(place as f64), TOP + HEIGHT + 14), HPos::Center)?;
            }
            if let Some(limit) = limit {
                canvas::dashed(area, (LEFT, y.at(limit)), (width - RIGHT, y.at(limit)))?;
            }
            Ok(())
        })
    }
}
