//! Numbers as people read them.

/// A number with the four digits that say something.
pub(crate) fn digits(number: f64) -> String {
    let size = number.abs();
    if size == 0.0 || !number.is_finite() {
        return if size == 0.0 { "0".into() } else { number.to_string() };
    }
    if size < 1e-6 {
        let text = format!("{number:.3e}");
        let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
        return format!("{}·10{}", without_zeros(mantissa), exponent.chars().map(raised).collect::<String>());
    }
    let decimals = (3.0 - size.log10().floor()).clamp(0.0, 9.0) as usize;
    without_zeros(&format!("{number:.decimals$}")).to_owned()
}

/// A number beside an axis that reaches from `low` to `high`: as exact as its neighbours need, in thousands or thousandths where
/// the axis is of that size. What is nought but for rounding is nought.
pub(super) fn tick(number: f64, low: f64, high: f64) -> String {
    const PREFIXES: [(f64, &str); 9] = [
        (1e12, "T"),
        (1e9, "G"),
        (1e6, "M"),
        (1e5, "k"),
        (1e-3, ""),
        (1e-6, "µ"),
        (1e-9, "n"),
        (1e-12, "p"),
        (0.0, "f"),
    ];
    let largest = low.abs().max(high.abs());
    let prefix = PREFIXES.iter().find(|(least, _)| largest >= *least).map_or("", |(_, prefix)| prefix);
    let unit = match prefix {
        "T" => 1e12,
        "G" => 1e9,
        "M" => 1e6,
        "k" => 1e3,
        "µ" => 1e-6,
        "n" => 1e-9,
        "p" => 1e-12,
        "f" => 1e-15,
        _ => 1.0,
    };
    // Some ten ticks an axis; one digit more tells them apart.
    let step = (high - low).abs() / unit / 10.0;
    let decimals = if step > 0.0 { (1.0 - step.log10().floor()).clamp(0.0, 9.0) as usize } else { 3 };
    let text = format!("{:.decimals$}", number / unit);
    match without_zeros(&text) {
        "0" | "-0" => "0".into(),
        text => format!("{text}{prefix}"),
    }
}

fn without_zeros(text: &str) -> &str {
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { text }
}

/// A figure of an exponent.
fn raised(figure: char) -> char {
    const RAISED: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    figure.to_digit(10).map_or('⁻', |figure| RAISED[figure as usize])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round() {
        assert_eq!(tick(8.674e-19, -0.1, 1.0), "0");
        assert_eq!(tick(-1e-18, -0.1, 1.0), "0");
        assert_eq!([0.15000000000000002, 0.2, -0.05].map(|number| tick(number, 0.0, 1.0)), ["0.15", "0.2", "-0.05"]);
        assert_eq!([0.0, 2_500_000.0, 1e7].map(|number| tick(number, 0.0, 1e7)), ["0", "2.5M", "10M"]);
        assert_eq!(tick(150_000.0, 0.0, 200_000.0), "150k");
        assert_eq!(tick(22_886.0, 0.0, 30_000.0), "22886");
        assert_eq!(tick(0.00005, 0.0, 0.0001), "50µ");
        assert_eq!(tick(1e-17, 0.0, 1e-16), "0.01f");
        assert_eq!(tick(f64::NAN, 0.0, 1.0), "NaN");
        assert_eq!(tick(3.0, 3.0, 3.0), "3");
    }
}
