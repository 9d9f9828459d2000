//! XML, an element a line.

use std::fmt::Write as _;

/// A document that is being written. Elements are of the namespace of [`Xml::new`].
pub(crate) struct Xml {
    text: String,
    prefix: &'static str,
    open: Vec<String>,
}

impl Xml {
    pub(crate) fn new(prefix: &'static str) -> Self {
        let text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".to_owned();
        Self { text, prefix, open: Vec::new() }
    }

    pub(crate) fn comment(&mut self, text: &str) {
        let _ = writeln!(self.text, "<!-- {text} -->");
    }

    /// An element with what `inside` writes.
    pub(crate) fn element(&mut self, name: &str, attributes: &[(&str, &str)], inside: impl FnOnce(&mut Self)) {
        let head = self.head(name, attributes);
        let _ = writeln!(self.text, "{head}>");
        self.open.push(name.to_owned());
        inside(self);
        self.open.pop();
        let _ = writeln!(self.text, "{}</{}:{name}>", self.indent(), self.prefix);
    }

    /// An element with a text.
    pub(crate) fn leaf(&mut self, name: &str, text: impl AsRef<str>) {
        let head = self.head(name, &[]);
        let _ = writeln!(self.text, "{head}>{}</{}:{name}>", escaped(text.as_ref()), self.prefix);
    }

    /// An element without content.
    pub(crate) fn empty(&mut self, name: &str, attributes: &[(&str, &str)]) {
        let head = self.head(name, attributes);
        let _ = writeln!(self.text, "{head}/>");
    }

    pub(crate) fn finish(self) -> String {
        self.text
    }

    fn head(&self, name: &str, attributes: &[(&str, &str)]) -> String {
        let mut head = format!("{}<{}:{name}", self.indent(), self.prefix);
        for (name, value) in attributes {
            let _ = write!(head, " {name}=\"{}\"", escaped(value));
        }
        head
    }

    fn indent(&self) -> String {
        "  ".repeat(self.open.len())
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
