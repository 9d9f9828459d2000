//! Faults of the RTL on CXL.mem and CXL.cache are caught: by the fabric's checker, by what counts lines, or by the bits.
#![cfg(feature = "rtl")]

use emberlane_drivers::{BatchBuilder, Command, Configuration, CxlMem, Pooling, Transport};
use emberlane_fabric::fabric::FabricConfig;
use emberlane_fabric::gpu::CopyWrite;
use emberlane_fabric::time::Time;
use emberlane_models::cxl::{BAR_BASE, CxlMemEndpoint, OverCxl};
use emberlane_registers::cxl_mem as registers;
use emberlane_registers::faults::Fault;
use emberlane_tests::conformance;
use emberlane_tests::system::{GPU_HPA, add_gpu, link};
use emberlane_verilated::axi::StallProfile;
use emberlane_verilated::{RtlCxlMem, RtlEndpoint};

const ROWS: u32 = 60;
const BAGS: u32 = 30;
/// Where gradients and parameters are in GPU memory; pooled vectors are one line in.
const GRADIENTS: u64 = 1 << 20;
const PARAMETERS: u64 = 2 << 20;

/// A batch that moves by itself on a device with a fault: every row is used once, and loses a half. What is wrong with it.
///
/// Row `r` holds `r`, bag `b` pools rows `2b` and `2b + 1`.
fn batch(fault: Fault, seed: u64) -> Result<(), String> {
    let rtl = RtlCxlMem::builder().stalls(StallProfile::Random).seed(seed).fault(fault).build();
    let endpoint = RtlEndpoint::new(rtl.map_err(|error| error.to_string())?, BAR_BASE);
    let link = link("trainingcxl", 64, None);
    let config = FabricConfig { patience: Time::us(100), ..FabricConfig::default() };
    let mut over_cxl = OverCxl::new(endpoint, config, &link).map_err(|error| error.to_string())?;
    let device = over_cxl.device();
    let gpu = add_gpu(over_cxl.fabric(), &link);

    let mut driver = CxlMem::discover(over_cxl).expect("a CXL-MEM");
    driver.configure(Configuration::new(16, Pooling::Sum, 1f32.to_bits(), vec![ROWS])).expect("the table fits");
    let table = driver.data_plan().expect("configured").tables[0].base;
    let rows: Vec<u8> = (0..ROWS).flat_map(|row| (row as f32).to_le_bytes().repeat(16)).collect();
    driver.transport_mut().fabric().device_mut(device).device().memory_write(table, &rows).expect("memory");
    let offsets: Vec<u32> = (0..=BAGS).map(|bag| 2 * bag).collect();
    let indices: Vec<u32> = (0..ROWS).collect();
    let batch = BatchBuilder::new().table(&offsets, &indices).and_then(BatchBuilder::build).expect("well formed");
    driver.post(&batch).map_err(|error| error.to_string())?;
    driver.prepare().expect("posted");
    let plan = driver.batch_plan().expect("posted").clone();
    let lines = plan.gradients.bytes / 64;
    let gradients = driver.transport().host_address(plan.gradients.base, plan.gradients.bytes).expect("memory");
    for (register, value) in [
        (&registers::FLUSH_TARGET, (GPU_HPA + 64) | 1),
        (&registers::GRADIENT_LINES, lines),
        (&registers::PARAMETER_SOURCE, GPU_HPA + PARAMETERS),
        (&registers::PARAMETER_BYTES, 40 * 64),
        (&registers::LOG_BASE, 1 << 30),
        (&registers::LOG_BYTES, 1 << 20),
        (&registers::PARAMETER_LOG, 1 << 30),
    ] {
        driver.set(register, value).expect(register.name);
    }
    let fabric = driver.transport_mut().fabric();
    let at_gpu = fabric.device_mut(gpu);
    let vectors = at_gpu.arm(64..64 + plan.pooled.bytes);
    let half = 0.5f32.to_le_bytes().repeat((16 * BAGS) as usize);
    at_gpu.server_mut().memory_mut().write_bytes(GRADIENTS, &half);
    let parameters: Vec<u8> = (0..40 * 64u32).map(|byte| (byte / 64) as u8).collect();
    at_gpu.server_mut().memory_mut().write_bytes(PARAMETERS, &parameters);
    for command in [Command::Lookup, Command::LogParameters, Command::Update] {
        driver.post_job(command as u64).expect("there is room");
    }
    // The second half of the gradients comes long after the first.
    let fabric = driver.transport_mut().fabric();
    for (half, at) in [(0, 20), (1, 60)] {
        let (start, bytes) = (half * lines / 2 * 64, lines / 2 * 64);
        fabric.at(fabric.now() + Time::us(at), move |fabric| {
            fabric.device_mut(gpu).copy_out(GRADIENTS + start, gradients + start, bytes, CopyWrite::ItoMWr);
            Ok(())
        });
    }
    fabric.run_to_end().map_err(|error| error.to_string())?;
    match fabric.device(gpu).missing(vectors) {
        0 => {}
        missing => return Err(format!("{missing} lines of vectors never came to the GPU")),
    }
    let mut found = vec![0; plan.pooled.bytes as usize];
    fabric.device(gpu).server().memory().read_bytes(64, &mut found);
    let pooled = (0..BAGS).flat_map(|bag| (4.0 * bag as f32 + 1.0).to_le_bytes().repeat(16));
    let wrong =
        found.chunks(4).zip(pooled.collect::<Vec<u8>>().chunks(4)).filter(|(found, word)| found != word).count();
    if wrong > 0 {
        return Err(format!("{wrong} words of vectors are wrong"));
    }
    let mut found = vec![0; rows.len()];
    let mut logged = vec![0; parameters.len()];
    let device = fabric.device_mut(device).device();
    device.memory_read((1 << 30) + 64, &mut logged).expect("memory");
    device.memory_read(table, &mut found).expect("memory");
    if logged != parameters {
        return Err("the parameters are not those of the GPU".into());
    }
    let expected = (0..ROWS).flat_map(|row| (row as f32 - 0.5).to_le_bytes().repeat(16));
    let wrong =
        found.chunks(4).zip(expected.collect::<Vec<u8>>().chunks(4)).filter(|(found, word)| found != word).count();
    if wrong > 0 { Err(format!("{wrong} words of rows are wrong")) } else { Ok(()) }
}

#[test]
fn a_device_without_a_fault_passes() {
    batch(Fault::None, conformance::seed("fabric_faults", 61)).unwrap_or_else(|what| panic!("{what}"));
}

#[test]
fn every_fault_of_a_batch_is_caught() {
    let seed = conformance::seed("fabric_faults", 62);
    for fault in Fault::OF_BATCHES {
        let Err(what) = batch(*fault, seed) else { panic!("{fault:?} was not noticed, seed {seed}") };
        let expected = match fault {
            Fault::WrongTag | Fault::RepeatedAnswer | Fault::ReusedCqid => "protocol broken",
            // Two pulls under way are exchanged, which is no message too many: the lines tell.
            Fault::WrongPull => "words of vectors are wrong",
            Fault::LostAnswer => "nothing moves any more",
            Fault::WrongLine => "never came to the GPU",
            Fault::EarlyUpdate => "words of rows are wrong",
            _ => unreachable!("it is none of a batch"),
        };
        println!("{fault:?}: {what}");
        assert!(what.contains(expected), "{fault:?}, seed {seed}: {what}");
    }
}
