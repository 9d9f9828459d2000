//! Random statements, executed on a block and given as trees.

use crate::expression::{Environment, Expression, Place, Value, cut, low};
use rust_hdl::core::ast::{
    VerilogBlock, VerilogBlockOrConditional, VerilogCase, VerilogConditional, VerilogExpression, VerilogLink,
    VerilogLinkDetails, VerilogLoop, VerilogMatch, VerilogStatement,
};

/// What a statement can change.
pub trait Machine: Environment {
    fn write(&mut self, place: Place, value: Value);
    fn set_index(&mut self, index: usize);
    /// Connects a register's or, with `child`, a child's clock.
    fn clock(&mut self, child: bool, index: usize);
    fn width(&self, place: Place) -> usize;
    fn environment(&self) -> &dyn Environment;
}

#[derive(Clone, Debug)]
pub enum Statement {
    Assign(Place, Expression),
    /// Struct field: bits `offset ..` of the target.
    AssignSlice {
        target: Place,
        offset: usize,
        value: Expression,
    },
    /// `target = target.replace_bit(index, bit)`.
    AssignBit {
        target: Place,
        index: usize,
        bit: Expression,
    },
    /// `element[i]`, or `element[last - i]`, in a loop.
    AssignElement {
        last: Option<usize>,
        value: Expression,
    },
    /// Conditions and bodies of an `if`, `else if` chain, and the last `else`.
    If {
        branches: Vec<(Expression, Vec<Statement>)>,
        otherwise: Option<Vec<Statement>>,
    },
    Match {
        subject: Expression,
        arms: Vec<(u64, Vec<Statement>)>,
        default: Vec<Statement>,
    },
    /// `if i == index` in a loop.
    IfIndex {
        index: usize,
        then: Vec<Statement>,
        otherwise: Vec<Statement>,
    },
    Loop {
        from: usize,
        to: usize,
        body: Vec<Statement>,
    },
    /// `dff_setup!` of the registers.
    Hold(Vec<usize>),
    /// `clock!` of a child.
    ChildClock(usize),
    /// Interface link from an input to a child's input.
    Link {
        from: Place,
        to: Place,
    },
}

fn run_all(statements: &[Statement], machine: &mut dyn Machine) {
    statements.iter().for_each(|statement| statement.run(machine));
}

impl Statement {
    pub fn run(&self, machine: &mut dyn Machine) {
        match self {
            Self::Assign(target, value) => {
                let value = value.evaluate(machine.environment());
                machine.write(*target, value);
            }
            Self::AssignSlice { target, offset, value } => {
                let new = value.evaluate(machine.environment());
                let before = machine.read(next_of(*target));
                let mask = cut(!Value::default(), value.width()) << *offset as u64;
                machine.write(*target, (before & !mask) | (new << *offset as u64));
            }
            Self::AssignBit { target, index, bit } => {
                let bit = low(bit.evaluate(machine.environment())) == 1;
                let value = machine.read(*target).replace_bit(*index, bit);
                machine.write(*target, value);
            }
            Self::AssignElement { last, value } => {
                let index = last.map_or(machine.index(), |last| last - machine.index());
                let value = value.evaluate(machine.environment());
                machine.write(Place::Element(index), value);
            }
            Self::If { branches, otherwise } => {
                for (condition, body) in branches {
                    if low(condition.evaluate(machine.environment())) == 1 {
                        return run_all(body, machine);
                    }
                }
                if let Some(body) = otherwise {
                    run_all(body, machine);
                }
            }
            Self::Match { subject, arms, default } => {
                let subject = low(subject.evaluate(machine.environment()));
                let body = arms.iter().find(|(label, _)| *label == subject).map_or(default, |(_, body)| body);
                run_all(body, machine);
            }
            Self::IfIndex { index, then, otherwise } => {
                run_all(if machine.index() == *index { then } else { otherwise }, machine);
            }
            Self::Loop { from, to, body } => {
                for index in *from..*to {
                    machine.set_index(index);
                    run_all(body, machine);
                }
            }
            Self::Hold(registers) => {
                for index in registers {
                    machine.clock(false, *index);
                    let state = machine.read(Place::Register(*index));
                    machine.write(Place::Register(*index), state);
                }
            }
            Self::ChildClock(child) => machine.clock(true, *child),
            Self::Link { from, to } => {
                let value = machine.read(*from);
                machine.write(*to, value);
            }
        }
    }

