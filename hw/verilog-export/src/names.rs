//! Verilog identifiers.

use std::collections::HashSet;
use std::sync::LazyLock;

/// Reserved words of Verilog-2001 and of SystemVerilog up to 2017, which tools that read `.v` files may also refuse.
const KEYWORDS: &str = "accept_on alias always always_comb always_ff always_latch and assert assign assume automatic \
before begin bind bins binsof bit break buf bufif0 bufif1 byte case casex casez cell chandle checker class clocking \
cmos config const constraint context continue cover covergroup coverpoint cross deassign default defparam design \
disable dist do edge else end endcase endchecker endclass endclocking endconfig endfunction endgenerate endgroup \
endinterface endmodule endpackage endprimitive endprogram endproperty endspecify endsequence endtable endtask enum \
event eventually expect export extends extern final first_match for force foreach forever fork forkjoin function \
generate genvar global highz0 highz1 if iff ifnone ignore_bins illegal_bins implements implies import incdir include \
initial inout input inside instance int integer interconnect interface intersect join join_any join_none large let \
liblist library local localparam logic longint macromodule matches medium modport module nand negedge nettype new \
nexttime nmos nor noshowcancelled not notif0 notif1 null or output package packed parameter pmos posedge primitive \
priority program property protected pull0 pull1 pulldown pullup pulsestyle_ondetect pulsestyle_onevent pure rand randc \
randcase randsequence rcmos real realtime ref reg reject_on release repeat restrict return rnmos rpmos rtran rtranif0 \
rtranif1 s_always s_eventually s_nexttime s_until s_until_with scalared sequence shortint shortreal showcancelled \
signed small soft solve specify specparam static string strong strong0 strong1 struct super supply0 supply1 \
sync_accept_on sync_reject_on table tagged task this throughout time timeprecision timeunit tran tranif0 tranif1 tri \
tri0 tri1 triand trior trireg type typedef union unique unique0 unsigned until until_with untyped use uwire var \
vectored virtual void wait wait_order wand weak weak0 weak1 while wildcard wire with within wor xnor xor";

/// Words that Verilator refuses as names, because its C++ would not compile or be confusing.
const CPP_WORDS: &str = "NULL abort asm atomic_cancel atomic_commit atomic_noexcept auto bit_vector bitand bitor bool \
catch cdecl char char16_t char32_t compl complex concept const_cast const_iterator const_reference constexpr decltype \
delete deque double dynamic_cast explicit false far float friend goto huge inline interrupt iterator list long map \
mutable namespace near noexcept not_eq nullptr operator or_eq override pascal private public queue reference register \
reinterpret_cast requires sensitive sensitive_neg sensitive_pos set short sizeof stack static_assert static_cast switch \
synchronized template thread_local throw transaction_safe true try type_info typeid typename uint16_t uint32_t uint8_t \
vector volatile wchar_t xor_eq alignas alignof and_eq multimap multiset sc_clock sc_in sc_inout sc_out sc_signal";

/// Whether Verilog, SystemVerilog or the C++ of Verilator reserves the word.
pub(crate) fn is_keyword(name: &str) -> bool {
    static WORDS: LazyLock<HashSet<&str>> =
        LazyLock::new(|| KEYWORDS.split_whitespace().chain(CPP_WORDS.split_whitespace()).collect());
    WORDS.contains(name)
}

/// Whether the text is an identifier that every tool accepts.
pub(crate) fn is_identifier(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && !is_keyword(name)
}

/// `bus$rd$valid` as an identifier.
pub(crate) fn sanitised(path: &str) -> String {
    let mut name: String = path.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    if name.starts_with(|c: char| c.is_ascii_digit()) {
        name.insert(0, '_');
    }
    if is_keyword(&name) {
        name.push('_');
    }
    name
}

/// `State::WaitForRow` as the name of a constant.
pub(crate) fn screaming_snake(name: &str) -> String {
    let mut result = String::new();
    let mut previous_is_lower = false;
    for c in name.chars() {
        if !c.is_ascii_alphanumeric() {
            if !result.ends_with('_') {
                result.push('_');
            }
            previous_is_lower = false;
            continue;
        }
        if c.is_ascii_uppercase() && previous_is_lower {
            result.push('_');
        }
        previous_is_lower = !c.is_ascii_uppercase();
        result.push(c.to_ascii_uppercase());
    }
    result
}

/// Names of one module; each is given once.
#[derive(Default)]
pub(crate) struct Names(HashSet<String>);

impl Names {
    /// The wanted name, or the wanted name with a number if it is taken.
    pub(crate) fn unique(&mut self, wanted: &str) -> String {
        let wanted = sanitised(wanted);
        let name = std::iter::once(wanted.clone())
            .chain((2..).map(|number| format!("{wanted}_{number}")))
            .find(|name| !self.0.contains(name))
            .expect("numbers do not end");
        self.0.insert(name.clone());
        name
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keywords_and_separators_become_identifiers() {
        assert_eq!(sanitised("m_axi$0$araddr"), "m_axi_0_araddr");
        assert_eq!(sanitised("small"), "small_");
        assert!(is_identifier("fifo_w512_d64"));
        assert!(!is_identifier("output"));
        assert!(!is_identifier("8_lanes"));
    }

    #[test]
    fn names_are_given_once() {
        let mut names = Names::default();
        assert_eq!(names.unique("a$b"), "a_b");
        assert_eq!(names.unique("a_b"), "a_b_2");
        assert_eq!(names.unique("a_b"), "a_b_3");
    }

    #[test]
    fn variants_become_constants() {
        assert_eq!(screaming_snake("WalkState::FirstOffset"), "WALK_STATE_FIRST_OFFSET");
        assert_eq!(screaming_snake("State::AXI4"), "STATE_AXI4");
    }
}
