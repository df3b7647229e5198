//! A recipe as the screen shows it: the columns and the lines below with their values, the selected line explained, the
//! fitted model, and what fixes a recipe without a model.

use num_traits::Zero;

use crate::app::prelude::*;
use crate::app::screens::model::lines::{Line, one};
use crate::app::source::Problem;
use crate::model::FactorForm;
use crate::problem;
use crate::recipe::{CutSide, Decision, NumberAs, Prior, ReadableKinds, role, stop_words};
use crate::report::{cells, top_words, top_words_formula};
use crate::table::{self, Table};
use crate::text::capitalised;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecipeColumn {
    pub name: String,
    pub shown: String,
    pub role: ColumnRole,
    pub kind: Kind,
    pub bins: Option<Bins>,
    pub one: Option<String>,
    pub distinct: usize,
}

impl RecipeColumn {
    pub(crate) fn is_bare_number(&self) -> bool {
        self.role == ColumnRole::Feature && self.kind == Kind::Numeric && self.bins.is_none()
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecipeView {
    pub columns: Vec<RecipeColumn>,
    pub target: String,
    pub model: ModelKind,
    pub convention: Convention,
    pub lines: Vec<Line>,
    pub(crate) marks: Vec<String>,
    filled: Recipe,
}

impl RecipeView {
    pub fn new(recipe: &Recipe, table: &Table) -> RecipeView {
        let target = target_column(recipe, table).ok();
        let reads_words = recipe.model.is_some_and(|model| model.family().reads == ReadableKinds::Words);
        let column = |(at, column): (usize, &table::Column)| {
            let choice = recipe.column(column.name.as_str());
            let bins = recipe.bins_of(choice);
            let role = role(recipe, table, target, at);
            let one = one(recipe, table, at).filter(|_| role == ColumnRole::Feature);
            let kind = choice.and_then(|choice| choice.kind);
            let kind = kind.unwrap_or(match column.kind {
                _ if one.is_some() => Kind::Binary,
                // Like the core, which reads short documents that look like categories as text.
                Kind::Categorical if role == ColumnRole::Feature && reads_words => Kind::Text,
                other => other,
            });
            RecipeColumn {
                name: column.name.as_str().to_owned(),
                shown: shown(column.name.as_str()).into_owned(),
                role,
                kind,
                one: one.map(|one| shown(&one).into_owned()),
                bins: bins.filter(|_| kind == Kind::Numeric),
                // Counting distinct numbers would read every row, so they are not shown here.
                distinct: if column.kind == Kind::Numeric { 0 } else { column.dictionary.len() },
            }
        };
        let columns: Vec<RecipeColumn> = table.columns().iter().enumerate().map(column).collect();
        let mut marks: Vec<String> = Vec::new();
        for (mark, _) in table.columns().iter().flat_map(|column| &column.marks) {
            if !marks.contains(mark) {
                marks.push(mark.clone());
            }
        }
        let name = target.and_then(|at| columns.get(at)).map(|column| column.shown.clone());
        RecipeView {
            target: name.unwrap_or_else(|| "?".into()),
            lines: Line::below(recipe, &columns, !marks.is_empty()),
            marks,
            columns,
            model: recipe.model.unwrap_or(ModelKind::Auto),
            filled: recipe.filled(),
            convention: recipe.convention(),
        }
    }
}

static VALUES: &[(Line, &str, &str)] = &[
    (Line::Split, "none", "training rows"),
    (Line::Split, "holdout:{}", "held-out rows, {}"),
    (Line::Split, "leave-one-out", "leave one out"),
    (Line::Split, "file:{}", "rows of {}"),
    (Line::Model, "", "auto"),
    (Line::Alpha, "1", "1  (Laplace)"),
    (Line::Prior, "mle", "from the data"),
    (Line::Prior, "laplace:{}", "from the data, plus {}"),
    (Line::Variance, "population", "population  (by n)"),
    (Line::Variance, "unbiased", "unbiased  (by n − 1)"),
    (Line::Epsilon, "0", "0  (none)"),
    (Line::Epsilon, "{}", "{} of the largest"),
    (Line::Ridge, "0", "0  (none)"),
    (Line::Vocabulary, "training", "training rows"),
    (Line::Vocabulary, "all-rows", "all rows"),
    (Line::Vocabulary, "file:{}", "dictionary {}"),
    (Line::StopWords, "true", "left out"),
    (Line::StopWords, "false", "kept"),
    (Line::MinCount, "1", "1  (every word)"),
    (Line::LowerCase, "true", "yes"),
    (Line::LowerCase, "false", "no, as written"),
    (Line::Decision, "file:{}", "least cost by {}"),
    (Line::Decision, "reject:{}", "no class below {}"),
];

/// The meanings of lines under a value, as its flag writes it; `{}` is any text.
#[rustfmt::skip]
static MEANINGS: &[(Line, &str, &str)] = &[
    (Line::Split, "none",
        "4 Evaluate tests the model on its own training rows, so the figures are optimistic."),
    (Line::Split, "holdout:{}",
        "4 Evaluate tests the model on a share of each class. The other rows are the training rows."),
    (Line::Split, "column:{}", "Each value of this column is a fold. 4 Evaluate tests each fold with a model trained on the others."),
    (Line::Split, "groups:{}", "Rows with the same value of this column go into the same fold. 4 Evaluate tests each fold with a model trained on the others."),
    (Line::Split, "folds:{}", "The rows of each class are split into folds. 4 Evaluate tests each fold with a model trained on the others."),
    (Line::Split, "leave-one-out", "4 Evaluate tests each row with a model trained on all others."),
    (Line::Split, "file:{}", "4 Evaluate tests the model on all rows of this file."),
    (Line::Prior, "mle", "The prior of a class is its share of the training rows."),
    (Line::Prior, "laplace:{}",
        "This number is added to the count of rows of each class. Enter: type another number."),
    (Line::Prior, "uniform", "Every class has the same prior, however many rows it has."),
    (Line::Prior, "{}",
        "Each class has its own given prior, however many rows it has.\ne: change the numbers."),
    (Line::Target, "{}", "The class column: what the model learns to predict.\nRows without a class are not used for training."),
    (Line::Alpha, "{}", "α is added to every count. With α above 0, a value never seen in a class does not make the product 0. 0: no smoothing. 1: Laplace smoothing."),
    (Line::Covariance, "shared", "One Σ for all classes, so the boundary between two classes is straight."),
    (Line::Covariance, "per-class", "A Σ for each class, so a boundary may be curved. Each Σ is estimated from the rows of its class only."),
    (Line::Covariance, "shared-diagonal", "One Σ for all classes, with all covariances 0: the features are independent within a class."),
    (Line::Covariance, "{}", "A Σ for each class, with all covariances 0: the same as Gaussian naive Bayes."),
    (Line::Variance, "population", "The sum of squared distances from the mean is divided by n: the maximum-likelihood variance."),
    (Line::Variance, "{}", "The sum of squared distances from the mean is divided by n − 1: the unbiased variance."),
    (Line::Epsilon, "{}", "ε times the largest column variance is added to every variance. A column that never varies in a class then has a density, too.\n0 adds nothing. scikit-learn uses 1e-9."),
    (Line::Ridge, "{}", "The ridge is added to the diagonal of Σ. A singular Σ can then be inverted. The larger the ridge, the less the covariances matter."),
    (Line::Event, "bernoulli", "P(document | class) is a product over the vocabulary: P for each word that occurs, and 1 − P for each that does not. How often a word occurs does not matter.\nThis applies to every text column."),
    (Line::Event, "{}", "P(document | class) is a product over its words: a word that occurs twice is a factor twice. Absent words have no factor.\nThis applies to every text column."),
    (Line::Vocabulary, "file:{}", "V has exactly the words of {}, seen or not. Stop words and the least count remove none of them. ← or →: use the words of the training rows."),
    (Line::Vocabulary, "training", "V has the words of the rows with a class. Other words have no factor."),
    (Line::Vocabulary, "{}", "V also has the words of the rows without a class: their counts are 0 in every class."),
    (Line::StopWords, "true", "They are not in V: they have no factor and are not counted in the totals."),
    (Line::StopWords, "{}", "They are kept, like any other word."),
    (Line::MinCount, "{}", "A word that occurs fewer times in the training rows is not in V: it has no factor and is not counted in the totals.\nWords are counted over all classes; each row counts by its weight."),
    (Line::LowerCase, "true", "Money and money are one word."),
    (Line::LowerCase, "{}", "Words stay as written: Money and money are two words."),
    (Line::Decision, "{}", "→ sets a cost of 1 for each mistake, ← removes it. Press Enter to type costs:\ncosts:well/ill=8,ill/well=1 gives the cost of an action in a class. file:COSTS.csv has a row for each action and a column for each class.\nthreshold:ill=1/3 predicts ill if its posterior is at least 1/3. reject:2/3 predicts no class below 2/3."),
    (Line::Maps, "{}", "Features computed from columns, such as x^2, x*y or ln x. Press Enter to type them, with commas between. ← removes them.\nEach becomes a column above. Logistic regression reads all of them; Space makes one a feature of other models."),
    (Line::Missing, "{}",
        "Only these cells are missing. ←: marks such as NA among numbers are missing, too."),
];

/// Returns the text of a line in a table for a value, with `{}` filled in.
fn text_of(table: &[(Line, &str, &str)], line: Line, value: &str) -> Option<String> {
    table.iter().filter(|(of, ..)| *of == line).find_map(|(_, pattern, text)| {
        let rest = match pattern.strip_suffix("{}") {
            Some(start) => value.strip_prefix(start)?,
            None => Some("").filter(|_| *pattern == value)?,
        };
        Some(text.replace("{}", &shown(rest)))
    })
}

impl RecipeView {
    /// Returns the value of a line as its flag writes it.
    pub(crate) fn now(&self, line: Line) -> String {
        line.now(&self.filled)
    }

    fn has_given_prior(&self) -> bool {
        matches!(self.filled.prior, Some(Prior::Given(_)))
    }

    pub fn value(&self, line: Line) -> String {
        let recipe = &self.filled;
        match (line, &recipe.split, &recipe.decision, &recipe.missing) {
            (Line::Column(_), ..) => String::new(),
            (Line::Convention, ..) => self.convention.program().into(),
            (Line::Target, ..) => self.target.clone(),
            (Line::Split, Some(Split::Folds(rule)), ..) => rule.to_string(),
            (Line::Prior, ..) if let Some(Prior::Given(values)) = &recipe.prior => {
                let values: Vec<&str> = values.iter().map(|(_, value)| value.text()).collect();
                format!("as given: {}", values.join(", "))
            }
            (Line::Decision, _, None, _) => "none: largest posterior".into(),
            (Line::Decision, _, Some(Decision::Costs(costs)), _) => {
                shown(&format!("least cost of {}", costs.actions.join(", "))).into_owned()
            }
            (Line::Decision, _, Some(Decision::Threshold { positive, at }), _) => {
                format!("{} if P ≥ {}", shown(positive), at.text())
            }
            (Line::Maps, ..) if recipe.maps.is_empty() => "none".into(),
            (Line::Missing, .., None) => "empty, ? and marks".into(),
            (Line::Missing, .., Some(marks)) => {
                let name = |text: &String| if text.is_empty() { "empty".into() } else { shown(text).into() };
                marks.iter().map(name).collect::<Vec<String>>().join(", ")
            }
            _ => {
                let now = self.now(line);
                text_of(VALUES, line, &now).unwrap_or(now)
            }
        }
    }

    pub fn meaning(&self, line: Line) -> (String, String) {
        let title = match line {
            Line::Column(at) => return self.columns.get(at).map(|it| column(it, self)).unwrap_or_default(),
            Line::Target => format!("The target is {}", self.target),
            Line::Alpha => format!("Smoothing: α = {}", self.now(line)),
            Line::Prior if self.has_given_prior() => "Priors: as given".into(),
            _ => format!("{}: {}", capitalised(line.name()), self.value(line)),
        };
        (title, self.explained(line))
    }

    fn explained(&self, line: Line) -> String {
        let now = self.now(line);
        let meaning = text_of(MEANINGS, line, &now).unwrap_or_default();
        match line {
            Line::Convention => format!(
                "{}\nThe other lines override it. Press v on screen 5 to compare a case under two conventions.",
                self.convention.meaning()
            ),
            Line::Split => format!(
                "{meaning}\nScreens 3 and 5 show the model of all rows. Press t on screen 4 to change the test rows or the seed."
            ),
            Line::Model => self.model.family().made.into(),
            Line::Prior if !self.has_given_prior() => {
                format!("{meaning}\ne: give each class its own prior. → after uniform does the same.")
            }
            Line::Variance if now != "population" && self.model.is_joint() => {
                "The sum of squared distances is divided by n − K for one Σ of K classes, and by n − 1 for the Σ of one class: the unbiased estimate.".into()
            }
            Line::StopWords => {
                let words = stop_words();
                let first: Vec<&str> =
                    words.iter().copied().filter(|word| word.len() > 2).take(12).collect();
                format!(
                    "Stop words say little about the class: {}, … ({} English words, the list of NLTK).\n{meaning}",
                    first.join(", "),
                    words.len()
                )
            }
            Line::Decision => match &self.filled.decision {
                None => format!(
                    "The class with the largest posterior is predicted. No costs are used.\n{meaning}"
                ),
                Some(decision) => format!(
                    "{}\n{}\nIt changes no posterior. 5 Explain shows it as the last step; m in 4 Evaluate shows the costs.\n{meaning}",
                    shown(&report::describe_decision(decision)),
                    shown(&now)
                ),
            },
            Line::Missing if self.filled.missing.is_none() => {
                let marks: Vec<_> = self.marks.iter().map(|mark| format!("“{}”", shown(mark))).collect();
                format!(
                    "{} is missing in a column whose other cells are all numbers. NA is also missing among categories, if the file has it among its numbers. →: only the empty cell and ? are missing.",
                    marks.join(" or ")
                )
            }
            _ => meaning,
        }
    }
}

fn column(column: &RecipeColumn, view: &RecipeView) -> (String, String) {
    let name = &column.shown;
    let (role, text) = match column.role {
        ColumnRole::Target => ("the TARGET", "The class column: what the model learns to predict.".into()),
        ColumnRole::Weight => (
            "the WEIGHT",
            "The weight column: how often each row was seen. Every count adds these numbers instead of counting rows. A row of weight 0 is not counted. W: make it a feature.".into(),
        ),
        ColumnRole::Ignored => ("left out", "The model does not use it. Space: make it a feature.".into()),
        ColumnRole::Feature => ("a FEATURE", feature(column, view)),
    };
    (format!("{name} is {role}"), text)
}

fn feature(column: &RecipeColumn, view: &RecipeView) -> String {
    let (name, family) = (&column.shown, view.model.family());
    let (interval, cut) = match view.convention.cut_side() {
        CutSide::Above => ("A bin [a,b) holds a but not b.", "above"),
        CutSide::Below => ("A bin (a,b] holds b but not a.", "below"),
    };
    let many = |k: &u32| counted(*k as usize, "bin", "bins");
    let of_bins = |bins: &Bins| match bins {
        Bins::Width(k) => format!("Its numbers fall into {} of equal width. {interval}", many(k)),
        Bins::Frequency(k) => {
            format!("Its numbers fall into {} with about as many rows in each. {interval}", many(k))
        }
        Bins::Cuts(cuts) => {
            let cuts: Vec<&str> = cuts.iter().map(ExactNumber::text).collect();
            format!("Its numbers are cut at {}. A number on a cut is in the bin {cut} it.", cuts.join(", "))
        }
        Bins::None => "Its numbers have no bins.".into(),
        Bins::Mdl => {
            "Its numbers are cut where this separates the classes best (minimum description length).".into()
        }
    };
    match (column.kind, &column.bins, &column.one) {
        (Kind::Text, ..) => {
            "Its words are counted: each word of the vocabulary has a probability in each class.".into()
        }
        (Kind::Numeric, Some(bins), _) => format!("{}\ne: see the cuts and move them.", of_bins(bins)),
        (Kind::Numeric, ..) if family.number == NumberAs::WordCount => {
            format!("{name} is a word. Each number is how often it occurs in the row's document.")
        }
        (Kind::Numeric, ..) if view.model.is_of_counts() => format!(
            "Its cells are counts with a {} distribution in each class. W: use them as row weights.",
            family.name
        ),
        (Kind::Numeric, ..) => {
            "Its cells are numbers with a normal density in each class. b: make bins. e: see the cuts. c: count each number. W: use them as row weights.".into()
        }
        (Kind::Binary, _, Some(one)) => format!(
            "It is yes or no: {one} counts as 1, every other value as 0. V: count the next value as 1. c: count each value."
        ),
        _ if column.distinct == 0 => "Each distinct number is counted as a category.".into(),
        _ => format!("It is a category with {}.", counted(column.distinct, "value", "values")),
    }
}

const TOP: usize = 5;
const LISTED: usize = 40;

/// Returns the vocabulary of each factor of words, with the columns it belongs to.
pub fn vocabularies(fitted: &Fitted) -> Vec<(Vec<usize>, Document)> {
    let words = fitted.factors().iter().filter(|factor| factor.is_words());
    words.map(|factor| vocabulary(fitted, factor)).collect()
}

pub fn result(fitted: &Fitted) -> Document {
    let mut out = Document::default();
    let mut say = |role, text: String| out.labelled(" ", role, text);
    say(Role::Text, fitted.title().to_owned());
    if fitted.data.is_given() {
        say(Role::Text, "every number is given; no row is counted".to_owned());
    } else {
        let rows = counted(fitted.table_rows(), "row", "rows");
        say(Role::Text, format!("{rows}, {} without a class", fitted.statistics.unlabelled));
    }
    if let Some(column) = fitted.weight_column() {
        let all = fitted.rows();
        say(Role::Text, format!("each counts as often as its weight in {column}, {all} in all"));
    }
    let classes = fitted.classes.len();
    let features = counted(fitted.data.resolved.features.len(), "feature", "features");
    say(Role::Text, format!("{features}, {}", counted(classes, "class", "classes")));
    let likelihoods: usize = fitted.factors().iter().map(|factor| factor.k() * classes).sum();
    let moments = moments(fitted);
    let numbers = [
        (likelihoods > 0 || moments == 0).then(|| counted(likelihoods, "likelihood", "likelihoods")),
        (moments > 0).then(|| format!("{moments} means and (co)variances")),
        Some(counted(classes, "prior", "priors")),
    ];
    say(Role::Text, numbers.into_iter().flatten().collect::<Vec<_>>().join(" + "));
    match smallest_count(fitted) {
        None => {}
        Some((0, never)) if fitted.alpha().is_zero() => say(
            Role::Warning,
            format!("smallest count 0, so α is needed: {never}, and that makes a product 0"),
        ),
        Some((0, never)) => say(Role::Text, format!("smallest count 0, which α smooths: {never}")),
        Some((least, _)) => say(Role::Text, format!("smallest count {least}")),
    }
    out.blank();
    out.say(Role::Secondary, fitted.conventions());
    out
}

fn moments(fitted: &Fitted) -> usize {
    let (d, classes) = (fitted.features.len(), fitted.classes.len());
    match fitted.gda() {
        None => fitted.factors().iter().map(|factor| factor.form.parameters().len()).sum::<usize>() * classes,
        Some(gda) => {
            let entries = if gda.is_diagonal() { d } else { d * (d + 1) / 2 };
            d * classes + entries * if gda.is_shared() { 1 } else { classes }
        }
    }
}

fn smallest_count(fitted: &Fitted) -> Option<(u64, String)> {
    if fitted.data.is_given() {
        return None;
    }
    let all = fitted.factors().iter().flat_map(|factor| {
        let classes = 0..fitted.classes.len();
        let pairs = (0..factor.k()).flat_map(move |value| classes.clone().map(move |class| (value, class)));
        pairs.map(move |(value, class)| (factor.count(value, class), factor, value, class))
    });
    let (count, factor, value, class) = all.min_by_key(|(count, ..)| *count)?;
    let name = |names: &[Name], at: usize| names.get(at).map(ToString::to_string).unwrap_or_default();
    let (value, class) = (name(factor.values(), value), name(&fitted.classes, class));
    let never = match factor.is_words() {
        true => format!("the word {value} never occurs in {class}"),
        false => format!("{} is never {value} in {class}", factor.name),
    };
    Some((count, never))
}

fn vocabulary(fitted: &Fitted, factor: &Factor) -> (Vec<usize>, Document) {
    let left_out = factor.left_out();
    let columns = factor.table_columns().iter().copied().chain(left_out.iter().map(|word| word.column));
    let size = format!("V = {}", counted(factor.k(), "word", "words"));
    let left = if left_out.is_empty() { String::new() } else { format!(", {} left out", left_out.len()) };
    let mut out = Document::default();
    out.blank();
    out.labelled(" ", Role::Strong, size + &left);
    out.labelled(" ", Role::Text, "Most informative words for");
    for line in top_words(fitted, factor, TOP) {
        // A word and its number stay on one line.
        out.labelled("  ", Role::Text, line.plain().replace(" +", "\u{a0}+"));
    }
    out.labelled(" ", Role::Secondary, top_words_formula(fitted));
    (columns.collect(), out)
}

pub fn priors(fitted: &Fitted) -> Document {
    let value = |value: Option<Number>| value.map_or("0/0".into(), |value| Sentence::from(value.fixed(4)));
    let mut grid = Grid::of(["prior", ">by rows", ">now"]);
    for (class, name) in fitted.classes.iter().take(LISTED).enumerate() {
        let share = Number::ratio(fitted.class_count(class), fitted.rows());
        let name = format!("{} {}", class_mark(class), name.as_str());
        grid.push(Role::Class(class), cells![name, value(share), value(fitted.prior(class))]);
    }
    listed(grid, fitted.classes.len(), ["more class", "more classes"])
}

pub fn counts(fitted: &Fitted) -> Document {
    let classes = counted(fitted.classes.len(), "class", "classes");
    let of_factor = |factor: &Factor| {
        let what = match (factor.form.parameters(), &factor.form) {
            ([], FactorForm::Words | FactorForm::Presence) => counted(factor.k(), "word", "words"),
            ([], FactorForm::Bins(_)) => counted(factor.k(), "interval", "intervals"),
            ([], _) => counted(factor.k(), "value", "values"),
            (parameters, _) => parameters.join(" and "),
        };
        format!("{what} × {classes}")
    };
    let rows: Vec<(&Name, String)> = match fitted.gda() {
        None => fitted.factors().iter().map(|factor| (&factor.name, of_factor(factor))).collect(),
        Some(gda) => {
            let spread = match (gda.is_diagonal(), gda.is_shared()) {
                (true, true) => "and one σ²",
                (true, false) => "and a σ² of each",
                (false, true) => "and a row of Σ",
                (false, false) => "and a row of each Σ",
            };
            let what = format!("μ × {classes}, {spread}");
            fitted.features.iter().map(|feature| (&feature.name, what.clone())).collect()
        }
    };
    let mut grid = Grid::of(["feature", "what is counted"]);
    for (name, what) in rows.iter().take(LISTED) {
        grid.row([name.as_str(), what]);
    }
    listed(grid, rows.len(), ["more feature", "more features"])
}

/// Returns a list of at most `LISTED` rows, and how many are left out.
fn listed(grid: Grid, all: usize, [one, many]: [&str; 2]) -> Document {
    let mut out = Document::default();
    out.blank();
    out.grid(grid);
    if all > LISTED {
        out.say(Role::Secondary, format!("and {}", counted(all - LISTED, one, many)));
    }
    out
}

pub fn refusal(problem: &problem::Problem, view: &RecipeView) -> Problem {
    let named = |name: &String| view.columns.iter().find(|column| column.name == *name);
    // The column that the problem is about.
    let column = problem.feature.as_ref().and_then(named);
    let name = column.map_or("", |column| &column.shown);
    let is = |kind: &str| problem.kind == kind;
    let has = |line: Line| view.lines.contains(&line);
    let has_bins = is("wrong_kind") && column.is_some_and(|column| column.bins.is_some());
    let is_about_kind = is("wrong_kind") || is("zero_variance") || is("variance_undefined");
    let cannot_use = |kind| is_about_kind && column.is_some_and(|column| column.kind == kind);
    let is_about_class = column.is_none() && !problem.usage && problem.class.is_some();
    let has_wrong_prior = is_about_class && view.has_given_prior();
    // The model counts values, but every feature is a number.
    let mut features = view.columns.iter().filter(|column| column.role == ColumnRole::Feature).peekable();
    let are_numbers = features.peek().is_some() && features.all(RecipeColumn::is_bare_number);
    let has_only_numbers = is("wrong_kind") && problem.feature.is_none() && are_numbers;
    // The first that applies is shown.
    #[rustfmt::skip]
    let fixes = [
        (has_bins, "Press u to undo the bins, or press ← → on the line model for auto or mixed. The editor (e) does this by itself when you change bins."),
        (is("no_data") && column.is_some() && has(Line::MinCount), "Press ← on the line least count for a smaller number, or keep the stop words on the line above it."),
        (is("no_target"), "Go to the column that holds the classes and press *."),
        (is("zero_variance") && problem.features.len() > 1 && has(Line::Epsilon), "Press → on the line variance ε to add variance smoothing, or press Space on each of these columns to leave it out."),
        (cannot_use(Kind::Numeric) && is("variance_undefined") && has(Line::Variance), "Choose population on the line variance, or go to {name} and press b for bins or Space to leave it out."),
        (cannot_use(Kind::Numeric) && is("zero_variance") && has(Line::Epsilon), "Press → on the line variance ε to add variance smoothing, or go to {name} and press b for bins, c to count its values, or Space to leave it out."),
        (cannot_use(Kind::Numeric) && !is("wrong_kind"), "Go to {name} and press b for bins, c to count its values one by one, or Space to leave it out."),
        (cannot_use(Kind::Numeric), "Choose mixed or gaussian on the line model, or go to {name} and press b for bins, c to count its values one by one, or Space to leave it out."),
        (cannot_use(Kind::Text) && view.model == ModelKind::Multinomial, "Choose multinomial on the line event model, or auto, bernoulli or mixed on the line model."),
        (cannot_use(Kind::Text) && view.model == ModelKind::Bernoulli, "Choose bernoulli on the line event model, or auto, multinomial or mixed on the line model."),
        (cannot_use(Kind::Text), "Choose auto, multinomial or mixed on the line model, or press Space on {name} to leave it out."),
        (cannot_use(Kind::Binary) || cannot_use(Kind::Categorical), "Choose auto or mixed on the line model, or press Space on {name} to leave it out."),
        (has_wrong_prior, "Press ← on the line priors for other priors, then e to give each class its own."),
        (is("singular_covariance"), "Press → on the line ridge to add a ridge, choose a diagonal Σ on the line covariance, or press Space on one of these columns to leave it out."),
        (column.is_none() && is("variance_undefined") && has(Line::Variance), "Choose population on the line variance."),
        (column.is_none() && view.model == ModelKind::Qda && view.now(Line::Covariance).starts_with("shared"), "Choose per-class or per-class-diagonal on the line covariance, or gda on the line model."),
        (column.is_none() && has_only_numbers, "Choose auto or gaussian on the line model, or go to each column of numbers and press b for bins, or c to count its values one by one."),
        (column.is_none() && is("no_data") && view.columns.iter().any(|column| column.role == ColumnRole::Ignored), "Go to a column that is left out and press Space, or press * on another column to make it the target."),
    ];
    let fix = fixes.into_iter().find(|(applies, _)| *applies);
    let plain = Problem::from(problem.clone());
    let what = if has_bins {
        format!("This model cannot use bins, but {name} has some.")
    } else if has_only_numbers {
        "This model counts values, but every feature is a number.".into()
    } else {
        plain.what.clone()
    };
    Problem { what, fix: fix.map_or(plain.fix, |(_, fix)| fix.replace("{name}", name)), ..plain }
}
