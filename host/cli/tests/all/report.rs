//! The page of reproduced figures, read as text and, where Chromium is installed, as a browser reads it.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use emberlane_laboratory::reproduce::{
    Bar, Bars, Chart, Claim, Estimate, Intervals, Lines, Parameter, ParameterKind, Reproduction, Span, Table, Timeline,
    write_report,
};
use serde_json::Value;

const BROWSERS: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];

fn charts() -> Vec<Chart> {
    let bar =
        |group: &str, name: &str, parts: &[f64]| Bar { group: group.into(), name: name.into(), parts: parts.into() };
    let span = |lane, name: &str, part, start_ms, end_ms| Span { lane, name: name.into(), part, start_ms, end_ms };
    vec![
        Chart::Intervals(Intervals {
            id: String::new(),
            title: "Loss".into(),
            x: "gap".into(),
            y: "loss".into(),
            places: vec!["1".into(), "10".into()],
            series: vec![(
                "half".into(),
                vec![Estimate { mean: 0.25, margin: 0.5 }, Estimate { mean: 0.5, margin: f64::INFINITY }],
            )],
            bound: Some(("bound".into(), 1.0)),
        }),
        Chart::Bars(Bars {
            id: "bars".into(),
            title: "Time of a batch".into(),
            x: "system".into(),
            y: "time (ms)".into(),
            parts: vec!["MLPs".into(), "tables".into()],
            bars: vec![
                bar("RM1", "SSD", &[1.0, 976.25]),
                bar("RM1", "CXL", &[1.0, 0.0]),
                bar("RM2", "CXL", &[1.5, 2.5]),
            ],
            clip: Some(5.0),
        }),
        Chart::Timeline(Timeline {
            id: "timeline".into(),
            title: "A batch".into(),
            lanes: vec!["GPU".into(), "CXL-MEM".into()],
            parts: vec!["B-MLP".into(), "Embedding".into()],
            spans: vec![span(0, "bottom MLP", 0, 0.0, 0.625), span(1, "look-up", 1, 0.0, 0.5)],
        }),
        Chart::Lines(Lines {
            id: "sweep".into(),
            title: "Sensitivity".into(),
            x: "ns".into(),
            y: "speedup".into(),
            series: vec![("RM1".into(), vec![(100.0, 5.0), (200.0, 4.25)]), ("RM3".into(), vec![(100.0, 2.0)])],
            mark: Some(("paper".into(), 5.2)),
        }),
    ]
}

fn reproduction(figure: &str) -> Reproduction {
    let mut table = Table::new(&["system", "ms"]);
    table.rows.push(vec!["<script>alert('a & b')</script>".into(), "1.5".into()]);
    let speedup = Claim::find("tcxl-headline-speedup");
    Reproduction {
        figure: figure.into(),
        title: "all kinds of charts".into(),
        notes: vec!["made <up>".into()],
        tables: vec![("Times & more".into(), table)],
        records: vec![
            speedup.judge("", 5.0, "as it is"),
            speedup.judge("slow", 2.0, "the link is slower than \"the paper's\""),
            speedup.judge("open", Estimate { mean: 5.0, margin: 2.0 }, "five seeds"),
            Claim::find("tcxl-energy-order").judge_statement(
                "",
                false,
                "CXL lowest in three of four",
                "RM4 has no rows left",
            ),
        ],
        charts: charts(),
        parameters: vec![Parameter {
            name: "latency of the link".into(),
            value: 85.5,
            unit: "ns".into(),
            source: "data sheet, table 3".into(),
            kind: ParameterKind::Sourced,
        }],
        raw: None,
        runs: serde_json::json!({ "seeds": [1, 2, 3], "note": "<b>" }),
    }
}

