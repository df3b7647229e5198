//! No more than three files import each other in a circle: what hangs together so can only be read, changed and tested as one.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::layering::{code, sources};

/// A file by its place below `crate`: `["workbench", "app"]`.
type Module = Vec<String>;

/// A name that a file takes from another one, and whether it passes it on.
struct Use {
    public: bool,
    path: Vec<String>,
    name: String,
}

struct House {
    code: BTreeMap<Module, String>,
    uses: BTreeMap<Module, Vec<Use>>,
}

/// The code without comments, texts and tests.
fn bare(path: &Path) -> String {
    // A visibility is no import.
    let code = code(path).replace("pub(in crate::", "pub(in ");
    let code = code.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let mut out = String::new();
    let (mut text, mut before) = (false, ' ');
    for c in code.chars() {
        let quote = c == '"' && before != '\\' && before != '\'';
        text ^= quote;
        if !text && !quote {
            out.push(c);
        }
        before = if before == '\\' && c == '\\' { ' ' } else { c };
    }
    out
}

/// The members of a brace group, `{` left out, and those of the groups inside it with their own.
fn members(group: &str) -> Vec<&str> {
    let (mut depth, mut from, mut all) = (0, 0, vec![]);
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => {
                all.push(&group[from..at]);
                return all;
            }
            '}' => depth -= 1,
            ',' if depth == 0 => {
                all.push(&group[from..at]);
                from = at + 1;
            }
            _ => {}
        }
    }
    all
}

/// Every path of a tree of uses, with the name that it is known by.
fn paths(tree: &str, public: bool, all: &mut Vec<Use>, before: &[String]) {
    let tree = tree.trim();
    let split = |text: &str| -> Vec<String> {
        text.split("::").map(|part| part.trim().to_owned()).filter(|part| !part.is_empty()).collect()
    };
    if let Some((first, group)) = tree.split_once('{') {
        let before: Vec<String> = before.iter().cloned().chain(split(first)).collect();
        members(group)
            .into_iter()
            .filter(|it| !it.trim().is_empty())
            .for_each(|it| paths(it, public, all, &before));
        return;
    }
    let (path, known) =
        tree.split_once(" as ").map_or((tree, None), |(path, name)| (path, Some(name.trim())));
    let mut path: Vec<String> = before.iter().cloned().chain(split(path)).collect();
    if path.len() > 1 && path.last().is_some_and(|last| last == "self") {
        path.pop();
    }
    let name = known.map(str::to_owned).or_else(|| path.last().cloned()).unwrap_or_default();
    all.push(Use { public, path, name });
}

/// The code between its uses, and these.
fn taken_apart(code: &str) -> (String, Vec<Use>) {
    let (mut rest, mut uses) = (String::new(), Vec::new());
    let mut lines = code.lines();
    while let Some(line) = lines.next() {
        let start = line.trim_start();
        let public = start.starts_with("pub");
        let word = if public { start.split_once(' ').map_or("", |(_, rest)| rest) } else { start };
        let Some(tree) = word.strip_prefix("use ") else {
            rest.push_str(line);
            rest.push('\n');
            continue;
        };
        let mut tree = tree.to_owned();
        while !tree.contains(';') {
            tree.push_str(lines.next().unwrap_or(";"));
        }
        paths(tree.split(';').next().unwrap_or_default(), public, &mut uses, &[]);
    }
    (rest, uses)
}

