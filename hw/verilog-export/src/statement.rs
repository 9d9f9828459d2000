//! A kernel as statements over whole signals and constant slices: loops unrolled, links and macros expanded.

use crate::error::Problem;
use crate::expression::{Expression, Kind, Operator, SignalId};
use crate::index;
use crate::lower::Lowering;
use crate::scope::{Role, Scope};
use crate::value::BitString;
use rust_hdl::core::ast::{
    VerilogBlock, VerilogBlockOrConditional, VerilogCase, VerilogConditional, VerilogExpression, VerilogLink,
    VerilogLoop, VerilogMatch, VerilogStatement,
};

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Statement {
    /// Writes bits `low .. low + value.width` of the target.
    Assign {
        target: SignalId,
        low: usize,
        value: Expression,
    },
    If {
        condition: Expression,
        then: Vec<Statement>,
        otherwise: Vec<Statement>,
    },
    /// The arms' labels are constants as wide as the subject, all different.
    Case {
        subject: Expression,
        arms: Vec<(Expression, Vec<Statement>)>,
        default: Vec<Statement>,
        /// The variant that the default stands for, if it stands for one.
        last: Option<Expression>,
    },
    Comment(String),
}

impl Statement {
    /// Calls `visit` for every assignment in it, with target and bits.
    pub(crate) fn visit_writes(&self, visit: &mut dyn FnMut(SignalId, usize, usize)) {
        match self {
            Self::Assign { target, low, value } => visit(*target, *low, value.width),
            Self::If { then, otherwise, .. } => {
                then.iter().chain(otherwise).for_each(|statement| statement.visit_writes(visit));
            }
            Self::Case { arms, default, .. } => {
                let bodies = arms.iter().map(|(_, body)| body).chain([default]);
                bodies.flatten().for_each(|statement| statement.visit_writes(visit));
            }
            Self::Comment(_) => {}
        }
    }

    /// Calls `visit` for every signal that is read in it, with the bits read.
    pub(crate) fn visit_reads(&self, visit: &mut dyn FnMut(SignalId, usize, usize)) {
        self.visit_expressions(&mut |e| e.visit_reads(visit));
    }

    /// Calls `visit` for every value, condition and subject in it.
    pub(crate) fn visit_expressions(&self, visit: &mut dyn FnMut(&Expression)) {
        match self {
            Self::Assign { value, .. } => visit(value),
            Self::If { condition, then, otherwise } => {
                visit(condition);
                then.iter().chain(otherwise).for_each(|statement| statement.visit_expressions(visit));
            }
            Self::Case { subject, arms, default, .. } => {
                visit(subject);
                let bodies = arms.iter().map(|(_, body)| body).chain([default]);
                bodies.flatten().for_each(|statement| statement.visit_expressions(visit));
            }
            Self::Comment(_) => {}
        }
    }

    pub(crate) fn visit_expressions_mut(&mut self, visit: &mut dyn FnMut(&mut Expression)) {
        match self {
            Self::Assign { value, .. } => visit(value),
            Self::If { condition, then, otherwise } => {
                visit(condition);
                then.iter_mut().chain(otherwise).for_each(|statement| statement.visit_expressions_mut(visit));
            }
            Self::Case { subject, arms, default, .. } => {
                visit(subject);
                let bodies = arms.iter_mut().map(|(_, body)| body).chain([default]);
                bodies.flatten().for_each(|statement| statement.visit_expressions_mut(visit));
            }
            Self::Comment(_) => {}
        }
    }

    pub(crate) fn is_assignment(&self) -> bool {
        matches!(self, Self::Assign { .. })
    }
}

/// Keeps the assignments that the predicate accepts, and of the rest what still contains one.
pub(crate) fn retain(statements: &mut Vec<Statement>, keep: &dyn Fn(SignalId) -> bool) {
    statements.retain_mut(|statement| match statement {
        Statement::Assign { target, .. } => keep(*target),
        Statement::If { then, otherwise, .. } => {
            retain(then, keep);
            retain(otherwise, keep);
            has_assignment(then) || has_assignment(otherwise)
        }
        Statement::Case { arms, default, .. } => {
            arms.iter_mut().for_each(|(_, body)| retain(body, keep));
            retain(default, keep);
            arms.iter().any(|(_, body)| has_assignment(body)) || has_assignment(default)
        }
        Statement::Comment(_) => true,
    });
}

