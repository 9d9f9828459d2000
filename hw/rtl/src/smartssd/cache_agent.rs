//! The embedding cache agent.

use super::evictor::Evictor;
use super::fault_code;
use super::filler::Filler;
use super::mailbox_reader::MailboxReader;
use crate::axi::ID_BITS;
use crate::layout::{constants, named};
use emberlane_registers::faults::{self, SmartSsdFault};
use emberlane_registers::smartssd::{
    AgentError, CACHED_LSB, COUNT_LSB, KIND_BITS, KIND_LSB, MOVED_BITS, MOVEMENTS, MovementKind, SSD_VECTOR_BITS,
};
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

named! {
    /// A movement.
    mod movement {
        SSD = 0,
        COUNT = COUNT_LSB,
        KIND = KIND_LSB,
        CACHED = CACHED_LSB,
    }
}

/// Bits of a sum of numbers of EVs, with its sign.
const SSD_SUM_BITS: usize = SSD_VECTOR_BITS + 3;

named! {
    /// Such a sum.
    mod sum {
        SIGN = SSD_SUM_BITS - 1,
    }
}

/// States of the agent.
#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
pub enum AgentState {
    /// Takes movements.
    Run,
    /// Hands the EVs of a movement on, one by one.
    Move,
    /// Waits until what is under way has ended.
    Drain,
    /// Waits for `clear`.
    Failed,
}

