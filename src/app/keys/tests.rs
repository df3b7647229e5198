use std::collections::HashMap;
use std::fs;
use std::path::Path;

use crate::app::dialogs::help::{HelpLine, HelpScreen};
use crate::app::keys::*;

/// Every set of scopes that can hold at once: each list of scopes in the code.
fn contexts() -> Vec<&'static [Scope]> {
    let named = |name: &str| Scope::ALL.iter().copied().find(|scope| format!("{scope:?}") == name);
    let list = |text: &str| {
        let names = text.split(',').filter(|name| !name.is_empty());
        names.map(|name| named(name).unwrap_or_else(|| panic!("no scope {name}"))).collect::<Vec<_>>().leak()
    };
    let mut all: Vec<&'static [Scope]> = Vec::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src/app")];
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            if path.ends_with("keys/tests.rs") {
                continue;
            }
            let code = fs::read_to_string(&path).unwrap().replace(char::is_whitespace, "");
            let code = code.replace("Scope::", "").replace(",]", "]");
            for (end, _) in code.match_indices("Always]") {
                let start = code[..end].rfind("&[").unwrap() + "&[".len();
                all.push(list(&code[start..end + "Always".len()]));
            }
        }
    }
    assert!(all.len() > 80 && all.contains(&&[Scope::Detail, Scope::Help, Scope::Page, Scope::Always][..]));
    all
}

fn keys_of(entry: &Entry) -> impl Iterator<Item = (Key, Action)> {
    entry.binds.iter().flat_map(|(keys, action)| keys.iter().map(move |key| (*key, action.clone())))
}

#[test]
fn no_key_means_two_things_at_once() {
    for scopes in contexts() {
        let mut seen: HashMap<Key, Action> = HashMap::new();
        for (key, action) in scopes.iter().flat_map(|scope| entries(*scope)).flat_map(keys_of) {
            if let Some(other) = seen.insert(key, action.clone()) {
                assert!(other.is(&action), "{key} is both {other:?} and {action:?} in {scopes:?}");
            }
        }
    }
}

#[test]
fn every_action_has_a_key_and_every_scope_a_place() {
    for action in Action::BOUND {
        let bound = TABLE.iter().flat_map(keys_of).any(|(_, listed)| listed.is(action));
        assert!(bound, "{action:?} has no key");
    }
    let contexts = contexts();
    for entry in TABLE {
        assert!(
            contexts.iter().flat_map(|scopes| scopes.iter()).any(|scope| scope.holds(entry.scope)),
            "{:?} never holds",
            entry.scope
        );
    }
}

#[test]
fn an_arrow_with_shift_is_a_plain_arrow_unless_it_has_its_own_action() {
    let found = |scope, code| action(&[scope], Key::plain(code)).cloned();
    assert!(matches!(found(Scope::Grid, Code::ShiftLeft), Some(Action::Left)));
    assert!(matches!(found(Scope::Bins, Code::ShiftRight), Some(Action::MoveRight)));
    assert!(found(Scope::Start, Code::ShiftRight).is_none());
}

#[test]
fn keys_that_terminals_confuse_are_not_used() {
    for (key, action) in TABLE.iter().flat_map(keys_of) {
        if let (Code::Char(c), true) = (key.code, key.ctrl) {
            assert!(c.is_ascii_lowercase(), "Ctrl+{c} cannot be typed everywhere");
            assert!(!matches!(c, 'i' | 'j' | 'm' | 'h' | '['), "Ctrl+{c} is another key");
        }
        let movement = matches!(action, Action::Up | Action::Down | Action::Left | Action::Right);
        assert!(!matches!(key.code, Code::Char('h' | 'j' | 'k' | 'l')) || movement, "{key} must only move");
    }
    for entry in TABLE {
        for (keys, action) in entry.binds {
            assert!(keys.iter().any(|key| !key.alt), "{action:?} needs Alt");
            let awkward = |key: &Key| matches!(key.code, Code::Char('[' | ']' | '{' | '}' | '\\'));
            assert!(!keys.iter().all(awkward), "{action:?} cannot be typed on many layouts");
        }
    }
}

#[test]
fn fields_let_letters_through() {
    for scopes in contexts().iter().filter(|scopes| scopes.iter().any(|scope| scope.types())) {
        for c in ('0'..='z').chain(['?', '/', ' ']) {
            // Once every line is filled in, no field is open.
            let goes_on = c == 'n' && scopes.contains(&Scope::Finished);
            assert!(goes_on || action(scopes, Key::char(c)).is_none(), "{c} is taken from the field");
        }
    }
}

#[test]
fn the_footer_fits_and_always_has_help() {
    for scopes in contexts() {
        let has_help = [Scope::Everywhere, Scope::OnStart].iter().any(|it| scopes.contains(it));
        for width in 0..140 {
            let hints = footer(scopes, |_| true, width);
            let used: usize = hints.iter().map(|(k, l)| k.chars().count() + l.chars().count() + 3).sum();
            assert!(used <= width + 1 || hints.len() < 2, "{hints:?} in {width}");
            assert!(!has_help || hints.contains(&("?".to_string(), "help")));
        }
    }
}

#[test]
fn the_help_lists_every_entry() {
    for scopes in contexts() {
        let lines = HelpScreen::new(scopes).lines();
        for entry in TABLE {
            let line = HelpLine::Key(entry.all_keys(), entry.sentence);
            assert!(lines.contains(&line), "{} is not in the help of {scopes:?}", entry.sentence);
        }
    }
}

#[test]
fn help_lines_fit_the_overlay() {
    for entry in TABLE {
        assert!(entry.all_keys().chars().count() <= 24, "{}", entry.all_keys());
        assert!(entry.sentence.chars().count() <= 41, "{}", entry.sentence);
    }
}
