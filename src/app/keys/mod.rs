//! The one key table. Dispatch, the footer, the help overlay and docs/keys.md are all made from it.
//!
//! A key is looked up by scope: the focused screen or dialog first, then the shared scopes. `h j k l` move and never do
//! anything else; Ctrl with `i j m h [` is never used, because terminals send Tab, Enter, Backspace and Esc for them;
//! nothing is reachable only with Alt.

pub(crate) mod names;
pub(crate) mod table;
#[cfg(test)]
mod tests;

use crate::app::key::{Code, Key};

pub use crate::app::keys::names::{Action, Needs, Scope, ScreenId};
pub use crate::app::keys::table::TABLE;
pub use tui_input::InputRequest as Edit;

#[derive(Clone, Copy, Debug)]
pub struct Hint {
    pub label: &'static str,
    /// Hints with the largest number are dropped first; 0 is never dropped.
    pub priority: u8,
}

#[derive(Clone, Copy, Debug)]
pub struct Entry {
    pub scope: Scope,
    /// The keys of each action; the first key is the one shown, the others are aliases.
    pub binds: &'static [(&'static [Key], Action)],
    pub sentence: &'static str,
    pub hint: Option<Hint>,
}

impl Entry {
    pub fn asks(&self, action: &Action) -> bool {
        self.binds.iter().any(|(_, bound)| bound.is(action))
    }

    pub fn shown(&self) -> String {
        if let Some((from, to)) = self.digits() {
            return format!("{from}–{to}");
        }
        let first: Vec<String> =
            self.binds.iter().filter_map(|(keys, _)| Some(keys.first()?.to_string())).collect();
        match (first.first(), first.last()) {
            (Some(from), Some(to)) if first.len() > 2 && from.starts_with(|c: char| c.is_ascii_digit()) => {
                format!("{from}–{to}")
            }
            _ => first.join(if first.iter().all(|key| "↑↓←→".contains(key.as_str())) {
                ""
            } else {
                "/"
            }),
        }
    }

    fn digits(&self) -> Option<(&Key, &Key)> {
        let [(keys @ [_, _, _, ..], _)] = self.binds else { return None };
        let digits = keys.iter().all(|key| matches!(key.code, Code::Char('0'..='9')));
        keys.first().zip(keys.last()).filter(|_| digits)
    }

    pub fn all_keys(&self) -> String {
        if self.digits().is_some() {
            return self.shown();
        }
        let aliases = self.binds.iter().flat_map(|(keys, _)| keys.iter().skip(1));
        let hidden = |key: &&Key| !matches!(key.code, Code::Char('h' | 'j' | 'k' | 'l'));
        let aliases: Vec<String> = aliases.filter(hidden).map(Key::to_string).collect();
        if aliases.is_empty() { self.shown() } else { format!("{}  {}", self.shown(), aliases.join(" ")) }
    }
}

pub fn action(scopes: &[Scope], key: Key) -> Option<&'static Action> {
    let of = |scope: &Scope| entries(*scope).find_map(|entry| bound(entry, key));
    let found = scopes.iter().find_map(of);
    found.or_else(|| action(scopes, key.unshifted()?))
}

/// Returns a screen where the key works, and what it does: `; in Explain: reveal one step`. Empty if there is none.
pub fn elsewhere(key: Key) -> String {
    let found = TABLE.iter().find(|entry| bound(entry, key).is_some());
    found.map(|entry| format!("; in {}: {}", entry.scope.title(), entry.sentence)).unwrap_or_default()
}

fn bound(entry: &'static Entry, key: Key) -> Option<&'static Action> {
    entry.binds.iter().find(|(keys, _)| keys.contains(&key)).map(|(_, action)| action)
}

pub fn entries(scope: Scope) -> impl Iterator<Item = &'static Entry> {
    TABLE.iter().filter(move |entry| scope.holds(entry.scope))
}

/// Returns the hints that fit into `width` columns, in table order, each as keys and label. Hints of least priority
/// are dropped first; help is always kept. Keys that do nothing now are left out.
pub fn footer(
    scopes: &[Scope],
    works: impl Fn(&Action) -> bool,
    width: usize,
) -> Vec<(String, &'static str)> {
    let mut hints: Vec<(u8, String, &'static str)> = Vec::new();
    let mut taken: Vec<Key> = Vec::new();
    for scope in scopes {
        for entry in entries(*scope).filter(|entry| entry.binds.iter().any(|(_, action)| works(action))) {
            // A key of a nearer scope is not listed again.
            let keys = || entry.binds.iter().flat_map(|(keys, _)| keys.iter().copied());
            let is_free = keys().any(|key| !taken.contains(&key));
            taken.extend(keys());
            if let (Some(hint), true) = (entry.hint, is_free) {
                hints.push((hint.priority, entry.shown(), hint.label));
            }
        }
    }
    let room = |hints: &[(u8, String, &str)]| -> usize {
        hints.iter().map(|(_, keys, label)| keys.chars().count() + 1 + label.chars().count() + 2).sum()
    };
    while room(&hints) > width.saturating_add(1) {
        let last = hints.iter().enumerate().filter(|(_, (priority, ..))| *priority > 0);
        let Some((at, _)) = last.max_by_key(|(at, (priority, ..))| (*priority, *at)) else { break };
        hints.remove(at);
    }
    hints.into_iter().map(|(_, keys, label)| (keys, label)).collect()
}

/// Returns the table as Markdown, by screen. Keys that only go back are left out: they are the same everywhere.
pub fn markdown() -> String {
    let mut sections: Vec<(&str, Vec<String>)> = Vec::new();
    for entry in TABLE.iter().filter(|entry| !entry.asks(&Action::Back)) {
        let title = entry.scope.title();
        let line = format!("- `{}`: {}\n", entry.all_keys(), entry.sentence);
        match sections.iter_mut().find(|(known, _)| *known == title) {
            Some((_, lines)) if lines.contains(&line) => {}
            Some((_, lines)) => lines.push(line),
            None => sections.push((title, vec![line])),
        }
    }
    let section = |(title, lines): &(&str, Vec<String>)| format!("\n## {title}\n\n{}", lines.concat());
    sections.iter().map(section).collect()
}
