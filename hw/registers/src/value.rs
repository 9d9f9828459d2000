//! Numbers with a name.

/// A number with a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value {
    /// Name, in upper camel case.
    pub name: &'static str,
    /// The number.
    pub value: u64,
    /// What it means, as Markdown.
    pub description: &'static str,
}