pub(crate) fn has_assignment(statements: &[Statement]) -> bool {
    let mut found = false;
    statements.iter().for_each(|statement| statement.visit_writes(&mut |_, _, _| found = true));
    found
}

/// Reads a kernel. Register clocks come back apart, as pairs of clock port and source.
pub(crate) fn read(scope: &Scope<'_>, kernel: &VerilogBlock) -> Result<Kernel, Problem> {
    let mut reader = Reader {
        lowering: Lowering { scope, numbers: scope.numbers.clone(), context: "the kernel".into() },
        clocks: Vec::new(),
        depth: 0,
    };
    let statements = reader.block(kernel)?;
    Ok(Kernel { statements, clocks: reader.clocks })
}

pub(crate) struct Kernel {
    pub(crate) statements: Vec<Statement>,
    pub(crate) clocks: Vec<(SignalId, Expression)>,
}

struct Reader<'a, 'b> {
    lowering: Lowering<'a, 'b>,
    clocks: Vec<(SignalId, Expression)>,
    /// Conditionals around the statement.
    depth: usize,
}

impl Reader<'_, '_> {
    fn block(&mut self, block: &[VerilogStatement]) -> Result<Vec<Statement>, Problem> {
        let mut statements = Vec::new();
        for statement in block {
            self.statement(statement, &mut statements)?;
        }
        Ok(statements)
    }

    fn nested(&mut self, block: &[VerilogStatement]) -> Result<Vec<Statement>, Problem> {
        self.depth += 1;
        let statements = self.block(block);
        self.depth -= 1;
        statements
    }

    fn statement(&mut self, statement: &VerilogStatement, out: &mut Vec<Statement>) -> Result<(), Problem> {
        match statement {
            VerilogStatement::Assignment(target, value) => self.assignment(target, value, out),
            VerilogStatement::SliceAssignment { base, width, offset, replacement } => {
                self.slice_assignment(base, *width, offset, replacement, out)
            }
            VerilogStatement::If(conditional) => self.conditional(conditional, out),
            VerilogStatement::Match(selection) => self.selection(selection, out),
            VerilogStatement::Loop(repetition) => self.repetition(repetition, out),
            VerilogStatement::Macro(block) => {
                out.extend(self.block(block)?);
                Ok(())
            }
            VerilogStatement::Comment(text) => {
                out.extend(comment(text).map(Statement::Comment));
                Ok(())
            }
            VerilogStatement::Link(links) => links.iter().try_for_each(|link| self.link(link, out)),
        }
    }

    fn assignment(
        &mut self,
        target: &VerilogExpression,
        value: &VerilogExpression,
        out: &mut Vec<Statement>,
    ) -> Result<(), Problem> {
        let (id, whole) = self.target(target)?;
        if self.clock(id, value)? {
            return Ok(());
        }
        if let Some((low, value)) = self.lowering.replaced_bit_of(&whole, value)? {
            out.push(Statement::Assign { target: id, low, value });
            return Ok(());
        }
        let value = self.lowering.expression(value, whole.width)?;
        out.push(Statement::Assign { target: id, low: 0, value });
        Ok(())
    }

    fn slice_assignment(
        &mut self,
        base: &VerilogExpression,
        width: usize,
        offset: &VerilogExpression,
        replacement: &VerilogExpression,
        out: &mut Vec<Statement>,
    ) -> Result<(), Problem> {
        let (id, whole) = self.target(base)?;
        let Some(low) = self.lowering.constant(offset).and_then(|low| usize::try_from(low).ok()) else {
            return Err(self.lowering.unsupported("a write to a slice at a variable place", "use replace_bit"));
        };
        if width == 0 || low + width > whole.width {
            return Err(self.lowering.outside(low, low + width, whole.width));
        }
        let value = self.lowering.expression(replacement, width)?;
        out.push(Statement::Assign { target: id, low, value });
        Ok(())
    }

