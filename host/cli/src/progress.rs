//! Progress on standard error, when that is a terminal.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A bar for `length` steps, or a spinner; hidden unless standard error is a terminal.
pub(super) fn bar(length: Option<u64>, what: &'static str) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(length, ProgressDrawTarget::stderr());
    let template = match length {
        Some(_) => "{prefix} [{bar:32}] {pos}/{len} {elapsed}<{eta} {msg}",
        None => "{prefix} {spinner} {pos} {elapsed} {msg}",
    };
    let style = ProgressStyle::with_template(template).expect("the template is well formed").progress_chars("=> ");
    bar.with_style(style).with_prefix(what)
}
