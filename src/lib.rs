//! `posterior`: every number of a generative classifier, with its working.
//!
//! Each layer may use those above it in this table, never those below; a test checks this. `ARCHITECTURE.md` follows a
//! number, a key and an answer through them.
//!
//! | layer | contents |
//! |---|---|
//! | [`text`], [`problem`] | text made safe for terminals; what is wrong, where, and how to fix it |
//! | [`math`] | exact numbers, the addresses of numbers, formulas and their notations |
//! | [`table`] | a CSV becomes typed columns; the samples |
//! | [`recipe`] | what the user chose, as TOML, checked against a table |
//! | [`encode`] | columns become features: bins, and what is counted of each column |
//! | [`model`] | sums over rows, the parameters estimated from them, posteriors |
//! | [`worked`] | definitions, the evaluator, overlays, derivations |
//! | [`evaluate`] | predicted and actual classes compared: splits, confusion matrices, metrics |
//! | [`plot`] | pictures as scenes of marks with addresses, and the raster of a terminal |
//! | [`practice`] | reading an answer as written, marking, the catalogue of mistakes, exercises, the course |
//! | [`report`] | results as documents: text, Markdown, LaTeX, HTML, CSV and JSON |
//! | [`app`] | the interactive program: a folder for each screen, dialogs, widgets, the terminal |
//! | [`cli`] | the command line |
//!
//! # A table, a model, a posterior and its working
//!
//! ```
//! use posterior::{math::Quantity, model::{Case, Study}, recipe::Recipe, table::Source, worked::derive};
//!
//! let csv = "sky,play\nsunny,no\nsunny,yes\ncloudy,yes\nrainy,yes\nrainy,no\n";
//! let recipe = Recipe::from_toml("target = \"play\"\nalpha = \"0\"", "recipe.toml")?;
//! let fitted = Study::open(Source::bytes("play.csv", csv.as_bytes()), recipe)?.fitted?;
//! let case = Case::from_typed(&fitted, &[("sky".into(), "sunny".into())])?;
//! let posterior: Quantity = "P(yes | x)".parse()?;
//! let steps = derive(&fitted, Some(&case), &posterior)?;
//! let value = |of: &str| steps.iter().find(|step| step.of.to_string() == of).and_then(|step| step.value.clone());
//! assert_eq!(value("P(yes)").and_then(|p| p.to_fraction()).as_deref(), Some("3/5"));
//! assert_eq!(value("P(sky=sunny | yes)").and_then(|p| p.to_fraction()).as_deref(), Some("1/3"));
//! // 1/3 · 3/5 of 1/3 · 3/5 + 1/2 · 2/5
//! assert_eq!(value("P(yes | x)").and_then(|p| p.to_fraction()).as_deref(), Some("1/2"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Each family of models
//!
//! ```
//! use posterior::{model::Study, recipe::Recipe, table::Source};
//!
//! for (sample, model) in [
//!     ("play-tennis", "categorical"),
//!     ("chinese-japan", "multinomial"),
//!     ("spam", "bernoulli"),
//!     ("person", "gaussian"),
//!     ("iris", "gda"),
//!     ("iris", "qda"),
//!     ("calls", "poisson"),
//!     ("loan", "mixed"),
//! ] {
//!     let recipe = Recipe::from_toml(&format!("model = \"{model}\""), "recipe.toml")?;
//!     let fitted = Study::open(Source::from_arg(format!("sample:{sample}"))?, recipe)?.fitted?;
//!     assert!(fitted.classes.len() > 1, "{sample}");
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # An evaluation
//!
//! ```
//! use posterior::{evaluate::Trial, model::Study, recipe::Recipe, table::Source};
//!
//! let recipe = Recipe::from_toml("split = \"leave-one-out\"", "recipe.toml")?;
//! let study = Study::open(Source::from_arg("sample:weather")?, recipe)?;
//! let evaluation = Trial::plan(&study, None)?.run(None)?;
//! // Rows: actual class. Columns: predicted class.
//! assert_eq!(evaluation.matrix.iter().flatten().sum::<u64>(), 14);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! One number has one path: [`model`] computes it, [`worked`] derives it, and screens, reports and JSON render that.

pub use posterior_core::{encode, evaluate, math, model, plot, problem, recipe, table, text, worked};

// Public for the tests and the program only.
#[doc(hidden)]
pub mod practice;
#[doc(hidden)]
pub mod report;
#[doc(hidden)]
pub mod app;
#[doc(hidden)]
pub mod cli;
