//! Options whose values have their names elsewhere, in a list that says them once.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

/// Reads one of the values that have these names; `says` is what the help says of each.
pub(crate) fn named<T: Copy + Send + Sync + 'static>(
    names: &[(&'static str, T)],
    says: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T> {
    let values = names.iter().map(|(name, value)| PossibleValue::new(*name).help(says(*value)));
    let names = names.to_vec();
    PossibleValuesParser::new(values).try_map(move |name| one_of(&names, &name))
}

/// The value of a name; whoever finds none is told them all.
pub(crate) fn one_of<T: Copy>(names: &[(&str, T)], text: &str) -> Result<T, String> {
    let found = names.iter().find(|(name, _)| *name == text).map(|(_, value)| *value);
    found.ok_or_else(|| {
        let names: Vec<&str> = names.iter().map(|(name, _)| *name).collect();
        format!("expected one of {}", names.join(", "))
    })
}
