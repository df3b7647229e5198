//! Definitions, the evaluator, and derivations.
