//! Training on the reference SmartSSD, planned ahead: the same bits as plain sums.

use emberlane_drivers::smartssd::{
    BankAssignment, Condition, Configuration, Iteration, SmartSsd, SmartSsdError, SmartSsdTransport,
};
use emberlane_reference::smartssd::{Fault, ReferenceSmartSsd};
use emberlane_registers::smartssd::VECTORS_LOADED;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::super::*;
use super::{one_bag, write_back};
use emberlane_experiment::Pooling;

const ELEMENTS: usize = 16;
const VECTORS: u64 = 300;
const BAGS: usize = 6;
const PROGRAMS: u64 = 1 << 28;
const GRADIENTS: u64 = 1 << 44;
/// Cycles in which anything ends.
const CYCLES: u64 = 1_000_000;

fn open(cache_vectors: u32, mailbox_lines: u32) -> SmartSsd<ReferenceSmartSsd> {
    let tx_bytes = (BAGS * 4 * ELEMENTS) as u64;
    let configuration = Configuration {
        hdm_base: 1 << 40,
        tx_bytes,
        cache_base: 1 << 12,
        cache_vectors,
        ssd_base: 1 << 16,
        ssd_vectors: VECTORS,
        mailbox_base: 1 << 20,
        mailbox_lines,
    };
    SmartSsd::open(ReferenceSmartSsd::new(2, ELEMENTS).unwrap(), configuration).unwrap()
}

fn bytes(elements: &[f32]) -> Vec<u8> {
    elements.iter().flat_map(|element| element.to_le_bytes()).collect()
}

/// Whole numbers: their sums are exact, whatever the order.
fn numbers(random: &mut Pcg64Mcg, count: usize) -> Vec<f32> {
    (0..count).map(|_| random.random_range(-64..64) as f32).collect()
}

fn batch(random: &mut Pcg64Mcg, pooling: Pooling) -> Lookups {
    let mut lookups = Lookups::new(pooling);
    for _ in 0..BAGS {
        let length = random.random_range(0..5);
        // Some EVs come again and again.
        let mut vector = || {
            let most = random.random_range(0..VECTORS);
            random.random_range(0..=most)
        };
        lookups.push_bag((0..length).map(|_| vector()).collect::<Vec<_>>());
    }
    lookups
}

/// The table as it should be.
struct Table(Vec<f32>);

impl Table {
    fn vector(&mut self, vector: u64) -> &mut [f32] {
        let first = vector as usize * ELEMENTS;
        &mut self.0[first..first + ELEMENTS]
    }

    fn update(&mut self, lookups: &Lookups, gradients: &[f32]) {
        for (range, gradient) in lookups.ranges().zip(gradients.chunks(ELEMENTS)) {
            for &vector in &lookups.vectors()[range] {
                self.vector(vector).iter_mut().zip(gradient).for_each(|(element, step)| *element -= step);
            }
        }
    }

    fn pool(&mut self, lookups: &Lookups) -> Vec<u32> {
        let mut outputs = Vec::new();
        for range in lookups.ranges() {
            let mut sum = [0.0; ELEMENTS];
            let count = range.len();
            for &vector in &lookups.vectors()[range] {
                sum.iter_mut().zip(self.vector(vector)).for_each(|(sum, element)| *sum += *element);
            }
            let scale = match lookups.pooling() {
                Pooling::Sum => 1.0,
                Pooling::Mean => 1.0 / count.max(1) as f32,
            };
            outputs.extend(sum.map(|sum| (sum * scale).to_bits()));
        }
        outputs
    }
}

