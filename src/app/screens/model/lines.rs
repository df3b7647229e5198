//! The lines of the recipe below its columns: one table with the value, meaning and choices of each. Add a line only
//! here: the table of options knows when it applies and how its text is parsed.

use crate::app::screens::model::change;
use crate::app::screens::model::change::{Role, beside, number};
use crate::app::screens::model::summary::{Column, View};
use crate::app::words::shown;
use crate::problem::Problem;
use crate::recipe::{
    COLUMN_OPTIONS, Convention, Covariance, Decision, EventModel, FoldRule, ModelKind, NumberAs, OPTIONS,
    Prior, Reads, Recipe, RecipeOption, Shape, Split, Variance, Written, stop_words,
};
use crate::report;
use crate::table::Kind;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line {
    Column(usize),
    Convention,
    Target,
    Split,
    Model,
    Alpha,
    Prior,
    Covariance,
    Variance,
    Epsilon,
    Ridge,
    Event,
    Vocabulary,
    StopWords,
    MinCount,
    LowerCase,
    Decision,
    Missing,
}

/// The key of the option of each line, its name on screen and its choices.
type Row = (Line, &'static str, &'static str, Step);

enum Step {
    Choices(&'static [&'static str]),
    Numbers(&'static [&'static str]),
    /// Text is typed as for its flag; empty text clears the option.
    Typed,
    By(fn(&Recipe, bool) -> Option<Recipe>),
}

static LINES: [Row; 17] = [
    (Line::Convention, "convention", "convention", Step::Choices(Convention::WORDS)),
    // The other targets depend on the table.
    (Line::Target, "target", "target", Step::By(|_, _| None)),
    (
        Line::Split,
        "split",
        "tested on",
        Step::Choices(&["none", "holdout:0.3", "folds:5", "folds:10", "leave-one-out"]),
    ),
    (Line::Model, "model", "model", Step::By(change::with_model)),
    (Line::Alpha, "alpha", "smoothing α", Step::Numbers(&["0", "1/2", "1", "2", "10"])),
    (Line::Prior, "prior", "priors", Step::By(change::with_prior)),
    (Line::Covariance, "covariance", "covariance", Step::Choices(Covariance::WORDS)),
    (Line::Variance, "variance", "variance", Step::Choices(Variance::WORDS)),
    (Line::Epsilon, "var_smoothing", "variance ε", Step::Numbers(&["0", "1e-9", "1e-6", "1e-3"])),
    (Line::Ridge, "ridge", "ridge", Step::Numbers(&["0", "1e-6", "1e-3", "0.1"])),
    (Line::Event, "event", "event model", Step::Choices(EventModel::WORDS)),
    (Line::Vocabulary, "vocabulary", "vocabulary", Step::Choices(&["training", "all-rows"])),
    (Line::StopWords, "stop_words", "stop words", Step::Choices(&["false", "true"])),
    (Line::MinCount, "min_count", "least count", Step::Numbers(&["1", "2", "3", "5", "10"])),
    (Line::LowerCase, "lower_case", "lower case", Step::Choices(&["true", "false"])),
    (Line::Decision, "decision", "decision", Step::Typed),
    // Without a list, the other cells of its column decide whether a mark is missing.
    (
        Line::Missing,
        "missing",
        "missing",
        Step::By(|recipe, forward| {
            let listed = forward.then(|| vec![String::new(), "?".to_owned()]);
            (recipe.missing.is_some() != forward).then(|| Recipe { missing: listed, ..recipe.clone() })
        }),
    ),
];

