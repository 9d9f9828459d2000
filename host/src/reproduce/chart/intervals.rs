//! A chart of estimates, as SVG.

use plotters::prelude::*;

use super::Intervals;

/// Width and height of a chart in pixels.
const SIZE: (u32, u32) = (720, 420);
/// How far apart the series of a place are, in places, so that their intervals do not hide each other.
const SPREAD: f64 = 0.12;
const COLOURS: [RGBColor; 4] =
    [RGBColor(0, 114, 178), RGBColor(213, 94, 0), RGBColor(0, 158, 115), RGBColor(204, 121, 167)];

impl Intervals {
    /// The chart as SVG. Text is text: whoever shows the file brings the font.
    ///
    /// # Panics
    /// Never: an SVG in memory does not fail.
    #[must_use]
    pub(super) fn svg(&self) -> String {
        let mut svg = String::new();
        self.draw(&SVGBackend::with_string(&mut svg, SIZE).into_drawing_area()).expect("a string takes all");
        svg
    }

    fn draw(
        &self,
        area: &DrawingArea<SVGBackend<'_>, plotters::coord::Shift>,
    ) -> Result<(), Box<dyn std::error::Error>> {
        let ends = || self.series.iter().flat_map(|(_, points)| points).flat_map(|point| [point.low(), point.high()]);
        let finite = || ends().chain([0.0, self.bound.1]).filter(|end| end.is_finite());
        let (low, high) = (finite().fold(0.0, f64::min), finite().fold(0.0, f64::max));
        let room = 0.1 * (high - low).max(f64::MIN_POSITIVE);
        let last = self.places.len() as f64;
        area.fill(&WHITE)?;
        let mut chart = ChartBuilder::on(area)
            .caption(&self.title, ("sans-serif", 18))
            .margin(14)
            .x_label_area_size(44)
            .y_label_area_size(84)
            .build_cartesian_2d(-0.5..last - 0.5, low - room..high + room)?;
        let name = |place: &f64| {
            let whole = place.round();
            let name = self.places.get(whole as usize).filter(|_| whole >= 0.0 && (place - whole).abs() < 1e-6);
            name.cloned().unwrap_or_default()
        };
        chart
            .configure_mesh()
            .disable_x_mesh()
            .light_line_style(TRANSPARENT)
            .x_labels(4 * self.places.len())
            .x_label_formatter(&name)
            .y_label_formatter(&|value| format!("{value:.4}"))
            .x_desc(&self.x)
            .y_desc(&self.y)
            .draw()?;
        let (bound, limit) = &self.bound;
        let line = [(-0.5, *limit), (last - 0.5, *limit)];
        chart
            .draw_series(DashedLineSeries::new(line, 6, 4, BLACK.into()))?
            .label(bound)
            .legend(|(x, y)| PathElement::new([(x, y), (x + 16, y)], BLACK));
        for (number, (name, points)) in self.series.iter().enumerate() {
            let colour = COLOURS[number % COLOURS.len()];
            let shift = SPREAD * (number as f64 - (self.series.len() as f64 - 1.0) / 2.0);
            let bars = points.iter().enumerate().filter(|(_, point)| point.margin.is_finite()).map(|(place, point)| {
                let x = place as f64 + shift;
                ErrorBar::new_vertical(x, point.low(), point.mean, point.high(), colour.filled(), 8)
            });
            chart.draw_series(bars)?.label(name).legend(move |(x, y)| Circle::new((x + 8, y), 4, colour.filled()));
        }
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::UpperLeft)
            .background_style(WHITE.mix(0.8))
            .border_style(BLACK.mix(0.3))
            .draw()?;
        area.present()?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reproduce::Estimate;

    #[test]
    fn a_chart_has_its_words_and_intervals_and_is_the_same_every_time() {
        let points = [0.0, 2.0].map(|mean| Estimate { mean, margin: 0.5 });
        let chart = Intervals {
            id: String::new(),
            title: "Lost & found".into(),
            x: "gap".into(),
            y: "accuracy lost".into(),
            places: vec!["zero".into(), "ten".into()],
            series: vec![("half".into(), points.to_vec())],
            bound: ("bound".into(), 1.0),
        };
        let svg = chart.svg();
        for part in ["Lost &amp; found", "gap", "accuracy lost", "zero", "ten", "half", "bound", "<circle"] {
            assert!(svg.contains(part), "{part} in {svg}");
        }
        assert_eq!(svg, chart.svg());
    }
}
