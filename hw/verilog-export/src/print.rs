//! Expressions and statements as Verilog text.
//!
//! Verilog widens the operands of `+ - & | ^ ~ <<` to the width of their context. What is printed here never gives it
//! anything to widen: every operator stands in a context of exactly its own width. Values are widened by
//! concatenation, whose parts stand alone, and narrowed by slicing a name; a value that has no name gets one.

use crate::expression::{Expression, Kind, Operator, Reduction, SignalId};
use crate::names::Names;
use crate::scope::Scope;
use crate::statement::Statement;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// A name of the module with the bits of it that the text reads.
pub(crate) struct Declared {
    pub(crate) name: String,
    pub(crate) width: usize,
    pub(crate) used: Vec<bool>,
}

/// What the text of a module is made with.
pub(crate) struct Printer<'a, 'b> {
    scope: &'b Scope<'a>,
    /// The scope's signals, then the values that got a name here.
    pub(crate) declared: Vec<Declared>,
    /// Signals that are printed under the name of another.
    aliases: HashMap<SignalId, SignalId>,
    pub(crate) names: Names,
    /// Constants in use: name in the module and text of the value.
    pub(crate) constants: BTreeMap<String, String>,
    constant_names: HashMap<(String, String), String>,
    /// Values that got a wire of their own.
    wires: HashMap<Expression, SignalId>,
    /// Lines that the wires add in front of what is being printed.
    pub(crate) pending: Vec<String>,
    block: Option<Block>,
    /// For the names of values: what is being written.
    subject: String,
}

/// A combinational block under print.
struct Block {
    /// Variables that the block writes.
    variables: BTreeSet<SignalId>,
    /// Values that got a name in the block, because they depend on its variables.
    temporaries: Vec<SignalId>,
    /// Assignments to them, in front of the statement under print.
    before: Vec<String>,
}

/// `[7:0] ` or nothing.
pub(crate) fn range(width: usize) -> String {
    if width == 1 { String::new() } else { format!("[{}:0] ", width - 1) }
}

const INDENT: &str = "    ";

impl<'a, 'b> Printer<'a, 'b> {
    pub(crate) fn new(scope: &'b Scope<'a>, names: Names, signal_names: Vec<String>) -> Self {
        let declared = signal_names
            .into_iter()
            .zip(&scope.signals)
            .map(|(name, signal)| Declared { name, width: signal.width, used: vec![false; signal.width] })
            .collect();
        Self {
            scope,
            declared,
            aliases: HashMap::new(),
            names,
            constants: BTreeMap::new(),
            constant_names: HashMap::new(),
            wires: HashMap::new(),
            pending: Vec::new(),
            block: None,
            subject: String::new(),
        }
    }

    /// Prints a signal under the name of another one.
    pub(crate) fn alias(&mut self, id: SignalId, as_id: SignalId) {
        self.aliases.insert(id, as_id);
    }

    pub(crate) fn is_alias(&self, id: SignalId) -> bool {
        self.aliases.contains_key(&id)
    }

    fn target(&self, id: SignalId) -> SignalId {
        self.aliases.get(&id).copied().unwrap_or(id)
    }

    pub(crate) fn name(&self, id: SignalId) -> &str {
        &self.declared[self.target(id).0].name
    }

    /// Counts the bits as read, as in a port connection.
    pub(crate) fn mark_used(&mut self, id: SignalId, low: usize, width: usize) {
        let target = self.target(id);
        self.declared[target.0].used[low..low + width].fill(true);
    }

    fn reference(&mut self, id: SignalId, low: usize, width: usize) -> String {
        self.mark_used(id, low, width);
        let declared = &self.declared[self.target(id).0];
        let name = &declared.name;
        match (width == declared.width, width) {
            (true, _) => name.clone(),
            (false, 1) => format!("{name}[{low}]"),
            (false, _) => format!("{name}[{}:{low}]", low + width - 1),
        }
    }

