//! What is counted has an entry for each value and each class, and data decide how many there are of both: a table
//! that would not fit into memory is refused before room is made for it.

use super::dataset::{Counted, Dataset};
use crate::problem::Problem;
use crate::recipe::ModelKind;
use crate::text::{brief, grouped};

/// The most counts of a model. Every model of a comparison has so many, and every fold of each.
const COUNTS: u64 = 1 << 22;

/// The most covariances of all classes together.
const COVARIANCES: u64 = 1 << 25;

/// Entries that the moments of a number take in each class.
const MOMENTS: u64 = 4;

/// Refuses a model of more counts than are kept.
///
/// # Errors
/// When it has so many; the error names the column that brings most of them.
pub(super) fn check(data: &Dataset) -> Result<(), Problem> {
    if data.resolved.model == ModelKind::Logistic {
        return Ok(());
    }
    let layout = data.layout();
    let classes = layout.classes as u64;
    let together = layout.features.iter().filter(|(_, counted)| *counted == Counted::Together).count() as u64;
    let covariances = (together * (together + 1) / 2).saturating_mul(classes);
    if covariances > COVARIANCES {
        let what = format!(
            "{} numbers read together would have {} covariances in {} classes, and at most {} are kept",
            grouped(together),
            grouped(covariances),
            grouped(classes),
            grouped(COVARIANCES),
        );
        let fix = "use --model gaussian, which has a variance for each number, or choose fewer of them: --features A,B";
        return Err(Problem { kind: "too_large", what, fix: fix.into(), ..Problem::default() });
    }
    let (mut sum, mut largest) = (0u64, (0, 0));
    for (column, counted) in &layout.features {
        let room = COUNTS.saturating_sub(sum) / classes.max(1);
        let values = values(data, *column, *counted, room);
        sum = sum.saturating_add(values.saturating_mul(classes));
        largest = largest.max((values, *column));
    }
    if sum <= COUNTS {
        return Ok(());
    }
    let (values, column) = largest;
    let name = data.table.columns().get(column).map_or("", |column| column.name.as_str());
    Err(Problem {
        kind: "too_large",
        what: format!(
            "a count of each value in each of {} classes would be {} counts, and at most {} are kept",
            grouped(classes),
            grouped(sum),
            grouped(COUNTS)
        ),
        fix: format!(
            "leave out “{0}”, which has {1} values: --ignore {0}; or choose a class of fewer values with --target",
            brief(name),
            grouped(values)
        ),
        feature: Some(name.to_owned()),
        column: Some(name.to_owned()),
        ..Problem::default()
    })
}

/// How many entries a column has in each class; where it is clear that there is `room` for them, rather too many.
fn values(data: &Dataset, column: usize, counted: Counted, room: u64) -> u64 {
    let rows = data.table.rows() as u64;
    match counted {
        Counted::Together => 0,
        Counted::Moments => MOMENTS,
        Counted::WordCounts => 2,
        Counted::Numbers if rows <= room => rows,
        Counted::Numbers | Counted::Codes | Counted::Words => data.table.distinct(column) as u64,
    }
}
