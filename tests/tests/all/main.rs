//! All integration tests in one program: each program more is linked, with the Verilated designs, once more.

mod architecture;
mod crash_rtl;
mod cxl_mem_target;
mod device_rtl;
mod devices;
mod fabric_faults;
mod fabric_reference;
mod fabric_rtl;
#[cfg(feature = "host")]
mod fuzz;
mod model_rtl;
mod native_rtl;
#[cfg(feature = "host")]
mod parsers;
mod power_loss_reference;
mod power_up_rtl;
mod random_programmes;
mod rewriting_host_rtl;
mod row_cache;
mod rtl_waveform;
mod smartssd_fabric;
mod smartssd_faults;
mod smartssd_keeps;
mod smartssd_model;
mod smartssd_reference;
mod smartssd_rtl;
mod train_criteo;
mod train_devices;
mod train_failures;
mod train_gradients;
mod train_interrupted;
mod train_oracle;
mod train_pool;
mod train_relaxed;
mod train_smartssd;
mod train_systems;
mod train_tiers;
#[cfg(feature = "host")]
mod training;
