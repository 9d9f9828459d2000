//! Circles of arrows.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::arrows::Arrows;
use super::source::Crate;

/// So many of the names that make an arrow are shown.
const SHOWN_NAMES: usize = 6;

/// The files of which each leads to each other, two or more.
pub fn circles(files: usize, arrows: &Arrows) -> Vec<Vec<usize>> {
    let reached: Vec<BTreeSet<usize>> = (0..files).map(|from| reachable(from, arrows)).collect();
    let mut circles: Vec<Vec<usize>> = Vec::new();
    for from in 0..files {
        if !circles.iter().any(|circle| circle.contains(&from)) {
            let circle: Vec<usize> =
                (from..files).filter(|&to| reached[from].contains(&to) && reached[to].contains(&from)).collect();
            if circle.len() > 1 {
                circles.push(circle);
            }
        }
    }
    circles
}

fn reachable(from: usize, arrows: &Arrows) -> BTreeSet<usize> {
    let mut reached = BTreeSet::new();
    let mut open = vec![from];
    while let Some(from) = open.pop() {
        for &(_, to) in arrows.range((from, 0)..=(from, usize::MAX)).map(|(arrow, _)| arrow) {
            if reached.insert(to) {
                open.push(to);
            }
        }
    }
    reached
}

/// A circle in words: each arrow in it with the names that make it.
pub fn describe(circle: &[usize], of: &Crate, arrows: &Arrows) -> String {
    let mut text = format!("{} files import one another in a circle:\n", circle.len());
    let inside = |(from, to): &(usize, usize)| circle.contains(from) && circle.contains(to);
    for ((from, to), names) in arrows.iter().filter(|(arrow, _)| inside(arrow)) {
        let shown: Vec<_> = names.iter().take(SHOWN_NAMES).map(String::as_str).collect();
        let more = if names.len() > SHOWN_NAMES { ", ..." } else { "" };
        let (from, to) = (of.files[*from].display(), of.files[*to].display());
        writeln!(text, "    {from} -> {to}: {}{more}", shown.join(", ")).unwrap();
    }
    text
}
