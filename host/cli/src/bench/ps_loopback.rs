//! How long a pull of a shard's rows takes over loopback, beside zenoh's echo of as many bytes in the same run.

use std::net::TcpListener;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use anyhow::Context;
use emberlane_net::network::{Address, Network, Request};
use emberlane_net::wire::{HEADER_BYTES, Push};
use emberlane_net::{About, Client, Identity, Pace, Rank, Server, Zenoh, new_incarnation};
use emberlane_ps::Settings;
use emberlane_ps::pool::file::Use;

use super::figure::Figure;
use super::ps::{BATCH, DIMENSION, ROWS, open, uniform};

/// Pulls and echoes that are measured, in turn, and those before.
const ROUNDS: usize = 200;
const WARM: usize = 20;
/// Anything takes longer than this only if it hangs.
const PATIENCE: Duration = Duration::from_secs(60);
/// Where the echo is: no shard has this number.
const ECHO: Address = Address::Shard(1023);

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
    let _echo = served.serve(ECHO, Box::new(move |request: Request| (request.reply)(answer.clone())))?;
    let mut server = Server::begin(&served, about, new_incarnation(), Box::new(store))?;
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

/// Seconds of pulls, and of echoes.
fn pull(network: &Arc<dyn Network>, settings: String) -> anyhow::Result<[Vec<f64>; 2]> {
    let identity = Identity { settings, rank: 0, shards: 1, session: new_incarnation() };
    let mut client = Client::connect(network.clone(), &identity, Pace::of(PATIENCE, 1), Box::new(|_| ()))?;
    // All rows are made first: a pull of the engine is a copy then.
    let all: Vec<u64> = (0..u64::from(ROWS)).collect();
    for keys in all.chunks(BATCH) {
        pulled(&mut client, keys.to_vec())?;
    }
    let mut times = [Vec::new(), Vec::new()];
    for (number, keys) in uniform(1, ROUNDS + WARM).iter().enumerate() {
        let mut keys: Vec<u64> = keys.iter().map(|key| key.0).collect();
        keys.sort_unstable();
        let question: Vec<u8> = vec![0x5a; HEADER_BYTES + 8 * keys.len()];
        let [pull, echo] = &mut times;
        let measured = |times: &mut Vec<f64>, act: &mut dyn FnMut() -> anyhow::Result<Duration>| {
            let time = act()?;
            if number >= WARM {
                times.push(time.as_secs_f64());
            }
            anyhow::Ok(())
        };
        let mut once = || pulled(&mut client, keys.clone());
        let mut back = || echoed(&**network, question.clone());
        // Neither is always first.
        if number % 2 == 0 {
            measured(pull, &mut once)?;
            measured(echo, &mut back)?;
        } else {
            measured(echo, &mut back)?;
            measured(pull, &mut once)?;
        }
    }
    Ok(times)
}

/// How long a pull takes; the batch ends with a push of nothing.
fn pulled(client: &mut Client, keys: Vec<u64>) -> anyhow::Result<Duration> {
    let count = keys.len();
    let start = Instant::now();
    client.tell(|rank| rank.pull(vec![vec![keys]]))?;
    let rows = client.answers()?;
    let time = start.elapsed();
    anyhow::ensure!(rows[0][0].len() == count * DIMENSION, "the shard gives other rows than were pulled");
    let nothing =
        Push { keys: Vec::new(), offsets: vec![0], bags: Vec::new(), scales: Vec::new(), gradients: Vec::new() };
    client.tell(|rank| rank.push(vec![vec![nothing]]))?;
    client.until(Rank::is_settled)?;
    Ok(time)
}

fn echoed(network: &dyn Network, question: Vec<u8>) -> anyhow::Result<Duration> {
    let (sender, answers): (_, Receiver<Option<Vec<u8>>>) = channel();
    let start = Instant::now();
    network.request(ECHO, question, PATIENCE, Box::new(move |answer| drop(sender.send(answer))));
    let answer = answers.recv_timeout(PATIENCE)?;
    let time = start.elapsed();
    anyhow::ensure!(answer.is_some_and(|answer| answer.len() > 4 * BATCH * DIMENSION), "the echo is not there");
    Ok(time)
}

fn figure(mut times: [Vec<f64>; 2]) -> Figure {
    times.iter_mut().for_each(|times| times.sort_by(f64::total_cmp));
    let of = |times: &[f64], share: usize| times[times.len() * share / 100];
    let [pull, echo] = &times;
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
    ];
    let rate = |seconds: f64| BATCH as f64 / seconds / 1e6;
    let limit = (rate(of(echo, 50)), "zenoh's echo of as many bytes");
    Figure::limited("ps.pull_over_loopback", rate(of(pull, 50)), "million rows/s, half of the pulls", limit, &counters)
}
