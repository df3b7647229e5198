//! Text from data, made safe to show.
