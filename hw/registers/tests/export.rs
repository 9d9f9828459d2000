//! The exported texts say what the tables say.

use emberlane_registers::{
    Access, Field, Register, RegisterMap,
    export::{CHeader, CXL_MEM, DEVICES, Device, Enumeration, Html, LinuxHeader, Markdown, Svd, SystemRdl, Value},
};

const MODE: Register = Register {
    name: "MODE",
    offset: 0x8,
    access: Access::ReadWrite,
    width: 2,
    reset: 1,
    description: "fast | safe; \"quoted\" */",
    fields: &[],
};

/// One register of each kind.
const SMALL: Device = Device {
    map: &RegisterMap {
        name: "small_device",
        description: "Device for tests",
        bytes: 0x100,
        registers: &[
            Register {
                name: "KIND",
                offset: 0x0,
                access: Access::ReadOnly,
                width: 32,
                reset: 0xbeef,
                description: "what it is",
                fields: &[
                    Field { name: "LOW", lsb: 0, width: 8, description: "low byte" },
                    Field { name: "FLAG", lsb: 31, width: 1, description: "a flag" },
                ],
            },
            MODE,
            Register {
                name: "GO",
                offset: 0x10,
                access: Access::WriteOnly,
                width: 1,
                reset: 0,
                description: "starts",
                fields: &[],
            },
        ],
    },
    enumerations: &[Enumeration {
        register: &MODE,
        values: &[Value { name: "VeryFast", value: 2, description: "Risky." }],
    }],
};

#[test]
fn markdown_has_tables_of_registers_fields_and_values() {
    let expected = r#"# Registers of `small_device`

Device for tests.

0x100 bytes of MMIO; every register is 64 bits wide and aligned to its size. Bits above a register's width read as zero.
Access: `ro` the device drives it, `rw` the host writes it and reads it back, `wo` a write starts an action and it reads as zero. An `ro` register reads what the device drives, whatever its reset value says.

| offset | register | access | bits | reset | meaning |
|---|---|---|---|---|---|
| `0x000` | `KIND` | ro | 32 | `0xbeef` | what it is |
| `0x008` | `MODE` | rw | 2 | `0x1` | fast \| safe; "quoted" \*/ |
| `0x010` | `GO` | wo | 1 | `0x0` | starts |

## Fields

| register | bits | field | meaning |
|---|---|---|---|
| `KIND` | 7:0 | `LOW` | low byte |
| `KIND` | 31 | `FLAG` | a flag |

## Values of `MODE`

| value | name | meaning |
|---|---|---|
| 2 | `VeryFast` | Risky. |
"#;
    assert_eq!(Markdown(&SMALL).to_string(), expected);
}

#[test]
fn the_c_header_has_offsets_masks_resets_and_values() {
    let expected = r#"/* Registers of small_device: Device for tests. */
/* Made from the register table; changes here are lost. */
#ifndef EMBERLANE_SMALL_DEVICE_H
#define EMBERLANE_SMALL_DEVICE_H

#include <stdint.h>

/* Bytes of the MMIO region. */
#define SMALL_DEVICE_MMIO_BYTES UINT64_C(0x100)

/* KIND (ro, 32 bits): what it is */
#define SMALL_DEVICE_KIND_OFFSET UINT64_C(0x0)
#define SMALL_DEVICE_KIND_MASK UINT64_C(0xffffffff)
#define SMALL_DEVICE_KIND_RESET UINT64_C(0xbeef)
/* KIND.LOW: low byte */
#define SMALL_DEVICE_KIND_LOW_SHIFT 0
#define SMALL_DEVICE_KIND_LOW_MASK UINT64_C(0xff)
/* KIND.FLAG: a flag */
#define SMALL_DEVICE_KIND_FLAG_SHIFT 31
#define SMALL_DEVICE_KIND_FLAG_MASK UINT64_C(0x80000000)

/* MODE (rw, 2 bits): fast | safe; "quoted" * / */
#define SMALL_DEVICE_MODE_OFFSET UINT64_C(0x8)
#define SMALL_DEVICE_MODE_MASK UINT64_C(0x3)
#define SMALL_DEVICE_MODE_RESET UINT64_C(0x1)

/* GO (wo, 1 bits): starts */
#define SMALL_DEVICE_GO_OFFSET UINT64_C(0x10)
#define SMALL_DEVICE_GO_MASK UINT64_C(0x1)
#define SMALL_DEVICE_GO_RESET UINT64_C(0x0)

/* Values of MODE. */
/* Risky. */
#define SMALL_DEVICE_MODE_VALUE_VERY_FAST 2

#endif
"#;
    assert_eq!(CHeader(&SMALL).to_string(), expected);
}

