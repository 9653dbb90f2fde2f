//! The table of requirements: name, required value, target, and what was measured on either data set.

/// The two data sets: seeds and recordings used for tuning, and those that were not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DataSet {
    Tuning,
    HeldOut,
}

/// Both data sets, in the order of the table's columns.
pub const DATA_SETS: [DataSet; 2] = [DataSet::Tuning, DataSet::HeldOut];

/// Interval that a measured value is compared with, in the row's unit, both ends included.
#[derive(Clone, Copy)]
pub enum Limit {
    AtLeast(f64),
    AtMost(f64),
    Between(f64, f64),
    /// No limit: the row is for information.
    Unset,
}

impl Limit {
    fn contains(self, value: f64) -> bool {
        match self {
            Self::AtLeast(low) => value >= low,
            Self::AtMost(high) => value <= high,
            Self::Between(low, high) => (low..=high).contains(&value),
            Self::Unset => true,
        }
    }

    fn to_text(self, unit: &str) -> String {
        match self {
            Self::AtLeast(low) => format!("≥ {low}{unit}"),
            Self::AtMost(high) => format!("≤ {high}{unit}"),
            Self::Between(low, high) => format!("{low}–{high}{unit}"),
            Self::Unset => String::new(),
        }
    }
}

/// A measured value with a note, for example the number of cases; no value where there was nothing to measure.
pub struct Measured {
    pub value: Option<f64>,
    pub note: String,
}

impl Measured {
    /// A value; absent when it is not finite.
    pub fn new(value: f64, note: impl Into<String>) -> Self {
        Self { value: value.is_finite().then_some(value), note: note.into() }
    }

    pub fn absent(note: impl Into<String>) -> Self {
        Self { value: None, note: note.into() }
    }
}

/// One requirement. `measured` is in the order of [`DATA_SETS`].
pub struct Requirement {
    pub name: String,
    pub unit: &'static str,
    pub decimals: usize,
    pub required: Limit,
    pub target: Limit,
    pub measured: [Measured; 2],
}

/// A row of the table: a requirement measured here, or one measured by another program, with the place.
pub enum Row {
    Here(Requirement),
    External { name: &'static str, required: &'static str, target: &'static str, place: &'static str },
}

/// A row of a requirement: name, unit and decimals, limits (required, target), and the measurement of each data set.
pub fn row(
    (name, unit, decimals): (&str, &'static str, usize),
    [required, target]: [Limit; 2],
    measured: [Measured; 2],
) -> Row {
    Row::Here(Requirement { name: name.to_string(), unit, decimals, required, target, measured })
}

impl Requirement {
    fn cell(&self, measured: &Measured) -> String {
        let note = if measured.note.is_empty() { String::new() } else { format!(" ({})", measured.note) };
        match measured.value {
            Some(value) => format!("{value:.*}{}{note}", self.decimals, self.unit),
            None => format!("–{note}"),
        }
    }

    /// `target`, `yes`, `NO`, or `not measured`; empty without a requirement. A limit is met when every data set that
    /// was measured meets it.
    fn verdict(&self) -> &'static str {
        let values: Vec<f64> = self.measured.iter().filter_map(|m| m.value).collect();
        let all = |limit: Limit| values.iter().all(|value| limit.contains(*value));
        if matches!(self.required, Limit::Unset) {
            return "";
        }
        match (values.is_empty(), all(self.required), all(self.target)) {
            (true, ..) => "not measured",
            (_, true, true) => "target",
            (_, true, false) => "yes",
            (_, false, _) => "NO",
        }
    }
}

/// Prints the rows as one table in Markdown.
pub fn print(rows: &[Row]) {
    let cells: Vec<[String; 6]> = rows.iter().map(cells).collect();
    let head = ["measure", "required", "target", "tuning data", "held-out data", "met"].map(str::to_string);
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
        Row::Here(requirement) => [
            requirement.name.clone(),
            requirement.required.to_text(requirement.unit),
            requirement.target.to_text(requirement.unit),
            requirement.cell(&requirement.measured[0]),
            requirement.cell(&requirement.measured[1]),
            requirement.verdict().to_string(),
        ],
        Row::External { name, required, target, place } => {
            [name, required, target, place, "", "see there"].map(|cell| cell.to_string())
        }
    }
}
