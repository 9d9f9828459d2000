//! Which build of a design is simulated: that of users, or one that only tests ask for.

use emberlane_registers::faults;

use crate::{Model, ModelError};

/// A build of a design.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) enum BuildOf {
    /// That of users.
    #[default]
    Users,
    /// It commits a fault, of this number, from its reset on.
    Faulty(u64),
    /// Registers and memories begin with what the seed says.
    Unset,
    /// FP32 units use this machine's processor, and no protocol monitors watch.
    Native,
}

/// Names of the builds that only tests ask for.
pub(crate) struct TestBuilds {
    pub faults: &'static str,
    pub unset: &'static str,
    pub native: &'static str,
}

impl BuildOf {
    /// The model, and the name of its design: `users` or one of `tests`. Storage without a value holds what the seed says.
    pub fn model(
        self,
        users: &'static str,
        tests: &TestBuilds,
        seed: u64,
    ) -> Result<(Model, &'static str), ModelError> {
        let name = match self {
            Self::Users => users,
            Self::Faulty(_) => tests.faults,
            Self::Unset => tests.unset,
            Self::Native => tests.native,
        };
        let mut model = Model::new(name, seed)?;
        if let Self::Faulty(fault) = self {
            let input = model.input("fault_0", faults::BITS as u32)?;
            model.set(input, fault);
        }
        Ok((model, name))
    }
}
