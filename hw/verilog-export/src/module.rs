//! One module: declarations, children, logic.

use crate::domains::Domains;
use crate::error::Problem;
use crate::expression::{Expression, Kind, SignalId};
use crate::kernel::{self, Analysed, Component};
use crate::names::Names;
use crate::print::{Declared, Printer, range};
use crate::scope::{Role, Scope};
use crate::settle::{Driven, Shared, settle};
use crate::statement::{self, Statement};
use crate::tree::Node;
use rust_hdl::core::ast::VerilogBlock;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// For every output, the inputs that reach it without a register; by path.
pub(crate) type Paths = BTreeMap<String, BTreeSet<String>>;

/// Module of a child and how values pass through it.
#[derive(Clone)]
pub(crate) struct ChildModule {
    pub(crate) name: String,
    pub(crate) paths: Paths,
    pub(crate) domains: Domains,
}

pub(crate) struct PortDeclaration {
    pub(crate) name: String,
    pub(crate) is_input: bool,
    /// Driven by an `always` block.
    pub(crate) is_reg: bool,
    pub(crate) width: usize,
    pub(crate) is_clock: bool,
}

/// A module but for its name.
pub(crate) struct Body {
    pub(crate) ports: Vec<PortDeclaration>,
    /// Lines between the header and `endmodule`.
    pub(crate) lines: Vec<String>,
    pub(crate) paths: Paths,
    pub(crate) domains: Domains,
}

/// How a component is printed.
#[derive(Clone, Copy, PartialEq)]
enum Form {
    /// One `assign`.
    Assign,
    /// In the port list of a child.
    Connection,
    /// The output of a child under the name of its only reader.
    Alias,
    /// `always @(posedge ..)`.
    Sequential(SignalId),
    /// Signals driven by an `assign` each, registers by `always @(posedge ..)`.
    Mixed,
}

pub(crate) fn build(node: &Node, kernel: &VerilogBlock, children: &[ChildModule]) -> Result<Body, Problem> {
    let scope = Scope::new(node)?;
    let analysed = kernel::analyse(&scope, statement::read(&scope, kernel)?)?;
    let edges = edges(&scope, &analysed, children);
    let reaching = reaching(&scope, &edges)?;
    let paths = paths(&scope, &reaching);
    let of_children: Vec<&Domains> = children.iter().map(|child| &child.domains).collect();
    let domains = Domains::of_kernel(&scope, &analysed, &of_children, &edges, &reaching)?;
    let mut writer = Writer::new(&scope, &analysed, children);
    writer.logic();
    let ports = writer.ports();
    Ok(Body { ports, lines: writer.finish(), paths, domains })
}

struct Writer<'a, 'b> {
    scope: &'b Scope<'a>,
    analysed: &'b Analysed,
    children: &'b [ChildModule],
    printer: Printer,
    forms: Vec<Form>,
    /// Children's inputs that are connected to an expression.
    connections: HashMap<SignalId, Expression>,
    /// Registers whose next state has a signal of its own.
    has_next: Vec<bool>,
    instance_names: Vec<String>,
    sections: Vec<Vec<String>>,
}

impl<'a, 'b> Writer<'a, 'b> {
    fn new(scope: &'b Scope<'a>, analysed: &'b Analysed, children: &'b [ChildModule]) -> Self {
        let (names, signal_names, instance_names) = name_everything(scope);
        let mut writer = Self {
            scope,
            analysed,
            children,
            printer: Printer::new(scope, names, signal_names),
            forms: Vec::new(),
            connections: HashMap::new(),
            has_next: vec![false; scope.registers.len()],
            instance_names,
            sections: Vec::new(),
        };
        for component in &analysed.components {
            let form = writer.form(component);
            writer.forms.push(form);
        }
        writer
    }

