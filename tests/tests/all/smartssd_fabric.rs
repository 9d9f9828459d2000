//! SmartSSDs at the ends of links do what every SmartSSD has to do, while the checker watches each message.

use std::cell::RefCell;
use std::rc::Rc;

use emberlane_drivers::{Counters, Transport};
use emberlane_fabric::fabric::FabricConfig;
use emberlane_fabric::link::{LinkConfig, Stalls, preset};
use emberlane_fabric::message::Channel;
use emberlane_fabric::time::Time;
use emberlane_models::smartssd::ModelSmartSsd;
use emberlane_models::smartssd::in_fabric::{Linked, OverFabric, SmartSsdEndpoint, SmartSsdFabric, WithoutLink};
use emberlane_reference::smartssd::ReferenceSmartSsd;
use emberlane_registers::smartssd::WRITES_REFUSED;
use emberlane_tests::conformance::seed;
use emberlane_tests::smartssd::{self, Bench, Size, Trainer};

const SIZE: Size = Size { vectors: 300, cached: 80, bags: 6, most: 4, iterations: 12, mailbox_lines: 64 };
/// More lines of outputs than are snooped at a time: 4 of a bag.
const LARGE: Size = Size { vectors: 400, cached: 400, bags: 80, most: 2, iterations: 6, mailbox_lines: 256 };

type Shared = Rc<RefCell<SmartSsdFabric>>;

fn link() -> LinkConfig {
    preset("ndrec").unwrap().config().unwrap()
}

/// One message a channel at a time, which come as late as they like.
fn tight(seed: u64) -> LinkConfig {
    LinkConfig { credits: [1; Channel::COUNT], stalls: Some(Stalls { seed, longest: Time::ns(400) }), ..link() }
}

fn fabric(link: &LinkConfig) -> Shared {
    Rc::new(RefCell::new(SmartSsdFabric::new(FabricConfig::default(), link).unwrap()))
}

fn over<D: WithoutLink>(shared: &Shared, device: D, elements: usize) -> OverFabric<SmartSsdEndpoint<D>> {
    OverFabric::new(shared, "smartssd", |bar| SmartSsdEndpoint::new(device, elements, bar)).unwrap()
}

fn reference(elements: usize) -> ReferenceSmartSsd {
    ReferenceSmartSsd::new(2, elements).expect("a device that there is")
}

fn model(elements: usize) -> ModelSmartSsd {
    ModelSmartSsd::builder().kernel(2, elements).ssd(None).build().expect("a device that there is")
}

/// Messages of a channel of a device.
fn messages(shared: &Shared, device: usize, channel: Channel) -> u64 {
    shared.borrow_mut().fabric().statistics().channel(device, channel).messages
}

/// Nothing is left on its way, and nobody waits.
fn rests(shared: &Shared) {
    shared.borrow_mut().fabric().run_to_end().unwrap_or_else(|error| panic!("{error}"));
}

/// Trains, and compares the messages with what was done.
fn trains<E: Linked<Device: Bench>>(shared: &Shared, device: OverFabric<E>, elements: usize, seed: u64, size: Size) {
    let number = device.device().index();
    smartssd::training(device, seed, size);
    rests(shared);
    let lines = (size.bags * elements / 16) as u64;
    let of = |channel| messages(shared, number, channel);
    // Every output is read twice by the GPU, which has it the second time: there are no more reads than lines.
    let iterations = size.iterations as u64;
    assert_eq!(of(Channel::S2mDrs), iterations * lines, "each line is read once an iteration");
    // A buffer is written again every other iteration, and the GPU has all of it then.
    assert_eq!(of(Channel::S2mBiSnp), (iterations - 2) * lines, "each line that the GPU has is snooped once");
    assert_eq!(of(Channel::M2sBiRsp), of(Channel::S2mBiSnp));
    assert_eq!(of(Channel::H2dData), of(Channel::D2hReq), "each line that it asks for comes");
    assert!(of(Channel::D2hReq) > iterations, "programs and gradients are read");
}

fn trains_inside<D: Bench + WithoutLink>(device: D, elements: usize, link: &LinkConfig, seed: u64, size: Size) {
    let shared = fabric(link);
    trains(&shared, over(&shared, device, elements), elements, seed, size);
}

#[test]
fn training_gives_plain_sums_and_snoops_what_the_gpu_has() {
    let seed = seed("smartssd_fabric", 51);
    for link in [link(), tight(seed)] {
        trains_inside(reference(16), 16, &link, seed, SIZE);
        trains_inside(reference(64), 64, &link, seed, LARGE);
        trains_inside(model(16), 16, &link, seed, SIZE);
    }
}

#[test]
fn nothing_is_lost_after_an_error() {
    let seed = seed("smartssd_fabric_faults", 52);
    for link in [link(), tight(seed)] {
        smartssd::faults(|| over(&fabric(&link), reference(16), 16), seed, SIZE);
        smartssd::faults(|| over(&fabric(&link), model(16), 16), seed, SIZE);
    }
}

