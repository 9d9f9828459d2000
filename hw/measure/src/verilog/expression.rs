//! Expressions, and what can be changed in one.

use super::token::{Kind as TokenKind, Token};
use anyhow::{Result, bail, ensure};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::Range;

/// What a change does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Another operator of the same shape, or none in place of `~`.
    Operator,
    /// Another comparison.
    Comparison,
    /// Another number.
    Constant,
    /// A condition that is negated, or always or never true; the arms of `?:` swapped.
    Condition,
    /// An assignment left out.
    Assignment,
}

/// A change of a module's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// What it does.
    pub kind: Kind,
    /// The text that it replaces.
    pub span: Range<usize>,
    /// What comes instead.
    pub text: String,
    /// Whether a whole statement is replaced.
    pub is_statement: bool,
}

/// Binary operators and how tightly they bind.
const BINARY: [(&str, u8); 24] = [
    ("||", 1),
    ("&&", 2),
    ("|", 3),
    ("^", 4),
    ("~^", 4),
    ("&", 5),
    ("==", 6),
    ("!=", 6),
    ("===", 6),
    ("!==", 6),
    ("<", 7),
    ("<=", 7),
    (">", 7),
    (">=", 7),
    ("<<", 8),
    (">>", 8),
    ("<<<", 8),
    (">>>", 8),
    ("+", 9),
    ("-", 9),
    ("*", 10),
    ("/", 10),
    ("%", 10),
    ("**", 11),
];

/// What an operator is changed to.
fn instead(operator: &str) -> (&'static [&'static str], Kind) {
    match operator {
        "&" => (&["|"], Kind::Operator),
        "|" => (&["&", "^"], Kind::Operator),
        "^" => (&["|", "&"], Kind::Operator),
        "~^" => (&["^"], Kind::Operator),
        "&&" => (&["||"], Kind::Operator),
        "||" => (&["&&"], Kind::Operator),
        "+" => (&["-"], Kind::Operator),
        "-" => (&["+"], Kind::Operator),
        "<<" => (&[">>"], Kind::Operator),
        ">>" => (&["<<"], Kind::Operator),
        "==" => (&["!="], Kind::Comparison),
        "!=" => (&["=="], Kind::Comparison),
        "<" => (&["<=", ">="], Kind::Comparison),
        "<=" => (&["<", ">"], Kind::Comparison),
        ">" => (&[">=", "<="], Kind::Comparison),
        ">=" => (&[">", "<"], Kind::Comparison),
        _ => (&[], Kind::Operator),
    }
}

/// Reads the tokens of a module, and collects what can be changed.
pub(super) struct Reader<'a> {
    text: &'a str,
    tokens: &'a [Token],
    at: usize,
    /// The widths of the module's named constants.
    pub(super) constants: BTreeMap<&'a str, usize>,
    pub(super) changes: Vec<Change>,
    /// Above zero where nothing can be changed, as in the bounds of a part of a vector.
    pub(super) fixed: usize,
}

impl<'a> Reader<'a> {
    pub(super) fn new(text: &'a str, tokens: &'a [Token]) -> Self {
        Self { text, tokens, at: 0, constants: BTreeMap::new(), changes: Vec::new(), fixed: 0 }
    }

