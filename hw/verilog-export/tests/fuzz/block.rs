//! A block whose kernel is a random program.

use crate::at_width;
use crate::expression::{CONTAINER, Environment, Place, Value};
use crate::statement::{Machine, Statement, trees};
use emberlane_verilog::equivalence::Driver;
use rust_hdl::core::ast::VerilogStatement;
use rust_hdl::prelude::*;

/// A signal of any width.
pub trait Port: Block {
    fn read(&self) -> Value;
    /// What was written last, which for an input is not yet what is read.
    fn pending(&self) -> Value;
    fn write(&mut self, value: Value);
    fn drive(&mut self, driver: &mut Driver);
    fn width(&self) -> usize;
}

macro_rules! port {
    ($direction:ty, |$signal:ident, $driver:ident| $drive:expr) => {
        impl<const N: usize> Port for Signal<$direction, Bits<N>> {
            fn read(&self) -> Value {
                bit_cast::<CONTAINER, N>(self.val())
            }

            fn pending(&self) -> Value {
                bit_cast::<CONTAINER, N>(self.next)
            }

            fn write(&mut self, value: Value) {
                self.next = bit_cast::<N, CONTAINER>(value);
            }

            fn drive(&mut self, $driver: &mut Driver) {
                let $signal = self;
                $drive
            }

            fn width(&self) -> usize {
                N
            }
        }
    };
}

port!(In, |signal, driver| driver.input(signal));
port!(Out, |_signal, _driver| unreachable!("an output is not driven"));
port!(Local, |_signal, _driver| unreachable!("a Local is not driven"));

/// A register of any width.
pub trait Register: Block {
    fn state(&self) -> Value;
    fn pending(&self) -> Value;
    fn write(&mut self, value: Value);
    fn set_clock(&mut self, clock: Clock);
    fn width(&self) -> usize;
}

impl<const N: usize> Register for DFF<Bits<N>> {
    fn state(&self) -> Value {
        bit_cast::<CONTAINER, N>(self.q.val())
    }

    fn pending(&self) -> Value {
        bit_cast::<CONTAINER, N>(self.d.next)
    }

    fn write(&mut self, value: Value) {
        self.d.next = bit_cast::<N, CONTAINER>(value);
    }

    fn set_clock(&mut self, clock: Clock) {
        self.clock.next = clock;
    }

    fn width(&self) -> usize {
        N
    }
}

pub fn input(width: usize) -> Box<dyn Port> {
    at_width!(width, N => Box::new(Signal::<In, Bits<N>>::default()))
}

pub fn output(width: usize) -> Box<dyn Port> {
    at_width!(width, N => Box::new(Signal::<Out, Bits<N>>::default()))
}

pub fn local(width: usize) -> Box<dyn Port> {
    at_width!(width, N => Box::new(Signal::<Local, Bits<N>>::default()))
}

pub fn register(width: usize) -> Box<dyn Register> {
    at_width!(width, N => Box::new(DFF::<Bits<N>>::default()))
}

/// Name of a random module; stands where `About` does in others.
struct Name(String);

impl Logic for Name {
    fn update(&mut self) {}

    fn hdl(&self) -> Verilog {
        Verilog::Combinatorial(vec![
            VerilogStatement::Comment(self.0.clone()),
            VerilogStatement::Comment("Random kernel.".into()),
        ])
    }
}

impl Block for Name {
    fn connect_all(&mut self) {}

    fn update_all(&mut self) {}

    fn has_changed(&self) -> bool {
        false
    }

    fn accept(&self, name: &str, probe: &mut dyn Probe) {
        probe.visit_start_namespace(name, self);
        probe.visit_end_namespace(name, self);
    }
}

pub struct FuzzBlock {
    name: Name,
    clock: Signal<In, Clock>,
    pub inputs: Vec<Box<dyn Port>>,
    pub outputs: Vec<Box<dyn Port>>,
    pub locals: Vec<Box<dyn Port>>,
    pub elements: Vec<Box<dyn Port>>,
    pub registers: Vec<Box<dyn Register>>,
    pub children: Vec<FuzzBlock>,
    pub program: Vec<Statement>,
    index: usize,
}

impl FuzzBlock {
    pub fn new(name: String) -> Self {
        Self {
            name: Name(name),
            clock: Signal::default(),
            inputs: Vec::new(),
            outputs: Vec::new(),
            locals: Vec::new(),
            elements: Vec::new(),
            registers: Vec::new(),
            children: Vec::new(),
            program: Vec::new(),
            index: 0,
        }
    }