fn words(code: &str) -> impl Iterator<Item = &str> {
    code.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

impl House {
    fn read() -> House {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        let mut house = House { code: BTreeMap::new(), uses: BTreeMap::new() };
        for (path, _) in sources() {
            let place = path.strip_prefix(&root).unwrap().with_extension("");
            let mut module: Module = place.iter().map(|part| part.to_str().unwrap().to_owned()).collect();
            if module.last().is_some_and(|last| last == "mod") {
                module.pop();
            }
            if matches!(module.first().map(String::as_str), Some("lib" | "main")) {
                continue;
            }
            let (code, uses) = taken_apart(&bare(&path));
            house.code.insert(module.clone(), code);
            house.uses.insert(module, uses);
        }
        house
    }

    /// Whether a file only says which files there are and what is known of them outside.
    fn is_front(&self, module: &Module) -> bool {
        let kinds = ["fn", "struct", "enum", "trait", "impl", "const", "static"];
        !words(&self.code[module]).any(|word| kinds.contains(&word))
    }

    fn defines(&self, module: &Module, name: &str) -> bool {
        let words: Vec<&str> = words(&self.code[module]).collect();
        let kinds = ["fn", "struct", "enum", "trait", "type", "const", "static", "mod"];
        words.windows(2).any(|pair| kinds.contains(&pair[0]) && pair[1] == name)
    }

    /// The file in which a path of a file ends.
    fn end(&self, from: &Module, path: &[String], depth: usize) -> Option<Module> {
        let (mut at, mut rest) = match path.first()?.as_str() {
            "crate" => (Module::new(), &path[1..]),
            "self" => (from.clone(), &path[1..]),
            "super" => {
                let ups = path.iter().take_while(|part| *part == "super").count();
                (from[..from.len().checked_sub(ups)?].to_vec(), &path[ups..])
            }
            first => {
                let child: Module = from.iter().cloned().chain([first.to_owned()]).collect();
                self.code.contains_key(&child).then(|| (from.clone(), path))?
            }
        };
        while let Some(next) = rest.first() {
            let child: Module = at.iter().cloned().chain([next.clone()]).collect();
            if !self.code.contains_key(&child) {
                break;
            }
            (at, rest) = (child, &rest[1..]);
        }
        let uses = self.uses.get(&at)?;
        let Some(name) = rest.first().filter(|_| depth < 8) else { return Some(at) };
        let passed = uses.iter().filter(|it| it.public && it.name == *name);
        let found = passed.filter_map(|it| self.end(&at, &it.path, depth + 1)).next();
        if found.is_some() || self.defines(&at, name) {
            return found.or(Some(at));
        }
        let globs = uses.iter().filter(|it| it.public && it.name == "*");
        let ends = globs.filter_map(|it| {
            let path: Vec<String> =
                it.path.iter().filter(|part| *part != "*").cloned().chain([name.clone()]).collect();
            self.end(&at, &path, depth + 1).filter(|end| self.defines(end, name))
        });
        ends.into_iter().next().or(Some(at))
    }

    /// The files that a file imports.
    fn imports(&self, module: &Module) -> BTreeSet<Module> {
        // A name that is only passed on is no import.
        let code = self.code[module].lines().filter(|line| !line.contains("mod "));
        let code: Vec<&str> = code.flat_map(words).filter(|_| !self.is_front(module)).collect();
        let uses = self.uses[module].iter().filter(|it| !it.public || code.contains(&it.name.as_str()));
        let uses = uses.map(|it| it.path.clone());
        let part = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
        let inline = self.code[module].split(|c: char| !part(c)).filter(|word| word.contains("::"));
        let inline = inline.map(|word| word.split("::").map(str::to_owned).collect::<Vec<_>>());
        // Who takes all names of a file that only passes names on imports what it passes on.
        let passed = |path: Vec<String>| -> Vec<Module> {
            let Some(end) = self.end(module, &path, 0) else { return vec![] };
            if path.last().is_none_or(|last| last != "*") || !self.is_front(&end) {
                return vec![end];
            }
            self.uses[&end].iter().filter_map(|it| self.end(&end, &it.path, 0)).collect()
        };
        let ends = uses.chain(inline).flat_map(passed);
        ends.filter(|end| end != module && !end.is_empty()).collect()
    }
}

/// The groups of files each of which leads to all others.
fn circles(imports: &BTreeMap<Module, BTreeSet<Module>>) -> Vec<BTreeSet<Module>> {
    let reached = |from: &Module| {
        let mut seen = BTreeSet::new();
        let mut next: Vec<&Module> = imports[from].iter().collect();
        while let Some(at) = next.pop() {
            if seen.insert(at.clone()) {
                next.extend(&imports[at]);
            }
        }
        seen
    };
    let all: BTreeMap<&Module, BTreeSet<Module>> = imports.keys().map(|from| (from, reached(from))).collect();
    let circle = |from: &Module| -> BTreeSet<Module> {
        all[from].iter().filter(|to| all[*to].contains(from)).cloned().collect()
    };
    let found: BTreeSet<BTreeSet<Module>> = imports.keys().map(circle).collect();
    found.into_iter().filter(|circle| circle.len() > 3).collect()
}

#[test]
fn no_more_than_three_files_import_each_other() {
    let house = House::read();
    let imports = house.code.keys().map(|module| (module.clone(), house.imports(module))).collect();
    let long: Vec<String> = circles(&imports)
        .into_iter()
        .map(|circle| circle.iter().map(|module| module.join("/")).collect::<Vec<_>>().join(", "))
        .collect();
    assert!(long.is_empty(), "these files import each other in a circle: {long:#?}");
}

#[test]
fn imports_are_followed_to_the_file_that_defines_a_name() {
    let house = House::read();
    let names = |text: &str| text.split("::").map(str::to_owned).collect::<Vec<String>>();
    let end = |from: &str, path: &str| house.end(&names(from), &names(path), 0).unwrap().join("/");
    assert_eq!(end("tui::draw", "crate::workbench::App"), "workbench/app");
    assert_eq!(end("workbench::app", "super::evaluate::EvaluateScreen"), "workbench/evaluate/state");
    assert_eq!(end("workbench::evaluate", "curve::ask"), "workbench/evaluate/curve");
}