    /// Signal that an assignment writes; sets the context for errors.
    fn target(&mut self, target: &VerilogExpression) -> Result<(SignalId, Expression), Problem> {
        let VerilogExpression::Signal(name) = target else {
            return Err(self.lowering.unsupported("a write to an expression", "write to a signal"));
        };
        let name = name.strip_suffix("$next").unwrap_or(name);
        self.lowering.context = format!("the write to `{}`", name.replace('$', "."));
        let whole = self.lowering.signal_expression(name)?;
        let Kind::Signal(id) = whole.kind else {
            return Err(Problem::NotWritable { signal: name.to_owned(), what: "a constant" });
        };
        let signal = self.lowering.scope.signal(id);
        if !signal.role.is_driven_here() && !matches!(signal.role, Role::RegisterClock(_)) {
            return Err(Problem::NotWritable { signal: signal.path.clone(), what: signal.role.description() });
        }
        Ok((id, whole))
    }

    /// Notes the clock of a register; such an assignment leaves no statement.
    fn clock(&mut self, target: SignalId, value: &VerilogExpression) -> Result<bool, Problem> {
        let signal = self.lowering.scope.signal(target);
        let Role::RegisterClock(_) = signal.role else { return Ok(false) };
        let source = self.lowering.expression(value, 1)?;
        let is_clock = matches!(source.kind, Kind::Signal(id) if self.lowering.scope.signal(id).is_clock);
        if self.depth > 0 || !is_clock {
            return Err(Problem::RegisterClock { signal: signal.path.clone() });
        }
        self.clocks.push((target, source));
        Ok(true)
    }

    fn conditional(&mut self, conditional: &VerilogConditional, out: &mut Vec<Statement>) -> Result<(), Problem> {
        let VerilogConditional { test, then, otherwise } = conditional;
        self.lowering.context = "the condition of an `if`".into();
        // What a loop variable decides is decided here; the other branch may not even make sense.
        if let Some(value) = self.lowering.constant(test) {
            if value != 0 {
                out.extend(self.block(then)?);
                return Ok(());
            }
            return self.untaken(otherwise, out);
        }
        let condition = self.lowering.expression(test, 1)?;
        if let Some(value) = condition.as_constant() {
            if value.bit(0) {
                out.extend(self.block(then)?);
                return Ok(());
            }
            return self.untaken(otherwise, out);
        }
        let then = self.nested(then)?;
        let mut other = Vec::new();
        self.depth += 1;
        let result = self.untaken(otherwise, &mut other);
        self.depth -= 1;
        result?;
        push_if(condition, then, other, out);
        Ok(())
    }

    fn untaken(&mut self, otherwise: &VerilogBlockOrConditional, out: &mut Vec<Statement>) -> Result<(), Problem> {
        match otherwise {
            VerilogBlockOrConditional::Block(block) => {
                out.extend(self.block(block)?);
                Ok(())
            }
            VerilogBlockOrConditional::Conditional(statement) => self.statement(statement, out),
            VerilogBlockOrConditional::None => Ok(()),
        }
    }

    fn selection(&mut self, selection: &VerilogMatch, out: &mut Vec<Statement>) -> Result<(), Problem> {
        self.lowering.context = "the subject of a `match`".into();
        if let Some(value) = self.lowering.constant(&selection.test) {
            for case in &selection.cases {
                if case.condition == "default" || index::integer(&case.condition) == u128::try_from(value).ok() {
                    out.extend(self.block(&case.block)?);
                    return Ok(());
                }
            }
            return Ok(());
        }
        let subject = self.lowering.own_width(&selection.test)?.with_sign(false);
        let mut arms: Vec<(Expression, Vec<Statement>)> = Vec::new();
        let mut default = None;
        for case in &selection.cases {
            if case.condition == "default" {
                default = Some(self.nested(&case.block)?);
                break;
            }
            let label = self.label(case, subject.width)?;
            if !arms.iter().any(|(other, _)| other.as_constant() == label.as_constant()) {
                let body = self.nested(&case.block)?;
                arms.push((label, body));
            }
        }
        // Rust has checked that the arms are all there is.
        let (last, default) = match default {
            Some(default) => (None, default),
            None => arms.pop().map_or_else(Default::default, |(label, body)| (Some(label), body)),
        };
        if let Some(value) = subject.as_constant() {
            let taken = arms.into_iter().find(|(label, _)| label.as_constant() == Some(value));
            out.extend(taken.map_or(default, |(_, body)| body));
        } else if subject.width == 1 && arms.len() == 1 {
            let (label, body) = arms.remove(0);
            let condition = Expression::binary(Operator::Equal, subject, label);
            push_if(condition, body, default, out);
        } else if arms.is_empty() {
            out.extend(default);
        } else {
            out.push(Statement::Case { subject, arms, default, last });
        }
        Ok(())
    }

