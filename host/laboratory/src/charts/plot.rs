//! The frame of charts with two axes of numbers: where the plot is, its axes and what they say.

use std::ops::Range;

use plotters::prelude::*;

use super::canvas::{Area, Drawn, EDGE, FONT, Scale};
use super::digits::tick;

/// Pixels beside, above and below the plot, and how high it is.
pub(super) const LEFT: i32 = 90;
pub(super) const RIGHT: i32 = 24;
pub(super) const TOP: i32 = 44;
pub(super) const HEIGHT: i32 = 320;
pub(super) const BELOW: i32 = 52;

/// What is to the right, in a chart of this width.
pub(super) fn x(range: Range<f64>, width: i32) -> Scale {
    Scale { range, ends: (LEFT, width - RIGHT) }
}

/// What is above.
pub(super) fn y(range: Range<f64>) -> Scale {
    Scale { range, ends: (TOP + HEIGHT, TOP) }
}

/// Draws axes, their descriptions, and lines at round numbers: of `x` only where it is one, else the chart names its places itself.
pub(super) fn frame(area: &Area<'_>, [x, y]: [(&Scale, &str); 2], x_has_numbers: bool) -> Drawn {
    let ([x, y], [x_says, y_says]) = ([x.0, y.0], [x.1, y.1]);
    let x_label = |value: &f64| tick(*value, x.range.start, x.range.end);
    let y_label = |value: &f64| tick(*value, y.range.start, y.range.end);
    let mut chart = ChartBuilder::on(area)
        .margin_top(TOP)
        .margin_left(EDGE)
        .margin_right(RIGHT)
        .x_label_area_size(BELOW)
        .y_label_area_size(LEFT - EDGE)
        .build_cartesian_2d(x.range.clone(), y.range.clone())?;
    let mut mesh = chart.configure_mesh();
    mesh.light_line_style(TRANSPARENT)
        .x_label_formatter(&x_label)
        .y_label_formatter(&y_label)
        .x_desc(x_says)
        .y_desc(y_says)
        .label_style((FONT, 14))
        .axis_desc_style((FONT, 15));
    if !x_has_numbers {
        mesh.disable_x_mesh().x_labels(0);
    }
    mesh.draw()?;
    Ok(())
}
