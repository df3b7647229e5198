//! What an exercise cannot show, as JSON.

use serde_json::{Map, Value, json};

use crate::practice::{Collision, Exercise, Failed, Lint, Seeds};
use crate::report::seeds_line;

/// The collisions, the pairs of mistakes that differ, and the self tests.
pub fn lint(exercise: &Exercise, found: &Lint) -> Map<String, Value> {
    let tests = found.tests.iter().map(|test| {
        json!({
            "step": test.step, "answer": test.answer, "wanted": test.wanted, "found": test.found,
            "passed": test.passed,
        })
    });
    let accepted = found.accepted.iter().map(|accepted| {
        json!({
            "step": accepted.step, "of": accepted.of, "answer": accepted.answer, "causes": accepted.tags,
        })
    });
    [
        ("format", json!(1)),
        ("exercise", json!(exercise.id)),
        ("seed", json!(exercise.seed)),
        ("accepted", Value::Array(accepted.collect())),
        ("collisions", Value::Array(found.collisions.iter().map(collision).collect())),
        ("pairs", json!({"apart": found.pairs.0, "all": found.pairs.1})),
        ("tests", Value::Array(tests.collect())),
    ]
    .into_iter()
    .map(|(key, value)| (key.to_owned(), value))
    .collect()
}

/// The seeds that were found, and why others were left out.
pub fn seeds(id: &str, found: &Seeds) -> Map<String, Value> {
    let failed = |failed: &Failed| {
        json!({
            "rule": failed.rule.word(), "count": failed.count, "seed": failed.seed, "example": failed.example,
            "causes": failed.tags.iter().map(|(tag, count)| ((*tag).to_owned(), json!(count))).collect::<Map<_, _>>(),
        })
    };
    [
        ("format", json!(1)),
        ("exercise", json!(id)),
        ("seeds", json!(found.seeds)),
        ("line", json!(seeds_line(&found.seeds))),
        ("wanted", json!(found.search.want)),
        ("from", json!(found.search.from)),
        ("tried", json!(found.tried)),
        ("passed", json!(found.seeds.len())),
        ("failed", Value::Array(found.failed.iter().map(failed).collect())),
    ]
    .into_iter()
    .map(|(key, value)| (key.to_owned(), value))
    .collect()
}

fn collision(collision: &Collision) -> Value {
    match collision {
        Collision::Right { step, of, value, tags } => {
            json!({"kind": "right", "step": step, "of": of, "value": value, "causes": tags})
        }
        Collision::Alike { step, of, value, tags } => {
            json!({"kind": "alike", "step": step, "of": of, "value": value, "causes": tags})
        }
        Collision::Smoothing { of, forms } => {
            let fraction =
                |(top, bottom): &(num_bigint::BigInt, num_bigint::BigInt)| format!("{top}/{bottom}");
            json!({
                "kind": "smoothing", "of": of, "smoothed": fraction(&forms.right),
                "unsmoothed": fraction(&forms.unsmoothed),
            })
        }
    }
}
