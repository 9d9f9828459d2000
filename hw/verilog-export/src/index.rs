//! Arithmetic of array indices and loop bounds, which the tree keeps as text.

/// Numbers that have a name: constants of the module, then loop variables, innermost last.
pub(crate) type Numbers = Vec<(String, usize)>;

/// Value of a constant or loop variable.
pub(crate) fn number(numbers: &Numbers, name: &str) -> Option<usize> {
    numbers.iter().rev().find(|(variable, _)| variable == name).map(|(_, value)| *value)
}

/// `bank[2*i+1]$q` as `bank$7$q`; on failure the text of the index that is not constant.
pub(crate) fn resolve(path: &str, numbers: &Numbers) -> Result<String, String> {
    let mut result = String::new();
    let mut rest = path;
    while let Some((before, after)) = rest.split_once('[') {
        let mut depth = 1;
        let end = after.find(|c| {
            match c {
                '[' => depth += 1,
                ']' => depth -= 1,
                _ => {}
            }
            depth == 0
        });
        let Some(end) = end else { return Err(after.to_owned()) };
        let index = evaluate(&after[..end], numbers).ok_or_else(|| after[..end].to_owned())?;
        result.push_str(before);
        result.push('$');
        result.push_str(&index.to_string());
        rest = &after[end + 1..];
    }
    result.push_str(rest);
    Ok(result)
}

/// Integer as Rust writes it: `12`, `0x1f_u64`, `1_000`.
pub(crate) fn integer(text: &str) -> Option<u128> {
    let text = text.trim().replace('_', "");
    let (digits, radix) = match text.get(..2) {
        Some("0x") => (&text[2..], 16),
        Some("0b") => (&text[2..], 2),
        Some("0o") => (&text[2..], 8),
        _ => (text.as_str(), 10),
    };
    let suffix = digits.find(['u', 'i']).unwrap_or(digits.len());
    if !matches!(&digits[suffix..], "" | "u8" | "u16" | "u32" | "u64" | "u128" | "usize" | "i32" | "i64") {
        return None;
    }
    u128::from_str_radix(&digits[..suffix], radix).ok()
}

fn evaluate(text: &str, numbers: &Numbers) -> Option<usize> {
    let mut parser = Parser { rest: text, numbers };
    let value = parser.sum()?;
    parser.rest.trim().is_empty().then_some(value)
}

struct Parser<'a> {
    rest: &'a str,
    numbers: &'a Numbers,
}

impl Parser<'_> {
    fn take(&mut self, symbol: char) -> bool {
        self.rest = self.rest.trim_start();
        match self.rest.strip_prefix(symbol) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn sum(&mut self) -> Option<usize> {
        let mut value = self.product()?;
        loop {
            if self.take('+') {
                value = value.checked_add(self.product()?)?;
            } else if self.take('-') {
                value = value.checked_sub(self.product()?)?;
            } else {
                return Some(value);
            }
        }
    }

    fn product(&mut self) -> Option<usize> {
        let mut value = self.primary()?;
        loop {
            if self.take('*') {
                value = value.checked_mul(self.primary()?)?;
            } else if self.take('/') {
                value = value.checked_div(self.primary()?)?;
            } else if self.take('%') {
                value = value.checked_rem(self.primary()?)?;
            } else {
                return Some(value);
            }
        }
    }

    fn primary(&mut self) -> Option<usize> {
        if self.take('(') {
            let value = self.sum()?;
            return self.take(')').then_some(value);
        }
        let end = self.rest.find(|c: char| !c.is_alphanumeric() && c != '_' && c != '$').unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        match integer(word) {
            Some(value) => usize::try_from(value).ok(),
            None => number(self.numbers, word),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indices_are_computed_from_named_numbers() {
        let numbers = [("place$TAIL", 5), ("i", 3), ("j", 1)].map(|(name, value)| (name.to_owned(), value)).to_vec();
        assert_eq!(resolve("bank[2*i+1]$q", &numbers).as_deref(), Ok("bank$7$q"));
        assert_eq!(resolve("a[i][(j + 1) * 4 - 1]$b[0]", &numbers).as_deref(), Ok("a$3$7$b$0"));
        assert_eq!(resolve("bank[place$TAIL]$q", &numbers).as_deref(), Ok("bank$5$q"));
        assert_eq!(resolve("plain$d", &numbers).as_deref(), Ok("plain$d"));
    }

    #[test]
    fn an_index_that_is_not_constant_is_named() {
        assert_eq!(resolve("bank[pointer$q$val()$index()]$q", &Vec::new()), Err("pointer$q$val()$index()".to_owned()));
        assert_eq!(resolve("bank[N-1]$q", &Vec::new()), Err("N-1".to_owned()));
    }

    #[test]
    fn integers_are_read_as_rust_writes_them() {
        assert_eq!(integer("0x1f_u64"), Some(31));
        assert_eq!(integer("1_000"), Some(1000));
        assert_eq!(integer("N"), None);
    }
}
