//! Random programs that Rust-HDL's compiler would accept and whose dynamic places lie inside their values.

use crate::block::{self, FuzzBlock};
use crate::expression::{Comparison, Expression, FACTORS, Operator, Place, Reduction, WIDTHS};
use crate::statement::{Machine, Statement};

const ELEMENTS: usize = 4;

/// The same block for the same seed.
pub fn block(seed: u64) -> FuzzBlock {
    Generator { state: seed.wrapping_mul(0x9e37_79b9).wrapping_add(17), readable: Vec::new(), in_loop: None }
        .block(format!("fuzz_{seed}"), true)
}

struct Generator {
    state: u64,
    /// What an expression may read at this point of the program.
    readable: Vec<(Place, usize)>,
    /// In a loop: the width of the array's elements.
    in_loop: Option<usize>,
}

impl Generator {
    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    fn width(&mut self) -> usize {
        if self.chance(20) { 1 } else { WIDTHS[self.below(WIDTHS.len())] }
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    fn operator(&mut self) -> Operator {
        self.pick(&[Operator::And, Operator::Or, Operator::Xor, Operator::Add, Operator::Subtract])
    }

    fn comparison(&mut self) -> Comparison {
        self.pick(&[
            Comparison::Equal,
            Comparison::NotEqual,
            Comparison::Less,
            Comparison::LessOrEqual,
            Comparison::Greater,
            Comparison::GreaterOrEqual,
        ])
    }

    /// A literal that fits, often at an end of the range.
    fn literal(&mut self, width: usize) -> u64 {
        let mask = if width >= 64 { u64::MAX } else { (1 << width) - 1 };
        match self.below(4) {
            0 => 0,
            1 => mask,
            2 => self.next() & mask & 0xf,
            _ => self.next() & mask,
        }
    }

    fn block(&mut self, name: String, with_children: bool) -> FuzzBlock {
        let mut block = FuzzBlock::new(name.clone());
        for _ in 0..3 + self.below(4) {
            block.inputs.push(block::input(self.width()));
        }
        for _ in 0..2 + self.below(3) {
            block.outputs.push(block::output(self.width()));
        }
        for _ in 0..3 + self.below(4) {
            block.locals.push(block::local(self.width()));
        }
        let element_width = self.width();
        block.elements = (0..ELEMENTS).map(|_| block::local(element_width)).collect();
        for _ in 0..1 + self.below(4) {
            block.registers.push(block::register(self.width()));
        }
        if with_children {
            for index in 0..self.below(3) {
                block.children.push(self.block(format!("{name}_child{index}"), false));
            }
        }
        let program = self.program(&block, element_width);
        block.program = program;
        block
    }

    fn program(&mut self, block: &FuzzBlock, element_width: usize) -> Vec<Statement> {
        let mut program = Vec::new();
        let registers: Vec<usize> = (0..block.registers.len()).collect();
        self.readable = (0..block.inputs.len()).map(Place::Input).map(|place| (place, block.width(place))).collect();
        self.readable.extend(registers.iter().map(|r| (Place::Register(*r), block.width(Place::Register(*r)))));
        // Everything that children depend on comes first, so that nothing goes round in a circle.
        program.push(Statement::Hold(registers.clone()));
        let early = block.locals.len() / 2;
        let mut targets = self.defaults(block, (0..early).map(Place::Local), &mut program);
        program.push(self.element_loop(element_width));
        let elements: Vec<(Place, usize)> = (0..ELEMENTS).map(|index| (Place::Element(index), element_width)).collect();
        self.readable.extend(&elements);
        targets.extend(elements);
        self.body(&targets, 3, 2, &mut program);
        if self.chance(50) {
            program.push(self.element_loop(element_width));
        }
        for child in 0..block.children.len() {
            self.child(block, child, &mut program);
        }
        let mut targets = self.defaults(block, (early..block.locals.len()).map(Place::Local), &mut program);
        targets.extend(self.defaults(block, (0..block.outputs.len()).map(Place::Output), &mut program));
        targets.extend(registers.iter().map(|r| (Place::Register(*r), block.width(Place::Register(*r)))));
        self.body(&targets, 6, 3, &mut program);
        if self.chance(60) {
            let condition = self.expression(1, 0);
            let body = registers
                .iter()
                .map(|r| {
                    let width = block.width(Place::Register(*r));
                    Statement::Assign(Place::Register(*r), Expression::Constant(self.literal(width), width))
                })
                .collect();
            program.push(Statement::If { branches: vec![(condition, body)], otherwise: None });
        }
        program
    }

    /// Gives every place a value, after which it may be read.
    fn defaults(
        &mut self,
        block: &FuzzBlock,
        places: impl Iterator<Item = Place>,
        program: &mut Vec<Statement>,
    ) -> Vec<(Place, usize)> {
        let mut targets = Vec::new();
        for place in places {
            let width = block.width(place);
            program.push(Statement::Assign(place, self.expression(width, 3)));
            self.readable.push((place, width));
            targets.push((place, width));
        }
        targets
    }

    fn child(&mut self, block: &FuzzBlock, child: usize, program: &mut Vec<Statement>) {
        program.push(Statement::ChildClock(child));
        for index in 0..block.children[child].inputs.len() {
            let target = Place::ChildInput(child, index);
            let width = block.width(target);
            let same = (0..block.inputs.len()).map(Place::Input).find(|place| block.width(*place) == width);
            match same {
                Some(from) if self.chance(50) => program.push(Statement::Link { from, to: target }),
                _ => program.push(Statement::Assign(target, self.expression(width, 2))),
            }
            if self.chance(30) {
                let condition = self.expression(1, 2);
                let body = vec![Statement::Assign(target, self.expression(width, 1))];
                program.push(Statement::If { branches: vec![(condition, body)], otherwise: None });
            }
        }
        for index in 0..block.children[child].outputs.len() {
            let place = Place::ChildOutput(child, index);
            self.readable.push((place, block.width(place)));
        }
    }

    fn element_loop(&mut self, width: usize) -> Statement {
        // The first loop gives every element its value; only a later one may read them.
        let readable = self.readable.iter().any(|(place, _)| matches!(place, Place::Element(_)));
        self.in_loop = readable.then_some(width);
        let last = self.chance(30).then_some(ELEMENTS - 1);
        let mut body = vec![Statement::AssignElement { last, value: self.loop_value(width) }];
        if self.chance(50) {
            let then = vec![Statement::AssignElement { last, value: self.loop_value(width) }];
            let mut otherwise = Vec::new();
            if self.chance(50) {
                let condition = self.expression(1, 1);
                let assign = vec![Statement::AssignElement { last, value: self.loop_value(width) }];
                otherwise.push(Statement::If { branches: vec![(condition, assign)], otherwise: None });
            }
            body.push(Statement::IfIndex { index: self.below(ELEMENTS), then, otherwise });
        }
        self.in_loop = None;
        Statement::Loop { from: 0, to: ELEMENTS, body }
    }

    fn loop_value(&mut self, width: usize) -> Expression {
        let value = self.expression(width, 2);
        // The loop variable is at most 3.
        if width > 1 && self.chance(50) { Expression::WithIndex(self.operator(), Box::new(value)) } else { value }
    }

    fn body(&mut self, targets: &[(Place, usize)], length: usize, depth: usize, out: &mut Vec<Statement>) {
        for _ in 0..1 + self.below(length) {
            let statement = self.statement(targets, depth);
            out.push(statement);
        }
    }

    fn bodies(&mut self, targets: &[(Place, usize)], depth: usize) -> Vec<Statement> {
        let mut body = Vec::new();
        if !self.chance(10) {
            self.body(targets, 3, depth, &mut body);
        }
        body
    }

    fn statement(&mut self, targets: &[(Place, usize)], depth: usize) -> Statement {
        if depth > 0 && self.chance(35) {
            let branches =
                (0..1 + self.below(3)).map(|_| (self.expression(1, 3), self.bodies(targets, depth - 1))).collect();
            let otherwise = self.chance(50).then(|| self.bodies(targets, depth - 1));
            return Statement::If { branches, otherwise };
        }
        if depth > 0 && self.chance(20) {
            let width = self.pick(&[1, 2, 3, 4, 5]);
            let subject = self.expression(width, 2);
            let mut labels: Vec<u64> = (0..1 + self.below(4)).map(|_| self.literal(width)).collect();
            labels.sort_unstable();
            labels.dedup();
            let arms = labels.into_iter().map(|label| (label, self.bodies(targets, depth - 1))).collect();
            return Statement::Match { subject, arms, default: self.bodies(targets, depth - 1) };
        }
        let (target, width) = self.pick(targets);
        if width > 1 && self.chance(15) {
            let field = WIDTHS[self.below(WIDTHS.iter().filter(|w| **w < width).count())];
            let offset = self.below(width - field + 1);
            return Statement::AssignSlice { target, offset, value: self.expression(field, 2) };
        }
        if width > 1 && self.chance(15) && !matches!(target, Place::Register(_)) {
            return Statement::AssignBit { target, index: self.below(width), bit: self.expression(1, 2) };
        }
        Statement::Assign(target, self.expression(width, 4))
    }

    fn boxed(&mut self, width: usize, depth: usize) -> Box<Expression> {
        Box::new(self.expression(width, depth))
    }

    fn leaf(&mut self, width: usize) -> Expression {
        if let (Some(element), true) = (self.in_loop, self.chance(30)) {
            let last = self.chance(40).then_some(ELEMENTS - 1);
            let value = Expression::LoopElement { last, width: element };
            return if element == width { value } else { Expression::Cast(Box::new(value), width) };
        }
        let same: Vec<(Place, usize)> = self.readable.iter().copied().filter(|(_, other)| *other == width).collect();
        if !same.is_empty() && self.chance(70) {
            let (place, width) = self.pick(&same);
            return Expression::Signal(place, width);
        }
        if self.chance(15) {
            return Expression::Constant(self.literal(width), width);
        }
        let readable = std::mem::take(&mut self.readable);
        let (place, other) = self.pick(&readable);
        self.readable = readable;
        let signal = Box::new(Expression::Signal(place, other));
        match self.below(3) {
            0 => Expression::Slice { value: signal, width, offset: self.below(other) },
            1 if width == 1 => Expression::Bit(signal, self.below(other)),
            _ => Expression::Cast(signal, width),
        }
    }

    /// An index of a value of `length` bits: no arithmetic at its root, and never past the end.
    fn index(&mut self, length: usize, depth: usize) -> Box<Expression> {
        let widest = usize::BITS as usize - 1 - length.leading_zeros() as usize;
        let width = WIDTHS.iter().copied().rfind(|width| *width <= widest).unwrap_or(1);
        let from = self.width().max(width);
        let value = self.boxed(from, depth);
        let offset = self.below(from);
        Box::new(Expression::Slice { value, width, offset })
    }

    fn expression(&mut self, width: usize, depth: usize) -> Expression {
        if depth == 0 || self.chance(15) {
            return self.leaf(width);
        }
        let below = depth - 1;
        let other = self.width();
        if width == 1 && self.chance(70) {
            return match self.below(8) {
                0 => Expression::Compare(self.comparison(), self.boxed(other, below), self.boxed(other, below)),
                1 => Expression::CompareLiteral(self.comparison(), self.boxed(other, below), self.literal(other)),
                2 => Expression::CompareSigned(self.comparison(), self.boxed(other, below), self.boxed(other, below)),
                3 => Expression::Reduce(
                    self.pick(&[Reduction::All, Reduction::Any, Reduction::Xor]),
                    self.boxed(other, below),
                ),
                4 => Expression::Bit(self.boxed(other, below), self.below(other)),
                5 if other > 1 => Expression::DynamicBit(self.boxed(other, below), self.index(other, below)),
                6 => Expression::Logical {
                    and: self.chance(50),
                    left: self.boxed(1, below),
                    right: self.boxed(1, below),
                },
                _ => Expression::Not(self.boxed(1, below)),
            };
        }
        match self.below(15) {
            0..=2 => Expression::Binary(self.operator(), self.boxed(width, below), self.boxed(width, below)),
            3 => Expression::WithLiteral {
                operator: self.operator(),
                value: self.boxed(width, below),
                literal: self.literal(width),
                literal_first: self.chance(30),
            },
            4 => Expression::Not(self.boxed(width, below)),
            5 => Expression::ShiftBy {
                left: self.chance(50),
                value: self.boxed(width, below),
                amount: self.below(width + 2) as u64,
            },
            6 => {
                let amount = self.pick(&[1, 3, 5, 8]);
                Expression::Shift {
                    left: self.chance(50),
                    value: self.boxed(width, below),
                    amount: self.boxed(amount, below),
                }
            }
            7 => Expression::Cast(self.boxed(other, below), width),
            8 => Expression::Slice { value: self.boxed(other, below), width, offset: self.below(other) },
            9 => Expression::DynamicSlice { value: self.boxed(other, below), width, offset: self.index(other, below) },
            10 if width > 1 => Expression::Replace {
                value: self.boxed(width, below),
                index: self.below(width),
                bit: self.boxed(1, below),
            },
            11 if width > 1 => Expression::DynamicReplace {
                value: self.boxed(width, below),
                index: self.index(width, below),
                bit: self.boxed(1, below),
            },
            12 => Expression::SignedSum {
                subtract: self.chance(50),
                negate: self.chance(30),
                left: self.boxed(width, below),
                right: self.boxed(width, below),
            },
            13 => self.product(width, below),
            14 if width > 1 => Expression::AddBool(self.boxed(width, below), self.boxed(1, below)),
            _ if width == 64 => {
                let amount = self.pick(&[3, 5, 8]);
                Expression::ShiftLiteral(self.literal(16), self.boxed(amount, below))
            }
            _ => self.leaf(width),
        }
    }

    fn product(&mut self, width: usize, depth: usize) -> Expression {
        if self.chance(30) {
            let (left, right) = (self.boxed(16, depth), self.boxed(16, depth));
            let product = if self.chance(50) {
                Expression::Product16(left, right)
            } else {
                Expression::SignedProduct16(left, right)
            };
            return if width == 32 { product } else { Expression::Cast(Box::new(product), width) };
        }
        let (n, m) = (self.pick(&FACTORS), self.pick(&FACTORS));
        let (left, right) = (self.boxed(n, depth), self.boxed(m, depth));
        let cut = WIDTHS.iter().copied().rfind(|width| *width <= n + m).unwrap_or(1);
        let product = if self.chance(50) {
            Expression::Product { left, right, width: cut }
        } else {
            Expression::SignedProduct { left, right, width: cut }
        };
        if width == cut { product } else { Expression::Cast(Box::new(product), width) }
    }
}
