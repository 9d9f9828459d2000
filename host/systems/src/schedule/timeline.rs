//! An event log as a Chrome trace, which Perfetto (ui.perfetto.dev) opens.

use std::collections::HashMap;

use serde_json::{Value, json};

use super::{EventLog, OperationId, Resource, Wait};

/// One process, with a track for each resource that was used and a slice for each operation. Where operations hold a resource
/// at once, it has more tracks, numbered from 2.
///
/// An arrow leads to each operation from every one that it had waited for: from the end, or from the start where results flow in
/// while the other runs.
///
/// Times of slices are microseconds with three decimals, rounded down to nanoseconds, so that slices that do not overlap do
/// not overlap there either; `args` has picoseconds.
#[must_use]
pub fn chrome_trace(log: &EventLog, process: &str) -> Value {
    let name = |what: &str, track: usize, name: &str| json!({ "ph": "M", "name": what, "pid": 1, "tid": track, "args": { "name": name } });
    let mut events = vec![name("process_name", 0, process)];
    let (places, tracks) = places(log);
    for (index, (resource, number)) in tracks.iter().enumerate() {
        let title = if *number == 1 { resource.name().to_owned() } else { format!("{} ({number})", resource.name()) };
        events.push(name("thread_name", index + 1, &title));
        let order = json!({ "sort_index": index + 1 });
        events.push(json!({ "ph": "M", "name": "thread_sort_index", "pid": 1, "tid": index + 1, "args": order }));
    }
    // Of an operation that holds several resources, the first has its arrows.
    let mut slices: HashMap<OperationId, Slice> = HashMap::new();
    for (event, place) in log.events().iter().zip(places) {
        let track = tracks.iter().position(|track| *track == place).map_or(0, |index| index + 1);
        let (start, end) = (event.start_ps / 1000, event.end_ps / 1000);
        slices.entry(event.id).or_insert(Slice { track, start, end });
        events.push(json!({
            "ph": "X",
            "name": event.operation,
            "cat": event.resource.name(),
            "pid": 1,
            "tid": track,
            "ts": microseconds(start),
            "dur": microseconds(end - start),
            "args": {
                "batch": event.batch,
                "bytes": event.bytes,
                "operation": event.id.0,
                "start_ps": event.start_ps,
                "end_ps": event.end_ps,
            },
        }));
    }
    events.extend(arrows(log, &slices));
    json!({ "displayTimeUnit": "ns", "traceEvents": events })
}

fn microseconds(nanoseconds: u64) -> f64 {
    nanoseconds as f64 / 1e3
}

/// Where a slice is, and when, nanoseconds.
#[derive(Clone, Copy)]
struct Slice {
    track: usize,
    start: u64,
    end: u64,
}

/// Two events for each arrow. An operation without a slice, as it holds nothing, has none.
fn arrows(log: &EventLog, slices: &HashMap<OperationId, Slice>) -> Vec<Value> {
    let known = log.waits().iter().filter_map(|(operation, wait)| {
        Some((*slices.get(&wait.operation())?, *slices.get(operation)?, matches!(wait, Wait::End(_))))
    });
    let ends = known.enumerate().flat_map(|(id, (from, to, waits_for_end))| {
        // An arrow belongs to the slice that is open at its moment: at the end it would be the next one's.
        let leaves = if waits_for_end { from.end.saturating_sub(1).max(from.start) } else { from.start };
        let end = |phase: &str, track: usize, nanoseconds: u64| {
            json!({
                "ph": phase, "id": id, "name": "waited for", "cat": "dependency", "pid": 1, "tid": track,
                "ts": microseconds(nanoseconds),
            })
        };
        let mut arrives = end("f", to.track, to.start);
        // It points to the slice that is open then, not to the next that begins.
        arrives["bp"] = "e".into();
        [end("s", from.track, leaves), arrives]
    });
    ends.collect()
}

/// A resource, and a number from 1.
type Track = (Resource, usize);

