//! Lines through points, and a value to compare them with.

use plotters::prelude::*;
use serde::{Deserialize, Serialize};

use super::canvas::{self, Canvas, Swatch, can_be_drawn, range};
use super::digits::digits;
use super::looks::{self, line_colour};
use super::plot::{self, BELOW, HEIGHT, LEFT, RIGHT, TOP};

/// Lines through points.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Lines {
    /// Empty for the only chart of a figure.
    pub id: String,
    /// What is over it.
    pub title: String,
    /// What is varied, and its unit.
    pub x: String,
    /// What is measured, and its unit.
    pub y: String,
    /// One a case: its name, and its points from left to right.
    pub series: Vec<(String, Vec<(f64, f64)>)>,
    /// A value of `y` with its name, to compare with: what the paper says.
    pub mark: Option<(String, f64)>,
}

impl Lines {
    pub(super) fn svg(&self) -> String {
        let width = canvas::title_width(&self.title).max(720);
        let points = || self.series.iter().flat_map(|(_, points)| points);
        let mark = self.mark.as_ref().filter(|(_, value)| can_be_drawn(*value));
        let ys = points().map(|(_, y)| *y).chain(mark.map(|(_, value)| *value));
        // From nought on, so that a line does not look steeper than it is.
        let x = plot::x(range(points().map(|(x, _)| *x)), width);
        let y = plot::y(range(ys.chain([0.0])));
        let looks = looks::of_lines(self.series.iter().map(|(name, _)| name.as_str()));
        let entry =
            |((name, _), look): (&(String, _), &usize)| (name.clone(), Swatch::Marker { look: *look, line: true });
        let mut legend: Vec<_> = self.series.iter().zip(&looks).map(entry).collect();
        legend.extend(self.mark.iter().map(|(name, value)| (format!("{name}: {}", digits(*value)), Swatch::Dashed)));
        let mut canvas = Canvas::new(width as u32, (TOP + HEIGHT + BELOW) as u32, legend);
        for ((name, points), look) in self.series.iter().zip(looks) {
            let drawn = |point: &(f64, f64)| can_be_drawn(point.0) && can_be_drawn(point.1);
            let place = |point: &(f64, f64)| (x.at(point.0), y.at(point.1));
            for (number, point) in points.iter().enumerate() {
                let title = format!("{name}: {} at {}", digits(point.1), digits(point.0));
                canvas.mark("point", &[point.0, point.1], &title, |area| {
                    if !drawn(point) {
                        return Ok(());
                    }
                    if let Some(before) =
                        number.checked_sub(1).map(|before| &points[before]).filter(|point| drawn(point))
                    {
                        area.draw(&PathElement::new([place(before), place(point)], line_colour(look).stroke_width(2)))?;
                    }
                    canvas::marker(area, place(point), look)
                });
            }
        }
        canvas.svg("lines", &self.title, |area| {
            canvas::title(area, &self.title)?;
            plot::frame(area, [(&x, &self.x), (&y, &self.y)], true)?;
            match mark {
                Some((_, value)) => canvas::dashed(area, (LEFT, y.at(*value)), (width - RIGHT, y.at(*value))),
                None => Ok(()),
            }
        })
    }
}
