//! What the notation of each quantity begins with, and what stands in its brackets: a table with a line for each.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reads {
    Name,
    /// A name, a value of a feature, or `x`.
    Event,
    /// A name, or 0.
    Weight,
    Sigma,
    Logit,
    Parameter,
    Other,
    Place,
    Names,
    NameOrAll,
    Events,
    Assumed,
    Decimals,
}

/// What the notation of a quantity begins with, and what may follow.
#[derive(Debug)]
pub(super) struct Head {
    pub name: &'static str,
    pub also: &'static [&'static str],
    /// What stands in the brackets; nothing for what has none.
    pub arguments: &'static [Reads],
    pub given: Option<Reads>,
    /// As a symbol, where a formula has one.
    pub symbol: Option<&'static str>,
}

const fn head(name: &'static str, arguments: &'static [Reads], given: Option<Reads>) -> Head {
    Head { name, also: &[], arguments, given, symbol: None }
}

const fn letter(head: Head, symbol: &'static str) -> Head {
    Head { symbol: Some(symbol), ..head }
}

const fn also(head: Head, also: &'static [&'static str]) -> Head {
    Head { also, ..head }
}

const NAME: Option<Reads> = Some(Reads::Name);

/// Every head; `ln`, which has no brackets, is read by itself.
pub(super) const HEADS: [Head; 53] = [
    letter(also(head("P", &[Reads::Events], Some(Reads::Events)), &["prior", "phi", "φ", "pi", "π"]), "P"),
    letter(head("p", &[Reads::Event], NAME), "p"),
    head("count", &[Reads::Events], NAME),
    letter(head("n", &[], None), "n"),
    letter(head("k", &[Reads::Name], None), "k"),
    letter(also(head("alpha", &[], None), &["α"]), "α"),
    also(head("score", &[Reads::Name], None), &["joint"]),
    also(head("mean", &[Reads::Name], NAME), &["mu", "μ", "average", "lambda", "λ"]),
    also(head("var", &[Reads::Name], NAME), &["variance", "sigma^2", "σ^2", "σ²"]),
    also(head("cov", &[Reads::Name, Reads::Name], NAME), &["covariance", "sigma", "Σ", "σ"]),
    also(head("det", &[Reads::Sigma], NAME), &["determinant"]),
    head("inv", &[Reads::Name, Reads::Name], NAME),
    also(head("corr", &[Reads::Name, Reads::Name], NAME), &["correlation", "rho", "ρ"]),
    letter(head("F", &[Reads::Event], NAME), "F"),
    letter(also(head("chol", &[Reads::Name, Reads::Name], NAME), &["L"]), "L"),
    head("draw", &[Reads::Name, Reads::Decimals], NAME),
    letter(also(head("q", &[Reads::Name], None), &["mahalanobis"]), "q"),
    letter(also(head("d", &[Reads::Name], None), &["z", "delta", "δ", "discriminant"]), "d"),
    head("diff", &[Reads::Name], NAME),
    head("solve", &[Reads::Name], NAME),
    letter(also(head("z", &[], None), &["logit"]), "z"),
    head("sigmoid", &[Reads::Logit], None),
    head("softmax", &[Reads::Name], None),
    head("tail", &[Reads::Name], None),
    head("below", &[Reads::Event], None),
    head("equal", &[Reads::Event], None),
    head("above", &[Reads::Event], None),
    head("typicality", &[Reads::Event], None),
    letter(also(head("theta", &[Reads::Weight], NAME), &["θ"]), "θ"),
    letter(also(head("loglik", &[Reads::Event], NAME), &["ℓ", "log-likelihood"]), "ℓ"),
    head("scatter", &[Reads::Name, Reads::Name], NAME),
    head("slope", &[Reads::Parameter], None),
    head("posterior", &[Reads::Name], None),
    head("likelihood", &[Reads::Name], None),
    head("evidence", &[], None),
    head("odds", &[Reads::Name, Reads::Other], Some(Reads::Event)),
    head("ratio", &[Reads::Name], Some(Reads::Names)),
    head("cross", &[Reads::Name, Reads::Name, Reads::Name, Reads::Place], Some(Reads::Event)),
    head("matrix", &[Reads::NameOrAll, Reads::NameOrAll], None),
    head("cost", &[Reads::Name, Reads::Other], Some(Reads::Event)),
    head("decided", &[Reads::NameOrAll, Reads::NameOrAll], None),
    head("product", &[Reads::Events], NAME),
    head("parameters", &[Reads::Assumed], None),
    head("accuracy", &[], None),
    head("balanced accuracy", &[], None),
    head("macro F1", &[], None),
    head("log loss", &[], None),
    head("mean cost", &[], None),
    also(head("Brier", &[], None), &["Brier score"]),
    head("precision", &[Reads::Name], None),
    head("recall", &[Reads::Name], None),
    head("F1", &[Reads::Name], None),
    head("AUC", &[Reads::Name], None),
];
