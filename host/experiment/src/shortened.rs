//! Long values in messages.

/// Characters of a value that are shown.
const SHOWN: usize = 60;
/// Characters of a sentence of another library that are shown.
const SHOWN_OF_TEXT: usize = 300;

/// A value as it is, or, when it is long, its beginning and its length.
///
/// ```
/// assert_eq!(emberlane_experiment::shortened("[1, 2]"), "[1, 2]");
/// assert!(emberlane_experiment::shortened(&"x".repeat(10_000)).ends_with("xxx... (10000 characters)"));
/// ```
#[must_use]
pub fn shortened(value: &str) -> String {
    cut(value, SHOWN)
}

/// A sentence that may have a value in it, as [`shortened`].
pub(crate) fn shortened_text(text: &str) -> String {
    cut(text, SHOWN_OF_TEXT)
}

fn cut(value: &str, shown: usize) -> String {
    match value.char_indices().nth(shown) {
        // A few characters more are no shorter than what would be said instead.
        Some((end, _)) if value[end..].chars().nth(SHOWN / 2).is_some() => {
            format!("{}... ({} characters)", &value[..end], value.chars().count())
        }
        _ => value.to_owned(),
    }
}