/// Each iteration applies the gradients of the one before, while the movements of the next one are done.
fn training(pooling: Pooling, mailbox_lines: u32) {
    let mut random = Pcg64Mcg::seed_from_u64(5);
    let mut device = open(90, mailbox_lines);
    let configuration = *device.configuration();
    let mut table = Table(numbers(&mut random, VECTORS as usize * ELEMENTS));
    device.transport_mut().ssd_write(configuration.ssd_base, &bytes(&table.0)).unwrap();
    let settings = Settings { hot_threshold: 3, hot_vectors: 8, ..Settings::of_device(&configuration) };
    let batches: Vec<_> = (0..40).map(|_| anyhow::Ok(batch(&mut random, pooling))).collect();
    let planner = CachePlanner::new(settings).unwrap();
    let mut ahead = PlanningAhead::start(planner, batches.into_iter(), AHEAD).unwrap();
    let mut banks = BankAssignment::new(device.capabilities().banks);
    let mut outbox = Outbox::default();

    let mut next = ahead.next().map(Result::unwrap);
    outbox.push(next.as_ref().unwrap());
    assert!(outbox.post(&mut device).unwrap());
    let mut before: Option<PlannedIteration> = None;
    while let Some(planned) = next.take() {
        let after = outbox.begin(&planned).unwrap();
        device.wait_for_plan(after, CYCLES).unwrap();
        banks.forget(planned.replaced());
        let backward = before.as_ref().map(PlannedIteration::bags).unwrap_or_default();
        let plan = banks.plan(&backward, &planned.bags()).unwrap();
        let gradients = numbers(&mut random, backward.len() * ELEMENTS);
        device.transport_mut().host_write(GRADIENTS, &bytes(&gradients)).unwrap();
        let bags = planned.lookups.bags() as u32;
        let iteration = Iteration { plan, programs: PROGRAMS, gradients: GRADIENTS, bags, after };
        let known = device.synchronise(after).unwrap().with(Condition::GradientsCopied);
        device.begin(iteration, known).unwrap();
        next = ahead.next().map(Result::unwrap);
        if let Some(next) = &next {
            outbox.push(next);
            assert!(outbox.post(&mut device).unwrap());
        }
        device.finish(CYCLES).unwrap();
        if let Some(before) = &before {
            table.update(&before.lookups, &gradients);
        }
        assert_eq!(device.outputs().unwrap(), table.pool(&planned.lookups), "iteration {}", planned.number);
        before = Some(planned);
    }
    let (planner, left) = ahead.stop();
    assert!(left.is_empty());
    let statistics = planner.statistics();
    assert!(statistics.evictions > 0 && statistics.promotions > 0 && statistics.vectors.hot > 0, "{statistics:?}");
    outbox.push_plan(write_back(&planner));
    assert!(outbox.post(&mut device).unwrap());
    device.wait_for_plan(device.posted(), CYCLES).unwrap();
    let mut found = vec![0; 4 * table.0.len()];
    device.transport_mut().ssd_read(configuration.ssd_base, &mut found).unwrap();
    assert!(found == bytes(&table.0), "the table on the SSD is what plain sums give");
    assert_eq!(device.transport().hazards(), []);
}

#[test]
fn training_gives_plain_sums() {
    training(Pooling::Sum, 64);
    training(Pooling::Mean, 64);
}

#[test]
fn plans_longer_than_the_mailbox_go_in_parts() {
    training(Pooling::Sum, 1);
    training(Pooling::Mean, 4);
}

#[test]
fn what_a_full_mailbox_does_not_take_is_kept() {
    let mut device = open(90, 2);
    let mut planner = CachePlanner::new(Settings::of_device(device.configuration())).unwrap();
    let mut outbox = Outbox::default();
    device.transport_mut().inject(Fault::SsdRead(0..u64::MAX));
    let planned: Vec<_> = (0..4u64).map(|number| planner.plan(one_bag(&[2 * number, 100, 50])).unwrap()).collect();
    planned.iter().for_each(|planned| outbox.push(planned));
    assert!(!outbox.post(&mut device).unwrap(), "the cache agent has stopped at the first load");
    let kept = outbox.kept();
    assert!(kept >= 2, "{kept} are kept");
    assert!(!outbox.post(&mut device).unwrap());
    assert_eq!(outbox.kept(), kept);
    outbox.begin(&planned[0]).unwrap();
    let error = outbox.begin(&planned[3]).unwrap_err().to_string();
    assert!(error.starts_with("the movements of iteration 4 are not all in the mailbox"), "{error}");
    assert!(matches!(device.wait_for_plan(1, CYCLES), Err(SmartSsdError::Agent(_))));

    device.transport_mut().heal();
    device.retry_movements().unwrap();
    assert!(outbox.post(&mut device).unwrap());
    let after = outbox.begin(&planned[3]).unwrap();
    device.wait_for_plan(after, CYCLES).unwrap();
    assert_eq!(device.plans_done().unwrap(), 4);
    let loaded = device.counters().unwrap().get(&VECTORS_LOADED).unwrap();
    assert_eq!(loaded, planner.statistics().vectors.ssd);
}