    pub fn drive(&mut self, driver: &mut Driver) {
        driver.input(&mut self.clock);
        self.inputs.iter_mut().for_each(|input| input.drive(driver));
    }
}

impl Environment for FuzzBlock {
    fn read(&self, place: Place) -> Value {
        match place {
            Place::Input(index) => self.inputs[index].read(),
            Place::Output(index) => self.outputs[index].read(),
            Place::Local(index) => self.locals[index].read(),
            Place::Element(index) => self.elements[index].read(),
            Place::Register(index) => self.registers[index].state(),
            // The next state of a register of this block, for a partial write.
            Place::ChildInput(usize::MAX, index) => self.registers[index].pending(),
            Place::ChildInput(child, index) => self.children[child].inputs[index].pending(),
            Place::ChildOutput(child, index) => self.children[child].outputs[index].read(),
        }
    }

    fn index(&self) -> usize {
        self.index
    }
}

impl Machine for FuzzBlock {
    fn write(&mut self, place: Place, value: Value) {
        match place {
            Place::Output(index) => self.outputs[index].write(value),
            Place::Local(index) => self.locals[index].write(value),
            Place::Element(index) => self.elements[index].write(value),
            Place::Register(index) => self.registers[index].write(value),
            Place::ChildInput(child, index) => self.children[child].inputs[index].write(value),
            Place::Input(_) | Place::ChildOutput(..) => unreachable!("the generator does not write to {place:?}"),
        }
    }

    fn set_index(&mut self, index: usize) {
        self.index = index;
    }

    fn clock(&mut self, child: bool, index: usize) {
        let clock = self.clock.val();
        if child {
            self.children[index].clock.next = clock;
        } else {
            self.registers[index].set_clock(clock);
        }
    }

    fn width(&self, place: Place) -> usize {
        match place {
            Place::Input(index) => self.inputs[index].width(),
            Place::Output(index) => self.outputs[index].width(),
            Place::Local(index) => self.locals[index].width(),
            Place::Element(index) => self.elements[index].width(),
            Place::Register(index) => self.registers[index].width(),
            Place::ChildInput(child, index) => self.children[child].inputs[index].width(),
            Place::ChildOutput(child, index) => self.children[child].outputs[index].width(),
        }
    }

    fn environment(&self) -> &dyn Environment {
        self
    }
}

impl Logic for FuzzBlock {
    fn update(&mut self) {
        let program = std::mem::take(&mut self.program);
        program.iter().for_each(|statement| statement.run(self));
        self.program = program;
    }

    fn hdl(&self) -> Verilog {
        Verilog::Combinatorial(trees(&self.program))
    }
}

impl Block for FuzzBlock {
    fn connect_all(&mut self) {}

    fn update_all(&mut self) {
        self.update();
        self.clock.update_all();
        self.inputs.iter_mut().chain(&mut self.outputs).for_each(|port| port.update_all());
        self.locals.iter_mut().chain(&mut self.elements).for_each(|port| port.update_all());
        self.registers.iter_mut().for_each(|register| register.update_all());
        self.children.iter_mut().for_each(Block::update_all);
    }

    fn has_changed(&self) -> bool {
        let ports = self.inputs.iter().chain(&self.outputs).chain(&self.locals).chain(&self.elements);
        self.clock.has_changed()
            || ports.into_iter().any(|port| port.has_changed())
            || self.registers.iter().any(|register| register.has_changed())
            || self.children.iter().any(Block::has_changed)
    }

    fn accept(&self, name: &str, probe: &mut dyn Probe) {
        probe.visit_start_scope(name, self);
        self.name.accept("about", probe);
        self.clock.accept("clock", probe);
        let groups =
            [("in", &self.inputs), ("out", &self.outputs), ("local", &self.locals), ("element$", &self.elements)];
        for (group, ports) in groups {
            for (index, port) in ports.iter().enumerate() {
                port.accept(&format!("{group}{index}"), probe);
            }
        }
        for (index, register) in self.registers.iter().enumerate() {
            register.accept(&format!("register{index}"), probe);
        }
        for (index, child) in self.children.iter().enumerate() {
            child.accept(&format!("child{index}"), probe);
        }
        probe.visit_end_scope(name, self);
    }
}