    pub fn tree(&self) -> VerilogStatement {
        match self {
            Self::Assign(target, value) => VerilogStatement::Assignment(target_tree(*target), value.tree()),
            Self::AssignSlice { target, offset, value } => VerilogStatement::SliceAssignment {
                // Rust-HDL's macro drops the `.next` here.
                base: VerilogExpression::Signal(target_name(*target)),
                width: value.width(),
                offset: VerilogExpression::Literal((*offset).into()),
                replacement: value.tree(),
            },
            Self::AssignBit { target, index, bit } => {
                let whole = Box::new(VerilogExpression::Signal(target_name(*target)));
                let index = Box::new(VerilogExpression::Literal((*index).into()));
                let value = VerilogExpression::IndexReplace(whole, index, Box::new(bit.tree()));
                VerilogStatement::Assignment(target_tree(*target), value)
            }
            Self::AssignElement { last, value } => {
                let index = last.map_or("i".to_owned(), |last| format!("{last}-i"));
                VerilogStatement::Assignment(VerilogExpression::Signal(format!("element[{index}]$next")), value.tree())
            }
            Self::If { branches, otherwise } => {
                let mut rest = match otherwise {
                    Some(body) => VerilogBlockOrConditional::Block(trees(body)),
                    None => VerilogBlockOrConditional::None,
                };
                let mut whole = None;
                for (condition, body) in branches.iter().rev() {
                    if let Some(inner) = whole.take() {
                        rest = VerilogBlockOrConditional::Conditional(Box::new(inner));
                    }
                    let otherwise = std::mem::replace(&mut rest, VerilogBlockOrConditional::None);
                    let then = trees(body);
                    whole = Some(VerilogStatement::If(VerilogConditional { test: condition.tree(), then, otherwise }));
                }
                whole.expect("an if has a branch")
            }
            Self::Match { subject, arms, default } => {
                let label = |value: u64| match (subject.width(), value) {
                    (1, 0) => "false".into(),
                    (1, _) => "true".into(),
                    _ => value.to_string(),
                };
                let mut cases: Vec<VerilogCase> = arms
                    .iter()
                    .map(|(value, body)| VerilogCase { condition: label(*value), block: trees(body) })
                    .collect();
                cases.push(VerilogCase { condition: "default".into(), block: trees(default) });
                VerilogStatement::Match(VerilogMatch { test: subject.tree(), cases })
            }
            Self::IfIndex { index, then, otherwise } => VerilogStatement::If(VerilogConditional {
                test: VerilogExpression::Binary(
                    Box::new(VerilogExpression::Signal("i".into())),
                    rust_hdl::core::ast::VerilogOp::Eq,
                    Box::new(VerilogExpression::Literal((*index as i32).into())),
                ),
                then: trees(then),
                otherwise: VerilogBlockOrConditional::Block(trees(otherwise)),
            }),
            Self::Loop { from, to, body } => VerilogStatement::Loop(VerilogLoop {
                index: "i".into(),
                from: (*from).into(),
                to: (*to).into(),
                block: trees(body),
            }),
            Self::Hold(registers) => {
                let assign = |target: String, source: String| {
                    VerilogStatement::Assignment(VerilogExpression::Signal(target), VerilogExpression::Signal(source))
                };
                let clocks = registers.iter().map(|r| assign(format!("register{r}$clock$next"), "clock".into()));
                let holds = registers.iter().map(|r| assign(format!("register{r}$d$next"), format!("register{r}$q")));
                VerilogStatement::Macro(clocks.chain(holds).collect())
            }
            Self::ChildClock(child) => VerilogStatement::Macro(vec![VerilogStatement::Assignment(
                VerilogExpression::Signal(format!("child{child}$clock$next")),
                VerilogExpression::Signal("clock".into()),
            )]),
            Self::Link { from, to } => VerilogStatement::Link(vec![VerilogLink::Forward(VerilogLinkDetails {
                my_name: String::new(),
                owner_name: from.name(),
                other_name: to.name(),
            })]),
        }
    }
}

pub fn trees(statements: &[Statement]) -> VerilogBlock {
    statements.iter().map(Statement::tree).collect()
}

/// Where the value lies that a partial write changes.
fn next_of(place: Place) -> Place {
    match place {
        Place::Register(index) => Place::ChildInput(usize::MAX, index),
        _ => place,
    }
}

fn target_name(target: Place) -> String {
    match target {
        Place::Register(_) => format!("{}$d", target.name()),
        _ => target.name(),
    }
}

fn target_tree(target: Place) -> VerilogExpression {
    VerilogExpression::Signal(format!("{}$next", target_name(target)))
}