    /// The value as the right-hand side of an assignment of exactly its width.
    pub(crate) fn value(&mut self, e: &Expression, subject: SignalId) -> String {
        self.subject = self.name(subject).to_owned();
        match &e.kind {
            Kind::Binary(Operator::Multiply, left, right) => self.product(left, right),
            _ => self.text(e),
        }
    }

    /// Only as the whole right-hand side: Verilog widens the operands to the width of the target.
    fn product(&mut self, left: &Expression, right: &Expression) -> String {
        if left.signed {
            return format!("$signed({}) * $signed({})", self.text(left), self.text(right));
        }
        format!("{} * {}", self.standing_alone(left), self.standing_alone(right))
    }

    /// Text whose value does not change when its context is wider.
    fn standing_alone(&mut self, e: &Expression) -> String {
        match e.kind {
            Kind::Signal(_) | Kind::Constant(_) | Kind::Slice { .. } | Kind::Concat(_) => self.text(e),
            _ => self.named(e),
        }
    }

    fn text(&mut self, e: &Expression) -> String {
        match &e.kind {
            Kind::Signal(id) => self.reference(*id, 0, e.width),
            Kind::Constant(constant) => match &constant.name {
                Some(name) => self.constant(name, constant.value.to_string()),
                None => constant.value.to_string(),
            },
            Kind::Slice { base, low } => {
                let id = self.identifier(base);
                self.reference(id, *low, e.width)
            }
            Kind::Concat(parts) => {
                let parts: Vec<String> = parts.iter().rev().map(|part| self.text(part)).collect();
                format!("{{{}}}", parts.join(", "))
            }
            Kind::SignExtend(inner) => {
                let (id, low) = match &inner.kind {
                    Kind::Slice { base, low } => (self.identifier(base), *low),
                    _ => (self.identifier(inner), 0),
                };
                let sign = self.reference(id, low + inner.width - 1, 1);
                let value = self.reference(id, low, inner.width);
                format!("{{{{{}{{{sign}}}}}, {value}}}", e.width - inner.width)
            }
            Kind::Not(inner) => format!("~{}", self.operand(inner)),
            Kind::Negate(inner) => format!("-{}", self.operand(inner)),
            Kind::Reduce(reduction, inner) => {
                let symbol = match reduction {
                    Reduction::And => '&',
                    Reduction::Or => '|',
                    Reduction::Xor => '^',
                };
                format!("{symbol}{}", self.operand(inner))
            }
            Kind::Binary(Operator::Multiply, ..) => self.named(e),
            Kind::Binary(operator, left, right) => self.binary(*operator, left, right),
            Kind::BitSelect { base, index } => {
                let id = self.identifier(base);
                self.mark_used(id, 0, base.width);
                let index = index.clone().resized(rust_hdl::prelude::clog2(base.width));
                let index = self.text(&index);
                format!("{}[{index}]", self.name(id))
            }
        }
    }

    fn binary(&mut self, operator: Operator, left: &Expression, right: &Expression) -> String {
        let symbol = match operator {
            Operator::And => "&",
            Operator::Or => "|",
            Operator::Xor => "^",
            Operator::Add => "+",
            Operator::Subtract => "-",
            Operator::Multiply => "*",
            Operator::ShiftLeft => "<<",
            Operator::ShiftRight => ">>",
            Operator::Equal => "==",
            Operator::NotEqual => "!=",
            Operator::Less => "<",
            Operator::LessOrEqual => "<=",
            Operator::Greater => ">",
            Operator::GreaterOrEqual => ">=",
        };
        let is_order = operator.is_comparison() && !matches!(operator, Operator::Equal | Operator::NotEqual);
        if is_order && left.signed {
            return format!("$signed({}) {symbol} $signed({})", self.text(left), self.text(right));
        }
        let associates = matches!(operator, Operator::And | Operator::Or | Operator::Xor | Operator::Add);
        let left = match &left.kind {
            Kind::Binary(inner, ..) if associates && *inner == operator => self.text(left),
            Kind::Not(_) => self.text(left),
            _ => self.operand(left),
        };
        let right = match &right.kind {
            Kind::Not(_) => self.text(right),
            _ => self.operand(right),
        };
        format!("{left} {symbol} {right}")
    }

