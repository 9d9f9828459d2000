//! Bulk transfers that share links: each gets its fair part of every port that it passes.
//!
//! A transfer passes ports: out of one device, into another. At every moment rates are max-min fair (Bertsekas and Gallager, Data Networks,
//! Section 6.5.2): they grow together, until a port is full or a transfer has as much as it can take. The next begin or end changes them. It
//! is what the fabric's links do to many messages at once, without the messages: a batch of NDRec moves millions of lines. What their headers
//! and answers take of a link is a [share](Pass) of each byte.

use std::collections::BTreeMap;

/// A number of a port: one direction of a link.
pub type Port = usize;

/// A port that a transfer passes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pass {
    /// The port.
    pub port: Port,
    /// Bytes that pass it for each byte of the transfer: more than 1 where others carry it, less where it is only asked for or answered.
    pub share: f64,
}

/// A transfer.
#[derive(Clone, Debug, PartialEq)]
pub struct Transfer {
    /// What it passes, side by side, each port once.
    pub passes: Vec<Pass>,
    /// Its bytes.
    pub bytes: u64,
    /// Bytes a picosecond that it takes at most, whatever the ports have.
    pub most: f64,
}

/// Work that passes bytes through ports meanwhile: it takes longer where these are shared.
#[derive(Clone, Debug, PartialEq)]
pub struct Work {
    /// What it passes, side by side.
    pub ports: Vec<Port>,
    /// Its bytes.
    pub bytes: u64,
    /// How long it takes by itself, picoseconds.
    pub takes_ps: u64,
}

/// Transfers that begin together and end with the last of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrived {
    /// What they were begun as.
    pub tag: u64,
    /// When, picoseconds.
    pub at_ps: u64,
    /// Their bytes.
    pub bytes: u64,
}

#[derive(Clone, Debug)]
struct Flow {
    tag: u64,
    passes: Vec<Pass>,
    /// Bytes that are left.
    left: f64,
    most: f64,
    /// When its first byte is on its way.
    begins_ps: u64,
    rate: f64,
}

/// All transfers under way.
#[derive(Clone, Debug)]
pub struct Flows {
    /// Bytes a picosecond, of each port; infinite without a bound.
    ports: Vec<f64>,
    flows: Vec<Flow>,
    /// Bytes, and how many transfers are left, by tag.
    tags: BTreeMap<u64, (u64, usize)>,
    now_ps: u64,
}

/// What is left of a transfer that has ended: rounding.
const NOTHING: f64 = 1e-3;

impl Flows {
    /// Ports of so many bytes a picosecond.
    #[must_use]
    pub fn new(ports: Vec<f64>) -> Self {
        Self { ports, flows: Vec::new(), tags: BTreeMap::new(), now_ps: 0 }
    }

    /// Begins transfers, whose first bytes are on their way `latency_ps` after `now_ps`. Without a byte they end there.
    pub fn begin(&mut self, tag: u64, now_ps: u64, latency_ps: u64, mut transfers: Vec<Transfer>) {
        if transfers.is_empty() {
            transfers.push(Transfer { passes: Vec::new(), bytes: 0, most: f64::INFINITY });
        }
        self.enter(tag, now_ps, transfers.into_iter().map(|transfer| (now_ps + latency_ps, transfer)));
    }

    /// Begins work of which each part takes its time, or as long as the ports take for its bytes.
    pub fn begin_work(&mut self, tag: u64, now_ps: u64, works: Vec<Work>) {
        let transfers = works.into_iter().map(|Work { ports, bytes, takes_ps }| {
            // Half a picosecond less, so that rounding adds none.
            let most = bytes as f64 / (takes_ps as f64 - 0.5).max(0.5);
            // Where nothing is passed, it is all over when it begins.
            let begins_ps = if bytes == 0 { now_ps + takes_ps } else { now_ps };
            let passes = ports.into_iter().map(|port| Pass { port, share: 1.0 }).collect();
            (begins_ps, Transfer { passes, bytes, most })
        });
        self.enter(tag, now_ps, transfers);
    }

    /// Transfers enter, each with the time at which its first byte is on its way.
    fn enter(&mut self, tag: u64, now_ps: u64, transfers: impl Iterator<Item = (u64, Transfer)>) {
        self.pass_to(now_ps);
        let (mut all, first) = (0, self.flows.len());
        for (begins_ps, Transfer { passes, bytes, most }) in transfers {
            all += bytes;
            self.flows.push(Flow { tag, passes, left: bytes as f64, most, begins_ps, rate: 0.0 });
        }
        self.tags.insert(tag, (all, self.flows.len() - first));
        self.share();
    }

