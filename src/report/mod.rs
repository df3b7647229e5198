//! Results as documents.
