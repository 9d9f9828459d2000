//! What a benchmark finds.

/// What was measured.
#[derive(Debug, serde::Serialize)]
pub(super) struct Figure {
    pub(super) name: String,
    pub(super) value: f64,
    pub(super) unit: &'static str,
    /// What `value` can be at most, if anything says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) limit: Option<f64>,
    /// `value / limit`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) ratio: Option<f64>,
    /// What the limit is the limit of.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) bound: Option<String>,
    /// Raw numbers, from which all others can be computed.
    pub(super) counters: serde_json::Map<String, serde_json::Value>,
}

impl Figure {
    /// A figure without a limit.
    pub(super) fn plain(name: &str, value: f64, unit: &'static str, counters: &[(&str, f64)]) -> Self {
        let counters = counters.iter().map(|(name, value)| ((*name).to_owned(), (*value).into())).collect();
        Self { name: name.to_owned(), value, unit, limit: None, ratio: None, bound: None, counters }
    }

    /// How fast RTL was simulated, of `what`: with native FP32 units it is another figure.
    #[cfg(feature = "rtl")]
    pub(super) fn simulation(what: &str, cycles: u64, seconds: f64) -> Self {
        let units = if emberlane_verilated::native::IN_USE { ".native" } else { "" };
        let cycles = cycles as f64;
        let from = [("cycles", cycles), ("seconds", seconds)];
        Self::plain(&format!("{what}{units}.cycles_per_second"), cycles / seconds, "cycles/s", &from)
    }

    /// A figure beside what it can be at most.
    pub(super) fn limited(
        name: &str,
        value: f64,
        unit: &'static str,
        (limit, bound): (f64, &str),
        counters: &[(&str, f64)],
    ) -> Self {
        let plain = Self::plain(name, value, unit, counters);
        Self { limit: Some(limit), ratio: Some(value / limit), bound: Some(bound.to_owned()), ..plain }
    }
}