/// The embedding cache agent: executes the movements of the mailbox (`emberlane_registers::smartssd`).
///
/// Evictions of a plan are answered by the SSD before its first load begins, and all of a plan before the next one begins. What a
/// movement names is checked before anything of it begins. After an error it goes on, when told to, from the last movement
/// behind which all was answered.
///
/// Where the mailbox is, is taken when its first line is written; a movement keeps the settings with which it began.
///
/// `FAULTS` is 0; 1 in the design that commits faults for tests.
///
/// * Latency: that of the mailbox and two cycles to the first burst of a movement.
/// * Throughput: a beat a cycle in either direction; an EV a cycle at most.
/// * Stalls where the evictor or the filler do, and between evictions, loads and plans until all is answered.
#[derive(LogicBlock)]
pub struct CacheAgent<const SLICES: usize, const FAULTS: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// TX buffers and cache fit the DRAM.
    pub layout_good: Signal<In, Bit>,
    /// Goes on after an error.
    pub clear: Signal<In, Bit>,
    /// Address of EV 0 of the cache, in the DRAM.
    pub cache_base: Signal<In, Bits<64>>,
    /// EVs of the cache.
    pub cache_vectors: Signal<In, Bits<32>>,
    /// Address of EV 0 on the SSD.
    pub ssd_base: Signal<In, Bits<64>>,
    /// EVs of the SSD.
    pub ssd_vectors: Signal<In, Bits<64>>,
    /// Host physical address of the mailbox.
    pub mailbox_base: Signal<In, Bits<64>>,
    /// Lines of the mailbox.
    pub mailbox_lines: Signal<In, Bits<32>>,
    /// Lines that were written to the mailbox.
    pub mailbox_tail: Signal<In, Bits<32>>,
    /// Lines that are not needed any more.
    pub mailbox_head: Signal<Out, Bits<32>>,
    /// Number of the last plan of which all is answered.
    pub plans_done: Signal<Out, Bits<32>>,
    /// There are movements to do.
    pub busy: Signal<Out, Bit>,
    /// It has stopped.
    pub failed: Signal<Out, Bit>,
    /// Why (`AgentError`).
    pub error: Signal<Out, Bits<8>>,
    /// At the mailbox line of this number.
    pub error_number: Signal<Out, Bits<32>>,
    /// At this movement of it.
    pub error_movement: Signal<Out, Bits<2>>,
    /// The SSD has taken an EV.
    pub evicted: Signal<Out, Bit>,
    /// The DRAM has taken an EV.
    pub loaded: Signal<Out, Bit>,
    /// Number of the EV of the cache that is loaded.
    pub load_vector: Signal<Out, Bits<32>>,
    /// It is.
    pub load_valid: Signal<Out, Bit>,
    /// That was noted.
    pub load_ready: Signal<In, Bit>,
    /// Mailbox: address of the line asked for.
    pub request_address: Signal<Out, Bits<64>>,
    /// Mailbox: a line is asked for.
    pub request_valid: Signal<Out, Bit>,
    /// Mailbox: the request is taken.
    pub request_ready: Signal<In, Bit>,
    /// Mailbox: a line comes, in the order of the requests.
    pub line_valid: Signal<In, Bit>,
    /// Mailbox: the line.
    pub line: Signal<In, Bits<512>>,
    /// Mailbox: it is not to be used.
    pub line_error: Signal<In, Bit>,
    /// DRAM: AXI read address.
    pub dram_araddr: Signal<Out, Bits<64>>,
    /// DRAM: AXI burst length of reads.
    pub dram_arlen: Signal<Out, Bits<8>>,
    /// DRAM: AXI read address valid.
    pub dram_arvalid: Signal<Out, Bit>,
    /// DRAM: AXI read address ready.
    pub dram_arready: Signal<In, Bit>,
    /// DRAM: AXI read data.
    pub dram_rdata: Signal<In, Bits<512>>,
    /// DRAM: the beat is an error.
    pub dram_rerror: Signal<In, Bit>,
    /// DRAM: AXI read data valid; there is always room.
    pub dram_rvalid: Signal<In, Bit>,
    /// DRAM: AXI write address.
    pub dram_awaddr: Signal<Out, Bits<64>>,
    /// DRAM: AXI burst length of writes.
    pub dram_awlen: Signal<Out, Bits<8>>,
    /// DRAM: AXI write address valid.
    pub dram_awvalid: Signal<Out, Bit>,
    /// DRAM: AXI write address ready.
    pub dram_awready: Signal<In, Bit>,
    /// DRAM: AXI write data; all strobes are on.
    pub dram_wdata: Signal<Out, Bits<512>>,
    /// DRAM: AXI last beat of a burst.
    pub dram_wlast: Signal<Out, Bit>,
    /// DRAM: AXI write data valid.
    pub dram_wvalid: Signal<Out, Bit>,
    /// DRAM: AXI write data ready.
    pub dram_wready: Signal<In, Bit>,
    /// DRAM: the response is an error.
    pub dram_berror: Signal<In, Bit>,
    /// DRAM: AXI write response valid; it is always taken.
    pub dram_bvalid: Signal<In, Bit>,
    /// SSD: AXI read address ID.
    pub ssd_arid: Signal<Out, Bits<ID_BITS>>,
    /// SSD: AXI read address.
    pub ssd_araddr: Signal<Out, Bits<64>>,
    /// SSD: AXI burst length of reads.
    pub ssd_arlen: Signal<Out, Bits<8>>,
    /// SSD: AXI read address valid.
    pub ssd_arvalid: Signal<Out, Bit>,
    /// SSD: AXI read address ready.
    pub ssd_arready: Signal<In, Bit>,
    /// SSD: AXI read data ID.
    pub ssd_rid: Signal<In, Bits<ID_BITS>>,
    /// SSD: AXI read data.
    pub ssd_rdata: Signal<In, Bits<512>>,
    /// SSD: AXI read response.
    pub ssd_rresp: Signal<In, Bits<2>>,
    /// SSD: AXI last beat of a burst that is read.
    pub ssd_rlast: Signal<In, Bit>,
    /// SSD: AXI read data valid.
    pub ssd_rvalid: Signal<In, Bit>,
    /// SSD: AXI read data ready; always high.
    pub ssd_rready: Signal<Out, Bit>,
    /// SSD: AXI write address.
    pub ssd_awaddr: Signal<Out, Bits<64>>,
    /// SSD: AXI burst length of writes.
    pub ssd_awlen: Signal<Out, Bits<8>>,
    /// SSD: AXI write address valid.
    pub ssd_awvalid: Signal<Out, Bit>,
    /// SSD: AXI write address ready.
    pub ssd_awready: Signal<In, Bit>,
    /// SSD: AXI write data; all strobes are on.
    pub ssd_wdata: Signal<Out, Bits<512>>,
    /// SSD: AXI last beat of a burst.
    pub ssd_wlast: Signal<Out, Bit>,
    /// SSD: AXI write data valid.
    pub ssd_wvalid: Signal<Out, Bit>,
    /// SSD: AXI write data ready.
    pub ssd_wready: Signal<In, Bit>,
    /// SSD: AXI write response.
    pub ssd_bresp: Signal<In, Bits<2>>,
    /// SSD: AXI write response valid; it is always taken.
    pub ssd_bvalid: Signal<In, Bit>,
    mailbox: MailboxReader,
    evictor: Evictor<SLICES>,
    filler: Filler<SLICES>,
    state: DFF<AgentState>,
    /// Lines were written to the mailbox, which was here then.
    posted: DFF<Bit>,
    kept_base: DFF<Bits<64>>,
    kept_lines: DFF<Bits<32>>,
    /// Loads of the plan have begun.
    loading: DFF<Bit>,
    /// Something was done behind the last movement behind which all was answered.
    dirty: DFF<Bit>,
    plans: DFF<Bits<32>>,
    reason: DFF<Bits<8>>,
    failed_number: DFF<Bits<32>>,
    failed_movement: DFF<Bits<2>>,
    /// The movement behind the last one behind which all was answered; whether it is one of the loads.
    safe_number: DFF<Bits<32>>,
    safe_index: DFF<Bits<32>>,
    safe_movement: DFF<Bits<2>>,
    safe_loading: DFF<Bit>,
    /// The movement that is handed on: EVs left, and the next one.
    left: DFF<Bits<16>>,
    ssd_next: DFF<Bits<64>>,
    dram_next: DFF<Bits<64>>,
    cached_next: DFF<Bits<32>>,
    ring_base: Signal<Local, Bits<64>>,
    ring_lines: Signal<Local, Bits<32>>,
    kind: Signal<Local, Bits<2>>,
    is_nothing: Signal<Local, Bit>,
    is_evict: Signal<Local, Bit>,
    is_load: Signal<Local, Bit>,
    is_end: Signal<Local, Bit>,
    ssd: Signal<Local, Bits<64>>,
    ssd_first: Signal<Local, Bits<SSD_SUM_BITS>>,
    ssd_count: Signal<Local, Bits<SSD_SUM_BITS>>,
    ssd_limit: Signal<Local, Bits<SSD_SUM_BITS>>,
    /// The end of the movement, less the EVs of the SSD and one: negative if it is within.
    ssd_sum: Signal<Local, Bits<SSD_SUM_BITS>>,
    /// Numbers that the end of a movement may have.
    ssd_numbers: Constant<Bits<64>>,
    cached: Signal<Local, Bits<32>>,
    count: Signal<Local, Bits<16>>,
    quiet: Signal<Local, Bit>,
    outside_cache: Signal<Local, Bit>,
    outside_ssd: Signal<Local, Bit>,
    broken: Signal<Local, Bit>,
    is_wrong: Signal<Local, Bit>,
    good: Signal<Local, Bit>,
    /// The layout was good a cycle ago.
    could: DFF<Bit>,
    /// Lines that were written and may be needed.
    ahead: Signal<Local, Bits<32>>,
    overrun: Signal<Local, Bit>,
    /// There was an overrun a cycle ago: a line of the ring more may be asked for, and is not used.
    overran: DFF<Bit>,
    found: Signal<Local, Bits<8>>,
    halts: Signal<Local, Bit>,
    has: Signal<Local, Bit>,
    begins: Signal<Local, Bit>,
    ends: Signal<Local, Bit>,
    takes: Signal<Local, Bit>,
    /// What follows the movement is a place to go on from.
    commits: Signal<Local, Bit>,
    /// The movement itself is one.
    commits_before: Signal<Local, Bit>,
    line_ends: Signal<Local, Bit>,
    index_after: Signal<Local, Bits<32>>,
    hands: Signal<Local, Bit>,
    goes_on: Signal<Local, Bit>,
    engines_free: Signal<Local, Bit>,
    next_plan: Signal<Local, Bits<32>>,
    vector_shift: Constant<Bits<4>>,
    vector_bytes: Constant<Bits<64>>,
    last: Constant<Bits<2>>,
    one: Constant<Bits<16>>,
    nothing: Constant<Bits<2>>,
    evict: Constant<Bits<2>>,
    load: Constant<Bits<2>>,
    end: Constant<Bits<2>>,
    layout_code: Constant<Bits<8>>,
    overrun_code: Constant<Bits<8>>,
    host_read_code: Constant<Bits<8>>,
    torn_code: Constant<Bits<8>>,
    cache_range_code: Constant<Bits<8>>,
    ssd_range_code: Constant<Bits<8>>,
    order_code: Constant<Bits<8>>,
    plan_order_code: Constant<Bits<8>>,
    ssd_read_code: Constant<Bits<8>>,
    ssd_write_code: Constant<Bits<8>>,
    dram_read_code: Constant<Bits<8>>,
    dram_write_code: Constant<Bits<8>>,
    /// The fault that is committed.
    pub fault: [Signal<In, Bits<{ faults::BITS }>>; FAULTS],
    early_load: [Constant<Bits<{ faults::BITS }>>; FAULTS],
    early_end: [Constant<Bits<{ faults::BITS }>>; FAULTS],
    no_range: [Constant<Bits<{ faults::BITS }>>; FAULTS],
    wrong_slot: [Constant<Bits<{ faults::BITS }>>; FAULTS],
    about: About<Self>,
}

