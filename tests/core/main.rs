//! The core: tables, features, models, working, evaluation, formulas.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod engine;
#[path = "../models/mod.rs"]
mod models;
#[path = "../program/mod.rs"]
mod program;

/// A test for each of some reference cases.
macro_rules! cases {
    ($check:ident: $($name:ident),+ $(,)?) => {$(
        #[test]
        fn $name() {
            let text = include_str!(concat!("../cases/", stringify!($name), ".json"));
            $check(&serde_json::from_str(text).unwrap());
        }
    )+};
}

mod as_they_come;
mod assumption;
mod model_warnings;
mod conventions;
mod costs;
mod counts;
mod curves;
mod declared;
mod dictionary;
mod draw;
mod feature_maps;
mod first_opening;
mod fold_columns;
mod gda;
mod given;
mod in_matrices;
mod likelihood;
mod limits;
mod lms;
mod logarithms;
mod logistic;
mod long_documents;
mod long_tables;
mod metrics;
mod notations;
mod numbers;
mod odds;
mod overlays;
mod problems;
mod plots;
mod plotted_curves;
mod quality;
mod recipe_defaults;
mod route;
mod reference_cases;
mod remarks;
mod splits;
mod statistics;
mod sums;
mod table;
mod table_profile;
mod table_properties;
mod text_features;
mod layering;
mod threads;
mod typicality;
mod weights;
mod worked;

fn json(arguments: &[&str]) -> serde_json::Value {
    program::json(&[arguments, &["--format", "json"]].concat())
}

/// The last step of a derivation as JSON, which is that of the number itself.
fn last_step(answer: &serde_json::Value) -> &serde_json::Value {
    answer["steps"].as_array().unwrap().last().unwrap()
}