    /// The next word; empty at the end.
    pub(super) fn peek(&self) -> &'a str {
        self.peek_at(0)
    }

    pub(super) fn peek_at(&self, ahead: usize) -> &'a str {
        self.tokens.get(self.at + ahead).map_or("", |token| &self.text[token.span.clone()])
    }

    /// Where the next token begins.
    pub(super) fn start(&self) -> usize {
        self.tokens.get(self.at).map_or(self.text.len(), |token| token.span.start)
    }

    /// Where the last token ended.
    pub(super) fn end(&self) -> usize {
        self.at.checked_sub(1).map_or(0, |last| self.tokens[last].span.end)
    }

    pub(super) fn next(&mut self) -> &'a str {
        let word = self.peek();
        self.at += 1;
        word
    }

    pub(super) fn take(&mut self, word: &str) -> bool {
        let is = self.peek() == word;
        self.at += usize::from(is);
        is
    }

    pub(super) fn expect(&mut self, word: &str) -> Result<()> {
        let line = self.text[..self.start()].lines().count();
        ensure!(self.take(word), "line {line}: expected `{word}`, found `{}`", self.peek());
        Ok(())
    }

    /// Passes all tokens up to and with the given one.
    pub(super) fn skip_past(&mut self, word: &str) -> Result<()> {
        while self.peek() != word {
            ensure!(!self.peek().is_empty(), "the file ends before `{word}`");
            self.at += 1;
        }
        self.at += 1;
        Ok(())
    }

    fn change(&mut self, kind: Kind, span: &Range<usize>, text: String) {
        if self.fixed == 0 {
            self.changes.push(Change { kind, span: span.clone(), text, is_statement: false });
        }
    }

    pub(super) fn text_of(&self, span: &Range<usize>) -> &'a str {
        &self.text[span.clone()]
    }

    /// An expression; where it is.
    pub(super) fn expression(&mut self) -> Result<Range<usize>> {
        let condition = self.binary(1)?;
        if !self.take("?") {
            return Ok(condition);
        }
        self.forced(&condition);
        let yes = self.expression()?;
        self.expect(":")?;
        let no = self.expression()?;
        let whole = condition.start..no.end;
        let [condition, yes, no] = [&condition, &yes, &no].map(|span| self.text_of(span));
        self.change(Kind::Condition, &whole, format!("({condition}) ? ({no}) : ({yes})"));
        Ok(whole)
    }

    /// The condition of an `if`.
    pub(super) fn condition(&mut self) -> Result<Range<usize>> {
        let span = self.expression()?;
        self.change(Kind::Condition, &span, format!("!({})", self.text_of(&span)));
        self.forced(&span);
        Ok(span)
    }

    fn forced(&mut self, span: &Range<usize>) {
        for value in ["1'b1", "1'b0"] {
            self.change(Kind::Condition, span, value.to_owned());
        }
    }

    fn binary(&mut self, least: u8) -> Result<Range<usize>> {
        let mut left = self.unary()?;
        loop {
            let operator = self.peek();
            let Some((_, strength)) = BINARY.iter().find(|(name, _)| *name == operator) else { return Ok(left) };
            if *strength < least {
                return Ok(left);
            }
            self.at += 1;
            let right = self.binary(strength + 1)?;
            let whole = left.start..right.end;
            let (others, kind) = instead(operator);
            for other in others {
                let changed = format!("({}) {other} ({})", self.text_of(&left), self.text_of(&right));
                self.change(kind, &whole, changed);
            }
            left = whole;
        }
    }

    fn unary(&mut self) -> Result<Range<usize>> {
        let start = self.start();
        let operator = self.peek();
        if !["~", "!", "&", "|", "^", "~^", "~&", "~|", "-", "+"].contains(&operator) {
            return self.postfix();
        }
        self.at += 1;
        let operand = self.unary()?;
        let whole = start..operand.end;
        let inner = self.text_of(&operand);
        let changed = match operator {
            "~" | "!" | "-" => format!("({inner})"),
            "&" => format!("|({inner})"),
            "|" => format!("&({inner})"),
            "^" => format!("~^({inner})"),
            _ => return Ok(whole),
        };
        self.change(Kind::Operator, &whole, changed);
        Ok(whole)
    }

    /// A name or a bracket, with the choice of some of its bits.
    pub(super) fn postfix(&mut self) -> Result<Range<usize>> {
        let start = self.start();
        match self.peek() {
            "(" => {
                self.at += 1;
                self.expression()?;
                self.expect(")")?;
            }
            "{" => self.concatenation()?,
            _ => self.atom()?,
        }
        while self.take("[") {
            self.selection()?;
        }
        Ok(start..self.end())
    }

    /// What is between brackets: bounds are part of the type, an index that is calculated is not.
    fn selection(&mut self) -> Result<()> {
        let is_plain = self.tokens.get(self.at).is_some_and(|token| token.kind == TokenKind::Number);
        self.fixed += usize::from(is_plain);
        self.expression()?;
        self.fixed -= usize::from(is_plain);
        // The end of a range, or the width of a part.
        if self.take(":") || self.take("+:") || self.take("-:") {
            self.fixed += 1;
            self.expression()?;
            self.fixed -= 1;
        }
        self.expect("]")
    }

    fn concatenation(&mut self) -> Result<()> {
        self.expect("{")?;
        // How many times something is repeated is part of its type.
        let is_count = self.peek_at(1) == "{";
        self.fixed += usize::from(is_count);
        self.expression()?;
        self.fixed -= usize::from(is_count);
        if self.peek() == "{" {
            self.concatenation()?;
        }
        while self.take(",") {
            self.expression()?;
        }
        self.expect("}")
    }

    fn atom(&mut self) -> Result<()> {
        let Some(token) = self.tokens.get(self.at).cloned() else { bail!("the file ends inside an expression") };
        self.at += 1;
        let word = self.text_of(&token.span);
        match token.kind {
            TokenKind::Number => {
                for other in other_numbers(word) {
                    self.change(Kind::Constant, &token.span, other);
                }
            }
            TokenKind::Name if word.starts_with('$') => {
                self.expect("(")?;
                self.expression()?;
                self.expect(")")?;
            }
            TokenKind::Name => {
                if let Some(width) = self.constants.get(word).copied() {
                    self.change(Kind::Constant, &token.span, format!("({word} ^ {width}'d1)"));
                    self.change(Kind::Constant, &token.span, format!("({word} + {width}'d1)"));
                }
            }
            _ => bail!("`{word}` begins no expression"),
        }
        Ok(())
    }
}