impl Line {
    /// Returns the value of the line; `now` is the value of its option, as its flag writes it.
    pub(crate) fn value(self, view: &View) -> String {
        let now = &*view.now(self);
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
            Line::Alpha => if now == "1" { "1  (Laplace)" } else { now }.into(),
            Line::Prior => match &view.prior {
                Prior::Given(values) => {
                    let values: Vec<&str> = values.iter().map(|(_, value)| value.text()).collect();
                    format!("{}: {}", prior_words(&view.prior), values.join(", "))
                }
                prior => prior_words(prior),
            },
            Line::Covariance => now.into(),
            Line::Variance => format!("{now}  ({})", if now == "population" { "by n" } else { "by n − 1" }),
            Line::Epsilon => {
                if now == "0" {
                    "0  (none)".into()
                } else {
                    format!("{now} of the largest")
                }
            }
            Line::Ridge => if now == "0" { "0  (none)" } else { now }.into(),
            Line::Event => now.into(),
            Line::Vocabulary => match now.strip_prefix("file:") {
                Some(path) => format!("dictionary {}", shown(path)),
                None if now == "training" => "training rows".into(),
                None => "all rows".into(),
            },
            Line::StopWords => if now == "true" { "left out" } else { "kept" }.into(),
            Line::MinCount => if now == "1" { "1  (every word)" } else { now }.into(),
            Line::LowerCase => if now == "true" { "yes" } else { "no, as written" }.into(),
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
                    let name = |text: &String| {
                        if text.is_empty() { "empty".into() } else { shown(text).into_owned() }
                    };
                    listed.iter().map(name).collect::<Vec<_>>().join(", ")
                }
            },
        }
    }

    fn meant(self, view: &View) -> String {
        let now = &*view.now(self);
        match self {
Line::Column(_) => String::new(),
Line::Convention => {
            format!(
                "{}\nThe other lines override it. Press v on screen 5 to compare a case under two conventions.",
                view.convention.meaning()
            )
        },
Line::Target => {
            "The class column: what the model learns to predict.\nRows without a class are not used for training.".into()
        },
Line::Split => {
            let how = match view.recipe.split_or_default() {
                Split::None => {
                    "4 Evaluate tests the model on its own training rows, so the figures are optimistic."
                }
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
            };
            format!(
                "{how}\nScreens 3 and 5 show the model of all rows. Press t on screen 4 to change the test rows or the seed."
            )
        },
Line::Model => view.model.family().made.into(),
Line::Alpha => {
            "α is added to every count. With α above 0, a value never seen in a class does not make the product 0. 0: no smoothing. 1: Laplace smoothing.".into()
        },
Line::Prior => prior(&view.prior),
Line::Covariance => {
            match now {
                "shared" => "One Σ for all classes, so the boundary between two classes is straight.",
                "per-class" => "A Σ for each class, so a boundary may be curved. Each Σ is estimated from the rows of its class only.",
                "shared-diagonal" => "One Σ for all classes, with all covariances 0: the features are independent within a class.",
                _ => "A Σ for each class, with all covariances 0: the same as Gaussian naive Bayes.",
            }
            .into()
        },
Line::Variance => {
            if now == "population" {
                "The sum of squared distances from the mean is divided by n: the maximum-likelihood variance."
            } else if view.model.is_joint() {
                "The sum of squared distances is divided by n − K for one Σ of K classes, and by n − 1 for the Σ of one class: the unbiased estimate."
            } else {
                "The sum of squared distances from the mean is divided by n − 1: the unbiased variance."
            }
            .into()
        },
Line::Epsilon => {
            "ε times the largest column variance is added to every variance. A column that never varies in a class then has a density, too.\n0 adds nothing. scikit-learn uses 1e-9.".into()
        },
Line::Ridge => {
            "The ridge is added to the diagonal of Σ. A singular Σ can then be inverted. The larger the ridge, the less the covariances matter.".into()
        },
Line::Event => {
            let product = if now == "bernoulli" {
                "P(document | class) is a product over the vocabulary: P for each word that occurs, and 1 − P for each that does not. How often a word occurs does not matter."
            } else {
                "P(document | class) is a product over its words: a word that occurs twice is a factor twice. Absent words have no factor."
            };
            format!("{product}\nThis applies to every text column.")
        },
Line::Vocabulary => match now.strip_prefix("file:") {
            Some(path) => format!(
                "V has exactly the words of {}, seen or not. Stop words and the least count remove none of them. ← or →: use the words of the training rows.",
                shown(path)
            ),
            None if now == "training" => {
                "V has the words of the rows with a class. Other words have no factor.".into()
            }
            None => {
                "V also has the words of the rows without a class: their counts are 0 in every class.".into()
            }
        },
Line::StopWords => {
            let first: Vec<&str> =
                stop_words().iter().copied().filter(|word| word.len() > 2).take(12).collect();
            let kept = if now == "true" {
                "They are not in V: they have no factor and are not counted in the totals."
            } else {
                "They are kept, like any other word."
            };
            let (first, all) = (first.join(", "), stop_words().len());
            format!(
                "Stop words say little about the class: {first}, … ({all} English words, the list of NLTK).\n{kept}"
            )
        },
Line::MinCount => {
            "A word that occurs fewer times in the training rows is not in V: it has no factor and is not counted in the totals.\nWords are counted over all classes; each row counts by its weight.".into()
        },
Line::LowerCase => {
            if now == "true" {
                "Money and money are one word."
            } else {
                "Words stay as written: Money and money are two words."
            }
            .into()
        },
Line::Decision => {
            let how = "→ sets a cost of 1 for each mistake, ← removes it. Press Enter to type costs:\ncosts:well/ill=8,ill/well=1 gives the cost of an action in a class. file:COSTS.csv has a row for each action and a column for each class.\nthreshold:ill=1/3 predicts ill if its posterior is at least 1/3. reject:2/3 predicts no class below 2/3.";
            match &view.recipe.decision {
                None => {
                    format!("The class with the largest posterior is predicted. No costs are used.\n{how}")
                }
                Some(decision) => format!(
                    "{}\n{}\nIt changes no posterior. 5 Explain shows it as the last step; m in 4 Evaluate shows the costs.\n{how}",
                    shown(&report::decision_told(decision)),
                    shown(now)
                ),
            }
        },
Line::Missing => {
            match &view.recipe.missing {
                None => {
                    let marks: Vec<String> =
                        view.marks.iter().map(|mark| format!("“{}”", shown(mark))).collect();
                    format!(
                        "{} is missing in a column whose other cells are all numbers. NA is also missing among categories, if the file has it among its numbers. →: only the empty cell and ? are missing.",
                        marks.join(" or ")
                    )
                }
                Some(_) => "Only these cells are missing. ←: marks such as NA among numbers are missing, too.".into(),
            }
        },
        }
    }
}

