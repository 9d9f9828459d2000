//! `emberlane doctor --card`

use std::io::Write;

use emberlane_card::{Finding, State, look};

use crate::card::CardArguments;
use crate::outcome::{Format, Outcome, stdout};

/// Looks at a card, and says what is wrong with it. Nothing is written.
pub(crate) fn run(card: &str, arguments: &CardArguments, format: Format) -> anyhow::Result<Outcome> {
    let (place, access) = arguments.place("doctor", card)?;
    let look = look(&place, &access);
    let mut stdout = stdout();
    match format {
        Format::Human => {
            writeln!(stdout, "card {}{}", place.name(), if place.is_emulated() { " (emulated)" } else { "" })?;
            for Finding { what, state, found, advice } in &look.findings {
                let state = match state {
                    State::Good => "ok   ",
                    State::Note => "note ",
                    State::Bad => "BAD  ",
                };
                writeln!(stdout, "{state} {what:<14} {found}")?;
                if let Some(advice) = advice {
                    writeln!(stdout, "{:21}{advice}", "")?;
                }
            }
            let verdict = match look.kind {
                Some(kind) if look.is_good() => {
                    format!(
                        "the card is a {} and can be used; next: emberlane selftest --card {}",
                        kind.name(),
                        place.name()
                    )
                }
                _ => "the card cannot be used so".to_owned(),
            };
            writeln!(stdout, "\n{verdict}")?;
        }
        Format::Json => {
            let findings = look.findings.iter().map(|finding| {
                let state = match finding.state {
                    State::Good => "ok",
                    State::Note => "note",
                    State::Bad => "bad",
                };
                serde_json::json!({
                    "what": finding.what,
                    "state": state,
                    "found": finding.found,
                    "advice": finding.advice,
                })
            });
            let document = serde_json::json!({
                "card": place.name(),
                "emulated": place.is_emulated(),
                "device": look.kind.map(|kind| kind.map().name),
                "ok": look.is_good(),
                "findings": findings.collect::<Vec<_>>(),
            });
            writeln!(stdout, "{document:#}")?;
        }
    }
    Ok(if look.is_good() { Outcome::Good } else { Outcome::Bad })
}
