//! What the user chose.