pub fn prior_words(prior: &Prior) -> String {
    match prior {
        Prior::Counts => "from the data".into(),
        Prior::Laplace(a) => format!("from the data, plus {}", a.text()),
        Prior::Uniform => "uniform".into(),
        Prior::Given(_) => "as given".into(),
    }
}

fn prior(prior: &Prior) -> String {
    let meaning = match prior {
        Prior::Counts => "The prior of a class is its share of the training rows.",
        Prior::Laplace(_) => {
            "This number is added to the count of rows of each class. Enter: type another number."
        }
        Prior::Uniform => "Every class has the same prior, however many rows it has.",
        Prior::Given(_) => "Each class has its own given prior, however many rows it has.",
    };
    let how = match prior {
        Prior::Given(_) => "e: change the numbers.",
        _ => "e: give each class its own prior. → after uniform does the same.",
    };
    format!("{meaning}\n{how}")
}

const ADDED: &str = "laplace:";

impl Line {
    /// The lines below the columns, those that matter to this recipe; `marks`: the data has marks such as `NA`.
    pub(crate) fn below(recipe: &Recipe, columns: &[Column], marks: bool) -> Vec<Line> {
        let model = recipe.model.unwrap_or(ModelKind::Auto);
        let features = || columns.iter().filter(|column| column.role == Role::Feature);
        let reads = Reads {
            model,
            numbers: features().any(Column::is_bare_number),
            texts: features().any(|column| column.kind == Kind::Text),
            counts: model.family().number == NumberAs::WordCount && features().all(Column::is_bare_number),
            marks: marks || recipe.missing.is_some(),
        };
        // Options for counting rows do not apply to given numbers.
        let counts = [Line::Alpha, Line::Variance, Line::Epsilon, Line::Missing];
        let all = LINES.iter().map(|(line, ..)| *line);
        let all = all.filter(|line| recipe.given.is_none() || !counts.contains(line));
        all.filter(|line| line.option().is_some_and(|option| (option.applies)(&reads))).collect()
    }

