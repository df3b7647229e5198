//! What was there before a change, and what a change that was taken back had made.

const MOST: usize = 200;

/// States before and after the present one, which its owner holds.
#[derive(Clone, Debug)]
pub struct History<T> {
    past: Vec<T>,
    future: Vec<T>,
}

impl<T> Default for History<T> {
    fn default() -> Self {
        History { past: Vec::new(), future: Vec::new() }
    }
}

impl<T> History<T> {
    /// Remembers the present state before it changes; what was taken back cannot be made again.
    pub fn remember(&mut self, now: T) {
        if self.past.len() >= MOST {
            self.past.remove(0);
        }
        self.past.push(now);
        self.future.clear();
    }

    /// The state before the present one, if there is one.
    pub fn back(&mut self, now: T) -> Option<T> {
        let before = self.past.pop()?;
        self.future.push(now);
        Some(before)
    }

    /// The state that was taken back last, if there is one.
    pub fn forth(&mut self, now: T) -> Option<T> {
        let after = self.future.pop()?;
        self.past.push(now);
        Some(after)
    }
}
