//! A sentence that goes away by itself.

const LIFE: u8 = 16;
/// Characters that are read in that time; of more, each so many take as long again.
const READ: usize = 76;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Toast {
    pub text: String,
    left: u8,
}

impl Toast {
    pub fn new(text: impl Into<String>) -> Self {
        let text = text.into();
        let rows = u8::try_from(text.chars().count().div_ceil(READ)).unwrap_or(u8::MAX).max(1);
        Toast { text, left: LIFE.saturating_mul(rows) }
    }

    /// A quarter of a second later: the message, or nothing when its time is up.
    pub fn tick(self) -> Option<Toast> {
        let left = self.left.checked_sub(1).filter(|left| *left > 0)?;
        Some(Toast { left, ..self })
    }
}
