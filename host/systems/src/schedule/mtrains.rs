//! MTrainS: tables in files behind caches of rows in DRAM and SCM, for several GPUs (Sections 5.3 to 5.7 of the paper).
//!
//! | who | does what of batch N |
//! |---|---|
//! | GPUs | look up tags, decide what hits, moves and goes, for all tables in files |
//! | DRAM, SCM | move rows between the two caches, and take those that come from files |
//! | SSD | writes what has left the caches, then reads what they miss: while earlier batches are trained |
//! | links | bring rows to the GPUs when the rows of N - 1 are written, and take them back |
//! | GPUs | pool, exchange pooled vectors, train, exchange gradients, update |
//!
//! As many batches are under way as are fetched ahead, and the one that is trained. Rows of all of them stay where they are (the
//! invariant of Section 5.7), so that nothing is planned until the batch whose rows may go then is done.

use super::Resource::{Gpu, HostDram, HostScm, HostSsd, LinkFromGpu, LinkToGpu};
use super::{Graph, OperationId, Wait};

/// A step of a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TierWork {
    /// Each GPU fetches the dense features and labels of its samples.
    Dense,
    /// Tags are looked up; it is decided what moves, which does so now.
    Plan,
    /// Rows are moved in a memory.
    Move(Rows),
    /// What has left the caches goes to files.
    WriteBack,
    /// What the caches miss comes from files.
    Fetch,
    /// The rows are looked up: it takes what follows.
    Get,
    /// Rows of the batch are read in a memory.
    Read(Rows),
    /// They go to the GPUs.
    ToGpus,
    /// The bottom MLP.
    BottomForward,
    /// Each GPU gets the pooled vectors of its samples from those that have the tables.
    Exchange,
    /// The interaction, the top MLP and the loss.
    TopForward,
    /// The top MLP's gradients and its step.
    TopBackward,
    /// The gradients of the bottom MLP's output and of the pooled vectors.
    InteractionBackward,
    /// The gradients of pooled vectors go back to the GPUs that have the tables.
    ExchangeBack,
    /// The bottom MLP's gradients and its step.
    BottomBackward,
    /// The rows are updated: it takes what follows.
    Put,
    /// What has left the caches since it was looked up comes again.
    FetchAgain,
    /// New rows go from the GPUs.
    FromGpus,
    /// Rows of the batch are written in a memory.
    Write(Rows),
    /// New rows that no cache keeps go to files.
    WriteThrough,
}

/// Where rows are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rows {
    /// In HBM, of tables that are whole there.
    Hbm,
    /// In DRAM.
    Dram,
    /// In SCM.
    Scm,
}

/// Operations of a batch, for which the next one waits.
#[derive(Clone, Debug)]
pub(super) struct Before {
    /// It is planned.
    planned: OperationId,
    /// When the MLPs hold their new parameters.
    trained: OperationId,
    /// When its new rows are there.
    updated: Vec<OperationId>,
}

/// The operations of a batch. `settles`: all that an update leaves is in the caches, as it is where rows of batches in flight stay there.
pub(super) fn build(graph: &mut Graph<TierWork>, before: Option<&Before>, settles: bool) -> Before {
    let after = |ids: &[OperationId]| ids.iter().map(|id| Wait::End(*id)).collect::<Vec<_>>();
    let earlier: Vec<OperationId> = before.map(|before| before.planned).into_iter().collect();
    let dense = graph.add("dense features", &[LinkToGpu], TierWork::Dense, &[]);
    let planned = graph.add("tags and plan", &[Gpu], TierWork::Plan, &after(&earlier));
    let moved = [
        graph.add("rows between caches", &[HostDram], TierWork::Move(Rows::Dram), &[planned.into()]),
        graph.add("rows between caches", &[HostScm], TierWork::Move(Rows::Scm), &[planned.into()]),
    ];
    let written = graph.add("write back", &[HostSsd], TierWork::WriteBack, &after(&moved));
    let fetched = graph.add("fetch", &[HostSsd], TierWork::Fetch, &[written.into()]);
    let trained: Vec<OperationId> = before.map(|before| before.trained).into_iter().collect();
    let inputs = after(&[&[dense][..], &trained].concat());
    let bottom = graph.add("bottom MLP forward", &[Gpu], TierWork::BottomForward, &inputs);

    let updated = before.map_or(&[][..], |before| &before.updated);
    let got = graph.add("look up", &[], TierWork::Get, &after(&[&moved[..], &[fetched], updated].concat()));
    let hbm = graph.add("rows of tables in HBM", &[Gpu], TierWork::Read(Rows::Hbm), &[got.into()]);
    let dram = graph.add("read rows", &[HostDram], TierWork::Read(Rows::Dram), &[got.into()]);
    let scm = graph.add("read rows", &[HostScm], TierWork::Read(Rows::Scm), &[got.into()]);
    let link = graph.add("rows to GPUs", &[LinkToGpu], TierWork::ToGpus, &[Wait::Start(dram), Wait::Start(scm)]);
    let exchanged = graph.add("exchange pooled vectors", &[Gpu], TierWork::Exchange, &after(&[hbm, dram, scm, link]));
    let top = graph.add("interaction and top MLP forward", &[Gpu], TierWork::TopForward, &after(&[exchanged, bottom]));
    let top = graph.add("top MLP backward", &[Gpu], TierWork::TopBackward, &[top.into()]);
    let interaction = graph.add("interaction backward", &[Gpu], TierWork::InteractionBackward, &[top.into()]);
    let exchanged = graph.add("exchange gradients", &[Gpu], TierWork::ExchangeBack, &[interaction.into()]);
    let trained = graph.add("bottom MLP backward", &[Gpu], TierWork::BottomBackward, &[interaction.into()]);

    let mut put = graph.add("update", &[], TierWork::Put, &[exchanged.into()]);
    if !settles {
        put = graph.add("fetch again", &[HostSsd], TierWork::FetchAgain, &[put.into()]);
    }
    let hbm = graph.add("new rows of tables in HBM", &[Gpu], TierWork::Write(Rows::Hbm), &[put.into()]);
    let link = graph.add("new rows from GPUs", &[LinkFromGpu], TierWork::FromGpus, &[put.into()]);
    let dram = graph.add("write rows", &[HostDram], TierWork::Write(Rows::Dram), &[Wait::Start(link)]);
    let scm = graph.add("write rows", &[HostScm], TierWork::Write(Rows::Scm), &[Wait::Start(link)]);
    let mut updated = vec![hbm, link, dram, scm, trained];
    if !settles {
        updated.push(graph.add("write through", &[HostSsd], TierWork::WriteThrough, &[link.into()]));
    }
    Before { planned, trained, updated }
}