/// The numbers of every mark of a chart, as its JSON has them; what JSON has no number for is infinite here.
fn numbers(chart: &Value) -> Vec<Vec<f64>> {
    let number = |value: &Value| value.as_f64().unwrap_or(f64::INFINITY);
    let items = |value: &Value| value.as_array().unwrap().clone();
    let of_series = |of: &dyn Fn(&Value) -> Vec<f64>| -> Vec<Vec<f64>> {
        items(&chart["series"]).iter().flat_map(|series| items(&series[1])).map(|point| of(&point)).collect()
    };
    match chart["kind"].as_str().unwrap() {
        "intervals" => of_series(&|point| vec![number(&point["mean"]), number(&point["margin"])]),
        "lines" => of_series(&|point| vec![number(&point[0]), number(&point[1])]),
        "bars" => {
            items(&chart["bars"]).iter().flat_map(|bar| items(&bar["parts"])).map(|part| vec![number(&part)]).collect()
        }
        "timeline" => {
            let spans = items(&chart["spans"]);
            spans.iter().map(|span| vec![number(&span["start_ms"]), number(&span["end_ms"])]).collect()
        }
        kind => panic!("{kind}"),
    }
}

/// What stands between two texts, each time that it does.
fn between<'a>(text: &'a str, before: &str, after: &str) -> Vec<&'a str> {
    text.split(before).skip(1).map(|rest| rest.split(after).next().unwrap()).collect()
}

/// A page has every claim with its verdict, and every chart with all numbers of its JSON.
fn check(page: &str, figures: &[Value]) {
    let plain = page
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&nbsp;", " ")
        .replace("&amp;", "&");
    let rows = between(page, "data-claim=\"", "</tr>");
    let mut records: Vec<&Value> = Vec::new();
    for record in figures.iter().flat_map(|figure| figure["records"].as_array().unwrap()) {
        // What several figures have is there once.
        if !records.contains(&record) {
            records.push(record);
        }
    }
    // A claim's are together.
    records.sort_by_key(|record| Claim::all().iter().position(|claim| claim.id == record["id"].as_str().unwrap()));
    assert_eq!(rows.len(), records.len());
    for (row, record) in rows.iter().zip(&records) {
        let verdict = match record["holds"].as_bool() {
            Some(true) => "yes",
            Some(false) => "no",
            None => "cannot tell",
        };
        assert!(row.starts_with(record["id"].as_str().unwrap()), "{row}");
        // The verdict is the first cell.
        let cells = between(row, "<td", "</td>");
        assert_eq!(cells[0], format!(" class=\"verdict\">{verdict}"), "{row}");
        assert!(plain.contains(&format!("<td>{}</td>", record["why"].as_str().unwrap())), "{record}");
    }
    // A line a claim, of which that of the one value and that of the one statement have a measurement each that does not hold.
    let lines = between(page, "<details class=\"claim ", "</details>");
    assert_eq!(lines.len(), Claim::all().len());
    let claims: BTreeSet<&str> = records.iter().map(|record| record["id"].as_str().unwrap()).collect();
    let without = Claim::all().len() - claims.len();
    let totals = if claims.is_empty() {
        format!("<strong>{without} are not measured</strong>")
    } else {
        format!("<strong>{} miss, {without} are not measured</strong>", claims.len())
    };
    assert!(page.contains(&totals), "{totals} in {page}");
    let lines_of = |verdict: &str| page.matches(&format!("data-verdict=\"{verdict}\"")).count();
    assert_eq!((lines_of("misses"), lines_of("not measured")), (claims.len(), without));
    // A dot a number, where a number is what the paper has.
    let ratios: Vec<f64> = between(page, "data-ratio=\"", "\"").iter().map(|ratio| ratio.parse().unwrap()).collect();
    let numbers_of = |record: &&&Value| Some(record["measured"].as_f64()? / record["paper"].as_f64()?);
    assert_eq!(ratios, records.iter().filter_map(|record| numbers_of(&record)).collect::<Vec<_>>());
    // On a narrow screen cells are lines, which say what they are.
    for table in between(page, "<table", "</table>") {
        let columns = table.matches("<th>").count() + table.matches("<th ").count();
        let labels = between(table, "style=\"", "\"")[0];
        assert!(
            labels.contains(&format!("--c{columns}:")) && !labels.contains(&format!("--c{}:", columns + 1)),
            "{labels}"
        );
        assert!(page.contains(&format!("td:nth-child({columns})::before")));
    }
    let shown = between(page, "<figure ", "</figure>");
    let charts: Vec<&Value> = figures.iter().flat_map(|figure| figure["charts"].as_array().unwrap()).collect();
    assert_eq!(shown.len(), charts.len());
    for (shown, chart) in shown.iter().zip(charts) {
        assert!(shown.contains(&format!("data-chart-id=\"{}\"", chart["id"].as_str().unwrap())), "{shown}");
        assert!(shown.contains(&format!("data-chart=\"{}\"", chart["kind"].as_str().unwrap())), "{shown}");
        let marks: Vec<Vec<f64>> = between(shown, "<g data-mark=\"", "</title>")
            .iter()
            .map(|mark| {
                between(mark, "data-value=\"", "\"")[0].split(' ').map(|value| value.parse().unwrap()).collect()
            })
            .collect();
        assert_eq!(marks, numbers(chart), "{shown}");
    }
    for figure in figures {
        let words =
            [&figure["title"], &figure["notes"][0], &figure["tables"][0][0], &figure["tables"][0][1]["rows"][0][0]];
        let parameters = &figure["parameters"][0];
        for word in words.into_iter().chain([&parameters["name"], &parameters["source"]]) {
            assert!(plain.contains(word.as_str().unwrap()), "{word}");
        }
    }
    for figure in figures {
        let id = figure["figure"].as_str().unwrap();
        assert!(page.contains(&format!("<a href=\"{id}.json\">")) && page.contains(&format!("<a href=\"#{id}\">")));
    }
    // Nothing runs, and nothing is fetched: what looks like an address is the name of SVG.
    let lower = page.to_lowercase();
    for way in ["<script", "<link", "<img", "<iframe", "@import", "url(", " src=", "href=\"http"] {
        assert!(!lower.contains(way), "{way}");
    }
    assert_eq!(lower.matches("http").count(), lower.matches("\"http://www.w3.org/2000/svg\"").count());
}

