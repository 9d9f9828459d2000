//! The same picture in fewer bytes: what a drawing library writes out for every element, and SVG knows without.
//!
//! An element a line comes in. What is SVG's default goes, as does what the picture says once for all its text; lines of one style that
//! follow each other become one path, and an area's outline joins the area. Nothing is drawn in another order, so nothing looks different.

use std::fmt::Write as _;

/// What all texts of a picture share, if they do not say otherwise: an attribute of its `<svg>` each.
const OF_TEXT: [(&str, &str); 2] = [("font-family", "sans-serif"), ("font-size", "11.3")];

/// Attributes that say what SVG takes without them.
const DEFAULTS: [(&str, &str); 4] =
    [("opacity", "1"), ("stroke", "none"), ("stroke-width", "1"), ("text-anchor", "start")];

/// A picture, as [`plotters`] writes it, with less.
pub(super) fn slim(svg: &str) -> String {
    let mut slim = Slim::default();
    let mut lines = svg.lines();
    while let Some(line) = lines.next() {
        let Some(element) = Element::read(line) else {
            slim.settle();
            slim.text += line;
            continue;
        };
        if element.name == "text" {
            let words: Vec<&str> = lines.by_ref().take_while(|line| *line != "</text>").collect();
            slim.settle();
            let _ = write!(slim.text, "{}{}</text>", element.tag(""), words.join("\n"));
        } else {
            slim.push(element);
        }
    }
    slim.settle();
    slim.text
}

/// An element and its attributes.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Element {
    name: String,
    attributes: Vec<(String, String)>,
    /// It has nothing inside.
    is_closed: bool,
}

impl Element {
    /// The one that a line opens, without what goes without saying.
    fn read(line: &str) -> Option<Self> {
        let inside = line.trim().strip_prefix('<').filter(|inside| !inside.starts_with('/'))?.strip_suffix('>')?;
        let (inside, is_closed) = inside.strip_suffix('/').map_or((inside, false), |inside| (inside, true));
        let (name, mut rest) = inside.trim_end().split_once(' ').unwrap_or((inside, ""));
        let mut attributes = Vec::new();
        while let Some((key, behind)) = rest.split_once("=\"") {
            let (value, behind) = behind.split_once('"')?;
            attributes.push((key.trim().to_owned(), value.to_owned()));
            rest = behind;
        }
        let mut element = Self { name: name.to_owned(), attributes, is_closed };
        if name == "svg" {
            element.attributes.extend(OF_TEXT.map(|(key, value)| (key.to_owned(), value.to_owned())));
        } else {
            element.reduce();
        }
        Some(element)
    }

    fn reduce(&mut self) {
        let is_text = self.name == "text";
        for (key, value) in &mut self.attributes {
            match key.as_str() {
                "fill" | "stroke" => *value = short(value),
                "font-size" => *value = value.parse().map_or_else(|_| value.clone(), |size: f64| rounded(size)),
                _ => {}
            }
        }
        // Without a line, how wide it is says nothing.
        let has_line = self.get("stroke").is_some_and(|stroke| stroke != "none");
        self.attributes.retain(|(key, value)| {
            let pair = (key.as_str(), value.as_str());
            let goes = DEFAULTS.contains(&pair)
                || (key == "stroke-width" && !has_line)
                || (is_text && (OF_TEXT.contains(&pair) || pair == ("fill", "#000")));
            !goes
        });
    }

    fn get(&self, key: &str) -> Option<&str> {
        self.attributes.iter().find(|(name, _)| name == key).map(|(_, value)| value.as_str())
    }

    /// Its attributes without those that say where it is.
    fn style(&self) -> Vec<(String, String)> {
        const PLACES: [&str; 6] = ["points", "x1", "y1", "x2", "y2", "d"];
        self.attributes.iter().filter(|(key, _)| !PLACES.contains(&key.as_str())).cloned().collect()
    }

