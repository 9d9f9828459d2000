//! Expressions and statements as Verilog text.
//!
//! Verilog widens the operands of `+ - & | ^ ~ <<` to the width of their context. What is printed here never gives it
//! anything to widen: every operator stands in a context of exactly its own width. Values are widened by
//! concatenation, whose parts stand alone, and narrowed by slicing a name; a value that has no name gets one.

use crate::expression::{Expression, Kind, Operator, Reduction, SignalId};
use crate::names::Names;
use crate::scope::Scope;
use crate::statement::Statement;
use std::collections::{BTreeMap, HashMap};

/// A name of the module with the bits of it that the text reads.
pub(crate) struct Declared {
    pub(crate) name: String,
    pub(crate) width: usize,
    pub(crate) used: Vec<bool>,
}

/// What the text of a module is made with.
pub(crate) struct Printer {
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
    pending: Vec<String>,
    /// For the names of values: what is being written.
    subject: String,
}

/// `[7:0] ` or nothing.
pub(crate) fn range(width: usize) -> String {
    if width == 1 { String::new() } else { format!("[{}:0] ", width - 1) }
}

const INDENT: &str = "    ";

/// Longest line of an assignment that is not broken up.
const LINE: usize = 112;

fn symbol(operator: Operator) -> &'static str {
    match operator {
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
    }
}

impl Printer {
    pub(crate) fn new(scope: &Scope<'_>, names: Names, signal_names: Vec<String>) -> Self {
        let declared = signal_names
            .into_iter()
            .zip(&scope.signals)
            .map(|(name, signal)| Declared { name, width: signal.width, used: vec![false; signal.width] })
            .collect();
        Self {
            declared,
            aliases: HashMap::new(),
            names,
            constants: BTreeMap::new(),
            constant_names: HashMap::new(),
            wires: HashMap::new(),
            pending: Vec::new(),
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
            Kind::Choice { condition, then, otherwise } => {
                format!("{} ? {} : {}", self.condition(condition), self.branch(then), self.branch(otherwise))
            }
        }
    }

    fn binary(&mut self, operator: Operator, left: &Expression, right: &Expression) -> String {
        let symbol = symbol(operator);
        let is_order = operator.is_comparison() && !matches!(operator, Operator::Equal | Operator::NotEqual);
        if is_order && left.signed {
            return format!("$signed({}) {symbol} $signed({})", self.text(left), self.text(right));
        }
        let mut term = |e: &Expression| match &e.kind {
            Kind::Binary(inner, ..) if operator.associates() && *inner == operator => self.text(e),
            _ => self.term(e),
        };
        format!("{} {symbol} {}", term(left), term(right))
    }

    /// Text that can stand on either side of an operator.
    fn term(&mut self, e: &Expression) -> String {
        match e.kind {
            Kind::Not(_) => self.text(e),
            _ => self.operand(e),
        }
    }