fn report(directory: &Path, made: &[Reproduction]) -> PathBuf {
    write_report(directory, made, |_| false).unwrap().page
}

fn json(directory: &Path, figure: &str) -> Value {
    serde_json::from_str(&std::fs::read_to_string(directory.join(format!("{figure}.json"))).unwrap()).unwrap()
}

#[test]
fn the_page_has_every_claim_and_every_number() {
    let directory = tempfile::tempdir().unwrap();
    let made = [reproduction("one"), reproduction("two")];
    for made in &made {
        made.write(directory.path()).unwrap();
    }
    let file = report(directory.path(), &made);
    let figures = ["one", "two"].map(|figure| json(directory.path(), figure));
    check(&std::fs::read_to_string(&file).unwrap(), &figures);
    for chart in ["one.svg", "one-bars.svg", "one-timeline.svg", "two-sweep.svg"] {
        assert!(std::fs::read_to_string(directory.path().join(chart)).unwrap().starts_with("<svg "), "{chart}");
    }

    let Some(browser) = browser() else { return };
    check(&shown(browser, &file), &figures);
}

#[test]
fn a_number_that_figures_of_a_paper_share_stands_once() {
    let directory = tempfile::tempdir().unwrap();
    let number = |name: &str, value: f64| Parameter {
        name: name.into(),
        value,
        unit: "GB/s".into(),
        source: format!("the source of {name} {value}"),
        kind: ParameterKind::Assumed,
    };
    let figure = |id: &str, parameters| Reproduction { parameters, records: Vec::new(), ..reproduction(id) };
    let made = [
        figure("ndrec-fig6", vec![number("rate", 1.0), number("own", 2.0)]),
        figure("ndrec-fig10", vec![number("rate", 1.0), number("other", 3.0)]),
        figure("ndrec-fig11", vec![number("rate", 9.0), number("other", 3.0)]),
        // Another paper's number is another.
        figure("oe-fig7", vec![number("rate", 1.0)]),
    ];
    let page = std::fs::read_to_string(report(directory.path(), &made)).unwrap();
    let count = |source: &str| page.matches(&format!(">the source of {source}<")).count();
    assert_eq!(["rate 1", "own 2", "other 3", "rate 9"].map(count), [2, 1, 1, 1], "{page}");
    let shared = between(&page, "<section class=\"figure\" id=\"parameters-ndrec\">", "</section>")[0];
    assert!(shared.contains("rate 1") && shared.contains("other 3") && !shared.contains("rate 9"), "{shared}");
    let of = |id: &str| between(&page, &format!("<section class=\"figure\" id=\"{id}\">"), "</section>")[0];
    let link = "<a href=\"#parameters-ndrec\">Parameters of NDRec</a>";
    assert!(of("ndrec-fig6").contains(&format!("<p>Of {link}: rate.</p>")) && of("ndrec-fig6").contains("own 2"));
    assert!(of("ndrec-fig10").contains(&format!("<p>All of {link}.</p>")));
    assert!(of("ndrec-fig11").contains("rate 9") && !of("oe-fig7").contains("Parameters of"));
}