    fn row(self) -> Option<&'static Row> {
        LINES.iter().find(|(line, ..)| *line == self)
    }

    fn step(self) -> Option<&'static Step> {
        self.row().map(|(.., step)| step)
    }

    fn option(self) -> Option<&'static RecipeOption<Recipe>> {
        let (_, key, ..) = self.row()?;
        OPTIONS.iter().find(|option| option.key == *key)
    }

    pub fn name(self) -> &'static str {
        self.row().map_or("", |(_, _, name, _)| name)
    }

    /// Returns the value of its option in the filled recipe, as its flag writes it. The value of a text column wins.
    pub(crate) fn now(self, filled: &Recipe) -> String {
        let Some(option) = self.option() else { return String::new() };
        let texts =
            || filled.columns.iter().filter(|choice| choice.kind.is_none_or(|kind| kind == Kind::Text));
        let of_one = COLUMN_OPTIONS.iter().find(|of_one| of_one.key == option.key);
        let said = of_one.and_then(|of_one| texts().find_map(|choice| of_one.said(choice)));
        said.or_else(|| option.said(filled)).flatten().unwrap_or_default()
    }

    pub(crate) fn title(self, view: &View) -> String {
        match self {
            Line::Target => format!("The target is {}", view.target),
            Line::Alpha => format!("Smoothing: α = {}", view.now(self)),
            Line::Prior => format!("Priors: {}", prior_words(&view.prior)),
            _ => {
                let name = self.name();
                let title: String =
                    name.chars().take(1).flat_map(char::to_uppercase).chain(name.chars().skip(1)).collect();
                format!("{title}: {}", self.value(view))
            }
        }
    }

    pub(crate) fn sentences(self, view: &View) -> Vec<String> {
        self.meant(view).lines().map(str::to_owned).collect()
    }

    /// Whether a number is typed on it. Priors take one, too, if it is added to the counts.
    pub(crate) fn takes_number(self) -> bool {
        matches!(self.step(), Some(Step::Numbers(_) | Step::Typed))
    }

    pub(crate) fn takes_whole(self) -> bool {
        let flag = self.option().and_then(|option| option.flag);
        self.takes_number() && flag.is_some_and(|flag| matches!(flag.shape, Shape::Whole(_)))
    }

    pub(crate) fn is_of_words(self) -> bool {
        let reads = Reads { model: ModelKind::Auto, numbers: true, texts: false, counts: false, marks: true };
        let applies = |texts| self.option().is_some_and(|it| (it.applies)(&Reads { texts, ..reads }));
        applies(true) && !applies(false)
    }

    pub(crate) fn stepped(self, recipe: &Recipe, forward: bool) -> Option<Recipe> {
        let (step, option) = (self.step()?, self.option()?);
        let now = self.now(&recipe.filled());
        let text = match step {
            Step::By(step) => return step(recipe, forward),
            Step::Typed if forward => return None,
            Step::Typed => return (option.value)(recipe).map(|_| self.cleared(recipe)),
            Step::Choices(all) => {
                (*beside(all, all.iter().position(|text| *text == now), forward)?).to_owned()
            }
            Step::Numbers(all) => {
                let now = Written::non_negative(&now, option.name).ok()?;
                number(all, now.value(), forward)?.text().to_owned()
            }
        };
        let mut next = recipe.clone();
        option.parse(&mut next, &text).ok()?;
        next.forget_of_columns(option.key);
        Some(next)
    }

    /// Returns the recipes of its choices, with the current one; empty if numbers are typed.
    pub(crate) fn all(self, recipe: &Recipe) -> Vec<Recipe> {
        let (Some(step), Some(option)) = (self.step(), self.option()) else { return Vec::new() };
        let now = self.now(&recipe.filled());
        let mut all: Vec<Recipe> = match *step {
            Step::Choices(words) => {
                let with = |word: &&str| {
                    let mut next = recipe.clone();
                    option.parse(&mut next, word).ok()?;
                    next.forget_of_columns(option.key);
                    Some(if **word == now { recipe.clone() } else { next })
                };
                words.iter().filter_map(with).collect()
            }
            Step::By(step) => {
                let next =
                    |forward| std::iter::successors(step(recipe, forward), move |now| step(now, forward));
                let before: Vec<Recipe> = next(false).collect();
                before.into_iter().rev().chain([recipe.clone()]).chain(next(true)).collect()
            }
            Step::Numbers(_) | Step::Typed => return Vec::new(),
        };
        if !all.contains(recipe) {
            all.push(recipe.clone());
        }
        all
    }

    pub(crate) fn number(self, recipe: &Recipe) -> String {
        let now = self.now(&recipe.filled());
        if self == Line::Prior { now.strip_prefix(ADDED).unwrap_or_default().to_owned() } else { now }
    }

    pub(crate) fn typed(self, recipe: &Recipe, text: &str) -> Result<Recipe, Problem> {
        let text = if self == Line::Prior { format!("{ADDED}{text}") } else { text.to_owned() };
        let is_typed = matches!(self.step(), Some(Step::Typed));
        if is_typed && text.trim().is_empty() {
            return Ok(self.cleared(recipe));
        }
        let mut next = recipe.clone();
        self.option().map_or(Ok(()), |option| option.parse(&mut next, &text))?;
        Ok(next)
    }

    fn cleared(self, recipe: &Recipe) -> Recipe {
        let mut next = recipe.clone();
        self.option().into_iter().for_each(|option| (option.clear)(&mut next));
        next
    }
}