#[test]
fn mailboxes_lateness_and_conditions_are_as_without_a_link() {
    let seed = seed("smartssd_fabric_rest", 53);
    let device = || over(&fabric(&link()), reference(16), 16);
    smartssd::full_mailbox(device(), seed, SIZE);
    smartssd::late_completion(device(), seed, SIZE);
    smartssd::synchronisation(device(), seed, SIZE);
    smartssd::write_error(device, seed, SIZE);
}

/// A store of the CPU to a TX buffer takes the GPU's copy away, and is answered and not done. What the CPU keeps of it is snooped as well.
fn refuses_writes<E: Linked<Device: Bench>>(shared: &Shared, device: OverFabric<E>, seed: u64) {
    let mut trainer = Trainer::new(device, seed, SIZE);
    trainer.train(4);
    let before = trainer.device.outputs().unwrap();
    let (transport, mut bytes) = (trainer.device.transport_mut(), [0; 128]);
    for buffer in [0, SIZE.bags as u64 * 64] {
        transport.memory_read(buffer, &mut bytes).unwrap();
        transport.memory_write(buffer + 32, &[0xee; 64]).unwrap();
        let mut after = [0; 128];
        transport.memory_read(buffer, &mut after).unwrap();
        assert_eq!(after, bytes);
    }
    assert_eq!(trainer.device.counters().unwrap().get(&WRITES_REFUSED), Some(4));
    assert_eq!(trainer.device.outputs().unwrap(), before);
    trainer.train(4);
    trainer.check();
    rests(shared);
}

#[test]
fn nobody_writes_a_tx_buffer_but_the_device() {
    let shared = fabric(&link());
    refuses_writes(&shared, over(&shared, reference(16), 16), seed("smartssd_fabric_writes", 55));
}

/// What the device inside does takes its time, whatever the messages take.
#[test]
fn a_link_changes_no_cycle_of_the_device_inside() {
    fn counters<T: Bench>(device: T, seed: u64) -> Counters {
        let mut trainer = Trainer::new(device, seed, SIZE);
        trainer.train(8);
        trainer.check();
        trainer.device.counters().unwrap()
    }
    let seed = seed("smartssd_fabric_cycles", 54);
    let plain = counters(model(16), seed);
    for link in [link(), tight(seed)] {
        assert_eq!(counters(over(&fabric(&link), model(16), 16), seed), plain);
    }
}

/// The RTL's own channels at the links.
#[cfg(feature = "verilated")]
mod rtl {
    use emberlane_models::smartssd::in_fabric::OverFabric;
    use emberlane_tests::conformance::seed;
    use emberlane_tests::smartssd::{self, Size};
    use emberlane_verilated::axi::StallProfile;
    use emberlane_verilated::smartssd::{RtlSmartSsd, RtlSmartSsdEndpoint};

    use super::{LARGE, SIZE, Shared, fabric, link, refuses_writes, tight, trains};

    /// The small device, with an SSD that takes a few cycles.
    fn device(profile: StallProfile, seed: u64) -> RtlSmartSsd {
        RtlSmartSsd::builder().kernel(2, 16).seed(seed).stalls(profile).ssd(None).build().expect("a device")
    }

    fn at(shared: &Shared, device: RtlSmartSsd) -> OverFabric<RtlSmartSsdEndpoint> {
        OverFabric::new(shared, "smartssd", |bar| RtlSmartSsdEndpoint::new(device, bar)).unwrap()
    }

    #[test]
    fn training_gives_plain_sums_and_snoops_what_the_gpu_has() {
        let seed = seed("smartssd_fabric_rtl", 56);
        for link in [link(), tight(seed)] {
            for profile in [StallProfile::None, StallProfile::Heavy] {
                let shared = fabric(&link);
                trains(&shared, at(&shared, device(profile, seed)), 16, seed, SIZE);
            }
        }
        // More lines than the tracker snoops at a time.
        let shared = fabric(&link());
        trains(
            &shared,
            at(&shared, device(StallProfile::None, seed)),
            16,
            seed,
            Size { bags: 400, cached: 800, vectors: 800, ..LARGE },
        );
    }

    #[test]
    fn nothing_is_lost_after_an_error() {
        let seed = seed("smartssd_fabric_rtl_faults", 57);
        for link in [link(), tight(seed)] {
            smartssd::faults(|| at(&fabric(&link), device(StallProfile::Random, seed)), seed, SIZE);
        }
    }

    #[test]
    fn nobody_writes_a_tx_buffer_but_the_device() {
        let seed = seed("smartssd_fabric_rtl_writes", 59);
        for link in [link(), tight(seed)] {
            let shared = fabric(&link);
            refuses_writes(&shared, at(&shared, device(StallProfile::Random, seed)), seed);
        }
    }

    #[test]
    fn mailboxes_lateness_and_conditions_are_as_without_a_link() {
        let seed = seed("smartssd_fabric_rtl_rest", 58);
        let device = || at(&fabric(&link()), device(StallProfile::None, seed));
        smartssd::full_mailbox(device(), seed, SIZE);
        smartssd::late_completion(device(), seed, SIZE);
        smartssd::synchronisation(device(), seed, SIZE);
        smartssd::write_error(device, seed, SIZE);
    }
}