    /// Text that can be the operand of any operator.
    fn operand(&mut self, e: &Expression) -> String {
        let text = self.text(e);
        match &e.kind {
            Kind::Not(_) | Kind::Negate(_) | Kind::Reduce(..) | Kind::Choice { .. } => format!("({text})"),
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
        if let Some(id) = self.wires.get(e) {
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
        let id = self.declare(&wanted, e.width);
        self.pending.push(format!("wire {}{} = {value};", range(e.width), self.name(id)));
        self.wires.insert(e.clone(), id);
        id
    }

    /// A new name of the module.
    pub(crate) fn declare(&mut self, wanted: &str, width: usize) -> SignalId {
        let id = SignalId(self.declared.len());
        let name = self.names.unique(wanted);
        self.declared.push(Declared { name, width, used: vec![false; width] });
        id
    }

    /// The lines with those of the wires that they need in front.
    pub(crate) fn with_wires(&mut self, lines: Vec<String>) -> Vec<String> {
        let mut all = std::mem::take(&mut self.pending);
        all.extend(lines);
        all
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

    /// `assign target = value;`, bit range by bit range where that is how the value is made.
    pub(crate) fn driven(&mut self, target: SignalId, value: &Expression) -> Vec<String> {
        let whole = self.name(target).to_owned();
        let Kind::Concat(parts) = &value.kind else {
            return self.assignment(&format!("assign {whole}"), value, target);
        };
        let is_short = |line: &String| line.len() <= LINE;
        let is_plain = parts.iter().all(|part| !matches!(part.kind, Kind::Choice { .. }));
        if let (true, [line]) = (is_plain, &self.assignment(&format!("assign {whole}"), value, target)[..])
            && is_short(line)
        {
            return vec![line.clone()];
        }
        let mut lines = Vec::new();
        let mut low = 0;
        for part in parts {
            let head = format!("assign {}", self.written(target, low, part.width));
            lines.extend(self.assignment(&head, part, target));
            low += part.width;
        }
        lines
    }

    /// `head = value;`, a condition or a term a line where one line is too short.
    pub(crate) fn assignment(&mut self, head: &str, value: &Expression, subject: SignalId) -> Vec<String> {
        let text = self.value(value, subject);
        let line = format!("{head} = {text};");
        let mut lines = match &value.kind {
            Kind::Choice { then, otherwise, .. } => {
                let is_single = ![then, otherwise].iter().any(|e| matches!(e.kind, Kind::Choice { .. }));
                if is_single && line.len() <= LINE {
                    return vec![line];
                }
                self.choices(value)
            }
            Kind::Binary(operator, ..) if operator.associates() && line.len() > LINE => self.terms(value, *operator),
            _ => return vec![line],
        };
        if let Some(last) = lines.last_mut() {
            last.push(';');
        }
        let mut all = vec![format!("{head} =")];
        all.extend(indented(lines));
        all
    }

    /// One condition a line.
    fn choices(&mut self, e: &Expression) -> Vec<String> {
        let mut lines = Vec::new();
        let mut rest = e;
        while let Kind::Choice { condition, then, otherwise } = &rest.kind {
            let condition = self.condition(condition);
            if matches!(then.kind, Kind::Choice { .. }) {
                lines.push(format!("{condition} ? ("));
                lines.extend(indented(self.choices(then)));
                lines.push(") :".to_owned());
            } else {
                lines.push(format!("{condition} ? {} :", self.text(then)));
            }
            rest = otherwise;
        }
        lines.push(self.text(rest));
        lines
    }

    /// `if (condition) begin`, a term a line where one line is too short.
    fn test(&mut self, condition: &Expression) -> Vec<String> {
        let line = format!("if ({}) begin", self.text(condition));
        match condition.kind {
            Kind::Binary(operator, ..) if operator.associates() && line.len() > LINE => {
                let terms = indented(self.terms(condition, operator));
                let head = "if (".to_owned();
                [head].into_iter().chain(terms).chain([") begin".to_owned()]).collect()
            }
            _ => vec![line],
        }
    }

    fn terms(&mut self, e: &Expression, operator: Operator) -> Vec<String> {
        let mut terms = Vec::new();
        e.visit_terms(operator, &mut |term| terms.push(self.term(term)));
        let last = terms.pop();
        let symbol = symbol(operator);
        terms.into_iter().map(|term| format!("{term} {symbol}")).chain(last).collect()
    }

    fn branch(&mut self, e: &Expression) -> String {
        match e.kind {
            Kind::Choice { .. } => self.operand(e),
            _ => self.text(e),
        }
    }

    fn condition(&mut self, e: &Expression) -> String {
        match e.kind {
            Kind::Binary(..) | Kind::Choice { .. } => self.operand(e),
            _ => self.text(e),
        }
    }

    /// The body of an `always @(posedge ..)` block.
    pub(crate) fn sequential(&mut self, statements: &[Statement]) -> Vec<String> {
        statements.iter().flat_map(|statement| self.statement(statement)).collect()
    }

    fn statement(&mut self, statement: &Statement) -> Vec<String> {
        match statement {
            Statement::Comment(text) => vec![format!("// {text}")],
            Statement::Assign { target, low, value } => {
                let text = self.value(value, *target);
                vec![format!("{} <= {text};", self.written(*target, *low, value.width))]
            }
            Statement::If { condition, then, otherwise } => {
                self.set_subject(then, otherwise);
                let mut lines = self.test(condition);
                lines.extend(indented(self.sequential(then)));
                if let [nested @ Statement::If { .. }] = otherwise.as_slice() {
                    let inner = self.statement(nested);
                    lines.push(format!("end else {}", inner[0]));
                    lines.extend(inner.into_iter().skip(1));
                    return lines;
                }
                if !otherwise.is_empty() {
                    lines.push("end else begin".to_owned());
                    lines.extend(indented(self.sequential(otherwise)));
                }
                lines.push("end".to_owned());
                lines
            }
            Statement::Case { subject, arms, default, .. } => {
                let first = arms.first().map_or(&[][..], |(_, body)| body);
                self.set_subject(first, default);
                let mut lines = vec![format!("case ({})", self.text(subject))];
                for (label, body) in arms {
                    let label = self.text(label);
                    lines.extend(indented(self.arm(&label, body)));
                }
                lines.extend(indented(self.arm("default", default)));
                lines.push("endcase".to_owned());
                lines
            }
        }
    }

    fn arm(&mut self, label: &str, body: &[Statement]) -> Vec<String> {
        if body.is_empty() {
            return vec![format!("{label}: ;")];
        }
        let mut lines = vec![format!("{label}: begin")];
        lines.extend(indented(self.sequential(body)));
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
}

fn indented(lines: Vec<String>) -> Vec<String> {
    lines.into_iter().map(|line| format!("{INDENT}{line}")).collect()
}