impl<const SLICES: usize, const FAULTS: usize> Default for CacheAgent<SLICES, FAULTS> {
    fn default() -> Self {
        let kind = |kind: MovementKind| Constant::new(Bits::<2>::from(kind as u64));
        let code = |code: AgentError| Constant::new(Bits::<8>::from(code as u64));
        crate::defaults! {
            [
                clock reset layout_good clear cache_base cache_vectors ssd_base ssd_vectors mailbox_base mailbox_lines mailbox_tail
                mailbox_head plans_done busy failed error error_number error_movement evicted loaded load_vector load_valid
                load_ready request_address request_valid request_ready line_valid line line_error dram_araddr dram_arlen
                dram_arvalid dram_arready dram_rdata dram_rerror dram_rvalid dram_awaddr dram_awlen dram_awvalid dram_awready
                dram_wdata dram_wlast dram_wvalid dram_wready dram_berror dram_bvalid ssd_arid ssd_araddr ssd_arlen ssd_arvalid
                ssd_arready ssd_rid ssd_rdata ssd_rresp ssd_rlast ssd_rvalid ssd_rready ssd_awaddr ssd_awlen ssd_awvalid ssd_awready
                ssd_wdata ssd_wlast ssd_wvalid ssd_wready ssd_bresp ssd_bvalid mailbox evictor filler state loading dirty plans
                posted kept_base kept_lines ring_base ring_lines
                reason failed_number failed_movement safe_number safe_index safe_movement safe_loading left ssd_next dram_next
                cached_next kind is_nothing is_evict is_load is_end ssd ssd_first ssd_count ssd_limit ssd_sum cached count quiet outside_cache outside_ssd broken is_wrong good could ahead overrun overran
                found halts has begins ends takes commits commits_before line_ends index_after hands goes_on engines_free
                next_plan about
            ]
            [fault]
            vector_shift: Constant::new(u64::from(6 + SLICES.trailing_zeros()).into()),
            vector_bytes: Constant::new((64 * SLICES as u64).into()),
            last: Constant::new((MOVEMENTS as u64 - 1).into()),
            ssd_numbers: Constant::new(((2u64 << SSD_VECTOR_BITS) - 1).into()),
            one: Constant::new(1.into()),
            nothing: kind(MovementKind::Nothing),
            evict: kind(MovementKind::Evict),
            load: kind(MovementKind::Load),
            end: kind(MovementKind::End),
            layout_code: code(AgentError::Layout),
            overrun_code: code(AgentError::Overrun),
            host_read_code: code(AgentError::HostRead),
            torn_code: code(AgentError::Torn),
            cache_range_code: code(AgentError::CacheRange),
            ssd_range_code: code(AgentError::SsdRange),
            order_code: code(AgentError::Order),
            plan_order_code: code(AgentError::PlanOrder),
            ssd_read_code: code(AgentError::SsdRead),
            ssd_write_code: code(AgentError::SsdWrite),
            dram_read_code: code(AgentError::DramRead),
            dram_write_code: code(AgentError::DramWrite),
            early_load: std::array::from_fn(|_| fault_code(SmartSsdFault::EarlyLoad)),
            early_end: std::array::from_fn(|_| fault_code(SmartSsdFault::EarlyEnd)),
            no_range: std::array::from_fn(|_| fault_code(SmartSsdFault::NoRange)),
            wrong_slot: std::array::from_fn(|_| fault_code(SmartSsdFault::WrongSlot)),
        }
    }
}

