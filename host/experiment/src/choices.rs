//! Enumerations whose values have names in an experiment file.

macro_rules! choices {
    ($type:ident: $($name:literal = $variant:ident),*) => {
        impl $type {
            /// Every value with its name in an experiment file.
            pub const NAMES: &[(&'static str, Self)] = &[$(($name, Self::$variant)),*];

            /// Its name in an experiment file.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),* }
            }
        }
    };
}

pub(crate) use choices;