/// The track of each event, and all tracks in order.
fn places(log: &EventLog) -> (Vec<Track>, Vec<Track>) {
    let mut places = vec![(Resource::HostCpu, 0); log.events().len()];
    let mut tracks = Vec::new();
    for resource in Resource::ALL {
        // When each track is free again.
        let mut free: Vec<u64> = Vec::new();
        for (index, event) in log.events().iter().enumerate().filter(|(_, event)| event.resource == resource) {
            let found = free.iter().position(|free| *free <= event.start_ps);
            let number = found.unwrap_or(free.len());
            free.resize(free.len().max(number + 1), 0);
            free[number] = event.end_ps;
            places[index] = (resource, number + 1);
        }
        tracks.extend((1..=free.len()).map(|number| (resource, number)));
    }
    (places, tracks)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::convert::Infallible;

    use super::*;
    use crate::schedule::{Cost, Event, Executor, Operation};

    #[test]
    fn a_track_a_resource_and_a_slice_an_operation() {
        let mut log = EventLog::default();
        let event = Event {
            resource: Resource::LinkToGpu,
            operation: "pooled vectors",
            id: OperationId(4),
            batch: 2,
            start_ps: 1_234_567,
            end_ps: 5_000_000,
            bytes: 640,
        };
        log.push(event.clone());
        log.push(Event { resource: Resource::HostCpu, operation: "post", start_ps: 5_000_000, ..event });
        let trace = chrome_trace(&log, "automatic");
        let events = trace["traceEvents"].as_array().unwrap();
        let names: Vec<&str> = events
            .iter()
            .filter(|event| event["name"] == "thread_name")
            .map(|event| event["args"]["name"].as_str().unwrap())
            .collect();
        assert_eq!(names, ["host CPU", "link to GPU"], "in the order of `Resource::ALL`, those that were used");
        let slices: Vec<&Value> = events.iter().filter(|event| event["ph"] == "X").collect();
        assert_eq!(slices.len(), 2);
        assert_eq!((&slices[0]["tid"], &slices[0]["ts"], &slices[0]["dur"]), (&json!(2), &json!(1.234), &json!(3.766)));
        assert_eq!(slices[0]["args"]["start_ps"], 1_234_567);
        assert_eq!((&slices[0]["args"]["batch"], &slices[0]["args"]["bytes"]), (&json!(2), &json!(640)));
        assert_eq!((&slices[1]["tid"], &slices[1]["dur"]), (&json!(1), &json!(0.0)));
    }

    #[test]
    fn an_arrow_leads_from_what_an_operation_waited_for() {
        let mut executor = Executor::default();
        let mut graph = executor.graph(0);
        let first = graph.add("first", &[Resource::Gpu, Resource::HostCpu], 5000, &[]);
        let instant = graph.add("instant", &[Resource::HostCpu], 1000, &[first.into()]);
        let nowhere = graph.add("holds nothing", &[], 7, &[instant.into()]);
        let second = graph.add("second", &[Resource::HostCpu], 9500, &[first.into(), instant.into(), nowhere.into()]);
        graph.add("flows in", &[Resource::LinkToGpu], 8100, &[Wait::Start(second)]);
        executor.submit(graph).unwrap();
        let mut took = |operation: &Operation<u64>, _| {
            Ok::<Cost, Infallible>(Cost { picoseconds: operation.work, ..Cost::default() })
        };
        executor.run_batch(0, &mut took).unwrap();
        let trace = chrome_trace(executor.log(), "test");
        let events = trace["traceEvents"].as_array().unwrap();
        let of = |phase: &str| -> Vec<&Value> { events.iter().filter(|event| event["ph"] == phase).collect() };
        let (slices, starts, finishes) = (of("X"), of("s"), of("f"));
        assert_eq!((starts.len(), finishes.len()), (4, 4), "`holds nothing` has no slice");
        let time = |event: &Value| (event["ts"].as_f64().unwrap() * 1e3).round() as u64;
        let inside = |event: &Value| -> Vec<&str> {
            let around = slices.iter().filter(|slice| {
                let (start, took) = (time(slice), (slice["dur"].as_f64().unwrap() * 1e3).round() as u64);
                slice["tid"] == event["tid"] && start <= time(event) && time(event) < start + took.max(1)
            });
            around.map(|slice| slice["name"].as_str().unwrap()).collect()
        };
        let ids: BTreeSet<u64> = starts.iter().map(|start| start["id"].as_u64().unwrap()).collect();
        assert_eq!(ids.len(), 4, "each arrow has a number of its own");
        let mut arrows = Vec::new();
        for start in &starts {
            let finish = finishes.iter().find(|finish| finish["id"] == start["id"]).expect("an arrow ends");
            assert!(time(start) <= time(finish) && finish["bp"] == "e", "{start} {finish}");
            arrows.push((inside(start)[0], *inside(finish).last().unwrap()));
        }
        let expected = [("first", "instant"), ("first", "second"), ("instant", "second"), ("second", "flows in")];
        assert_eq!(arrows, expected);
    }

    #[test]
    fn what_is_carried_at_once_has_a_track_each() {
        let mut log = EventLog::default();
        let (resource, operation) = (Resource::LinkToMemory, "lists");
        for (number, (start_ps, end_ps)) in [(0, 9), (2, 4), (3, 5), (4, 6), (9, 10)].into_iter().enumerate() {
            let id = OperationId(number as u64);
            log.push(Event { resource, operation, id, batch: 0, start_ps, end_ps, bytes: 0 });
        }
        let (places, tracks) = places(&log);
        assert_eq!(places.iter().map(|(_, number)| *number).collect::<Vec<_>>(), [1, 2, 3, 2, 1]);
        assert_eq!(tracks, [1, 2, 3].map(|number| (resource, number)));
        let trace = chrome_trace(&log, "automatic").to_string();
        assert!(trace.contains("link to CXL-MEM (3)") && !trace.contains("(1)"), "{trace}");
    }
}
