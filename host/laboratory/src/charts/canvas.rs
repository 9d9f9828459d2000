//! What all charts are drawn with: hatched areas, legends, and marks that carry their numbers.

use std::error::Error;
use std::ops::Range;

use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::looks::{Hatch, Look, line_colour};
use super::slim::slim;

pub(super) type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
pub(super) type Drawn = Result<(), Box<dyn Error>>;
/// A place in pixels, from the upper left.
pub(super) type Pixel = (i32, i32);

pub(super) const FONT: &str = "sans-serif";
/// How wide a character of the small font is at most, about: nobody knows the font before it is shown.
pub(super) const CHARACTER: i32 = 7;
/// What is free beside a chart's own words.
pub(super) const EDGE: i32 = 8;
const LEGEND_ROW: i32 = 22;
const SWATCH: i32 = 18;

/// How an entry of a legend looks.
pub(super) enum Swatch {
    /// An area that looks like this.
    Part(Look),
    /// A marker that looks like this line, on a line or alone.
    Marker { look: usize, line: bool },
    /// A number that stands in the chart.
    Number(usize),
    /// A dashed line.
    Dashed,
}

/// A chart under way: what is behind, and the marks over it.
pub(super) struct Canvas {
    size: (u32, u32),
    legend: Vec<(String, Swatch)>,
    legend_top: i32,
    marks: String,
}

impl Canvas {
    /// Of this width, with this much height above the legend.
    pub(super) fn new(width: u32, height: u32, legend: Vec<(String, Swatch)>) -> Self {
        let mut canvas = Self { size: (width, height), legend, legend_top: height as i32, marks: String::new() };
        let rows = canvas.places().last().map_or(0, |(_, y)| (y - canvas.legend_top) / LEGEND_ROW + 1);
        canvas.size.1 += (rows * LEGEND_ROW) as u32 + 8;
        canvas
    }

    /// Where the entries of the legend are: as many a row as there is room for.
    fn places(&self) -> Vec<Pixel> {
        const LEFT: i32 = 20;
        let (mut x, mut y) = (LEFT, self.legend_top);
        let mut places = Vec::new();
        for (name, _) in &self.legend {
            let width = SWATCH + 24 + CHARACTER * length(name);
            if x > LEFT && x + width > self.size.0 as i32 {
                (x, y) = (LEFT, y + LEGEND_ROW);
            }
            places.push((x, y));
            x += width;
        }
        places
    }

