//! A device of a fabric: its end of the link, and what is on the link.

use crate::link::Lane;
use crate::message::{Channel, Direction};
use crate::port::{Endpoint, Port};
use crate::time::Time;
use std::any::Any;
use std::collections::VecDeque;

/// A device of whatever type.
pub(crate) trait AnyEndpoint: Endpoint {
    fn any(&self) -> &dyn Any;
    fn any_mut(&mut self) -> &mut dyn Any;
}

impl<E: Endpoint + 'static> AnyEndpoint for E {
    fn any(&self) -> &dyn Any {
        self
    }
    fn any_mut(&mut self) -> &mut dyn Any {
        self
    }
}

/// A device, and the links between it and the host.
pub(crate) struct Device {
    pub(crate) endpoint: Box<dyn AnyEndpoint>,
    pub(crate) port: Port,
    /// By direction, as the next two.
    pub(crate) lanes: [Lane; 2],
    /// When what is on the link arrives; the messages are in the port already.
    pub(crate) on_link: [Arrivals; 2],
    /// When credits come back.
    pub(crate) credits: [Arrivals; 2],
    pub(crate) one_way: Time,
    pub(crate) next_tick: Option<Time>,
    pub(crate) due: bool,
}

impl Device {
    /// When something happens to it, or to the host's end of its link, next.
    ///
    /// Credits come with whatever happens next, unless an end waits for one: nobody sees them before.
    pub(crate) fn next(&self, now: Time, home: &Port) -> Time {
        let tick = if self.due { now } else { self.next_tick.unwrap_or(NEVER) };
        let mut next = self.on_link.iter().fold(tick, |next, arrivals| next.min(arrivals.next));
        for (direction, port) in [(Direction::Downstream, home), (Direction::Upstream, &self.port)] {
            if port.is_starved() {
                next = next.min(self.credits[direction as usize].next);
            }
        }
        next
    }

    /// When the next credit comes back to an end.
    pub(crate) fn next_credit(&self) -> Time {
        self.credits.iter().fold(NEVER, |next, credits| next.min(credits.next))
    }
}

/// Nothing is that late.
pub(crate) const NEVER: Time = Time(u64::MAX);

/// When something of a channel arrives, in order.
#[derive(Debug)]
pub(crate) struct Arrivals {
    /// The first.
    pub(crate) next: Time,
    queue: VecDeque<(Time, Channel)>,
}

impl Default for Arrivals {
    fn default() -> Self {
        Self { next: NEVER, queue: VecDeque::new() }
    }
}

impl Arrivals {
    pub(crate) fn push(&mut self, time: Time, channel: Channel) {
        // Channels overtake one another where a link stalls.
        let behind = self.queue.iter().rev().take_while(|(other, _)| *other > time).count();
        match behind {
            0 => self.queue.push_back((time, channel)),
            _ => self.queue.insert(self.queue.len() - behind, (time, channel)),
        }
        self.next = self.next.min(time);
    }

    /// The channel of what has arrived at a time.
    pub(crate) fn take(&mut self, now: Time) -> Option<Channel> {
        if self.next > now {
            return None;
        }
        let (_, channel) = self.queue.pop_front()?;
        self.next = self.queue.front().map_or(NEVER, |(time, _)| *time);
        Some(channel)
    }
}