/// A browser, if one is installed.
fn browser() -> Option<&'static str> {
    let installed =
        |browser: &&&str| Command::new(browser).arg("--version").output().is_ok_and(|run| run.status.success());
    let found = BROWSERS.iter().find(installed).copied();
    if found.is_none() {
        eprintln!("skipped: the page in a browser: none of {} is installed", BROWSERS.join(", "));
    }
    found
}

/// A page as a browser has it once it is loaded.
fn shown(browser: &str, page: &Path) -> String {
    let profile = tempfile::tempdir().unwrap();
    let run = Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--dump-dom"])
        .arg(format!("--user-data-dir={}", profile.path().display()))
        .arg(format!("file://{}", page.display()))
        .output()
        .unwrap();
    assert!(run.status.success(), "{browser}: {}", String::from_utf8_lossy(&run.stderr));
    String::from_utf8(run.stdout).unwrap()
}

#[test]
fn a_value_is_counted_once() {
    let directory = tempfile::tempdir().unwrap();
    let speedup = Claim::find("tcxl-headline-speedup");
    let figure = |figure: &str, records| Reproduction { records, ..reproduction(figure) };
    let once = speedup.judge("", 5.0, "as it is");
    let literally = speedup.judge("Table 2 literally", 16.0, "rows are written once, which is faster");
    let timeline = |key: &str| Claim::find("tcxl-timeline-cxld").judge(key, 2.2, "the GPU is slower than theirs");
    let [top, update] = ["interaction_and_top_mlp_end", "embedding_update_end"].map(timeline);
    let made = [
        figure("one", vec![once.clone(), literally.clone(), top.clone(), update]),
        figure("two", vec![once, Claim::find("tcxl-raw-overlap").judge("", 0.8, "as it is")]),
    ];
    let file = report(directory.path(), &made);
    let page = std::fs::read_to_string(file).unwrap();
    // Two of three values of the timeline are there, and one misses; the headline and the overlap hold.
    assert!(page.contains("<strong>2 hold, 1 misses, 52 are not measured</strong>"), "{page}");
    assert!(page.contains("in 4 measurements"), "{page}");
    let rows = between(&page, "data-claim=\"", "</tr>");
    assert_eq!(rows.len(), 5, "that of both figures is there once: {rows:?}");
    assert!(rows[0].contains("href=\"#one\"") && rows[0].contains("href=\"#two\""), "{}", rows[0]);
    assert!(rows[4].contains("Table 2 literally"), "in its figure, behind those that count");
}

#[test]
fn claims_are_also_data_and_a_table() {
    let directory = tempfile::tempdir().unwrap();
    report(directory.path(), &[reproduction("one")]);
    let index = json(directory.path(), "index");
    let claims = index["claims"].as_array().unwrap();
    assert_eq!(claims.len(), Claim::all().len());
    assert_eq!((&index["totals"]["misses"], &index["totals"]["not-measured"]), (&2.into(), &(claims.len() - 2).into()));
    for (claim, known) in claims.iter().zip(Claim::all()) {
        assert_eq!(claim["id"].as_str(), Some(known.id.as_str()));
        let values = claim["values"].as_array().unwrap();
        match claim["id"].as_str().unwrap() {
            "tcxl-headline-speedup" => {
                assert_eq!((values.len(), &claim["verdict"]), (3, &"misses".into()));
                let [measured, paper] = ["measured", "paper"].map(|key| values[1]["record"][key].as_f64().unwrap());
                assert_eq!(values[1]["over_paper"]["measured"].as_f64(), Some(measured / paper));
            }
            "tcxl-energy-order" => assert_eq!(values[0]["over_paper"], Value::Null),
            _ => assert_eq!((values.len(), &claim["verdict"]), (0, &"not-measured".into())),
        }
    }
    let table = std::fs::read_to_string(directory.path().join("index.md")).unwrap();
    for claim in Claim::all() {
        assert_eq!(table.lines().filter(|line| line.starts_with(&format!("| {} |", claim.id))).count(), 1, "{table}");
    }
}