    /// Points of a line.
    fn points(&self) -> Option<Vec<(i64, i64)>> {
        let number = |text: &str| text.parse::<i64>().ok();
        match self.name.as_str() {
            "polyline" => {
                let pair = |text: &str| text.split_once(',').and_then(|(x, y)| Some((number(x)?, number(y)?)));
                self.get("points")?.split_whitespace().map(pair).collect()
            }
            "line" => {
                let of = |key: &str| self.get(key).and_then(number);
                Some(vec![(of("x1")?, of("y1")?), (of("x2")?, of("y2")?)])
            }
            _ => None,
        }
    }

    fn tag(&self, end: &str) -> String {
        let said: String = self.attributes.iter().map(|(key, value)| format!(" {key}=\"{value}\"")).collect();
        format!("<{}{said}{end}>", self.name)
    }
}

/// Lines of one style.
#[derive(Debug)]
struct Path {
    style: Vec<(String, String)>,
    way: String,
    /// One of them has an area, which is not to be filled.
    has_area: bool,
}

/// A picture, as far as it is written.
#[derive(Debug, Default)]
struct Slim {
    text: String,
    path: Option<Path>,
    area: Option<Element>,
}

impl Slim {
    fn push(&mut self, element: Element) {
        if let Some(points) = element.points() {
            let style: Vec<_> = element.style().into_iter().filter(|(key, _)| key != "fill").collect();
            if self.path.as_ref().is_none_or(|path| path.style != style) {
                self.settle();
                self.path = Some(Path { style, way: String::new(), has_area: false });
            }
            if let Some(path) = &mut self.path {
                path.has_area |= points.len() > 2;
                path.way += &way(&points);
            }
            return;
        }
        if let Some(outlined) = self.area.as_ref().and_then(|area| outlined(area, &element)) {
            self.area = Some(outlined);
            return;
        }
        self.settle();
        match element.name.as_str() {
            "rect" => self.area = Some(element),
            _ => self.text += &element.tag(if element.is_closed { "/" } else { "" }),
        }
    }

    /// Writes what waits for more of its kind.
    fn settle(&mut self) {
        if let Some(area) = self.area.take() {
            self.text += &area.tag("/");
        }
        let Some(Path { style, way, has_area }) = self.path.take() else { return };
        let mut attributes = vec![("d".to_owned(), way)];
        if has_area {
            attributes.push(("fill".to_owned(), "none".to_owned()));
        }
        attributes.extend(style);
        self.text += &Element { name: "path".into(), attributes, is_closed: true }.tag("/");
    }
}

/// An area with the outline that is drawn next, if it is one around it.
fn outlined(area: &Element, line: &Element) -> Option<Element> {
    let is_same = |key: &str| area.get(key) == line.get(key);
    let is_around = line.name == "rect"
        && ["x", "y", "width", "height", "opacity"].into_iter().all(is_same)
        && area.get("stroke").is_none()
        && area.get("fill") != Some("none")
        && line.get("fill") == Some("none");
    let of_line = line.attributes.iter().filter(|(key, _)| key.starts_with("stroke")).cloned();
    is_around.then(|| {
        let attributes = area.attributes.iter().cloned().chain(of_line).collect();
        Element { attributes, ..area.clone() }
    })
}

/// Commands of a path through points.
fn way(points: &[(i64, i64)]) -> String {
    let Some((first, rest)) = points.split_first() else { return String::new() };
    let (mut way, mut at) = (format!("M{} {}", first.0, first.1), *first);
    for to in rest {
        // Nothing fails to be written into a string.
        let _ = match (to.0 == at.0, to.1 == at.1) {
            (_, true) => write!(way, "H{}", to.0),
            (true, _) => write!(way, "V{}", to.1),
            _ => write!(way, "L{} {}", to.0, to.1),
        };
        at = *to;
    }
    way
}

/// A colour with a digit a channel, if that says the same.
fn short(colour: &str) -> String {
    match colour.as_bytes() {
        [b'#', r, red, g, green, b, blue] if (r, g, b) == (red, green, blue) => {
            ["#", &colour[1..2], &colour[3..4], &colour[5..6]].concat()
        }
        _ => colour.to_owned(),
    }
}