    fn form(&mut self, component: &Component) -> Form {
        let scope = self.scope;
        let registers: Vec<usize> = component
            .targets
            .iter()
            .filter_map(|id| match scope.signal(*id).role {
                Role::RegisterNext(index) => Some(index),
                _ => None,
            })
            .collect();
        let unread = component.targets.iter().all(|id| !self.analysed.read.contains(id));
        if let Some(first) = registers.first() {
            let clock = self.analysed.clocks[*first];
            let one_clock = registers.iter().all(|index| self.analysed.clocks[*index] == clock);
            if registers.len() == component.targets.len() && unread && one_clock {
                for index in registers {
                    let register = &scope.registers[index];
                    self.printer.alias(register.next, register.state);
                }
                return Form::Sequential(clock);
            }
            for index in registers {
                let register = &scope.registers[index];
                if self.analysed.read.contains(&register.next) {
                    self.has_next[index] = true;
                } else {
                    self.printer.alias(register.next, register.state);
                }
            }
            return Form::Mixed;
        }
        let Some((target, value)) = component.as_single(scope) else { return Form::Mixed };
        if component.statements.len() == 1 {
            match (scope.signal(target).role, &value.kind) {
                (Role::ChildInput(_), _) if unread && is_connectable(value) => {
                    self.connections.insert(target, value.clone());
                    return Form::Connection;
                }
                (role, Kind::Signal(source)) if role.is_variable() => {
                    let is_output = matches!(scope.signal(*source).role, Role::ChildOutput(_));
                    if is_output && !self.printer.is_alias(*source) {
                        self.printer.alias(*source, target);
                        return Form::Alias;
                    }
                }
                _ => {}
            }
        }
        Form::Assign
    }

