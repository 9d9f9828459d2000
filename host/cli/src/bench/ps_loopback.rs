//! How long a pull of a shard's rows takes over loopback, beside zenoh's echo of as many bytes in the same run.

use std::net::TcpListener;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use anyhow::Context;
use emberlane_net::network::{Address, Arrived, Bytes, Network, Request};
use emberlane_net::wire::{HEADER_BYTES, Push};
use emberlane_net::{About, Client, Identity, NoTerms, Pace, Rank, RankError, Server, Spread, Zenoh, new_incarnation};
use emberlane_ps::pool::file::Use;
use emberlane_ps::{Key, Settings};

use super::figure::Figure;
use super::ps::{BATCH, DIMENSION, ROWS, open, uniform};

/// Pulls and echoes of both kinds that are measured, in turn, and those before.
const ROUNDS: usize = 200;
const WARM: usize = 20;
/// Anything takes longer than this only if it hangs.
const PATIENCE: Duration = Duration::from_secs(60);
/// Where the echoes are: no shard has these numbers. Of one both ends have their bytes in a piece of their own, as whoever works with them
/// has; of the other the answer is ready, and stays where it was received.
const ECHO: Address = Address::Shard(1023);
const BARE_ECHO: Address = Address::Shard(1022);

pub(super) fn measure(folder: &Path, figures: &mut Vec<Figure>) -> anyhow::Result<()> {
    let place = tempfile::tempdir_in(folder)
        .with_context(|| format!("{}: a folder for the pool cannot be made there", folder.display()))?;
    let store = open(&place.path().join("served"), Settings::pmem(ROWS as usize), &Use::default())?;
    // It was free a moment ago.
    let address = format!("tcp/{}", TcpListener::bind("127.0.0.1:0")?.local_addr()?);
    let settings = "bench = ps\n".to_owned();
    let about = About::new(settings.clone(), 0, 1, 1, true, u64::MAX);
    let job = about.job();
    let served = Zenoh::open(job, std::slice::from_ref(&address), &[], None)?;
    let answer = vec![0x5a; HEADER_BYTES + 4 * BATCH * DIMENSION];
    let ready = Bytes::from(answer.clone());
    let _echo = served.serve(ECHO, Box::new(move |request: Request| (request.reply)(answer.clone().into())))?;
    let _bare = served.serve(BARE_ECHO, Box::new(move |request: Request| (request.reply)(ready.clone())))?;
    let mut server = Server::begin(&served, about, new_incarnation(), Box::new(store), Box::new(NoTerms))?;
    let stops = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let serving = scope.spawn(|| server.run(&served, || stops.load(Ordering::Relaxed), |_| ()));
        let network: Arc<dyn Network> = Arc::new(Zenoh::open(job, &[], &[address], None)?);
        let times = pull(&network, settings);
        stops.store(true, Ordering::Relaxed);
        serving.join().map_err(|_| anyhow::anyhow!("the shard has panicked"))??;
        figures.push(figure(times?));
        Ok(())
    })
}

/// Seconds of pulls, of echoes, and of bare ones.
fn pull(network: &Arc<dyn Network>, settings: String) -> anyhow::Result<[Vec<f64>; 3]> {
    let identity = Identity { settings, rank: 0, shards: 1, session: new_incarnation() };
    let mut client = Client::connect(network.clone(), &identity, Pace::of(PATIENCE, 1), Box::new(|_| ()))?;
    // All rows are made first: a pull of the engine is a copy then.
    let mut rows = Vec::new();
    for first in (0..ROWS).step_by(BATCH) {
        let keys = (first..ROWS.min(first + BATCH as u32)).map(|row| Key::new(0, row));
        pulled(&mut client, keys.collect(), &mut rows)?;
    }
    let mut times = [Vec::new(), Vec::new(), Vec::new()];
    for (number, mut keys) in uniform(1, ROUNDS + WARM).into_iter().enumerate() {
        keys.sort_unstable();
        let question: Vec<u8> = vec![0x5a; HEADER_BYTES + 8 * keys.len()];
        // Another is first each time.
        for kind in (0..3).map(|turn| (number + turn) % 3) {
            let time = match kind {
                0 => pulled(&mut client, keys.clone(), &mut rows)?,
                1 => echoed(&**network, ECHO, question.clone(), |answer| answer.whole().into_owned().len())?,
                _ => echoed(&**network, BARE_ECHO, question.clone(), |answer| {
                    answer.pieces().iter().map(|piece| piece.len()).sum()
                })?,
            };
            if number >= WARM {
                times[kind].push(time.as_secs_f64());
            }
        }
    }
    Ok(times)
}

/// How long it takes until rows are in `rows`, in their order; the batch ends with a push of nothing.
fn pulled(client: &mut Client, keys: Vec<Key>, rows: &mut Vec<f32>) -> anyhow::Result<Duration> {
    let start = Instant::now();
    let spread = Spread::new(keys, 1, DIMENSION);
    client.tell(|rank| rank.pull(spread.keys()))?;
    client.gather(&spread, DIMENSION, rows, || Ok::<(), RankError>(()))?;
    let time = start.elapsed();
    let nothing =
        Push { keys: Vec::new(), offsets: vec![0], bags: Vec::new(), scales: Vec::new(), gradients: Vec::new() };
    client.tell(|rank| rank.push(vec![vec![nothing]]))?;
    client.until(Rank::is_settled)?;
    Ok(time)
}

/// How long a query takes until its answer was taken, which says how many bytes it has.
fn echoed(
    network: &dyn Network,
    from: Address,
    question: Vec<u8>,
    take: impl FnOnce(&Arrived) -> usize,
) -> anyhow::Result<Duration> {
    let (sender, answers): (_, Receiver<Option<Arrived>>) = channel();
    let start = Instant::now();
    network.request(from, question, PATIENCE, Box::new(move |answer| drop(sender.send(answer))));
    let answer = answers.recv_timeout(PATIENCE)?;
    let bytes = answer.as_ref().map(take);
    let time = start.elapsed();
    anyhow::ensure!(bytes.is_some_and(|bytes| bytes > 4 * BATCH * DIMENSION), "the echo is not there");
    Ok(time)
}

fn figure(mut times: [Vec<f64>; 3]) -> Figure {
    times.iter_mut().for_each(|times| times.sort_by(f64::total_cmp));
    let of = |times: &[f64], share: usize| times[times.len() * share / 100];
    let [pull, echo, bare] = &times;
    let counters = [
        ("rows", BATCH as f64),
        ("dimension", DIMENSION as f64),
        ("rounds", ROUNDS as f64),
        ("pull_seconds_p25", of(pull, 25)),
        ("pull_seconds_p50", of(pull, 50)),
        ("pull_seconds_p75", of(pull, 75)),
        ("echo_seconds_p25", of(echo, 25)),
        ("echo_seconds_p50", of(echo, 50)),
        ("echo_seconds_p75", of(echo, 75)),
        ("bare_echo_seconds_p25", of(bare, 25)),
        ("bare_echo_seconds_p50", of(bare, 50)),
        ("bare_echo_seconds_p75", of(bare, 75)),
    ];
    let rate = |seconds: f64| BATCH as f64 / seconds / 1e6;
    let limit = (rate(of(echo, 50)), "zenoh's echo of as many bytes");
    Figure::limited("ps.pull_over_loopback", rate(of(pull, 50)), "million rows/s, half of the pulls", limit, &counters)
}
