//! Copies of wide signals in generated code, as copies.
//!
//! Verilator writes a line that goes from one signal to another as one assignment a word, which the compiler cannot put together
//! again where it does not know the place of the source, as in a memory. A third of all that a cycle does are such words, and the code
//! of a cycle of CXL-MEM is larger than the second-level cache of many processors: what is fetched counts.

/// Words from which on a copy is written as one.
const LEAST: usize = 3;

/// An assignment of one word to another: `target[to] = source[from]`.
struct Word {
    target: String,
    to: usize,
    source: String,
    from: usize,
}

/// The text of a generated source, its copies put together.
pub fn joined(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    let mut run: Vec<Word> = Vec::new();
    let mut held = String::new();
    for statement in text.split_inclusive(';') {
        // What a block begins or ends with is no part of the statement.
        let start = statement.rfind(['{', '}']).map_or(0, |at| at + 1);
        let (before, rest) = statement.split_at(start);
        // A statement begins a line, unlike what a comment or a text may hold.
        let begins_line = rest[..rest.len() - rest.trim_start().len()].contains('\n');
        let word = rest.strip_suffix(';').filter(|_| begins_line).and_then(Word::read);
        let follows = start == 0
            && run.last().zip(word.as_ref()).is_some_and(|(last, word)| {
                (&last.target, &last.source) == (&word.target, &word.source)
                    && (last.to + 1, last.from + 1) == (word.to, word.from)
            });
        if !follows {
            end(&mut run, &mut held, &mut result);
        }
        result.push_str(before);
        match word {
            Some(word) => {
                run.push(word);
                held.push_str(rest);
            }
            None => result.push_str(rest),
        }
    }
    end(&mut run, &mut held, &mut result);
    result
}

/// Ends a run of words: they become one copy, or what was `held` of them stays.
fn end(run: &mut Vec<Word>, held: &mut String, result: &mut String) {
    match run.first() {
        Some(Word { target, to, source, from }) if run.len() >= LEAST => {
            let count = run.len();
            *result += &format!("\n    emberlane::copy_words<{count}>({target}[{to}U], {source}[{from}U]);");
        }
        _ => result.push_str(held),
    }
    run.clear();
    held.clear();
}

impl Word {
    fn read(statement: &str) -> Option<Self> {
        let (left, right) = statement.split_once('=')?;
        let ((target, to), (source, from)) = (place(left)?, place(right)?);
        // Nothing that is written may be read by the words behind it, be it as an index.
        let (signal, index) = target.split_once('[').unwrap_or((&target, ""));
        let written = signal.rsplit(['>', '.']).next()?;
        let reads = |text: &str| text.split(|letter: char| !is_of_name(letter)).any(|name| name == written);
        let is_read = reads(&source) || reads(index);
        (!is_read).then_some(Self { target, to, source, from })
    }
}

fn is_of_name(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_'
}

/// A signal and the number of its word, from `signal[5U]`; none if the text is something else.
fn place(text: &str) -> Option<(String, usize)> {
    let mut whole = String::new();
    for part in text.split_whitespace() {
        // A long line is broken before an index.
        if !whole.is_empty() && !part.starts_with('[') {
            return None;
        }
        whole.push_str(part);
    }
    let is_plain = |letter: char| is_of_name(letter) || "->.[]".contains(letter);
    if !whole.starts_with(|letter: char| letter.is_ascii_alphabetic()) || !whole.chars().all(is_plain) {
        return None;
    }
    let (signal, word) = whole.strip_suffix("U]")?.rsplit_once('[')?;
    let word = match word.strip_prefix("0x") {
        Some(digits) => usize::from_str_radix(digits, 16).ok()?,
        None => word.parse().ok()?,
    };
    Some((signal.to_owned(), word))
}