    fn logic(&mut self) {
        for index in 0..self.scope.children.len() {
            self.instance(index);
        }
        let mut simple: Vec<(SignalId, Vec<&'b Statement>)> = Vec::new();
        let mut position_of: HashMap<SignalId, usize> = HashMap::new();
        let analysed = self.analysed;
        for (component, form) in analysed.components.iter().zip(self.forms.clone()) {
            match form {
                Form::Connection | Form::Alias => {}
                Form::Assign => self.assign(component),
                Form::Mixed => self.mixed(component),
                Form::Sequential(clock) if component.statements.iter().all(Statement::is_assignment) => {
                    // Registers without conditions share one block a clock, where the first of them stands.
                    let index = *position_of.entry(clock).or_insert_with(|| {
                        simple.push((clock, Vec::new()));
                        simple.len() - 1
                    });
                    simple[index].1.extend(&component.statements);
                }
                Form::Sequential(clock) => self.clocked(clock, &component.statements),
            }
        }
        for (clock, statements) in simple {
            let statements: Vec<Statement> = statements.into_iter().cloned().collect();
            self.clocked(clock, &statements);
        }
        self.next_states();
    }

    fn section(&mut self, lines: Vec<String>) {
        let section = self.printer.with_wires(lines);
        self.sections.push(section);
    }

    fn assign(&mut self, component: &Component) {
        let mut lines = Vec::new();
        for statement in &component.statements {
            match statement {
                Statement::Comment(text) => lines.push(format!("// {text}")),
                Statement::Assign { target, value, .. } => {
                    let head = format!("assign {}", self.printer.name(*target));
                    lines.extend(self.printer.assignment(&head, value, *target));
                }
                Statement::If { .. } | Statement::Case { .. } => {}
            }
        }
        let lines = self.printer.with_wires(lines);
        self.assignments(lines);
    }

    /// Neighbouring assignments stand together if each is one line.
    fn assignments(&mut self, lines: Vec<String>) {
        let is_line = |line: &String| line.starts_with("assign ") && line.ends_with(';');
        match self.sections.last_mut() {
            Some(last) if lines.iter().all(is_line) && last.last().is_some_and(is_line) => last.extend(lines),
            _ => self.sections.push(lines),
        }
    }

    /// Registers first, because what is driven depends on them.
    fn mixed(&mut self, component: &Component) {
        let scope = self.scope;
        let clocks = &self.analysed.clocks;
        let has_next = self.has_next.clone();
        let clock_of = |id: SignalId| match scope.signal(id).role {
            Role::RegisterNext(index) if !has_next[index] => Some(clocks[index]),
            _ => None,
        };
        let is_clocked = |id| clock_of(id).is_some();
        let first_free = self.printer.declared.len();
        let settled = settle(scope, &component.statements, &is_clocked, first_free);
        for Shared { subject, value } in &settled.shared {
            let wanted = format!("{}_so_far", self.printer.name(*subject));
            self.printer.declare(&wanted, value.width);
        }
        let mut wires = Vec::new();
        for (index, Shared { subject, value }) in settled.shared.iter().enumerate() {
            let name = self.printer.name(SignalId(first_free + index)).to_owned();
            let head = format!("wire {}{name}", range(value.width));
            let lines = self.printer.assignment(&head, value, *subject);
            wires.extend(self.printer.with_wires(lines));
        }
        if !wires.is_empty() {
            self.sections.push(wires);
        }
        let of_component: BTreeSet<SignalId> = component.targets.iter().filter_map(|id| clock_of(*id)).collect();
        for clock in of_component {
            let mut statements = settled.clocked.clone();
            statement::retain(&mut statements, &|id| clock_of(id) == Some(clock));
            self.clocked(clock, &statements);
        }
        for Driven { target, comments, value } in &settled.driven {
            let lines = self.printer.driven(*target, value);
            let mut section = self.printer.with_wires(comments.iter().map(|text| format!("// {text}")).collect());
            section.extend(lines);
            self.assignments(section);
        }
    }

    fn clocked(&mut self, clock: SignalId, statements: &[Statement]) {
        self.printer.mark_used(clock, 0, 1);
        let statements = self.without_holds(statements);
        let mut lines = vec![format!("always @(posedge {}) begin", self.printer.name(clock))];
        let body = self.printer.sequential(&statements);
        lines.extend(body.into_iter().map(|line| format!("    {line}")));
        lines.push("end".to_owned());
        self.section(lines);
    }

    /// Without the leading `state <= state` of `dff_setup!`: a register holds by itself.
    fn without_holds(&self, statements: &[Statement]) -> Vec<Statement> {
        let mut written = HashSet::new();
        let mut kept = Vec::new();
        for statement in statements {
            let is_hold = match statement {
                Statement::Assign { target, low: 0, value } => match self.scope.signal(*target).role {
                    Role::RegisterNext(index) => {
                        value.kind == Kind::Signal(self.scope.registers[index].state) && !written.contains(target)
                    }
                    _ => false,
                },
                _ => false,
            };
            statement.visit_writes(&mut |id, _, _| {
                written.insert(id);
            });
            if !is_hold {
                kept.push(statement.clone());
            }
        }
        kept
    }

    /// Registers whose next state is a signal that something else reads.
    fn next_states(&mut self) {
        let mut by_clock: BTreeMap<SignalId, Vec<usize>> = BTreeMap::new();
        for (index, has_next) in self.has_next.iter().enumerate() {
            if *has_next {
                by_clock.entry(self.analysed.clocks[index]).or_default().push(index);
            }
        }
        for (clock, registers) in by_clock {
            self.printer.mark_used(clock, 0, 1);
            let mut lines = vec![format!("always @(posedge {}) begin", self.printer.name(clock))];
            for index in registers {
                let register = &self.scope.registers[index];
                self.printer.mark_used(register.next, 0, self.scope.signal(register.next).width);
                let (state, next) = (self.printer.name(register.state), self.printer.name(register.next));
                lines.push(format!("    {state} <= {next};"));
            }
            lines.push("end".to_owned());
            self.section(lines);
        }
    }

    fn instance(&mut self, index: usize) {
        let node = self.scope.children[index];
        let mut connections = Vec::new();
        for atom in &node.atoms {
            let Some(id) = self.scope.find(&format!("{}${}", node.instance, atom.path)) else { continue };
            let role = self.scope.signal(id).role;
            let value = match (role, self.connections.get(&id).cloned()) {
                (Role::ChildInput(_), Some(value)) => self.printer.value(&value, id),
                (Role::ChildInput(_), None) => {
                    self.printer.mark_used(id, 0, atom.width);
                    self.printer.name(id).to_owned()
                }
                _ => self.printer.name(id).to_owned(),
            };
            connections.push(format!("    .{}({value})", crate::names::sanitised(&atom.path)));
        }
        let mut lines = vec![format!("{} {} (", self.children[index].name, self.instance_names[index])];
        let last = connections.len().saturating_sub(1);
        for (position, connection) in connections.into_iter().enumerate() {
            lines.push(format!("{connection}{}", if position == last { "" } else { "," }));
        }
        lines.push(");".to_owned());
        self.section(lines);
    }

    fn ports(&self) -> Vec<PortDeclaration> {
        let scope = self.scope;
        scope
            .ids()
            .filter(|id| matches!(scope.signal(*id).role, Role::Input | Role::Output))
            .map(|id| PortDeclaration {
                name: self.printer.name(id).to_owned(),
                is_input: scope.signal(id).role == Role::Input,
                is_reg: false,
                width: scope.signal(id).width,
                is_clock: scope.signal(id).is_clock,
            })
            .collect()
    }

    fn finish(mut self) -> Vec<String> {
        let targets: HashSet<SignalId> =
            self.analysed.components.iter().flat_map(|component| component.targets.iter().copied()).collect();
        let (mut registers, mut signals) = (Vec::new(), Vec::new());
        let mut sinkable = Vec::new();
        for id in self.scope.ids() {
            let signal = self.scope.signal(id);
            let name = self.printer.name(id).to_owned();
            let range = range(signal.width);
            let declaration = format!("wire {range}{name};");
            match signal.role {
                Role::Input => sinkable.push(id),
                Role::Output | Role::RegisterClock(_) => {}
                Role::RegisterState(index) => {
                    registers.push(format!("reg {range}{name} = {};", self.scope.registers[index].initial));
                    sinkable.push(id);
                }
                Role::RegisterNext(index) if self.has_next[index] => signals.push(declaration),
                Role::RegisterNext(_) => {}
                Role::Local if targets.contains(&id) => {
                    signals.push(declaration);
                    sinkable.push(id);
                }
                Role::Local => {}
                Role::ChildInput(_) if self.connections.contains_key(&id) => {}
                Role::ChildInput(_) => signals.push(declaration),
                Role::ChildOutput(_) if self.printer.is_alias(id) => {}
                Role::ChildOutput(_) => {
                    signals.push(declaration);
                    sinkable.push(id);
                }
            }
        }
        // Values that got a name while printing.
        sinkable.extend((self.scope.signals.len()..self.printer.declared.len()).map(SignalId));
        let constants: Vec<String> = self
            .printer
            .constants
            .iter()
            .map(|(name, value)| {
                let width = value.split('\'').next().and_then(|width| width.parse().ok()).unwrap_or(1);
                format!("localparam {}{name} = {value};", range(width))
            })
            .collect();
        let unused: Vec<String> = sinkable.iter().flat_map(|id| unread_parts(&self.printer.declared[id.0])).collect();
        let mut sections = vec![constants, registers, signals];
        sections.append(&mut self.sections);
        if !unused.is_empty() {
            sections.push(unused_sink(&mut self.printer.names, &unused));
        }
        sections.retain(|section| !section.is_empty());
        sections.join(&String::new())
    }
}

/// Whether the expression can stand in a port list.
fn is_connectable(e: &Expression) -> bool {
    match &e.kind {
        Kind::Signal(_) | Kind::Constant(_) => true,
        Kind::Slice { base, .. } => matches!(base.kind, Kind::Signal(_)),
        Kind::Concat(parts) => parts.iter().all(is_connectable),
        _ => false,
    }
}

fn name_everything(scope: &Scope<'_>) -> (Names, Vec<String>, Vec<String>) {
    let mut names = Names::default();
    let mut signal_names = vec![String::new(); scope.signals.len()];
    // Ports first, so that they keep their names; then registers, Locals and children.
    let ranks: [fn(Role) -> bool; 4] = [
        |role| matches!(role, Role::Input | Role::Output),
        |role| matches!(role, Role::RegisterState(_)),
        |role| matches!(role, Role::Local | Role::RegisterNext(_)),
        |role| matches!(role, Role::ChildInput(_) | Role::ChildOutput(_)),
    ];
    for has_rank in ranks {
        for id in scope.ids().filter(|id| has_rank(scope.signal(*id).role)) {
            let wanted = match scope.signal(id).role {
                Role::RegisterState(index) => scope.registers[index].path.clone(),
                Role::RegisterNext(index) => format!("{}_next", scope.registers[index].path),
                _ => scope.signal(id).path.clone(),
            };
            signal_names[id.0] = names.unique(&wanted);
        }
    }
    // Prefixed, because a linter minds an instance with the name of a signal inside it.
    let instance_names = scope.children.iter().map(|child| names.unique(&format!("u_{}", child.instance))).collect();
    (names, signal_names, instance_names)
}

/// Bits of a signal that nothing reads, as Verilog.
fn unread_parts(declared: &Declared) -> Vec<String> {
    let Declared { name, width, used } = declared;
    if used.iter().all(|used| !used) {
        return vec![name.clone()];
    }
    let mut parts = Vec::new();
    let mut low = 0;
    while low < *width {
        if used[low] {
            low += 1;
            continue;
        }
        let high = (low..*width).take_while(|bit| !used[*bit]).last().unwrap_or(low);
        parts.push(if high == low { format!("{name}[{low}]") } else { format!("{name}[{high}:{low}]") });
        low = high + 1;
    }
    parts
}

/// A wire that reads what the design does not need, so that a linter finds every other unread bit.
fn unused_sink(names: &mut Names, unused: &[String]) -> Vec<String> {
    let name = names.unique("_unused");
    let mut lines = vec!["// Bits that the design does not need.".to_owned(), format!("wire {name} = &{{")];
    lines.extend(unused.iter().map(|part| format!("    {part},")));
    lines.push("    1'b0".to_owned());
    lines.push("};".to_owned());
    lines
}

/// What each signal depends on within a cycle, through children as well.
fn edges(scope: &Scope<'_>, analysed: &Analysed, children: &[ChildModule]) -> BTreeMap<SignalId, BTreeSet<SignalId>> {
    let mut edges = analysed.dependencies.clone();
    for (index, node) in scope.children.iter().enumerate() {
        for (output, inputs) in &children[index].paths {
            let find = |path: &str| scope.find(&format!("{}${path}", node.instance));
            if let Some(output) = find(output) {
                edges.entry(output).or_default().extend(inputs.iter().filter_map(|input| find(input)));
            }
        }
    }
    edges
}

/// The inputs that reach each signal within a cycle; a loop is an error.
fn reaching(
    scope: &Scope<'_>,
    edges: &BTreeMap<SignalId, BTreeSet<SignalId>>,
) -> Result<HashMap<SignalId, BTreeSet<SignalId>>, Problem> {
    let mut reaching: HashMap<SignalId, BTreeSet<SignalId>> = HashMap::new();
    for id in scope.ids() {
        sources(scope, edges, id, &mut Vec::new(), &mut reaching)?;
    }
    Ok(reaching)
}

fn paths(scope: &Scope<'_>, reaching: &HashMap<SignalId, BTreeSet<SignalId>>) -> Paths {
    let mut paths = Paths::new();
    for id in scope.ids().filter(|id| scope.signal(*id).role == Role::Output) {
        let inputs = reaching[&id].iter().map(|input| scope.signal(*input).path.clone()).collect();
        paths.insert(scope.signal(id).path.clone(), inputs);
    }
    paths
}

/// Inputs of the module that reach a signal; `open` is the path that leads to it.
fn sources(
    scope: &Scope<'_>,
    edges: &BTreeMap<SignalId, BTreeSet<SignalId>>,
    id: SignalId,
    open: &mut Vec<SignalId>,
    reaching: &mut HashMap<SignalId, BTreeSet<SignalId>>,
) -> Result<(), Problem> {
    if reaching.contains_key(&id) {
        return Ok(());
    }
    if let Some(start) = open.iter().position(|other| *other == id) {
        let mut path: Vec<String> = open[start..].iter().map(|id| scope.signal(*id).path.replace('$', ".")).collect();
        path.push(scope.signal(id).path.replace('$', "."));
        return Err(Problem::CombinationalLoop { path });
    }
    let mut found = BTreeSet::new();
    if scope.signal(id).role == Role::Input && !scope.signal(id).is_clock {
        found.insert(id);
    }
    if let Some(inputs) = edges.get(&id) {
        open.push(id);
        for input in inputs {
            sources(scope, edges, *input, open, reaching)?;
            found.extend(&reaching[input]);
        }
        open.pop();
    }
    reaching.insert(id, found);
    Ok(())
}
