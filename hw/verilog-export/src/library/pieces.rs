//! A module's text as words and numbers.

use std::sync::LazyLock;

use regex::Regex;

/// A part of a module's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    /// Anything but numbers.
    Text(String),
    /// `511`
    Number(u64),
    /// `9'd0`
    Sized {
        /// Bits.
        width: u64,
        /// Value.
        value: u64,
        /// How the module spells it.
        spelled: String,
    },
}

/// Where a signal of one bit has no range, and one of more bits has.
pub(super) const ONE_BIT: &str = "[0:0] ";

/// The pieces of a module from its port list to its end. Port declarations lose their alignment, and signals of one bit get the range
/// [`ONE_BIT`], as other widths have one.
pub(super) fn pieces(body: &str) -> Vec<Piece> {
    static PIECE: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"[A-Za-z_]\w*|(?<width>\d+)'(?<base>[bdh])(?<value>[0-9a-f]+)|(?<number>\d+)").expect("it is valid")
    });
    let body: String = body.lines().map(|line| format!("{}\n", plain(line))).collect();
    let mut pieces = Vec::new();
    let mut text = String::new();
    let mut end = 0;
    for found in PIECE.captures_iter(&body) {
        let whole = found.get(0).expect("it was found");
        text.push_str(&body[end..whole.start()]);
        end = whole.end();
        let number = |name: &str, base: u32| u64::from_str_radix(found.name(name)?.as_str(), base).ok();
        let base = match found.name("base").map(|base| base.as_str()) {
            Some("b") => 2,
            Some("h") => 16,
            _ => 10,
        };
        let piece = match (number("number", 10), number("width", 10), number("value", base)) {
            (Some(number), _, _) => Piece::Number(number),
            (_, Some(width), Some(value)) => Piece::Sized { width, value, spelled: whole.as_str().into() },
            // A word, or a number of more than 64 bits, of which no instance has another.
            _ => {
                text.push_str(whole.as_str());
                continue;
            }
        };
        pieces.push(Piece::Text(std::mem::take(&mut text)));
        pieces.push(piece);
    }
    text.push_str(&body[end..]);
    pieces.push(Piece::Text(text));
    pieces
}

/// A line without what depends on the widths of other lines.
fn plain(line: &str) -> String {
    let words = line.trim_start();
    let indent = &line[..line.len() - words.len()];
    let is_port = words.starts_with("input ") || words.starts_with("output ");
    let kind = match words {
        _ if is_port => 2,
        _ if words.starts_with("reg ") || words.starts_with("wire ") => 1,
        _ => return line.to_owned(),
    };
    let words: Vec<&str> = if is_port { words.split_whitespace().collect() } else { words.split(' ').collect() };
    let (kinds, rest) = words.split_at(kind.min(words.len()));
    let range = if rest.first().is_some_and(|word| word.starts_with('[')) { "" } else { ONE_BIT };
    format!("{indent}{} {range}{}", kinds.join(" "), rest.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_taken_out_of_words_and_text() {
        let text = |text: &str| Piece::Text(text.into());
        let expected = [
            text("    input wire ["),
            Piece::Number(0),
            text(":"),
            Piece::Number(0),
            text("] stage_2,\n    x = "),
            Piece::Sized { width: 9, value: 10, spelled: "9'ha".into() },
            text(";\n"),
        ];
        assert_eq!(pieces("    input  wire       stage_2,\n    x = 9'ha;"), expected);
    }
}