/// Numbers that stand where a sized one stood: one more, one less, and with its highest bit inverted.
fn other_numbers(word: &str) -> Vec<String> {
    let Some((width, digits)) = word.split_once('\'') else { return Vec::new() };
    let (base, digits) = digits.split_at(1);
    let radix = match base {
        "d" => 10,
        "h" => 16,
        "b" => 2,
        _ => return Vec::new(),
    };
    let Ok(bits) = width.parse::<u32>() else { return Vec::new() };
    let value = u128::from_str_radix(digits, radix);
    let Some(value) = value.ok().filter(|_| (1..=127).contains(&bits)) else {
        return vec![format!("({word} ^ {bits}'d1)")];
    };
    let mask = (1u128 << bits) - 1;
    let mut others: Vec<u128> = Vec::new();
    for other in [value.wrapping_add(1) & mask, value.wrapping_sub(1) & mask, value ^ (1 << (bits - 1))] {
        if !others.contains(&other) {
            others.push(other);
        }
    }
    others.into_iter().map(|other| format!("{bits}'h{other:x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verilog::token::tokens;

    fn changes(text: &str) -> Vec<(String, String)> {
        let tokens = tokens(text).unwrap();
        let mut reader = Reader::new(text, &tokens);
        assert_eq!(reader.expression().unwrap(), 0..text.len());
        let changes = reader.changes.iter();
        changes.map(|change| (text[change.span.clone()].to_owned(), change.text.clone())).collect()
    }

    fn pair(from: &str, to: &str) -> (String, String) {
        (from.to_owned(), to.to_owned())
    }

    #[test]
    fn operators_bind_as_in_verilog() {
        let changes = changes("a & b == c | d");
        assert!(changes.contains(&pair("b == c", "(b) != (c)")), "{changes:?}");
        assert!(changes.contains(&pair("a & b == c", "(a) | (b == c)")), "{changes:?}");
        assert!(changes.contains(&pair("a & b == c | d", "(a & b == c) & (d)")), "{changes:?}");
    }

    #[test]
    fn bounds_and_counts_stay() {
        assert_eq!(changes("{3{a[7:4]}}"), []);
        assert_eq!(changes("a[b + c]"), [pair("b + c", "(b) - (c)")]);
        assert_eq!(changes("a[b + c +: 8]"), [pair("b + c", "(b) - (c)")]);
    }

    #[test]
    fn numbers_keep_their_size() {
        assert_eq!(other_numbers("3'd7"), ["3'h0", "3'h6", "3'h3"]);
        assert_eq!(other_numbers("1'b0"), ["1'h1"]);
        assert_eq!(other_numbers("512'h0"), ["(512'h0 ^ 512'd1)"]);
    }

    #[test]
    fn arms_are_swapped_and_conditions_forced() {
        let expected = [pair("a", "1'b1"), pair("a", "1'b0"), pair("a ? b : c", "(a) ? (c) : (b)")];
        assert_eq!(changes("a ? b : c"), expected);
    }
}