/// To a tenth of a pixel.
fn rounded(size: f64) -> String {
    let text = format!("{size:.1}");
    text.strip_suffix(".0").map_or_else(|| text.clone(), str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_goes_without_saying_goes() {
        let svg = "<svg width=\"9\" height=\"9\" xmlns=\"http://www.w3.org/2000/svg\">\n\
            <rect x=\"1\" y=\"2\" width=\"3\" height=\"4\" opacity=\"1\" fill=\"#0072B2\" stroke=\"none\"/>\n\
            <rect x=\"1\" y=\"2\" width=\"3\" height=\"4\" opacity=\"1\" fill=\"none\" stroke=\"#000000\"/>\n\
            <polyline fill=\"none\" opacity=\"0.5\" stroke=\"#000000\" stroke-width=\"1\" points=\"1,2 4,2 \"/>\n\
            <line opacity=\"0.5\" stroke=\"#000000\" stroke-width=\"1\" x1=\"1\" y1=\"3\" x2=\"1\" y2=\"6\"/>\n\
            <polyline fill=\"none\" opacity=\"0.5\" stroke=\"#FF0000\" stroke-width=\"2\" points=\"1,2 4,5 6,7 \"/>\n\
            <text x=\"1\" y=\"2\" dy=\"0.5ex\" text-anchor=\"start\" font-family=\"sans-serif\" \
            font-size=\"11.290322580645162\" opacity=\"1\" fill=\"#000000\">\na &amp; b\n</text>\n\
            <text x=\"1\" y=\"2\" text-anchor=\"end\" font-family=\"sans-serif\" font-size=\"16.129032258064516\" \
            opacity=\"1\" fill=\"#FFFFFF\">\nc\n</text>\n\
            <circle cx=\"1\" cy=\"2\" r=\"5\" opacity=\"1\" fill=\"#D55E00\" stroke=\"none\" stroke-width=\"1\"/>\n</svg>\n";
        let expected = "<svg width=\"9\" height=\"9\" xmlns=\"http://www.w3.org/2000/svg\" font-family=\"sans-serif\" \
            font-size=\"11.3\"><rect x=\"1\" y=\"2\" width=\"3\" height=\"4\" fill=\"#0072B2\" stroke=\"#000\"/>\
            <path d=\"M1 2H4M1 3V6\" opacity=\"0.5\" stroke=\"#000\"/>\
            <path d=\"M1 2L4 5L6 7\" fill=\"none\" opacity=\"0.5\" stroke=\"#F00\" stroke-width=\"2\"/>\
            <text x=\"1\" y=\"2\" dy=\"0.5ex\">a &amp; b</text>\
            <text x=\"1\" y=\"2\" text-anchor=\"end\" font-size=\"16.1\" fill=\"#FFF\">c</text>\
            <circle cx=\"1\" cy=\"2\" r=\"5\" fill=\"#D55E00\"/></svg>";
        assert_eq!(slim(svg), expected);
    }

    #[test]
    fn nothing_changes_its_place() {
        let rect = |x: i32, style: &str| format!("<rect x=\"{x}\" y=\"0\" width=\"1\" height=\"1\" {style}/>\n");
        let line = |colour: &str| {
            format!(
                "<polyline fill=\"none\" opacity=\"1\" stroke=\"#{colour}\" stroke-width=\"1\" points=\"0,0 1,1 \"/>\n"
            )
        };
        let [area, edge] = ["fill=\"#123456\" stroke=\"none\"", "fill=\"none\" stroke=\"#123456\""];
        // Lines over areas stay over them; an outline elsewhere, or behind something else, stays alone.
        let svg =
            [rect(0, area), line("123456"), rect(0, edge), rect(1, edge), line("123456"), line("654321")].concat();
        let names: Vec<String> =
            slim(&svg).split('<').skip(1).map(|tag| tag.split(' ').next().unwrap().to_owned()).collect();
        assert_eq!(names, ["rect", "path", "rect", "rect", "path", "path"]);
    }
}