    /// Lets time pass to the next end, but not past `until_ps`. Says what has ended; nothing when that is all until then.
    pub fn advance(&mut self, until_ps: Option<u64>) -> Option<Arrived> {
        loop {
            if let Some(arrived) = self.take_ended() {
                return Some(arrived);
            }
            let next = self.flows.iter().map(|flow| self.changes_at(flow)).min()?;
            if until_ps.is_some_and(|until| next > until) {
                return None;
            }
            self.pass_to(next);
            self.share();
        }
    }

    /// When a transfer begins or ends, as things are.
    fn changes_at(&self, flow: &Flow) -> u64 {
        match flow.begins_ps.checked_sub(self.now_ps) {
            Some(1..) => flow.begins_ps,
            _ if flow.left <= NOTHING || flow.rate.is_infinite() => self.now_ps,
            _ => self.now_ps + (flow.left / flow.rate).ceil() as u64,
        }
    }

    fn pass_to(&mut self, now_ps: u64) {
        let passed = now_ps.saturating_sub(self.now_ps) as f64;
        for flow in self.flows.iter_mut().filter(|flow| flow.begins_ps <= self.now_ps) {
            flow.left = if flow.rate.is_infinite() { 0.0 } else { (flow.left - flow.rate * passed).max(0.0) };
        }
        self.now_ps = self.now_ps.max(now_ps);
    }

    fn take_ended(&mut self) -> Option<Arrived> {
        let ended = |flow: &Flow| flow.begins_ps <= self.now_ps && (flow.left <= NOTHING || flow.rate.is_infinite());
        let tags = &mut self.tags;
        self.flows.retain(|flow| {
            let is_over = ended(flow);
            if is_over && let Some((_, left)) = tags.get_mut(&flow.tag) {
                *left -= 1;
            }
            !is_over
        });
        let tag = self.tags.iter().find(|(_, (_, left))| *left == 0).map(|(tag, _)| *tag)?;
        let (bytes, _) = self.tags.remove(&tag)?;
        self.share();
        Some(Arrived { tag, at_ps: self.now_ps, bytes })
    }