/// Nothing of the page is wider than a phone: tables become cards, and words may be broken.
#[test]
fn the_page_fits_a_phone() {
    let directory = tempfile::tempdir().unwrap();
    let made = [reproduction("one")];
    let file = report(directory.path(), &made);
    let page = std::fs::read_to_string(&file).unwrap();
    assert!(page.contains("width=device-width, initial-scale=1"));
    let narrow = between(&page, "@media (max-width: 48rem) {", "</style>")[0];
    for rule in ["table, tbody, tr, td { display: block; }", "thead { display: none; }", "overflow-wrap: anywhere"] {
        assert!(narrow.contains(rule), "{rule} in {narrow}");
    }
    let Some(browser) = browser() else { return };
    // A browser that measures itself: a page in a frame as wide as a phone says how wide it would be.
    let probe = directory.path().join("probe.html");
    let text = format!(
        "<iframe id=\"f\" style=\"width:390px;height:800px;border:0\" srcdoc=\"{}\"></iframe><p id=\"w\"></p>\
         <script>onload = () => {{ const d = document.getElementById('f').contentDocument; let most = 0; \
         for (const e of d.querySelectorAll('*')) if (!e.closest('svg') || e.tagName == 'svg') \
         most = Math.max(most, e.getBoundingClientRect().right, e.scrollWidth); \
         document.getElementById('w').textContent = 'widest ' + most + '.'; }}</script>",
        // Every claim opened, for what is closed has no width.
        page.replace("<details class", "<details open class").replace('&', "&amp;").replace('"', "&quot;")
    );
    std::fs::write(&probe, text).unwrap();
    let dom = shown(browser, &probe);
    let widest: f64 = between(&dom, ">widest ", ".<")[0].parse().unwrap();
    assert!((300.0..=390.0).contains(&widest), "{widest} pixels");
}

#[test]
fn figures_of_earlier_runs_stay_on_the_page() {
    let directory = tempfile::tempdir().unwrap();
    let page = |made: &[Reproduction]| std::fs::read_to_string(report(directory.path(), made)).unwrap();
    reproduction("tcxl-fig9a").write(directory.path()).unwrap();
    let earlier = json(directory.path(), "tcxl-fig9a");
    let with_earlier = page(&[reproduction("new")]);
    let new = serde_json::to_value(reproduction("new")).unwrap();
    check(&with_earlier, &[earlier.clone(), new.clone()]);
    assert_eq!(with_earlier.matches("From an earlier run.").count(), 1);
    // Made again, it is of this run.
    let again = page(&[reproduction("tcxl-fig9a")]);
    check(&again, &[earlier]);
    assert!(!again.contains("From an earlier run."));
    // What cannot be read is said, and does no harm.
    for damaged in ["{ \"figure\": \"tcxl-fig9a\", \"table\": [] }", "{", ""] {
        std::fs::write(directory.path().join("tcxl-fig9a.json"), damaged).unwrap();
        let without = page(&[reproduction("new")]);
        check(&without, std::slice::from_ref(&new));
        assert!(without.contains("tcxl-fig9a.json is left out"), "{without}");
    }
    // So is what can be read and is not what was written.
    reproduction("tcxl-fig9a").write(directory.path()).unwrap();
    let told = write_report(directory.path(), &[reproduction("new")], |figure| figure == "tcxl-fig9a").unwrap();
    let without = std::fs::read_to_string(&told.page).unwrap();
    check(&without, std::slice::from_ref(&new));
    assert!(told.left_out.len() == 1 && without.contains(&told.left_out[0]), "{told:?}");
    assert!(told.left_out[0].contains("it is not what was written; make it again"), "{told:?}");
}

#[test]
fn a_page_without_figures_is_a_page() {
    let directory = tempfile::tempdir().unwrap();
    let file = report(&directory.path().join("new/folder"), &[]);
    check(&std::fs::read_to_string(file).unwrap(), &[]);
}
