//! Numbers as people read them.

/// A number with the four digits that say something.
pub(crate) fn digits(number: f64) -> String {
    let size = number.abs();
    if size == 0.0 || !number.is_finite() {
        return if size == 0.0 { "0".into() } else { number.to_string() };
    }
    if size < 1e-6 {
        return format!("{number:.3e}");
    }
    let decimals = (3.0 - size.log10().floor()).clamp(0.0, 9.0) as usize;
    let text = format!("{number:.decimals$}");
    if decimals == 0 { text } else { text.trim_end_matches('0').trim_end_matches('.').to_owned() }
}
