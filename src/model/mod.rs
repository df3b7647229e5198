//! Statistics and the parameters estimated from them.