    /// Text that can be the operand of any operator.
    fn operand(&mut self, e: &Expression) -> String {
        let text = self.text(e);
        match &e.kind {
            Kind::Not(_) | Kind::Negate(_) | Kind::Reduce(..) => format!("({text})"),
            Kind::Binary(operator, ..) if *operator != Operator::Multiply => format!("({text})"),
            _ => text,
        }
    }

    fn constant(&mut self, wanted: &str, value: String) -> String {
        let key = (wanted.to_owned(), value.clone());
        if let Some(name) = self.constant_names.get(&key) {
            return name.clone();
        }
        let name = self.names.unique(wanted);
        self.constants.insert(name.clone(), value);
        self.constant_names.insert(key, name.clone());
        name
    }

    /// The value as a signal, named if it is none.
    fn identifier(&mut self, e: &Expression) -> SignalId {
        match e.kind {
            Kind::Signal(id) => id,
            _ => self.hoisted(e),
        }
    }

    fn named(&mut self, e: &Expression) -> String {
        let id = self.hoisted(e);
        self.reference(id, 0, e.width)
    }

    fn hoisted(&mut self, e: &Expression) -> SignalId {
        let in_block = self.block.as_ref().is_some_and(|block| e.reads(&|id| block.variables.contains(&id)));
        if let (Some(id), false) = (self.wires.get(e), in_block) {
            return *id;
        }
        let what = match &e.kind {
            Kind::Binary(Operator::Multiply, ..) => "product",
            Kind::Binary(Operator::Add, ..) => "sum",
            Kind::Binary(Operator::Subtract, ..) => "difference",
            Kind::Binary(Operator::ShiftLeft | Operator::ShiftRight, ..) => "shifted",
            _ => "value",
        };
        let wanted = format!("{}_{what}", self.subject);
        let value = match &e.kind {
            Kind::Binary(Operator::Multiply, left, right) => self.product(left, right),
            _ => self.text(e),
        };
        let name = self.names.unique(&wanted);
        let id = SignalId(self.declared.len());
        self.declared.push(Declared { name: name.clone(), width: e.width, used: vec![false; e.width] });
        match &mut self.block {
            Some(block) if in_block => {
                block.temporaries.push(id);
                block.before.push(format!("{name} = {value};"));
            }
            _ => {
                self.pending.push(format!("wire {}{name} = {value};", range(e.width)));
                self.wires.insert(e.clone(), id);
            }
        }
        id
    }

    /// `target[7:4]`; a write is no use.
    fn written(&self, id: SignalId, low: usize, width: usize) -> String {
        let declared = &self.declared[self.target(id).0];
        match (width == declared.width, width) {
            (true, _) => declared.name.clone(),
            (false, 1) => format!("{}[{low}]", declared.name),
            (false, _) => format!("{}[{}:{low}]", declared.name, low + width - 1),
        }
    }

    /// An `always @*` block over the statements. Values named in it are declared in `registers`.
    pub(crate) fn combinational(
        &mut self,
        statements: &[Statement],
        targets: &BTreeSet<SignalId>,
        registers: &mut Vec<String>,
    ) -> Vec<String> {
        let variables = targets.iter().copied().filter(|id| self.scope.signal(*id).role.is_variable()).collect();
        self.block = Some(Block { variables, temporaries: Vec::new(), before: Vec::new() });
        let body = self.statements(statements, "=");
        let mut lines = vec!["always @* begin".to_owned()];
        if let Some(block) = self.block.take() {
            for id in block.temporaries {
                let Declared { name, width, .. } = &self.declared[id.0];
                registers.push(format!("reg {}{name};", range(*width)));
                lines.push(format!("{INDENT}{name} = {width}'d0;"));
            }
        }
        lines.extend(body.into_iter().map(|line| format!("{INDENT}{line}")));
        lines.push("end".to_owned());
        lines
    }