impl<const SLICES: usize, const FAULTS: usize> Describe for CacheAgent<SLICES, FAULTS> {
    fn name() -> String {
        if FAULTS == 0 { format!("cache_agent_s{SLICES}") } else { format!("cache_agent_s{SLICES}_faults") }
    }

    fn description() -> &'static str {
        "The embedding cache agent: copies EVs between SSD and DRAM as the mailbox says, evictions before loads, plan by plan. A beat a cycle in either direction; stalls between evictions, loads and plans until all is answered."
    }

    fn constants() -> Vec<(&'static str, usize)> {
        constants(&[movement::CONSTANTS, sum::CONSTANTS])
    }
}

impl<const SLICES: usize, const FAULTS: usize> Logic for CacheAgent<SLICES, FAULTS> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            state,
            posted,
            could,
            overran,
            kept_base,
            kept_lines,
            loading,
            dirty,
            plans,
            reason,
            failed_number,
            failed_movement,
            safe_number,
            safe_index,
            safe_movement,
            safe_loading,
            left,
            ssd_next,
            dram_next,
            cached_next
        );

        comment!("The mailbox.");
        self.mailbox.clock.next = self.clock.val();
        self.mailbox.reset.next = self.reset.val();
        self.ring_base.next = self.mailbox_base.val();
        self.ring_lines.next = self.mailbox_lines.val();
        if self.posted.q.val() {
            self.ring_base.next = self.kept_base.q.val();
            self.ring_lines.next = self.kept_lines.q.val();
        }
        self.kept_base.d.next = self.ring_base.val();
        self.kept_lines.d.next = self.ring_lines.val();
        if self.mailbox_tail.val().any() {
            self.posted.d.next = true;
        }
        self.mailbox.base.next = self.ring_base.val();
        self.mailbox.lines.next = self.ring_lines.val();
        self.mailbox.tail.next = self.mailbox_tail.val();
        self.request_address.next = self.mailbox.request_address.val();
        self.request_valid.next = self.mailbox.request_valid.val();
        self.mailbox.request_ready.next = self.request_ready.val();
        self.mailbox.line_valid.next = self.line_valid.val();
        self.mailbox.line.next = self.line.val();
        self.mailbox.line_error.next = self.line_error.val();
        self.ahead.next = self.mailbox_tail.val() - self.safe_number.q.val();
        self.overrun.next = (self.ahead.val() > self.ring_lines.val())
            | ((self.mailbox.next_number.val() - self.safe_number.q.val()) > self.ahead.val());
        self.could.d.next = self.layout_good.val();
        self.overran.d.next = self.overrun.val();
        self.mailbox.stop.next = self.overran.q.val()
            | !self.could.q.val()
            | (self.state.q.val() == AgentState::Drain)
            | (self.state.q.val() == AgentState::Failed);
        self.mailbox.restart_number.next = self.safe_number.q.val();
        self.mailbox.restart_index.next = self.safe_index.q.val();
        self.mailbox.restart_movement.next = self.safe_movement.q.val();

        comment!("The movement.");
        self.kind.next = self.mailbox.movement.val().get_bits::<KIND_BITS>(movement::KIND);
        self.is_nothing.next = self.kind.val() == self.nothing.val();
        self.is_evict.next = self.kind.val() == self.evict.val();
        self.is_load.next = self.kind.val() == self.load.val();
        self.is_end.next = self.kind.val() == self.end.val();
        self.ssd.next =
            bit_cast::<64, SSD_VECTOR_BITS>(self.mailbox.movement.val().get_bits::<SSD_VECTOR_BITS>(movement::SSD));
        self.count.next = self.mailbox.movement.val().get_bits::<MOVED_BITS>(movement::COUNT);
        self.cached.next = self.mailbox.movement.val().get_bits::<32>(movement::CACHED);
        self.outside_cache.next = !self.count.val().any()
            | ((bit_cast::<33, 32>(self.cached.val()) + bit_cast::<33, 16>(self.count.val()))
                > bit_cast::<33, 32>(self.cache_vectors.val()));
        for i in 0..FAULTS {
            if self.fault[i].val() == self.no_range[i].val() {
                self.outside_cache.next = false;
            }
        }
        comment!(
            "Whether the sum of two numbers exceeds a third: the three are added up to two without carries, so that one carry chain says it."
        );
        self.ssd_first.next = bit_cast::<SSD_SUM_BITS, 64>(self.ssd.val());
        self.ssd_count.next = bit_cast::<SSD_SUM_BITS, 16>(self.count.val());
        self.ssd_limit.next = !bit_cast::<SSD_SUM_BITS, 64>(self.ssd_vectors.val() & self.ssd_numbers.val());
        self.ssd_sum.next = (self.ssd_first.val() ^ self.ssd_count.val() ^ self.ssd_limit.val())
            + (((self.ssd_first.val() & self.ssd_count.val())
                | (self.ssd_first.val() & self.ssd_limit.val())
                | (self.ssd_count.val() & self.ssd_limit.val()))
                << 1);
        self.outside_ssd.next =
            !self.ssd_sum.val().get_bit(sum::SIGN) & !(self.ssd_vectors.val() & !self.ssd_numbers.val()).any();
        self.next_plan.next = self.plans.q.val() + 1;
        self.quiet.next = self.evictor.idle.val() & self.filler.idle.val();

        comment!(
            "What is wrong, the first of these; and whether anything is, which does not wait for what is the first."
        );
        self.broken.next = self.overrun.val()
            | ((self.mailbox_tail.val() != self.safe_number.q.val()) & !self.layout_good.val())
            | self.filler.write_failed.val()
            | self.filler.read_failed.val()
            | self.evictor.write_failed.val()
            | self.evictor.read_failed.val();
        self.found.next = 0.into();
        self.has.next = (self.state.q.val() == AgentState::Run) & self.mailbox.movement_valid.val();
        if self.has.val()
            & self.is_end.val()
            & (self.mailbox.movement.val().get_bits::<32>(movement::SSD) != self.next_plan.val())
        {
            self.found.next = self.plan_order_code.val();
        }
        if self.has.val() & (self.is_evict.val() | self.is_load.val()) & self.outside_ssd.val() {
            self.found.next = self.ssd_range_code.val();
        }
        if self.has.val() & (self.is_evict.val() | self.is_load.val()) & self.outside_cache.val() {
            self.found.next = self.cache_range_code.val();
        }
        if self.has.val() & self.is_evict.val() & self.loading.q.val() {
            self.found.next = self.order_code.val();
        }
        if (self.state.q.val() == AgentState::Run) & self.mailbox.torn.val() {
            self.found.next = self.torn_code.val();
        }
        if (self.state.q.val() == AgentState::Run) & self.mailbox.unreadable.val() {
            self.found.next = self.host_read_code.val();
        }
        if self.overrun.val() {
            self.found.next = self.overrun_code.val();
        }
        if (self.mailbox_tail.val() != self.safe_number.q.val()) & !self.layout_good.val() {
            self.found.next = self.layout_code.val();
        }
        if self.filler.write_failed.val() {
            self.found.next = self.dram_write_code.val();
        }
        if self.filler.read_failed.val() {
            self.found.next = self.ssd_read_code.val();
        }
        if self.evictor.write_failed.val() {
            self.found.next = self.ssd_write_code.val();
        }
        if self.evictor.read_failed.val() {
            self.found.next = self.dram_read_code.val();
        }
        self.halts.next = self.found.val().any()
            & ((self.state.q.val() == AgentState::Run) | (self.state.q.val() == AgentState::Move));

        self.is_wrong.next = self.broken.val()
            | ((self.state.q.val() == AgentState::Run) & (self.mailbox.torn.val() | self.mailbox.unreadable.val()))
            | (self.is_end.val() & (self.mailbox.movement.val().get_bits::<32>(movement::SSD) != self.next_plan.val()))
            | ((self.is_evict.val() | self.is_load.val()) & (self.outside_ssd.val() | self.outside_cache.val()))
            | (self.is_evict.val() & self.loading.q.val());
        self.good.next = self.has.val() & !self.is_wrong.val();

        comment!("A movement begins when what it must not overtake is answered.");
        self.begins.next =
            self.good.val() & (self.is_evict.val() | (self.is_load.val() & (self.loading.q.val() | self.quiet.val())));
        self.ends.next = self.good.val() & self.is_end.val() & self.quiet.val();
        for i in 0..FAULTS {
            if self.fault[i].val() == self.early_load[i].val() {
                self.begins.next = self.good.val() & (self.is_evict.val() | self.is_load.val());
            }
        }
        for i in 0..FAULTS {
            if self.fault[i].val() == self.early_end[i].val() {
                self.ends.next = self.good.val() & self.is_end.val();
            }
        }
        self.takes.next = self.begins.val() | self.ends.val() | (self.good.val() & self.is_nothing.val());
        self.mailbox.movement_ready.next = self.takes.val();
        self.commits.next = self.ends.val() | (self.takes.val() & self.is_nothing.val() & !self.dirty.q.val());
        self.commits_before.next = self.begins.val() & self.is_load.val() & !self.loading.q.val();
        self.line_ends.next = self.mailbox.position.val() == self.last.val();
        self.index_after.next = self.mailbox.index.val() + 1;
        if self.begins.val() {
            self.dirty.d.next = true;
            self.state.d.next = AgentState::Move;
            self.left.d.next = self.count.val();
            self.ssd_next.d.next = self.ssd_base.val() + (self.ssd.val() << self.vector_shift.val());
            self.dram_next.d.next =
                self.cache_base.val() + (bit_cast::<64, 32>(self.cached.val()) << self.vector_shift.val());
            self.cached_next.d.next = self.cached.val();
        }
        if self.commits_before.val() {
            self.loading.d.next = true;
            self.safe_number.d.next = self.mailbox.number.val();
            self.safe_index.d.next = self.mailbox.index.val();
            self.safe_movement.d.next = self.mailbox.position.val();
            self.safe_loading.d.next = true;
        }
        if self.ends.val() {
            self.plans.d.next = self.next_plan.val();
            self.loading.d.next = false;
            self.safe_loading.d.next = false;
            self.dirty.d.next = false;
        }
        if self.commits.val() {
            self.safe_number.d.next = self.mailbox.number.val();
            self.safe_index.d.next = self.mailbox.index.val();
            self.safe_movement.d.next = self.mailbox.position.val() + 1;
            if self.line_ends.val() {
                self.safe_number.d.next = self.mailbox.number.val() + 1;
                self.safe_index.d.next = self.index_after.val();
                if self.index_after.val() == self.ring_lines.val() {
                    self.safe_index.d.next = 0.into();
                }
                self.safe_movement.d.next = 0.into();
            }
        }

        comment!(
            "Its EVs are handed on one by one. Of what may be found, what the next movement says cannot stop them."
        );
        self.engines_free.next = self.load_ready.val();
        self.evictor.clock.next = self.clock.val();
        self.evictor.reset.next = self.reset.val();
        self.evictor.from.next = self.dram_next.q.val();
        self.evictor.to.next = self.ssd_next.q.val();
        self.evictor.vector_valid.next =
            (self.state.q.val() == AgentState::Move) & !self.loading.q.val() & !self.broken.val();
        self.filler.clock.next = self.clock.val();
        self.filler.reset.next = self.reset.val();
        self.filler.from.next = self.ssd_next.q.val();
        self.filler.to.next = self.dram_next.q.val();
        self.filler.vector_valid.next = (self.state.q.val() == AgentState::Move)
            & self.loading.q.val()
            & self.engines_free.val()
            & !self.broken.val();
        for i in 0..FAULTS {
            if self.fault[i].val() == self.wrong_slot[i].val() {
                self.filler.to.next = self.dram_next.q.val() + self.vector_bytes.val();
            }
        }
        self.load_vector.next = self.cached_next.q.val();
        self.load_valid.next = self.filler.vector_valid.val() & self.filler.vector_ready.val();
        self.hands.next = (self.evictor.vector_valid.val() & self.evictor.vector_ready.val())
            | (self.filler.vector_valid.val() & self.filler.vector_ready.val());
        if self.hands.val() {
            self.left.d.next = self.left.q.val() - 1;
            self.ssd_next.d.next = self.ssd_next.q.val() + self.vector_bytes.val();
            self.dram_next.d.next = self.dram_next.q.val() + self.vector_bytes.val();
            self.cached_next.d.next = self.cached_next.q.val() + 1;
            if self.left.q.val() == self.one.val() {
                self.state.d.next = AgentState::Run;
            }
        }

        comment!("After an error.");
        if self.halts.val() {
            self.state.d.next = AgentState::Drain;
            self.reason.d.next = self.found.val();
            self.failed_number.d.next = self.mailbox.number.val();
            self.failed_movement.d.next = self.mailbox.position.val();
        }
        if (self.state.q.val() == AgentState::Drain) & self.quiet.val() & self.mailbox.idle.val() {
            self.state.d.next = AgentState::Failed;
        }
        self.goes_on.next = (self.state.q.val() == AgentState::Failed) & self.clear.val();
        self.mailbox.restart.next = self.goes_on.val();
        self.evictor.clear.next = self.goes_on.val();
        self.filler.clear.next = self.goes_on.val();
        if self.goes_on.val() {
            self.state.d.next = AgentState::Run;
            self.reason.d.next = 0.into();
            self.loading.d.next = self.safe_loading.q.val();
            self.dirty.d.next = self.safe_loading.q.val();
        }
        self.failed.next = self.state.q.val() == AgentState::Failed;
        self.error.next = self.reason.q.val();
        self.error_number.next = self.failed_number.q.val();
        self.error_movement.next = self.failed_movement.q.val();
        self.mailbox_head.next = self.safe_number.q.val();
        self.plans_done.next = self.plans.q.val();
        self.busy.next =
            (self.state.q.val() != AgentState::Failed) & (self.mailbox_tail.val() != self.safe_number.q.val());
        self.evicted.next = self.evictor.evicted.val();
        self.loaded.next = self.filler.loaded.val();

        comment!("DRAM.");
        self.dram_araddr.next = self.evictor.araddr.val();
        self.dram_arlen.next = self.evictor.arlen.val();
        self.dram_arvalid.next = self.evictor.arvalid.val();
        self.evictor.arready.next = self.dram_arready.val();
        self.evictor.rdata.next = self.dram_rdata.val();
        self.evictor.rerror.next = self.dram_rerror.val();
        self.evictor.rvalid.next = self.dram_rvalid.val();
        self.dram_awaddr.next = self.filler.awaddr.val();
        self.dram_awlen.next = self.filler.awlen.val();
        self.dram_awvalid.next = self.filler.awvalid.val();
        self.filler.awready.next = self.dram_awready.val();
        self.dram_wdata.next = self.filler.wdata.val();
        self.dram_wlast.next = self.filler.wlast.val();
        self.dram_wvalid.next = self.filler.wvalid.val();
        self.filler.wready.next = self.dram_wready.val();
        self.filler.berror.next = self.dram_berror.val();
        self.filler.bvalid.next = self.dram_bvalid.val();

        comment!("SSD.");
        self.ssd_arid.next = self.filler.arid.val();
        self.ssd_araddr.next = self.filler.araddr.val();
        self.ssd_arlen.next = self.filler.arlen.val();
        self.ssd_arvalid.next = self.filler.arvalid.val();
        self.filler.arready.next = self.ssd_arready.val();
        self.ssd_rready.next = self.filler.rready.val();
        self.filler.rid.next = self.ssd_rid.val();
        self.filler.rdata.next = self.ssd_rdata.val();
        self.filler.rresp.next = self.ssd_rresp.val();
        self.filler.rlast.next = self.ssd_rlast.val();
        self.filler.rvalid.next = self.ssd_rvalid.val();
        self.ssd_awaddr.next = self.evictor.awaddr.val();
        self.ssd_awlen.next = self.evictor.awlen.val();
        self.ssd_awvalid.next = self.evictor.awvalid.val();
        self.evictor.awready.next = self.ssd_awready.val();
        self.ssd_wdata.next = self.evictor.wdata.val();
        self.ssd_wlast.next = self.evictor.wlast.val();
        self.ssd_wvalid.next = self.evictor.wvalid.val();
        self.evictor.wready.next = self.ssd_wready.val();
        self.evictor.bresp.next = self.ssd_bresp.val();
        self.evictor.bvalid.next = self.ssd_bvalid.val();

        if self.reset.val() {
            self.state.d.next = AgentState::Run;
            self.posted.d.next = false;
            self.loading.d.next = false;
            self.dirty.d.next = false;
            self.plans.d.next = 0.into();
            self.reason.d.next = 0.into();
            self.safe_number.d.next = 0.into();
            self.safe_index.d.next = 0.into();
            self.safe_movement.d.next = 0.into();
            self.safe_loading.d.next = false;
        }
    }
}