    fn label(&self, case: &VerilogCase, width: usize) -> Result<Expression, Problem> {
        let context = format!("arm `{}` of a `match`", case.condition);
        let number = match case.condition.as_str() {
            "true" => Some(1),
            "false" => Some(0),
            text => index::integer(text),
        };
        if let Some(number) = number {
            return BitString::from_u128(number, width)
                .map(Expression::constant)
                .ok_or_else(|| Problem::LiteralTooLarge { context, value: number.to_string(), width });
        }
        let label = self.lowering.scope.lookup(&case.condition, &context)?;
        match label.as_constant() {
            Some(value) if value.width() == width => Ok(label),
            Some(value) => Err(Problem::WidthMismatch { context, left: width, right: value.width() }),
            None => Err(Problem::Unsupported {
                context,
                what: "a binding in a pattern",
                instead: "match on variants, numbers and `_`",
            }),
        }
    }

    fn repetition(&mut self, repetition: &VerilogLoop, out: &mut Vec<Statement>) -> Result<(), Problem> {
        let bound = |literal: &rust_hdl::core::ast::VerilogLiteral| {
            let text = literal.to_string();
            BitString::parse(&text).and_then(|value| usize::try_from(value.to_u128()?).ok()).ok_or_else(|| {
                Problem::NegativeLiteral { context: format!("the bounds of loop `{}`", repetition.index), value: text }
            })
        };
        let (from, to) = (bound(&repetition.from)?, bound(&repetition.to)?);
        for value in from..to {
            self.lowering.numbers.push((repetition.index.clone(), value));
            let statements = self.block(&repetition.block);
            self.lowering.numbers.pop();
            out.extend(statements?);
        }
        Ok(())
    }

    fn link(&mut self, link: &VerilogLink, out: &mut Vec<Statement>) -> Result<(), Problem> {
        let (details, forward) = match link {
            VerilogLink::Forward(details) => (details, true),
            VerilogLink::Backward(details) => (details, false),
            VerilogLink::Bidirectional(details) => {
                return Err(Problem::Bidirectional { signal: details.owner_name.clone() });
            }
        };
        let field = details.my_name.replace('.', "$");
        let ours = VerilogExpression::Signal(format!("{}{field}", details.owner_name));
        let other = VerilogExpression::Signal(format!("{}{field}", details.other_name));
        let (target, source) = if forward { (other, ours) } else { (ours, other) };
        self.assignment(&target, &source, out)
    }
}

pub(crate) fn push_if(
    condition: Expression,
    then: Vec<Statement>,
    mut otherwise: Vec<Statement>,
    out: &mut Vec<Statement>,
) {
    match (has_assignment(&then), has_assignment(&otherwise)) {
        (true, _) => out.push(Statement::If { condition, then, otherwise }),
        (false, true) => {
            let mut condition = condition.inverted();
            // An `else if` whose `if` says nothing.
            if let [Statement::If { otherwise: rest, .. }] = &otherwise[..]
                && rest.is_empty()
                && let Some(Statement::If { condition: inner, then: body, .. }) = otherwise.pop()
            {
                condition = Expression::binary(Operator::And, condition, inner);
                otherwise = body;
            }
            out.push(Statement::If { condition, then: otherwise, otherwise: Vec::new() });
        }
        (false, false) => {}
    }
}

/// Text of `comment!("..")`; assertions and prints leave nothing.
fn comment(text: &str) -> Option<String> {
    let text = text.trim();
    let squeezed: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    if squeezed.starts_with("assert") || squeezed.starts_with("println") {
        return None;
    }
    // Rust-HDL cuts the closing quote off, and the opening one where the compiler spaces tokens as it once did.
    let inside = text.split_once('"').map_or(text, |(_, inside)| inside);
    let inside = inside.strip_suffix('"').unwrap_or(inside);
    Some(inside.replace(['\n', '\r'], " ").trim().to_owned())
}
