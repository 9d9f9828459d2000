//! The Verilated devices, where this build has them.

#[cfg(not(feature = "rtl"))]
pub(super) use absent::{check_cxl_mem, check_smartssd, cxl_mem, cxl_mem_endpoint, smartssd, smartssd_endpoint};
#[cfg(feature = "rtl")]
pub(super) use verilated::{check_cxl_mem, check_smartssd, cxl_mem, cxl_mem_endpoint, smartssd, smartssd_endpoint};

#[cfg(feature = "rtl")]
mod verilated {
    use emberlane_experiment::{Experiment, Stalls, SystemKind};
    use emberlane_fabric::fabric::FabricConfig;
    use emberlane_models::cxl::BAR_BASE;
    use emberlane_models::storage::SsdConfig;
    use emberlane_stores::EmbeddingError;
    use emberlane_verilated::axi::StallProfile;
    use emberlane_verilated::smartssd::{RtlSmartSsd, RtlSmartSsdEndpoint};
    use emberlane_verilated::{RtlCxlMem, RtlEndpoint};

    use crate::gpu::Gpu;
    use crate::open::device::{cxl_mem_store, in_machine, load};
    use crate::open::opened::OpenedStore;
    use crate::{StoreOptions, Trace};

    fn stalls(experiment: &Experiment) -> StallProfile {
        match experiment.device.stalls {
            Stalls::None => StallProfile::None,
            Stalls::Random => StallProfile::Random,
            Stalls::Heavy => StallProfile::Heavy,
        }
    }

    fn unavailable(error: impl std::fmt::Display) -> EmbeddingError {
        EmbeddingError::Unavailable(error.to_string())
    }

    /// Refuses a kernel of so many banks a side and elements of which there is no design.
    pub(in crate::open) fn check_smartssd((banks, elements): (usize, usize)) -> Result<(), EmbeddingError> {
        let design = RtlSmartSsd::design(banks, elements);
        design.map(drop).map_err(|error| unavailable(format!("model.dimension = {elements}: {error}")))
    }

    /// A SmartSSD whose kernel has so many banks a side and elements.
    pub(in crate::open) fn smartssd(
        experiment: &Experiment,
        trace: Option<&Trace>,
        (banks, elements): (usize, usize),
        seed: u64,
        ssd: SsdConfig,
    ) -> Result<RtlSmartSsd, EmbeddingError> {
        let mut builder =
            RtlSmartSsd::builder().kernel(banks, elements).stalls(stalls(experiment)).seed(seed).ssd(Some(ssd));
        if let Some(trace) = trace {
            builder = builder.waveform(&trace.path, trace.cycles.clone());
        }
        builder.build().map_err(unavailable)
    }

    /// It at the end of a link, whose registers begin at the HPA `bar`.
    pub(in crate::open) fn smartssd_endpoint(device: RtlSmartSsd, _: usize, bar: u64) -> RtlSmartSsdEndpoint {
        RtlSmartSsdEndpoint::new(device, bar)
    }

    /// Refuses a number of channels of which there is no design.
    pub(in crate::open) fn check_cxl_mem(channels: u32) -> Result<(), EmbeddingError> {
        let design = RtlCxlMem::design(channels as usize);
        design.map(drop).map_err(|error| unavailable(format!("device.channels = {channels}: {error}")))
    }

    /// The tables of an experiment on a CXL-MEM.
    pub(in crate::open) fn cxl_mem(
        experiment: &Experiment,
        options: &StoreOptions,
        gpu: Option<&Gpu>,
    ) -> Result<OpenedStore, EmbeddingError> {
        let channels = experiment.device.channels as usize;
        let mut builder =
            RtlCxlMem::builder().channels(channels).stalls(stalls(experiment)).seed(experiment.train.seed);
        if let Some(fault) = options.fault {
            builder = builder.fault(fault);
        }
        if let Some(trace) = &options.trace {
            builder = builder.waveform(&trace.path, trace.cycles.clone());
        }
        let mut device = builder.build().map_err(unavailable)?;
        load(options, &mut device)?;
        if experiment.system.kind == SystemKind::None {
            return Ok(OpenedStore::Alone(Box::new(cxl_mem_store(experiment, device)?)));
        }
        in_machine(experiment, RtlEndpoint::new(device, BAR_BASE), FabricConfig::default(), gpu)
    }

    /// A CXL-MEM at the end of a link.
    pub(in crate::open) fn cxl_mem_endpoint(channels: u32, seed: u64) -> Result<RtlEndpoint, EmbeddingError> {
        let device = RtlCxlMem::builder().channels(channels as usize).seed(seed).build().map_err(unavailable)?;
        Ok(RtlEndpoint::new(device, BAR_BASE))
    }
}

#[cfg(not(feature = "rtl"))]
mod absent {
    use emberlane_experiment::Experiment;
    use emberlane_models::cxl::ReferenceEndpoint;
    use emberlane_models::smartssd::ModelSmartSsd;
    use emberlane_models::smartssd::in_fabric::SmartSsdEndpoint;
    use emberlane_models::storage::SsdConfig;
    use emberlane_stores::EmbeddingError;

    use crate::gpu::Gpu;
    use crate::open::opened::OpenedStore;
    use crate::{StoreOptions, Trace};

    /// No SmartSSD. Names a device that there is, as the store is made of one.
    pub(in crate::open) fn smartssd(
        _: &Experiment,
        _: Option<&Trace>,
        _: (usize, usize),
        _: u64,
        _: SsdConfig,
    ) -> Result<ModelSmartSsd, EmbeddingError> {
        Err(no_rtl())
    }

    /// The endpoint of the device that there is.
    pub(in crate::open) fn smartssd_endpoint(
        device: ModelSmartSsd,
        elements: usize,
        bar: u64,
    ) -> SmartSsdEndpoint<ModelSmartSsd> {
        SmartSsdEndpoint::new(device, elements, bar)
    }

    /// As of CXL-MEM.
    pub(in crate::open) fn check_smartssd(_: (usize, usize)) -> Result<(), EmbeddingError> {
        Ok(())
    }

    /// Whoever plans may train with a build that has the designs.
    pub(in crate::open) fn check_cxl_mem(_: u32) -> Result<(), EmbeddingError> {
        Ok(())
    }

    /// No CXL-MEM.
    pub(in crate::open) fn cxl_mem(
        _: &Experiment,
        _: &StoreOptions,
        _: Option<&Gpu>,
    ) -> Result<OpenedStore, EmbeddingError> {
        Err(no_rtl())
    }

    /// No CXL-MEM. Names a device that there is.
    pub(in crate::open) fn cxl_mem_endpoint(_: u32, _: u64) -> Result<ReferenceEndpoint, EmbeddingError> {
        Err(no_rtl())
    }

    fn no_rtl() -> EmbeddingError {
        EmbeddingError::Unavailable(
            "this emberlane was built without the RTL devices; build it with the feature `rtl` (the default: leave \
             --no-default-features out), which needs Verilator and a C++ compiler (`emberlane doctor`)"
                .into(),
        )
    }
}
