//! How parts and lines look: what has one name looks the same in every chart of every paper.

use plotters::style::RGBColor;

/// Okabe and Ito's colours, which colour-blind people tell apart, and a grey; neighbours differ in lightness, too.
const COLOURS: [RGBColor; 8] = [
    RGBColor(0, 114, 178),
    RGBColor(240, 228, 66),
    RGBColor(213, 94, 0),
    RGBColor(86, 180, 233),
    RGBColor(0, 158, 115),
    RGBColor(230, 159, 0),
    RGBColor(215, 215, 215),
    RGBColor(204, 121, 167),
];
const BLUE: usize = 0;
const YELLOW: usize = 1;
const RED: usize = 2;
const SKY: usize = 3;
const GREEN: usize = 4;
const ORANGE: usize = 5;
const GREY: usize = 6;
const PURPLE: usize = 7;

/// Lines over a colour, so that a part is known in grey, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hatch {
    Plain,
    Up,
    Down,
    Cross,
    Level,
    Steep,
    Grid,
}

/// How an area looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Look {
    colour: usize,
    pub(super) hatch: Hatch,
}

impl Look {
    pub(super) fn colour(self) -> RGBColor {
        COLOURS[self.colour]
    }
}

const fn look(colour: usize, hatch: Hatch) -> Look {
    Look { colour, hatch }
}

/// What parts of a bar mean, each with the names that papers have for it. Those of one legend differ in colour; no two here have
/// both colour and hatch in common.
const PARTS: &[(&[&str], Look)] = &[
    (&["T-MLP"], look(BLUE, Hatch::Plain)),
    (&["B-MLP"], look(YELLOW, Hatch::Up)),
    (&["MLP"], look(BLUE, Hatch::Up)),
    (&["Transfer", "Communication"], look(RED, Hatch::Level)),
    (&["Embedding"], look(SKY, Hatch::Steep)),
    (&["Checkpoint"], look(GREEN, Hatch::Down)),
    (&["Cache"], look(ORANGE, Hatch::Grid)),
    (&["Software"], look(GREY, Hatch::Level)),
    (&["in-use table"], look(PURPLE, Hatch::Plain)),
    (&["main table"], look(GREY, Hatch::Up)),
    (&["hot-entry table"], look(ORANGE, Hatch::Level)),
    (&["memory, waiting"], look(GREY, Hatch::Plain)),
    (&["memory, accesses"], look(PURPLE, Hatch::Cross)),
    (&["links and controllers", "links"], look(RED, Hatch::Steep)),
    (&["CPU", "host"], look(YELLOW, Hatch::Plain)),
    (&["GPU", "GPUs"], look(GREEN, Hatch::Plain)),
    (&["FPGA"], look(ORANGE, Hatch::Plain)),
    (&["SmartSSDs"], look(SKY, Hatch::Plain)),
    (&["speedup"], look(BLUE, Hatch::Level)),
    (&["slowdown"], look(RED, Hatch::Plain)),
];

/// What lines mean, by a place in [`LINES`].
const SERIES: &[(&str, usize)] = &[
    ("measured", 0),
    ("lookups", 0),
    ("batch of 2K", 0),
    ("batch of 4K", 1),
    ("batch of 8K", 2),
    ("batch of 16K", 3),
    ("1 GPU", 4),
    ("2 GPUs", 5),
    ("4 GPUs", 0),
];

/// Colours that are dark enough for a line on white.
const LINES: [usize; 6] = [BLUE, RED, GREEN, PURPLE, ORANGE, SKY];

/// How the parts of a legend look: as the table says, else like nothing that the legend has, as long as there are colours.
pub(super) fn of_parts<'a>(names: impl IntoIterator<Item = &'a str>) -> Vec<Look> {
    let known = |name: &str| PARTS.iter().find(|(names, _)| names.contains(&name)).map(|(_, look)| *look);
    let looks = assign(names, known, |look| look.colour, COLOURS.len());
    let other = |colour| look(colour, [Hatch::Plain, Hatch::Up, Hatch::Level, Hatch::Steep, Hatch::Down][colour % 5]);
    looks.into_iter().map(|found| found.unwrap_or_else(other)).collect()
}

