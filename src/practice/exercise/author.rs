//! Writing an exercise: the steps of a worked posterior, as a file to begin with.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use toml::{Table as Toml, Value};

use crate::math::Quantity;
use crate::model::{Case, Fitted, Study};
use crate::practice::asked::decision;
use crate::practice::grader::Asked;
use crate::practice::parameters::{self, BY_HAND};
use crate::problem::Problem;
use crate::recipe::to_text;
use crate::text::grouped;
use crate::worked::{Context, goals};

/// Factors of a case that are asked for; of a longer document, the first.
const FACTORS: usize = 12;

/// What leads to the decision on a case, in the order in which it is worked out: priors, factors with the parameters
/// behind each density, scores, posteriors, and the class. Without a case, the priors.
pub fn questions(fitted: &Fitted, case: Option<&Case>) -> Vec<Asked> {
    let classes = &fitted.classes;
    let mut all: Vec<Quantity> = classes.iter().map(Quantity::prior).collect();
    let Some(case) = case else { return all.into_iter().map(Asked::Number).collect() };
    let terms = Context { fitted, case: Some(case) }.terms().unwrap_or_default();
    all.extend(parameters::together(fitted));
    for class in classes {
        for factor in terms.iter().take(FACTORS).map(|term| term.quantity(class)) {
            all.extend(parameters::behind(fitted, &factor, class));
            all.push(factor);
        }
    }
    all.extend(classes.iter().map(Quantity::score));
    all.extend(goals(fitted));
    let mut seen = HashSet::new();
    let mut asked: Vec<Asked> =
        all.into_iter().filter(|quantity| seen.insert(quantity.clone())).map(Asked::Number).collect();
    asked.push(Asked::Class);
    asked.extend(decision(fitted, case));
    asked
}

/// Steps of the longest exercise: every one is worked out when it is opened, and answered by a person.
pub(super) const STEPS: usize = 500;

/// Refuses more steps than an exercise has, such as those of a posterior of very many classes.
pub fn few_enough(asked: &[Asked]) -> Result<(), Problem> {
    if asked.len() <= STEPS {
        return Ok(());
    }
    Err(Problem {
        kind: "too_large",
        what: format!(
            "an exercise has {STEPS} steps at most, and these would be {}",
            grouped(asked.len() as u64)
        ),
        fix: "write one that asks for some of them: posterior exercise new DATA --ask \"P(Yes)\"; or choose a class of fewer values with --target".into(),
        ..Problem::default()
    })
}

/// An exercise as TOML: `data` is the path as it is to stand in the file.
pub fn author(
    id: &str,
    data: &str,
    study: &Study,
    fitted: &Fitted,
    case: Option<&Case>,
    asked: &[Asked],
) -> String {
    let text = |text: &str| Value::String(text.to_owned());
    let mut out = Toml::new();
    out.insert("format".into(), Value::Integer(1));
    out.insert("id".into(), text(id));
    out.insert("title".into(), text(&format!("The posterior of a case of {}", study.source.label())));
    out.insert("data".into(), text(data));
    if let Some(case) = case {
        let cells = case.written(fitted).into_iter().map(|(column, cell)| (column, Value::String(cell)));
        out.insert("query".into(), Value::Table(cells.collect()));
    }
    // What was chosen for the teacher is written down, too: the exercise stays what it is.
    let mut table = fitted.data.resolved.recipe.to_table();
    for key in ["format", "chosen", "query", "split", "seed"] {
        table.remove(key);
    }
    out.insert("recipe".into(), Value::Table(table));
    let step = |asked: &Asked| Value::Table([("ask".to_owned(), text(&asked.name()))].into_iter().collect());
    out.insert("step".into(), Value::Array(asked.iter().map(step).collect()));
    to_text(&out)
}

/// The table `[random]` for an exercise whose data are the pattern: about as many rows, as far as they are counted by
/// hand, and enough for each class to have two and for every value to stand somewhere.
pub fn random_table(fitted: &Fitted) -> String {
    let values = fitted.factors().iter().filter(|factor| !factor.is_number() && !factor.is_words());
    let values = values.map(|factor| factor.values().len()).max().unwrap_or(0);
    let least = values.max(2 * fitted.classes.len());
    let rows = usize::try_from(fitted.table_rows()).unwrap_or(BY_HAND);
    let most = (rows + 2).min(BY_HAND).max(least);
    format!(
        "\n# The data above are the pattern, and each seed draws others like them.\n\
         [random]\nrows = [{}, {most}]\n",
        rows.saturating_sub(2).min(most.saturating_sub(4)).max(least)
    )
}

/// What an author is told of data that the exercise does not reach; `None` where it does. `data` is the path as
/// [`data_path`] gives it for a file.
pub fn out_of_reach(data: &str) -> Option<&'static str> {
    const SAID: &str = "Its data lie neither beside it nor below it: it opens only with --outside";
    Path::new(data).is_absolute().then_some(SAID)
}

/// The path of the data as it stands in an exercise: from its folder where they lie in or below it, else whole.
pub fn data_path(data: &str, output: Option<&Path>) -> String {
    let Some(output) = output.filter(|_| !data.starts_with("sample:")) else { return data.to_owned() };
    let whole =
        |path: &Path| fs::canonicalize(if path.as_os_str().is_empty() { Path::new(".") } else { path }).ok();
    let folder = output.parent().and_then(whole);
    let Some(file) = whole(Path::new(data)) else { return data.to_owned() };
    let below = folder.as_deref().and_then(|folder| file.strip_prefix(folder).ok());
    below.unwrap_or(&file).to_string_lossy().into_owned()
}
