//! The table of bars: what must be, what is reached for, what was measured in either half.

/// The halves: seeds and recordings that were looked at while tuning, and those that were not.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Half {
    TunedOn,
    NotTunedOn,
}

pub const HALVES: [Half; 2] = [Half::TunedOn, Half::NotTunedOn];

#[derive(Clone, Copy)]
pub enum Limit {
    AtLeast(f64),
    AtMost(f64),
    Between(f64, f64),
    /// Nobody set one: the value is for reading.
    Unset,
}

impl Limit {
    fn holds(self, value: f64) -> bool {
        match self {
            Self::AtLeast(low) => value >= low,
            Self::AtMost(high) => value <= high,
            Self::Between(low, high) => (low..=high).contains(&value),
            Self::Unset => true,
        }
    }

    fn words(self, unit: &str) -> String {
        match self {
            Self::AtLeast(low) => format!("≥ {low}{unit}"),
            Self::AtMost(high) => format!("≤ {high}{unit}"),
            Self::Between(low, high) => format!("{low}–{high}{unit}"),
            Self::Unset => String::new(),
        }
    }
}

/// A value with what is to be known of it; no value where there was nothing to measure.
pub struct Measured {
    pub value: Option<f64>,
    pub note: String,
}

impl Measured {
    pub fn new(value: f64, note: impl Into<String>) -> Self {
        Self { value: value.is_finite().then_some(value), note: note.into() }
    }

    pub fn absent(note: impl Into<String>) -> Self {
        Self { value: None, note: note.into() }
    }
}

/// One bar. `measured` is in the order of [`HALVES`].
pub struct Bar {
    pub name: String,
    pub unit: &'static str,
    pub decimals: usize,
    pub must: Limit,
    pub reach: Limit,
    pub measured: [Measured; 2],
}

/// A bar, or one that is measured elsewhere and says where.
pub enum Row {
    Bar(Bar),
    Elsewhere { name: &'static str, must: &'static str, reach: &'static str, place: &'static str },
}

impl Bar {
    fn cell(&self, measured: &Measured) -> String {
        let note = if measured.note.is_empty() { String::new() } else { format!(" ({})", measured.note) };
        match measured.value {
            Some(value) => format!("{value:.*}{}{note}", self.decimals, self.unit),
            None => format!("–{note}"),
        }
    }

    /// Both halves must hold what one of them measured.
    fn verdict(&self) -> &'static str {
        let values: Vec<f64> = self.measured.iter().filter_map(|m| m.value).collect();
        let all = |limit: Limit| values.iter().all(|value| limit.holds(*value));
        if matches!(self.must, Limit::Unset) {
            return "";
        }
        match (values.is_empty(), all(self.must), all(self.reach)) {
            (true, ..) => "not measured",
            (_, true, true) => "reached",
            (_, true, false) => "yes",
            (_, false, _) => "NO",
        }
    }
}

/// The rows as one table in Markdown.
pub fn print(rows: &[Row]) {
    let cells: Vec<[String; 6]> = rows.iter().map(cells).collect();
    let head = ["bar", "must", "reach for", "tuned on", "not tuned on", "ok"].map(str::to_string);
    let width = |column: usize| {
        cells.iter().chain([&head]).map(|row| row[column].chars().count()).max().unwrap_or_default()
    };
    let widths: Vec<usize> = (0..head.len()).map(width).collect();
    let line = |row: &[String; 6]| {
        let padded: Vec<String> = row.iter().zip(&widths).map(|(cell, &w)| format!("{cell:<w$}")).collect();
        println!("| {} |", padded.join(" | "));
    };
    line(&head);
    println!("|{}|", widths.iter().map(|w| "-".repeat(w + 2)).collect::<Vec<_>>().join("|"));
    cells.iter().for_each(line);
}

fn cells(row: &Row) -> [String; 6] {
    match row {
        Row::Bar(bar) => [
            bar.name.clone(),
            bar.must.words(bar.unit),
            bar.reach.words(bar.unit),
            bar.cell(&bar.measured[0]),
            bar.cell(&bar.measured[1]),
            bar.verdict().to_string(),
        ],
        Row::Elsewhere { name, must, reach, place } => {
            [name, must, reach, place, "", "see there"].map(|cell| cell.to_string())
        }
    }
}
