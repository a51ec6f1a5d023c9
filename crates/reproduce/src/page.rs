//! All findings as one page that needs nothing but itself.

use crate::findings::{Findings, Speed, Verdict, times};
use crate::{Experiment, Size, Source};
use report::{Page, Section};

/// The page: a summary, then every experiment, report by report. The facts say when and by what it was made.
#[must_use]
pub fn page(
    size: Size,
    facts: Vec<(String, String)>,
    results: &[(Experiment, Findings)],
) -> String {
    let mut sections = vec![summary(results)];
    for source in Source::ALL {
        let mut own = results
            .iter()
            .filter(|(it, _)| it.source == source)
            .peekable();
        if own.peek().is_none() {
            continue;
        }
        sections.push(Section::Heading {
            level: 2,
            text: source.title().to_string(),
            anchor: None,
        });
        let era = ("measured then with".to_string(), source.era().to_string());
        sections.push(Section::Facts(vec![era]));
        for (experiment, findings) in own {
            add(&mut sections, experiment, findings);
        }
    }
    let page = Page {
        title: format!("The five reports, run again ({})", size.name()),
        facts,
        sections,
    };
    page.to_html()
}

/// A line for each claim.
fn summary(results: &[(Experiment, Findings)]) -> Section {
    let rows = results.iter().map(|(experiment, findings)| {
        let count = |verdict: Verdict| match findings
            .claims
            .iter()
            .filter(|it| it.verdict == verdict)
            .count()
        {
            0 => String::new(),
            count => count.to_string(),
        };
        let speed = fastest(findings);
        vec![
            experiment.id.to_string(),
            experiment.covers.to_string(),
            count(Verdict::Equal),
            count(Verdict::Confirmed),
            count(Verdict::NotConfirmed),
            count(Verdict::CannotTell),
            speed,
        ]
    });
    Section::Comparison {
        heading: "What holds".to_string(),
        columns: ["experiment", "of the report", "equal", "confirmed", "not confirmed", "cannot be told", "times faster"]
            .map(str::to_string)
            .to_vec(),
        rows: rows.collect(),
        remarks: vec![
            "Counts are of claims. A verdict is computed from the numbers below, never typed: exact numbers are equal or the \
             command fails; of others it is the 95 % interval that decides."
                .to_string(),
            "Times faster: their time on their machine over our processor time on this one, the geometric mean of all that were \
             published."
                .to_string(),
        ],
    }
}

/// How many times faster, over all that was measured.
fn fastest(findings: &Findings) -> String {
    if findings.speeds.is_empty() {
        return String::new();
    }
    let logarithms: f64 = findings.speeds.iter().map(|speed| speed.ratio().ln()).sum();
    times((logarithms / findings.speeds.len() as f64).exp())
}

fn add(sections: &mut Vec<Section>, experiment: &Experiment, findings: &Findings) {
    sections.push(Section::Heading {
        level: 3,
        text: format!("{} ({})", experiment.title, experiment.covers),
        anchor: Some(experiment.id.to_string()),
    });
    let fact = |name: &str, text: &str| (name.to_string(), text.to_string());
    sections.push(Section::Facts(vec![
        fact("command", &format!("partida reproduce {}", experiment.id)),
        fact("asked", experiment.asked),
        fact("found then", experiment.found),
    ]));
    let claims = findings.claims.iter().map(|claim| {
        let texts = [&claim.then, &claim.now].map(Clone::clone);
        let [then, now] = texts;
        vec![then, now, claim.verdict.to_string()]
    });
    sections.push(Section::Prose {
        columns: ["then", "now", "verdict"].map(str::to_string).to_vec(),
        rows: claims.collect(),
    });
    for part in &findings.parts {
        if !part.rows.is_empty() {
            sections.push(Section::Comparison {
                heading: part.title.clone(),
                columns: part.columns.clone(),
                rows: part.rows.clone(),
                remarks: part.remarks.clone(),
            });
        }
        sections.extend(part.plots.iter().cloned().map(Section::Plot));
    }
    if !findings.speeds.is_empty() {
        let rows = findings.speeds.iter().map(Speed::texts);
        sections.push(Section::Comparison {
            heading: "Speed".to_string(),
            columns: ["", "published", "ours", "times faster"]
                .map(str::to_string)
                .to_vec(),
            rows: rows.collect(),
            remarks: vec![format!(
                "Theirs: {}. Ours: processor time of one thread.",
                experiment.source.era()
            )],
        });
    }
}