#[test]
fn systemrdl_has_fields_access_and_encodings() {
    let expected = r#"// Made from the register table; changes here are lost.
addrmap small_device {
    name = "small_device";
    desc = "Device for tests";

    enum MODE_values {
        VERY_FAST = 2 { desc = "Risky."; };
    };

    default regwidth = 64;
    default accesswidth = 64;

    reg {
        name = "KIND";
        desc = "what it is";
        field {
            desc = "low byte";
            sw = r;
            hw = na;
        } LOW[7:0] = 8'hef;
        field {
            desc = "a flag";
            sw = r;
            hw = na;
        } FLAG[31:31] = 1'h0;
    } KIND @ 0x0;

    reg {
        name = "MODE";
        desc = "fast | safe; \"quoted\" */";
        field {
            sw = rw;
            hw = r;
            encode = MODE_values;
        } VALUE[1:0] = 2'h1;
    } MODE @ 0x8;

    reg {
        name = "GO";
        desc = "starts";
        field {
            sw = w;
            hw = r;
            singlepulse;
        } VALUE[0:0] = 1'h0;
    } GO @ 0x10;
};
"#;
    assert_eq!(SystemRdl(&SMALL).to_string(), expected);
}

#[test]
fn the_header_for_linux_has_masks_of_bits() {
    let header = LinuxHeader(&SMALL).to_string();
    for line in [
        "#define EMB_SMALL_DEVICE_MMIO_SIZE\t0x100",
        "/* ro, 32 bits: what it is */",
        "#define EMB_SMALL_DEVICE_KIND\t0x000",
        "#define EMB_SMALL_DEVICE_KIND_RESET\t0xbeefULL",
        "#define EMB_SMALL_DEVICE_KIND_LOW\tGENMASK_ULL(7, 0)",
        "#define EMB_SMALL_DEVICE_KIND_FLAG\tBIT_ULL(31)",
        "/* rw, 2 bits: fast | safe; \"quoted\" * / */",
        "#define EMB_SMALL_DEVICE_MODE_MASK\tGENMASK_ULL(1, 0)",
        "#define EMB_SMALL_DEVICE_GO_MASK\tBIT_ULL(0)",
        "#define EMB_SMALL_DEVICE_MODE_VALUE_VERY_FAST\t2",
    ] {
        assert!(header.lines().any(|each| each == line), "{line} is not in\n{header}");
    }
    assert!(!header.contains("MODE_VALUE_MASK") && !header.contains("GO_RESET"), "{header}");
}

#[test]
fn svd_has_registers_fields_and_values() {
    let svd = Svd(&SMALL).to_string();
    let mode = "          <name>MODE</name>
          <description>fast | safe; &quot;quoted&quot; */</description>
          <addressOffset>0x8</addressOffset>
          <access>read-write</access>
          <resetValue>0x1</resetValue>
          <resetMask>0xffffffffffffffff</resetMask>
          <fields>
            <field>
              <name>VALUE</name>
              <bitOffset>0</bitOffset>
              <bitWidth>2</bitWidth>
              <enumeratedValues>
                <enumeratedValue>
                  <name>VERY_FAST</name>
                  <description>Risky.</description>
                  <value>2</value>
                </enumeratedValue>
              </enumeratedValues>
            </field>
          </fields>
";
    assert!(svd.contains(mode), "{svd}");
    assert_eq!(svd.matches("<access>write-only</access>").count(), 1);
}

#[test]
fn the_page_has_a_section_a_register() {
    let page = Html(&SMALL).to_string();
    for part in [
        "<tr><td>0x008</td><td><a href=\"#MODE\">MODE</a></td><td>rw</td><td>2</td><td>0x1</td><td>fast | safe; &quot;quoted&quot; */</td></tr>",
        "<section id=\"KIND\">\n<h2>0x000 KIND (ro)</h2>",
        "<tr><td>31:31</td><td>FLAG</td><td>0x80000000</td><td>0x0</td><td>ro</td><td>a flag</td></tr>",
        "<tr><td>7:0</td><td>LOW</td><td>0xff</td><td>0xef</td><td>ro</td><td>low byte</td></tr>",
        "<tr><td>2</td><td>VERY_FAST</td><td>Risky.</td></tr>",
    ] {
        assert!(page.contains(part), "{part} is not in\n{page}");
    }
}

#[test]
fn every_register_of_cxl_mem_is_in_every_text() {
    let texts = [Markdown(&CXL_MEM).to_string(), CHeader(&CXL_MEM).to_string(), SystemRdl(&CXL_MEM).to_string()];
    for register in CXL_MEM.map.registers {
        let [markdown, c, rdl] = &texts;
        assert!(markdown.contains(&format!("| `{:#05x}` | `{}` |", register.offset, register.name)));
        assert!(c.contains(&format!("#define CXL_MEM_{}_OFFSET UINT64_C({:#x})\n", register.name, register.offset)));
        assert!(rdl.contains(&format!("}} {} @ {:#x};\n", register.name, register.offset)));
    }
    for text in &texts {
        assert!(!text.contains("//!") && text.ends_with('\n') && !text.contains("\n\n\n"));
    }
}

#[test]
fn no_name_of_a_header_is_defined_twice() {
    for device in DEVICES {
        for header in [CHeader(device).to_string(), LinuxHeader(device).to_string()] {
            let mut names: Vec<&str> =
                header.lines().filter_map(|line| line.strip_prefix("#define ")?.split([' ', '\t']).next()).collect();
            let all = names.len();
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), all);
        }
    }
}
