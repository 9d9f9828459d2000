//! The numbers that figures take. Those that several figures of a paper share stand once, in a table of the paper.

use super::cells::table;
use crate::charts::{Table, escape};
use crate::reproduce::claims::paper;
use crate::reproduce::{Parameter, ParameterKind, Reproduction};

/// What the figures of each paper share.
pub(super) struct Shared<'a>(Vec<(&'static str, Vec<&'a Parameter>)>);

impl<'a> Shared<'a> {
    /// Of these figures: each number that two of a paper take alike.
    pub(super) fn of(figures: impl IntoIterator<Item = &'a Reproduction>) -> Self {
        let mut papers: Vec<(&'static str, Vec<&'a [Parameter]>)> = Vec::new();
        for figure in figures {
            let paper = paper(&figure.figure);
            match papers.iter_mut().find(|(known, _)| *known == paper) {
                Some((_, lists)) => lists.push(&figure.parameters),
                None => papers.push((paper, vec![&figure.parameters])),
            }
        }
        let of = |(paper, lists): (&'static str, Vec<&'a [Parameter]>)| {
            let mut shared: Vec<&Parameter> = Vec::new();
            for parameter in lists.iter().copied().flatten() {
                let takers = lists.iter().filter(|list| list.contains(parameter)).count();
                if takers > 1 && !shared.contains(&parameter) {
                    shared.push(parameter);
                }
            }
            (paper, shared)
        };
        Self(papers.into_iter().map(of).filter(|(_, shared)| !shared.is_empty()).collect())
    }

    /// A table a paper.
    pub(super) fn sections(&self) -> String {
        let section = |(paper, shared): &(&str, Vec<&Parameter>)| {
            format!(
                "<section class=\"figure\" id=\"{}\">\n<h2>{}</h2>\n{}</section>\n",
                anchor(paper),
                heading(paper),
                table(&parameter_table(shared.iter().copied()))
            )
        };
        self.0.iter().map(section).collect()
    }

    /// The entries of these in the list of what is on the page.
    pub(super) fn list(&self) -> String {
        let entry =
            |(paper, _): &(&str, _)| format!("<li><a href=\"#{}\">{}</a></li>\n", anchor(paper), heading(paper));
        self.0.iter().map(entry).collect()
    }

    /// What a figure takes: of the paper's table where that has it, and the rest.
    pub(super) fn of_figure(&self, figure: &str, parameters: &[Parameter]) -> String {
        if parameters.is_empty() {
            return String::new();
        }
        let paper = paper(figure);
        let shared = self.0.iter().find(|(known, _)| *known == paper).map_or(&[][..], |(_, shared)| shared.as_slice());
        let (taken, own): (Vec<_>, Vec<_>) = parameters.iter().partition(|parameter| shared.contains(parameter));
        let link = format!("<a href=\"#{}\">{}</a>", anchor(paper), heading(paper));
        let taken = match taken.len() {
            0 => String::new(),
            all if all == shared.len() => format!("<p>All of {link}.</p>\n"),
            _ => {
                let names: Vec<String> = taken.iter().map(|parameter| escape(&parameter.name)).collect();
                format!("<p>Of {link}: {}.</p>\n", names.join(", "))
            }
        };
        let own = if own.is_empty() { String::new() } else { table(&parameter_table(own)) };
        format!("<h3>Parameters</h3>\n{taken}{own}")
    }
}

fn anchor(paper: &str) -> String {
    format!("parameters-{}", escape(&paper.to_lowercase()))
}

fn heading(paper: &str) -> String {
    format!("Parameters of {}", if paper.is_empty() { "figures of no paper" } else { paper })
}

fn parameter_table<'a>(parameters: impl IntoIterator<Item = &'a Parameter>) -> Table {
    let mut table = Table::new(&["parameter", "value", "unit", "sourced or fitted", "source"]);
    table.rows.extend(parameters.into_iter().map(|Parameter { name, value, unit, source, kind }| {
        let kind = match kind {
            ParameterKind::Sourced => "sourced",
            ParameterKind::Assumed => "assumed",
            ParameterKind::Fitted => "fitted",
        };
        [name, &value.to_string(), unit, kind, source].map(str::to_owned).to_vec()
    }));
    table
}
