//! A recipe as the screen shows it: the columns and the lines below with their values, the selected line explained, and
//! what fixes a recipe without a model.

use crate::app::screens::model::lines::{Line, one};
use crate::app::source;
use crate::app::words::shown;
use crate::problem::Problem;
use crate::recipe::{
    Bins, Convention, CutSide, Decision, FoldRule, ModelKind, NumberAs, Prior, Reading, Recipe, Role, Split,
    Written, role, stop_words, target_column,
};
use crate::report;
use crate::table;
use crate::table::{Kind, Table};
use crate::text::counted;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    pub name: String,
    pub shown: String,
    pub role: Role,
    pub kind: Kind,
    pub bins: Option<Bins>,
    pub one: Option<String>,
    pub distinct: usize,
}

impl Column {
    pub(crate) fn is_bare_number(&self) -> bool {
        self.role == Role::Feature && self.kind == Kind::Numeric && self.bins.is_none()
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    pub columns: Vec<Column>,
    pub target: String,
    pub model: ModelKind,
    pub prior: Prior,
    pub convention: Convention,
    pub lines: Vec<Line>,
    pub(crate) marks: Vec<String>,
    pub(crate) recipe: Recipe,
    filled: Recipe,
}

impl View {
    pub fn new(recipe: &Recipe, table: &Table) -> View {
        let target = target_column(recipe, table).ok();
        let column = |(at, column): (usize, &table::Column)| {
            let choice = recipe.column(column.name.as_str());
            let bins = recipe.bins_of(choice);
            let role = role(recipe, table, target, at);
            let one = one(recipe, table, at).filter(|_| role == Role::Feature);
            let kind = choice.and_then(|choice| choice.kind);
            let kind = kind.unwrap_or(match column.kind {
                _ if one.is_some() => Kind::Binary,
                // Like the core, which reads short documents that look like categories as text.
                Kind::Categorical
                    if role == Role::Feature
                        && recipe.model.is_some_and(|model| model.family().reads == Reading::Words) =>
                {
                    Kind::Text
                }
                other => other,
            });
            Column {
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
        let columns: Vec<Column> = table.columns().iter().enumerate().map(column).collect();
        let mut marks: Vec<String> = Vec::new();
        for (mark, _) in table.columns().iter().flat_map(|column| &column.marks) {
            if !marks.contains(mark) {
                marks.push(mark.clone());
            }
        }
        let name = target.and_then(|at| columns.get(at)).map(|column| column.shown.clone());
        View {
            target: name.unwrap_or_else(|| "?".into()),
            lines: Line::below(recipe, &columns, !marks.is_empty()),
            marks,
            columns,
            model: recipe.model.unwrap_or(ModelKind::Auto),
            filled: recipe.filled(),
            prior: recipe.prior_or_default(),
            convention: recipe.convention(),
            recipe: recipe.clone(),
        }
    }

    pub fn value(&self, line: Line) -> String {
        line.value(self)
    }

    pub(crate) fn now(&self, line: Line) -> String {
        line.now(&self.filled)
    }
}

/// The values of lines that are not shown as their flags write them.
static VALUES: [(Line, &str, &str); 12] = [
    (Line::Alpha, "1", "1  (Laplace)"),
    (Line::Variance, "population", "population  (by n)"),
    (Line::Variance, "unbiased", "unbiased  (by n − 1)"),
    (Line::Epsilon, "0", "0  (none)"),
    (Line::Ridge, "0", "0  (none)"),
    (Line::Vocabulary, "training", "training rows"),
    (Line::Vocabulary, "all-rows", "all rows"),
    (Line::StopWords, "true", "left out"),
    (Line::StopWords, "false", "kept"),
    (Line::MinCount, "1", "1  (every word)"),
    (Line::LowerCase, "true", "yes"),
    (Line::LowerCase, "false", "no, as written"),
];

/// The meanings of lines under a value, as its flag writes it; an empty one matches every value.
#[rustfmt::skip]
static MEANINGS: &[(Line, &str, &str)] = &[
    (Line::Target, "", "The class column: what the model learns to predict.\nRows without a class are not used for training."),
    (Line::Alpha, "", "α is added to every count. With α above 0, a value never seen in a class does not make the product 0. 0: no smoothing. 1: Laplace smoothing."),
    (Line::Covariance, "shared", "One Σ for all classes, so the boundary between two classes is straight."),
    (Line::Covariance, "per-class", "A Σ for each class, so a boundary may be curved. Each Σ is estimated from the rows of its class only."),
    (Line::Covariance, "shared-diagonal", "One Σ for all classes, with all covariances 0: the features are independent within a class."),
    (Line::Covariance, "", "A Σ for each class, with all covariances 0: the same as Gaussian naive Bayes."),
    (Line::Variance, "population", "The sum of squared distances from the mean is divided by n: the maximum-likelihood variance."),
    (Line::Variance, "", "The sum of squared distances from the mean is divided by n − 1: the unbiased variance."),
    (Line::Epsilon, "", "ε times the largest column variance is added to every variance. A column that never varies in a class then has a density, too.\n0 adds nothing. scikit-learn uses 1e-9."),
    (Line::Ridge, "", "The ridge is added to the diagonal of Σ. A singular Σ can then be inverted. The larger the ridge, the less the covariances matter."),
    (Line::Event, "bernoulli", "P(document | class) is a product over the vocabulary: P for each word that occurs, and 1 − P for each that does not. How often a word occurs does not matter.\nThis applies to every text column."),
    (Line::Event, "", "P(document | class) is a product over its words: a word that occurs twice is a factor twice. Absent words have no factor.\nThis applies to every text column."),
    (Line::Vocabulary, "training", "V has the words of the rows with a class. Other words have no factor."),
    (Line::Vocabulary, "", "V also has the words of the rows without a class: their counts are 0 in every class."),
    (Line::StopWords, "true", "They are not in V: they have no factor and are not counted in the totals."),
    (Line::StopWords, "", "They are kept, like any other word."),
    (Line::MinCount, "", "A word that occurs fewer times in the training rows is not in V: it has no factor and is not counted in the totals.\nWords are counted over all classes; each row counts by its weight."),
    (Line::LowerCase, "true", "Money and money are one word."),
    (Line::LowerCase, "", "Words stay as written: Money and money are two words."),
    (Line::Decision, "", "→ sets a cost of 1 for each mistake, ← removes it. Press Enter to type costs:\ncosts:well/ill=8,ill/well=1 gives the cost of an action in a class. file:COSTS.csv has a row for each action and a column for each class.\nthreshold:ill=1/3 predicts ill if its posterior is at least 1/3. reject:2/3 predicts no class below 2/3."),
    (Line::Missing, "", "Only these cells are missing. ←: marks such as NA among numbers are missing, too."),
];

impl Line {
    pub(crate) fn value(self, view: &View) -> String {
        let now = view.now(self);
        match self {
            Line::Column(_) => String::new(),
            Line::Convention => view.convention.program().into(),
            Line::Target => view.target.clone(),
            Line::Split => match view.recipe.split_or_default() {
                Split::None => "training rows".into(),
                Split::Holdout(share) => format!("held-out rows, {}", share.text()),
                Split::Folds(rule) => rule.to_string(),
                Split::LeaveOneOut => "leave one out".into(),
                Split::File(path) => format!("rows of {}", shown(&path)),
            },
            Line::Model => view.model.word().into(),
            Line::Prior => match &view.prior {
                Prior::Counts => "from the data".into(),
                Prior::Laplace(a) => format!("from the data, plus {}", a.text()),
                Prior::Uniform => "uniform".into(),
                Prior::Given(values) => {
                    let values: Vec<&str> = values.iter().map(|(_, value)| value.text()).collect();
                    format!("as given: {}", values.join(", "))
                }
            },
            Line::Epsilon if now != "0" => format!("{now} of the largest"),
            Line::Decision => match &view.recipe.decision {
                None => "none: largest posterior".into(),
                Some(decision) => shown(&match decision {
                    Decision::Costs(costs) => format!("least cost of {}", costs.actions.join(", ")),
                    Decision::File(path) => format!("least cost by {path}"),
                    Decision::Threshold { positive, at } => format!("{positive} if P ≥ {}", at.text()),
                    Decision::RejectBelow(bound) => format!("no class below {}", bound.text()),
                })
                .into_owned(),
            },
            Line::Missing => match &view.recipe.missing {
                None => "empty, ? and marks".into(),
                Some(listed) => {
                    let name =
                        |text: &String| if text.is_empty() { "empty".into() } else { shown(text).into() };
                    listed.iter().map(name).collect::<Vec<String>>().join(", ")
                }
            },
            _ => {
                if let Some(path) = now.strip_prefix("file:") {
                    return format!("dictionary {}", shown(path));
                }
                let named = VALUES.iter().find(|(line, of, _)| *line == self && *of == now);
                named.map_or(now.as_str(), |(.., value)| value).to_owned()
            }
        }
    }

    /// Returns the title and the text that explains the line.
    pub fn meaning(self, view: &View) -> (String, String) {
        let title = match self {
            Line::Column(at) => return view.columns.get(at).map(|it| column(it, view)).unwrap_or_default(),
            Line::Target => format!("The target is {}", view.target),
            Line::Alpha => format!("Smoothing: α = {}", view.now(self)),
            Line::Prior if matches!(view.prior, Prior::Given(_)) => "Priors: as given".into(),
            _ => {
                let (first, rest) = self.name().split_at(self.name().len().min(1));
                format!("{}{rest}: {}", first.to_uppercase(), self.value(view))
            }
        };
        (title, self.explained(view))
    }

    fn explained(self, view: &View) -> String {
        let now = view.now(self);
        let is_meant = |(line, of, _): &&(Line, &str, &str)| *line == self && (of.is_empty() || *of == now);
        let meaning = MEANINGS.iter().find(is_meant).map_or("", |(.., meaning)| *meaning);
        match self {
            Line::Convention => format!(
                "{}\nThe other lines override it. Press v on screen 5 to compare a case under two conventions.",
                view.convention.meaning()
            ),
            Line::Split => format!(
                "{}\nScreens 3 and 5 show the model of all rows. Press t on screen 4 to change the test rows or the seed.",
                tested_on(&view.recipe.split_or_default())
            ),
            Line::Model => view.model.family().made.into(),
            Line::Prior => prior(&view.prior),
            Line::Variance if now != "population" && view.model.is_joint() => {
                "The sum of squared distances is divided by n − K for one Σ of K classes, and by n − 1 for the Σ of one class: the unbiased estimate.".into()
            }
            Line::Vocabulary if now.starts_with("file:") => format!(
                "V has exactly the words of {}, seen or not. Stop words and the least count remove none of them. ← or →: use the words of the training rows.",
                shown(now.strip_prefix("file:").unwrap_or_default())
            ),
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
            Line::Decision => match &view.recipe.decision {
                None => format!(
                    "The class with the largest posterior is predicted. No costs are used.\n{meaning}"
                ),
                Some(decision) => format!(
                    "{}\n{}\nIt changes no posterior. 5 Explain shows it as the last step; m in 4 Evaluate shows the costs.\n{meaning}",
                    shown(&report::decision_told(decision)),
                    shown(&now)
                ),
            },
            Line::Missing if view.recipe.missing.is_none() => {
                let marks: Vec<_> = view.marks.iter().map(|mark| format!("“{}”", shown(mark))).collect();
                format!(
                    "{} is missing in a column whose other cells are all numbers. NA is also missing among categories, if the file has it among its numbers. →: only the empty cell and ? are missing.",
                    marks.join(" or ")
                )
            }
            _ => meaning.to_owned(),
        }
    }
}

fn tested_on(split: &Split) -> &'static str {
    match split {
        Split::None => "4 Evaluate tests the model on its own training rows, so the figures are optimistic.",
        Split::Holdout(_) => {
            "4 Evaluate tests the model on a share of each class. The other rows are the training rows."
        }
        Split::Folds(FoldRule::Column(_)) => {
            "Each value of this column is a fold. 4 Evaluate tests each fold with a model trained on the others."
        }
        Split::Folds(FoldRule::Groups { .. }) => {
            "Rows with the same value of this column go into the same fold. 4 Evaluate tests each fold with a model trained on the others."
        }
        Split::Folds(FoldRule::Random(_)) => {
            "The rows of each class are split into folds. 4 Evaluate tests each fold with a model trained on the others."
        }
        Split::LeaveOneOut => "4 Evaluate tests each row with a model trained on all others.",
        Split::File(_) => "4 Evaluate tests the model on all rows of this file.",
    }
}

fn prior(prior: &Prior) -> String {
    let meaning = match prior {
        Prior::Counts => "The prior of a class is its share of the training rows.",
        Prior::Laplace(_) => {
            "This number is added to the count of rows of each class. Enter: type another number."
        }
        Prior::Uniform => "Every class has the same prior, however many rows it has.",
        Prior::Given(_) => {
            return "Each class has its own given prior, however many rows it has.\ne: change the numbers."
                .into();
        }
    };
    format!("{meaning}\ne: give each class its own prior. → after uniform does the same.")
}

fn column(column: &Column, view: &View) -> (String, String) {
    let name = &column.shown;
    let (role, text) = match column.role {
        Role::Target => ("the TARGET", "The class column: what the model learns to predict.".into()),
        Role::Weight => (
            "the WEIGHT",
            "The weight column: how often each row was seen. Every count adds these numbers instead of counting rows. A row of weight 0 is not counted. W: make it a feature.".into(),
        ),
        Role::Ignored => ("left out", "The model does not use it. Space: make it a feature.".into()),
        Role::Feature => ("a FEATURE", feature(column, view)),
    };
    (format!("{name} is {role}"), text)
}

fn feature(column: &Column, view: &View) -> String {
    let (name, family) = (&column.shown, view.model.family());
    match (column.kind, &column.bins) {
        (Kind::Text, _) => {
            "Its words are counted: each word of the vocabulary has a probability in each class.".into()
        }
        (Kind::Numeric, Some(bins)) => {
            format!("{}\ne: see the cuts and move them.", bins_sentence(bins, view.convention.cut_side()))
        }
        (Kind::Numeric, None) if family.number == NumberAs::WordCount => {
            format!("{name} is a word. Each number is how often it occurs in the row's document.")
        }
        (Kind::Numeric, None) if view.model.is_of_counts() => format!(
            "Its cells are counts with a {} distribution in each class. W: use them as row weights.",
            family.name
        ),
        (Kind::Numeric, None) => {
            "Its cells are numbers with a normal density in each class. b: make bins. e: see the cuts. c: count each number. W: use them as row weights.".into()
        }
        (Kind::Binary | Kind::Categorical, _) => match &column.one {
            Some(one) if column.kind == Kind::Binary => format!(
                "It is yes or no: {one} counts as 1, every other value as 0. V: count the next value as 1. c: count each value."
            ),
            _ if column.distinct == 0 => "Each distinct number is counted as a category.".into(),
            _ => format!("It is a category with {}.", counted(column.distinct, "value", "values")),
        },
    }
}

fn bins_sentence(bins: &Bins, side: CutSide) -> String {
    let (interval, cut) = match side {
        CutSide::Above => ("A bin [a,b) holds a but not b.", "above"),
        CutSide::Below => ("A bin (a,b] holds b but not a.", "below"),
    };
    let many = |k: u32| counted(k as usize, "bin", "bins");
    match bins {
        Bins::Width(k) => format!("Its numbers fall into {} of equal width. {interval}", many(*k)),
        Bins::Frequency(k) => {
            format!("Its numbers fall into {} with about as many rows in each. {interval}", many(*k))
        }
        Bins::Cuts(cuts) => {
            let cuts: Vec<&str> = cuts.iter().map(Written::text).collect();
            format!("Its numbers are cut at {}. A number on a cut is in the bin {cut} it.", cuts.join(", "))
        }
        Bins::None => "Its numbers have no bins.".into(),
        Bins::Mdl => {
            "Its numbers are cut where this separates the classes best (minimum description length).".into()
        }
    }
}

/// Why a recipe has no model, and how to fix it on this screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    pub what: String,
    pub fix: String,
}

struct Refused<'a> {
    problem: &'a Problem,
    view: &'a View,
    /// The column that the problem is about.
    column: Option<&'a Column>,
}