/// How the lines of a legend look: a number for [`line_colour`] and the shape of the marker.
pub(super) fn of_lines<'a>(names: impl IntoIterator<Item = &'a str>) -> Vec<usize> {
    let known = |name: &str| SERIES.iter().find(|(known, _)| *known == name).map(|(_, line)| *line);
    let lines = assign(names, known, |line| line, LINES.len());
    lines.into_iter().map(|found| found.unwrap_or_else(|free| free)).collect()
}

pub(super) fn line_colour(line: usize) -> RGBColor {
    COLOURS[LINES[line % LINES.len()]]
}

/// What is known of each name, unless another has its colour already; else the number of a colour that is free.
fn assign<'a, L: Copy>(
    names: impl IntoIterator<Item = &'a str>,
    known: impl Fn(&str) -> Option<L>,
    colour: impl Fn(L) -> usize,
    colours: usize,
) -> Vec<Result<L, usize>> {
    let mut taken = Vec::new();
    let mut found: Vec<Option<L>> = Vec::new();
    for name in names {
        let look = known(name).filter(|look| !taken.contains(&colour(*look)));
        taken.extend(look.map(&colour));
        found.push(look);
    }
    let mut free = (0..colours).filter(|colour| !taken.contains(colour)).collect::<Vec<_>>().into_iter();
    let mut next = 0;
    let other = |look: Option<L>| {
        look.ok_or_else(|| {
            next += 1;
            free.next().unwrap_or(next % colours)
        })
    };
    found.into_iter().map(other).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::side_by_side::{BatchPart, part_names};
    use crate::{ndrec, trainingcxl};

    #[test]
    fn no_two_meanings_look_the_same() {
        for (number, (names, look)) in PARTS.iter().enumerate() {
            assert!(PARTS[..number].iter().all(|(_, other)| other != look), "{names:?}");
            for name in *names {
                assert_eq!(PARTS.iter().filter(|(names, _)| names.contains(name)).count(), 1, "{name}");
            }
        }
    }

    #[test]
    fn parts_of_both_papers_are_known_and_differ_in_colour_within_a_legend() {
        fn of<P: BatchPart>() -> Vec<String> {
            part_names::<P>()
        }
        let words = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        for legend in [
            of::<trainingcxl::Part>(),
            of::<ndrec::Part>(),
            words(&["in-use table", "main table", "hot-entry table"]),
            words(&["memory, waiting", "memory, accesses", "links and controllers", "CPU", "GPU", "FPGA"]),
            words(&["GPUs", "host", "SmartSSDs", "links"]),
        ] {
            for name in &legend {
                assert!(PARTS.iter().any(|(names, _)| names.contains(&name.as_str())), "{name}");
            }
            let colours: BTreeSet<usize> =
                of_parts(legend.iter().map(String::as_str)).iter().map(|look| look.colour).collect();
            assert_eq!(colours.len(), legend.len(), "{legend:?}");
        }
    }

    #[test]
    fn what_is_not_known_takes_what_is_free() {
        let looks = of_parts(["a", "T-MLP", "b", "MLP"]);
        assert_eq!(looks[1], PARTS[0].1);
        let colours: BTreeSet<usize> = looks.iter().map(|look| look.colour).collect();
        assert_eq!(colours.len(), 4, "MLP gives way to T-MLP: {looks:?}");
        assert_eq!(of_parts(["x"; 20]).len(), 20);
        assert_eq!(of_lines(["batch of 4K", "new", "measured"]), [1, 2, 0]);
        assert_eq!(of_lines(["batch of 8K", "batch of 2K"]), [2, 0]);
    }
}