    /// Adds something that is shown: its numbers, what it is, and how it is drawn; nothing is drawn of what is no number.
    pub(super) fn mark(&mut self, kind: &str, values: &[f64], title: &str, draw: impl FnOnce(&Area<'_>) -> Drawn) {
        let values: Vec<String> = values.iter().map(f64::to_string).collect();
        let body = layer(self.size, draw);
        let (_, body) = body.split_once('>').unwrap_or_default();
        let body = body.trim_end_matches("</svg>");
        let (values, title) = (values.join(" "), escape(title));
        self.marks += &format!("<g data-mark=\"{kind}\" data-value=\"{values}\"><title>{title}</title>{body}</g>\n");
    }

    /// The chart, with everything that is behind the marks. `plot` draws into what is above the legend.
    pub(super) fn svg(&self, kind: &str, title: &str, plot: impl FnOnce(&Area<'_>) -> Drawn) -> String {
        let behind = layer(self.size, |area| {
            area.fill(&WHITE)?;
            let (above, _) = area.split_vertically(self.legend_top);
            plot(&above)?;
            self.legend
                .iter()
                .zip(self.places())
                .try_for_each(|((name, swatch), place)| entry(area, name, swatch, place))
        });
        let said = format!("<svg role=\"img\" aria-label=\"{}\" data-chart=\"{kind}\" ", escape(title));
        let behind = behind.trim_end_matches("</svg>").replacen("<svg ", &said, 1);
        format!("{behind}\n{}</svg>\n", self.marks)
    }
}

fn layer(size: (u32, u32), draw: impl FnOnce(&Area<'_>) -> Drawn) -> String {
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, size).into_drawing_area();
        draw(&area).expect("a string takes all");
        area.present().expect("a string takes all");
    }
    slim(&svg)
}

fn entry(area: &Area<'_>, name: &str, swatch: &Swatch, (x, y): Pixel) -> Drawn {
    let middle = y + LEGEND_ROW / 2;
    match swatch {
        Swatch::Part(look) => part(area, (x, middle - 7), (x + SWATCH, middle + 7), *look)?,
        Swatch::Number(number) => text(area, &number.to_string(), (x + SWATCH / 2, middle), HPos::Center)?,
        Swatch::Dashed => dashed(area, (x, middle), (x + SWATCH, middle))?,
        Swatch::Marker { look, line } => {
            if *line {
                area.draw(&PathElement::new([(x, middle), (x + SWATCH, middle)], line_colour(*look).stroke_width(2)))?;
            }
            marker(area, (x + SWATCH / 2, middle), *look)?;
        }
    }
    text(area, name, (x + SWATCH + 6, middle), HPos::Left)
}

/// Text beside a pixel, in the middle of its height.
pub(super) fn text(area: &Area<'_>, text: &str, place: Pixel, to: HPos) -> Drawn {
    let style = TextStyle::from((FONT, 14).into_font()).pos(Pos::new(to, VPos::Center));
    Ok(area.draw_text(text, &style, place)?)
}

/// Text that is read from below: `Right` ends at the pixel, `Left` begins there.
pub(super) fn upright(area: &Area<'_>, text: &str, place: Pixel, to: HPos) -> Drawn {
    let font = (FONT, 14).into_font().transform(FontTransform::Rotate270);
    Ok(area.draw_text(text, &TextStyle::from(font).pos(Pos::new(to, VPos::Center)), place)?)
}

/// How wide a chart has to be for its title.
pub(super) fn title_width(title: &str) -> i32 {
    10 * length(title) + 40
}

/// What is over a chart.
pub(super) fn title(area: &Area<'_>, title: &str) -> Drawn {
    let (width, _) = area.dim_in_pixel();
    let style = TextStyle::from((FONT, 20).into_font()).pos(Pos::new(HPos::Center, VPos::Center));
    Ok(area.draw_text(title, &style, (width as i32 / 2, 22))?)
}

/// Where values are on a side of a chart.
pub(super) struct Scale {
    pub(super) range: Range<f64>,
    /// Pixels of both ends of the range.
    pub(super) ends: (i32, i32),
}

impl Scale {
    /// The pixel of a value that can be drawn; at the end of the range for one beyond.
    pub(super) fn at(&self, value: f64) -> i32 {
        let part = (value - self.range.start) / (self.range.end - self.range.start);
        let (from, to) = self.ends;
        from + (f64::from(to - from) * part.clamp(0.0, 1.0)).round() as i32
    }
}

/// A dashed line, level.
pub(super) fn dashed(area: &Area<'_>, from: Pixel, to: Pixel) -> Drawn {
    for x in (from.0..to.0).step_by(9) {
        area.draw(&PathElement::new([(x, from.1), ((x + 5).min(to.0), to.1)], BLACK.stroke_width(1)))?;
    }
    Ok(())
}

/// An area in its colour and hatch.
pub(super) fn part(area: &Area<'_>, (left, top): Pixel, (right, bottom): Pixel, look: Look) -> Drawn {
    const STEP: usize = 7;
    area.draw(&Rectangle::new([(left, top), (right, bottom)], look.colour().filled()))?;
    area.draw(&Rectangle::new([(left, top), (right, bottom)], BLACK.stroke_width(1)))?;
    let line = |from: Pixel, to: Pixel| area.draw(&PathElement::new([from, to], BLACK.mix(0.5)));
    let is = |hatches: [Hatch; 2]| hatches.contains(&look.hatch);
    let (level, steep) = (is([Hatch::Level, Hatch::Grid]), is([Hatch::Steep, Hatch::Grid]));
    let (up, down) = (is([Hatch::Up, Hatch::Cross]), is([Hatch::Down, Hatch::Cross]));
    if level {
        (top + 3..bottom).step_by(STEP).try_for_each(|y| line((left, y), (right, y)))?;
    }
    if steep {
        (left + 3..right).step_by(STEP).try_for_each(|x| line((x, top), (x, bottom)))?;
    }
    for x in (left - (bottom - top)..right).step_by(STEP) {
        let (from, to) = (x.max(left), (x + bottom - top).min(right));
        if up {
            line((from, bottom - (from - x)), (to, bottom - (to - x)))?;
        }
        if down {
            line((from, top + (from - x)), (to, top + (to - x)))?;
        }
    }
    Ok(())
}

/// A marker in the colour and shape of a line.
pub(super) fn marker(area: &Area<'_>, (x, y): Pixel, look: usize) -> Drawn {
    const SIZE: i32 = 5;
    let style = line_colour(look).filled();
    match look % 4 {
        0 => area.draw(&Circle::new((x, y), SIZE, style))?,
        1 => area.draw(&Rectangle::new([(x - SIZE + 1, y - SIZE + 1), (x + SIZE - 1, y + SIZE - 1)], style))?,
        2 => area.draw(&TriangleMarker::new((x, y), SIZE + 1, style))?,
        _ => area.draw(&Polygon::new([(x, y - SIZE), (x + SIZE, y), (x, y + SIZE), (x - SIZE, y)], style))?,
    }
    Ok(())
}

/// How many characters a text has.
pub(super) fn length(text: &str) -> i32 {
    text.chars().count().min(1000) as i32
}

/// A range that has all values of a size that can be drawn, some room around them, and is never empty.
pub(super) fn range(values: impl IntoIterator<Item = f64>) -> Range<f64> {
    let values = values.into_iter().filter(|value| can_be_drawn(*value));
    let (low, high) =
        values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
    if low > high {
        return 0.0..1.0;
    }
    // Below this, a scale has no numbers left between its ends.
    let least = 1e-6 * low.abs().max(high.abs()).max(1e-9);
    let room = 0.06 * (high - low).max(least);
    low - room..high + room
}

/// Whether a number has a place on a scale.
pub(super) fn can_be_drawn(value: f64) -> bool {
    value.abs() < 1e15
}

/// Text for XML and HTML.
pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