type Fix = (fn(&Refused<'_>) -> bool, &'static str);

/// What fixes a problem; the first that applies is shown.
#[rustfmt::skip]
static FIXES: [Fix; 18] = [
    (|it| it.has_bins(), "Press u to undo the bins, or press ← → on the line model for auto or mixed. The editor (e) does this by itself when you change bins."),
    (|it| it.is("no_data") && it.column.is_some() && it.has(Line::MinCount), "Press ← on the line least count for a smaller number, or keep the stop words on the line above it."),
    (|it| it.is("no_target"), "Go to the column that holds the classes and press *."),
    (|it| it.is("zero_variance") && it.problem.features.len() > 1 && it.has(Line::Epsilon), "Press → on the line variance ε to add variance smoothing, or press Space on each of these columns to leave it out."),
    (|it| it.cannot_use(Kind::Numeric) && it.is("variance_undefined") && it.has(Line::Variance), "Choose population on the line variance, or go to {name} and press b for bins or Space to leave it out."),
    (|it| it.cannot_use(Kind::Numeric) && it.is("zero_variance") && it.has(Line::Epsilon), "Press → on the line variance ε to add variance smoothing, or go to {name} and press b for bins, c to count its values, or Space to leave it out."),
    (|it| it.cannot_use(Kind::Numeric) && !it.is("wrong_kind"), "Go to {name} and press b for bins, c to count its values one by one, or Space to leave it out."),
    (|it| it.cannot_use(Kind::Numeric), "Choose mixed or gaussian on the line model, or go to {name} and press b for bins, c to count its values one by one, or Space to leave it out."),
    (|it| it.cannot_use(Kind::Text) && it.view.model == ModelKind::Multinomial, "Choose multinomial on the line event model, or auto, bernoulli or mixed on the line model."),
    (|it| it.cannot_use(Kind::Text) && it.view.model == ModelKind::Bernoulli, "Choose bernoulli on the line event model, or auto, multinomial or mixed on the line model."),
    (|it| it.cannot_use(Kind::Text), "Choose auto, multinomial or mixed on the line model, or press Space on {name} to leave it out."),
    (|it| it.cannot_use(Kind::Binary) || it.cannot_use(Kind::Categorical), "Choose auto or mixed on the line model, or press Space on {name} to leave it out."),
    (|it| it.has_wrong_prior(), "Press ← on the line priors for other priors, then e to give each class its own."),
    (|it| it.is("singular_covariance"), "Press → on the line ridge to add a ridge, choose a diagonal Σ on the line covariance, or press Space on one of these columns to leave it out."),
    (|it| it.column.is_none() && it.is("variance_undefined") && it.has(Line::Variance), "Choose population on the line variance."),
    (|it| it.column.is_none() && it.view.model == ModelKind::Qda && it.view.now(Line::Covariance).starts_with("shared"), "Choose per-class or per-class-diagonal on the line covariance, or gda on the line model."),
    (|it| it.column.is_none() && it.has_only_numbers(), "Choose auto or gaussian on the line model, or go to each column of numbers and press b for bins, or c to count its values one by one."),
    (|it| it.column.is_none() && it.is("no_data") && it.view.columns.iter().any(|column| column.role == Role::Ignored), "Go to a column that is left out and press Space, or press * on another column to make it the target."),
];

impl Refused<'_> {
    fn is(&self, kind: &str) -> bool {
        self.problem.kind == kind
    }

    fn has(&self, line: Line) -> bool {
        self.view.lines.contains(&line)
    }

    fn has_bins(&self) -> bool {
        self.is("wrong_kind") && self.column.is_some_and(|column| column.bins.is_some())
    }

    fn cannot_use(&self, kind: Kind) -> bool {
        ["wrong_kind", "zero_variance", "variance_undefined"].contains(&self.problem.kind)
            && self.column.is_some_and(|column| column.kind == kind)
    }

    fn has_wrong_prior(&self) -> bool {
        let is_given = matches!(self.view.prior, Prior::Given(_));
        is_given && self.column.is_none() && !self.problem.usage && self.problem.class.is_some()
    }

    /// Whether the model counts values, but every feature is a number.
    fn has_only_numbers(&self) -> bool {
        let mut features = self.view.columns.iter().filter(|column| column.role == Role::Feature).peekable();
        self.is("wrong_kind")
            && self.problem.feature.is_none()
            && features.peek().is_some()
            && features.all(Column::is_bare_number)
    }
}

impl Refusal {
    pub fn new(problem: &Problem, view: &View) -> Refusal {
        let named = |name: &String| view.columns.iter().find(|column| column.name == *name);
        let refused = Refused { problem, view, column: problem.feature.as_ref().and_then(named) };
        let name = refused.column.map_or("", |column| &column.shown);
        let plain = source::Problem::from(problem.clone());
        let fix = FIXES.iter().find(|(applies, _)| applies(&refused));
        let what = if refused.has_bins() {
            format!("This model cannot use bins, but {name} has some.")
        } else if refused.has_only_numbers() {
            "This model counts values, but every feature is a number.".into()
        } else {
            plain.what
        };
        Refusal { what, fix: fix.map_or(plain.fix, |(_, fix)| fix.replace("{name}", name)) }
    }
}
