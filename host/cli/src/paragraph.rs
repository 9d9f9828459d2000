//! Text for people, in lines that fit a terminal.

/// Columns of what people read.
pub(super) const WIDTH: usize = 100;

/// The text in lines of [`WIDTH`] columns; each but the first begins with `indent` blanks. A word that is longer stays whole.
pub(super) fn wrapped(text: &str, indent: usize) -> String {
    let mut lines = String::new();
    let mut taken = 0;
    for (number, part) in text.split(' ').enumerate() {
        let width = part.chars().count();
        if number > 0 && taken + 1 + width > WIDTH {
            lines.push('\n');
            lines.push_str(&" ".repeat(indent));
            taken = indent;
        } else if number > 0 {
            lines.push(' ');
            taken += 1;
        }
        lines.push_str(part);
        taken += width;
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_fit_and_lose_no_word() {
        let text = format!("note        {}é {}", "word ".repeat(60), "x".repeat(150));
        let lines = wrapped(&text, 12);
        assert_eq!(lines.split_whitespace().collect::<Vec<_>>(), text.split_whitespace().collect::<Vec<_>>());
        let is_long = |line: &&str| line.chars().count() > WIDTH;
        assert_eq!(lines.lines().filter(is_long).count(), 1, "{lines}");
        assert!(lines.lines().skip(1).all(|line| line.starts_with("            ")), "{lines}");
        assert_eq!(wrapped("a  b", 4), "a  b");
    }
}
