//! An iteration, and where what it reads lies.

use emberlane_registers::Register;
use emberlane_registers::cxl::LINE_BYTES;
use emberlane_registers::kernel_plan::Program;
use emberlane_registers::smartssd::{self as registers, GRADIENTS_BITS, PROGRAM_WORDS_BITS};

use super::configuration::{check_line_address, wrong};
use super::error::SmartSsdError;
use super::plan::Plan;

/// What an iteration does, and where it finds it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Iteration {
    /// What the kernel does.
    pub plan: Plan,
    /// HPA at which its programs are written, one behind the other, each in whole lines: a multiple of 64. They are read
    /// until the iteration has ended.
    pub programs: u64,
    /// HPA of the copy of the gradients, in the order of the backward program, a multiple of 64. It may be memory of the GPU.
    pub gradients: u64,
    /// Bags whose outputs the iteration makes.
    pub bags: u32,
    /// Number of the movement plan that has to be done before the kernel starts; 0: none.
    pub after: u32,
}

/// Registers of the programs' places and lengths, by [`Program`].
const PROGRAMS: [(&Register, &Register); 4] = [
    (&registers::LOADS_BASE, &registers::LOADS_WORDS),
    (&registers::FORWARD_BASE, &registers::FORWARD_WORDS),
    (&registers::BACKWARD_BASE, &registers::BACKWARD_WORDS),
    (&registers::MOVES_BASE, &registers::MOVES_WORDS),
];

/// Bytes of a program, whole lines.
fn bytes(plan: &Plan, program: Program) -> u64 {
    (plan.words(program) as u64 * program.word_bits() as u64 / 8).next_multiple_of(LINE_BYTES)
}

/// A program's bytes and their HPA.
pub(super) type Image = (u64, Vec<u8>);

impl Iteration {
    /// The programs as memory holds them, and where.
    pub(super) fn images(&self) -> [Image; 4] {
        let mut address = self.programs;
        Program::ALL.map(|program| {
            let base = address;
            address += bytes(&self.plan, program);
            (base, self.plan.encode(program).iter().flat_map(|word| word.to_le_bytes()).collect())
        })
    }

    /// What is set for it, on a device whose TX buffers hold so many outputs.
    pub(super) fn settings(&self, most_bags: u64) -> Result<Vec<(&'static Register, u64)>, SmartSsdError> {
        check_line_address(&registers::GRADIENT_BASE, self.gradients)?;
        if u64::from(self.bags) > most_bags {
            let problem = format!("a TX buffer holds {most_bags} outputs; make TX_BYTES larger, or the batch smaller");
            return Err(wrong(&registers::BAGS, self.bags.into(), problem));
        }
        let gradients = self.plan.gradients() as u64;
        if gradients >> GRADIENTS_BITS != 0 {
            return Err(wrong(&registers::GRADIENTS, gradients, "make the batch smaller"));
        }
        let mut settings = vec![
            (&registers::GRADIENT_BASE, self.gradients),
            (&registers::GRADIENTS, gradients),
            (&registers::BAGS, self.bags.into()),
            (&registers::PLAN, self.after.into()),
        ];
        let mut address = self.programs;
        for (program, (base, length)) in Program::ALL.into_iter().zip(PROGRAMS) {
            check_line_address(base, address)?;
            let words = self.plan.words(program) as u64;
            if words >> PROGRAM_WORDS_BITS != 0 {
                return Err(wrong(length, words, "make the batch smaller"));
            }
            settings.extend([(base, address), (length, words)]);
            address += bytes(&self.plan, program);
        }
        Ok(settings)
    }
}