    /// Gives every transfer that has begun its rate: the fullest port first.
    fn share(&mut self) {
        let mut open: Vec<usize> = Vec::new();
        for (index, flow) in self.flows.iter_mut().enumerate() {
            flow.rate = 0.0;
            if flow.begins_ps <= self.now_ps {
                open.push(index);
            }
        }
        let mut left = self.ports.clone();
        while !open.is_empty() {
            let mut users = vec![0.0; left.len()];
            for index in &open {
                self.flows[*index].passes.iter().for_each(|pass| users[pass.port] += pass.share);
            }
            let of_port = |pass: &Pass| left[pass.port] / users[pass.port];
            // What each could have: the least that a port gives it, or what it takes at most.
            let rate = |index: &usize| {
                let flow = &self.flows[*index];
                flow.passes.iter().map(of_port).fold(flow.most, f64::min)
            };
            let least = open.iter().map(rate).fold(f64::INFINITY, f64::min);
            let (settled, rest): (Vec<usize>, Vec<usize>) = open.iter().partition(|index| rate(index) <= least);
            for index in settled {
                let flow = &mut self.flows[index];
                flow.rate = least;
                if least.is_finite() {
                    flow.passes
                        .iter()
                        .for_each(|pass| left[pass.port] = (left[pass.port] - least * pass.share).max(0.0));
                }
            }
            open = rest;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn transfer(ports: &[Port], bytes: u64) -> Transfer {
        sharing(&ports.iter().map(|port| (*port, 1.0)).collect::<Vec<_>>(), bytes)
    }

    fn sharing(passes: &[(Port, f64)], bytes: u64) -> Transfer {
        let passes = passes.iter().map(|(port, share)| Pass { port: *port, share: *share }).collect();
        Transfer { passes, bytes, most: f64::INFINITY }
    }

    fn ends(flows: &mut Flows) -> Vec<(u64, u64)> {
        std::iter::from_fn(|| flows.advance(None)).map(|arrived| (arrived.tag, arrived.at_ps)).collect()
    }

    #[test]
    fn transfers_share_a_port_and_what_one_leaves_goes_to_others() {
        // Port 0 is shared; 1 has a quarter of its rate.
        let mut flows = Flows::new(vec![4.0, 1.0, 8.0]);
        flows.begin(1, 0, 0, vec![transfer(&[0, 1], 1_000)]);
        flows.begin(2, 0, 0, vec![transfer(&[0, 2], 3_000)]);
        // The first is bound by port 1, so the other has 3 of port 0.
        assert_eq!(ends(&mut flows), [(1, 1_000), (2, 1_000)]);
        let mut flows = Flows::new(vec![4.0]);
        flows.begin(1, 0, 0, vec![transfer(&[0], 1_000)]);
        flows.begin(2, 0, 0, vec![transfer(&[0], 3_000)]);
        // Two each, then four for what is left.
        assert_eq!(ends(&mut flows), [(1, 500), (2, 1_000)]);
    }

    /// Headers slow a transfer down, and so does what one in the other direction sends this way.
    #[test]
    fn a_byte_takes_its_share_of_every_port() {
        let first = |bytes| vec![sharing(&[(0, 1.5), (1, 0.5)], bytes)];
        let mut flows = Flows::new(vec![12.0, 4.0]);
        flows.begin(1, 0, 0, first(8_000));
        assert_eq!(ends(&mut flows), [(1, 1_000)]);
        // Both have the same rate, of which port 1 carries 0.5 and 1.5 times.
        let mut flows = Flows::new(vec![12.0, 4.0]);
        flows.begin(1, 0, 0, first(16_000));
        flows.begin(2, 0, 0, vec![sharing(&[(1, 1.5), (0, 0.5)], 8_000)]);
        // Then the first has all of port 0 for what is left of it.
        assert_eq!(ends(&mut flows), [(2, 4_000), (1, 5_000)]);
    }

    #[test]
    fn latency_caps_and_empty_transfers_count() {
        let mut flows = Flows::new(vec![10.0, f64::INFINITY]);
        flows.begin(1, 0, 50, vec![Transfer { most: 2.0, ..transfer(&[0], 100) }, transfer(&[0], 80)]);
        flows.begin(2, 0, 7, Vec::new());
        flows.begin(3, 0, 9, vec![transfer(&[1], 1 << 40)]);
        assert_eq!(flows.advance(Some(6)), None);
        assert_eq!(ends(&mut flows), [(2, 7), (3, 9), (1, 100)]);
    }

    #[test]
    fn what_begins_later_slows_what_is_under_way() {
        let mut flows = Flows::new(vec![1.0]);
        flows.begin(1, 0, 0, vec![transfer(&[0], 100)]);
        assert_eq!(flows.advance(Some(60)), None);
        flows.begin(2, 60, 0, vec![transfer(&[0], 10)]);
        // 40 are left, and half of the port until the second has its ten.
        assert_eq!(ends(&mut flows), [(2, 80), (1, 110)]);
    }

    #[test]
    fn work_takes_its_time_or_that_of_its_bytes() {
        let work = |bytes, takes_ps| Work { ports: vec![0], bytes, takes_ps };
        for (bytes, takes) in [(0, 0), (0, 977), (1, 1), (7, 1_000_003), (999_983, 1_000_003), (1_000_003, 999_983)] {
            let mut flows = Flows::new(vec![4.0]);
            flows.begin_work(1, 50, vec![work(bytes, takes), work(0, takes / 2)]);
            assert_eq!(ends(&mut flows), [(1, 50 + takes)], "{bytes} bytes in {takes}");
        }
        // The port has 4 bytes a picosecond; work that needs 3 meets a transfer of 400 that would take all of it.
        let mut flows = Flows::new(vec![4.0]);
        flows.begin_work(1, 0, vec![work(600, 200)]);
        flows.begin(2, 0, 0, vec![transfer(&[0], 400)]);
        assert_eq!(ends(&mut flows), [(2, 200), (1, 267)]);
    }

    #[test]
    fn no_port_is_ever_overfull() {
        let mut flows = Flows::new(vec![3.0, 5.0, 2.0, 7.0]);
        for tag in 0..12 {
            let ports = [tag as usize % 4, (tag as usize * 3 + 1) % 4];
            let passes = [(ports[0], 1.25), (ports[1], 0.5 + tag as f64 / 12.0)];
            flows.begin(tag, tag * 10, tag % 3, vec![sharing(&passes, 50 + 13 * tag)]);
            for port in 0..4 {
                let of_flow = |flow: &Flow| {
                    flow.passes.iter().filter(|pass| pass.port == port).map(|pass| pass.share * flow.rate).sum::<f64>()
                };
                let used: f64 = flows.flows.iter().map(of_flow).sum();
                assert!(used <= flows.ports[port] + 1e-9, "port {port}: {used}");
            }
        }
        assert_eq!(ends(&mut flows).len(), 12);
    }
}
