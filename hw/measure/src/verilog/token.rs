//! The words of Verilog-2001 as the exporter prints it.

use anyhow::{Result, bail};
use std::ops::Range;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A name or a keyword.
    Name,
    /// A number, with or without its size.
    Number,
    /// An operator or a bracket.
    Symbol,
    /// A text in quotes.
    Text,
}

/// A token and its place.
#[derive(Clone, Debug)]
pub struct Token {
    /// What it is.
    pub kind: Kind,
    /// Where it is, in bytes.
    pub span: Range<usize>,
}

/// Operators of more than one character, the longest first.
const LONG: [&str; 17] =
    ["<<<", ">>>", "===", "!==", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "~^", "~&", "~|", "+:", "-:"];

/// The tokens of a text, without comments, attributes and directives.
///
/// # Errors
/// A character that no token begins with.
pub fn tokens(text: &str) -> Result<Vec<Token>> {
    let bytes = text.as_bytes();
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let rest = &text[at..];
        let first = bytes[at];
        let end_of = |pattern: &str| rest.find(pattern).map_or(text.len(), |end| at + end + pattern.len());
        let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_' || *byte == b'$';
        let word_end = |from: usize| from + bytes[from..].iter().take_while(|byte| is_word(byte)).count();
        let (kind, end) = match first {
            _ if first.is_ascii_whitespace() => {
                at += 1;
                continue;
            }
            b'`' => {
                at = end_of("\n");
                continue;
            }
            _ if rest.starts_with("//") => {
                at = end_of("\n");
                continue;
            }
            _ if rest.starts_with("/*") => {
                at = end_of("*/");
                continue;
            }
            // `@(*)` is no attribute.
            _ if rest.starts_with("(*") && !rest.starts_with("(*)") => {
                at = end_of("*)");
                continue;
            }
            b'"' => (Kind::Text, at + 1 + rest[1..].find('"').map_or(rest.len() - 1, |end| end + 1)),
            b'0'..=b'9' => {
                let mut end = word_end(at);
                if bytes.get(end) == Some(&b'\'') {
                    end = word_end(end + 1);
                }
                (Kind::Number, end)
            }
            _ if is_word(&first) => (Kind::Name, word_end(at)),
            _ if first.is_ascii_punctuation() => {
                let long = LONG.iter().find(|long| rest.starts_with(**long));
                (Kind::Symbol, at + long.map_or(1, |long| long.len()))
            }
            _ => bail!("no token of Verilog begins with {:?}", rest.chars().next().unwrap_or_default()),
        };
        tokens.push(Token { kind, span: at..end });
        at = end;
    }
    Ok(tokens)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_attributes_are_no_tokens() {
        let text = "(* a = \"b\" *) reg [3:0] x; // y\nassign z = x <= 4'd3;";
        let words: Vec<&str> = tokens(text).unwrap().into_iter().map(|token| &text[token.span]).collect();
        assert_eq!(words, ["reg", "[", "3", ":", "0", "]", "x", ";", "assign", "z", "=", "x", "<=", "4'd3", ";"]);
    }
}