    /// The body of an `always @(posedge ..)` block.
    pub(crate) fn sequential(&mut self, statements: &[Statement]) -> Vec<String> {
        self.statements(statements, "<=")
    }

    fn statements(&mut self, statements: &[Statement], assignment: &str) -> Vec<String> {
        statements.iter().flat_map(|statement| self.statement(statement, assignment)).collect()
    }

    fn statement(&mut self, statement: &Statement, assignment: &str) -> Vec<String> {
        match statement {
            Statement::Comment(text) => vec![format!("// {text}")],
            Statement::Assign { target, low, value } => {
                let text = self.value(value, *target);
                let line = format!("{} {assignment} {text};", self.written(*target, *low, value.width));
                self.with_before(vec![line])
            }
            Statement::If { condition, then, otherwise } => {
                self.set_subject(then, otherwise);
                let mut lines = vec![format!("if ({}) begin", self.text(condition))];
                let mut lines_before = self.take_before();
                lines.extend(indented(self.statements(then, assignment)));
                if let [nested @ Statement::If { .. }] = otherwise.as_slice() {
                    let inner = self.statement(nested, assignment);
                    // A value named for the inner condition would stand between `else` and `if`.
                    if inner[0].starts_with("if ") {
                        lines.push(format!("end else {}", inner[0]));
                        lines.extend(inner.into_iter().skip(1));
                        lines_before.extend(lines);
                        return lines_before;
                    }
                    lines.push("end else begin".to_owned());
                    lines.extend(indented(inner));
                } else if !otherwise.is_empty() {
                    lines.push("end else begin".to_owned());
                    lines.extend(indented(self.statements(otherwise, assignment)));
                }
                lines.push("end".to_owned());
                lines_before.extend(lines);
                lines_before
            }
            Statement::Case { subject, arms, default } => {
                let first = arms.first().map_or(&[][..], |(_, body)| body);
                self.set_subject(first, default);
                let head = format!("case ({})", self.text(subject));
                let mut lines = self.take_before();
                lines.push(head);
                for (label, body) in arms {
                    let label = self.text(label);
                    lines.extend(indented(self.arm(&label, body, assignment)));
                }
                lines.extend(indented(self.arm("default", default, assignment)));
                lines.push("endcase".to_owned());
                lines
            }
        }
    }

    fn arm(&mut self, label: &str, body: &[Statement], assignment: &str) -> Vec<String> {
        if body.is_empty() {
            return vec![format!("{label}: ;")];
        }
        let mut lines = vec![format!("{label}: begin")];
        lines.extend(indented(self.statements(body, assignment)));
        lines.push("end".to_owned());
        lines
    }

    /// Names values of a condition after what it decides.
    fn set_subject(&mut self, then: &[Statement], otherwise: &[Statement]) {
        let mut first = None;
        then.iter().chain(otherwise).for_each(|s| s.visit_writes(&mut |id, _, _| first = first.or(Some(id))));
        if let Some(id) = first {
            self.subject = self.name(id).to_owned();
        }
    }

    fn take_before(&mut self) -> Vec<String> {
        self.block.as_mut().map(|block| std::mem::take(&mut block.before)).unwrap_or_default()
    }

    fn with_before(&mut self, lines: Vec<String>) -> Vec<String> {
        let mut all = self.take_before();
        all.extend(lines);
        all
    }
}

fn indented(lines: Vec<String>) -> Vec<String> {
    lines.into_iter().map(|line| format!("{INDENT}{line}")).collect()
}
