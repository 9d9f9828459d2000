//! Points that Verilator counts, over all instances of a module and all runs.

use std::collections::BTreeMap;

/// A point: a branch of the text, or a bit of a signal.
#[derive(Clone, Debug)]
pub struct Point {
    /// Line and kind of a branch, or signal and bit.
    pub name: String,
    /// Whether it is a bit of a signal.
    pub is_toggle: bool,
    count: u64,
}

impl Point {
    /// Whether the branch was taken, or the bit rose and fell.
    pub fn is_covered(&self) -> bool {
        self.count > u64::from(self.is_toggle)
    }
}

/// The points of all modules.
#[derive(Default)]
pub struct Points {
    modules: BTreeMap<String, BTreeMap<String, Point>>,
}

impl Points {
    /// Adds the counts of a run, as Verilator writes them.
    pub fn add(&mut self, file: &[u8]) {
        for line in String::from_utf8_lossy(file).lines() {
            let Some((fields, count)) = line.strip_prefix("C '").and_then(|rest| rest.rsplit_once("' ")) else {
                continue;
            };
            let Ok(count) = count.trim().parse::<u64>() else { continue };
            let fields: BTreeMap<&str, &str> =
                fields.split('\u{1}').filter_map(|field| field.split_once('\u{2}')).collect();
            let get = |key| fields.get(key).copied().unwrap_or_default();
            let Some((kind, module)) = get("page").split_once('/') else { continue };
            let is_toggle = kind == "v_toggle";
            let name = if is_toggle {
                format!("toggle {}", get("o"))
            } else {
                format!("line {} {} {}", get("l"), get("n"), get("o"))
            };
            let points = self.modules.entry(module.to_owned()).or_default();
            let point = points.entry(name.clone()).or_insert(Point { name, is_toggle, count: 0 });
            point.count += count;
        }
    }

    /// Those of a module.
    pub fn of(&self, module: &str) -> impl Iterator<Item = &Point> {
        self.modules.get(module).into_iter().flat_map(BTreeMap::values)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instances_are_added_up() {
        let line = |instance: &str, count: u32| {
            format!(
                "C '\u{1}f\u{2}m.v\u{1}l\u{2}7\u{1}n\u{2}3\u{1}page\u{2}v_toggle/m\u{1}o\u{2}a[1]\u{1}h\u{2}{instance}' {count}\n"
            )
        };
        let mut points = Points::default();
        points.add(line("top.x", 1).as_bytes());
        assert!(!points.of("m").next().unwrap().is_covered());
        points.add(line("top.y", 1).as_bytes());
        let found: Vec<&Point> = points.of("m").collect();
        assert_eq!((found.len(), found[0].name.as_str(), found[0].is_covered()), (1, "toggle a[1]", true));
    }
}
