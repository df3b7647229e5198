//! What was found out of a seed: which parts of the rule its table does not obey, and how much that is.

/// One part of the rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rule {
    /// (a) The right value is not that of a mistake.
    Right,
    /// (b) Mistakes differ from one another.
    Pairs,
    /// (c) Denominators are small.
    Denominators,
    /// (d) Every class has rows.
    Classes,
    /// (e) The winner is as far ahead as was chosen.
    Lead,
    /// There is a model at all, and every step can be asked of it: options are right and wrong.
    Model,
}

impl Rule {
    /// All parts, in order.
    pub const ALL: [Rule; 6] =
        [Rule::Right, Rule::Pairs, Rule::Denominators, Rule::Classes, Rule::Lead, Rule::Model];

    /// The word for it in JSON.
    pub fn word(self) -> &'static str {
        match self {
            Rule::Right => "right",
            Rule::Pairs => "pairs",
            Rule::Denominators => "denominators",
            Rule::Classes => "classes",
            Rule::Lead => "lead",
            Rule::Model => "model",
        }
    }

    /// What it asks, in a few words.
    pub fn title(self) -> &'static str {
        match self {
            Rule::Right => "(a) no mistake gives the right value",
            Rule::Pairs => "(b) 80 % of pairs of mistakes differ",
            Rule::Denominators => "(c) small denominators",
            Rule::Classes => "(d) every class has rows",
            Rule::Lead => "(e) the lead of the winner",
            Rule::Model => "a model for every step",
        }
    }

    /// What a teacher can change where it is hardly ever obeyed.
    pub fn advice(self) -> &'static str {
        match self {
            Rule::Right => "ask fewer steps, or leave a mistake out: [policy] diagnose = [\"*\", \"!B23\"]",
            Rule::Pairs => "ask for one more number, such as P(value | class) or a score",
            Rule::Denominators => "draw fewer rows or shorter documents, or raise [random] denominator",
            Rule::Classes => "draw more rows, or leave a class out",
            Rule::Lead => "choose another [random] level (clear, usual or close), or another query",
            Rule::Model => "look at the example: the steps and the query must fit any data that are drawn",
        }
    }
}

/// One part of the rule that a seed does not obey.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Which part.
    pub rule: Rule,
    /// On what, in one sentence.
    pub what: String,
    /// The mistakes that are to blame, for (a).
    pub tags: Vec<&'static str>,
    /// How much the table lacks by it; only for comparing tables.
    pub lack: u64,
}

impl Failure {
    pub(super) fn of(rule: Rule, lack: u64, what: impl Into<String>) -> Failure {
        Failure { rule, what: what.into(), tags: Vec::new(), lack }
    }
}

/// What a table lacks by a mistake that gives the right value of one number; of all numbers; and by each pair of a hundred
/// that cannot be told apart.
pub(super) const COLLIDES: u64 = 10;
pub(super) const HIDDEN: u64 = 30;
pub(super) const ALIKE: u64 = 5;

/// A table that is no work for a hand, or all but tied, comes behind all that only leave a mistake unseen.
pub(super) const UNHANDY: u64 = 10_000;

/// Nothing can be asked of it.
pub(super) const USELESS: u64 = 1_000_000_000;

/// A seed, and what its table lacks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vetted {
    /// The seed.
    pub seed: u64,
    /// The parts of the rule that it does not obey; none of a good one.
    pub failures: Vec<Failure>,
    /// Whether all was tried. Of a table that is no work for a hand, or lacks more than others by then, it is not.
    pub(super) is_whole: bool,
}

impl Vetted {
    /// Whether it obeys the rule.
    pub fn passes(&self) -> bool {
        self.failures.is_empty()
    }

    /// How much it lacks: the smaller, the better.
    pub fn lack(&self) -> u64 {
        self.failures.iter().map(|failure| failure.lack).sum()
    }

    /// What it lacks, in a line.
    pub fn told(&self) -> String {
        let told = self.failures.iter().map(|failure| failure.what.trim_end_matches('.'));
        told.collect::<Vec<_>>().join("; ")
    }
}
