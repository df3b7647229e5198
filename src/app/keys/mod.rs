//! The one key table, with its scopes and actions. Dispatch, the footer, the help overlay and docs/keys.md are
//! all made from it.
//!
//! A key is looked up by scope: the focused screen or dialog first, then the shared scopes. `h j k l` move and never do
//! anything else; Ctrl with `i j m h [` is never used, because terminals send Tab, Enter, Backspace and Esc for them;
//! nothing is reachable only with Alt.

pub(crate) mod table;
#[cfg(test)]
mod tests;

use crate::app::key::{Code, Key};
use crate::app::screens::ScreenId;

pub use crate::app::keys::table::TABLE;
pub use tui_input::InputRequest as Edit;

macro_rules! actions {
    ($($name:ident)*) => {
        /// Everything that can happen to the workbench: actions of keys, and events without a key.
        #[derive(Clone, Debug)]
        pub enum Action {
            $($name,)*
            Go(ScreenId),
            Edit(Edit),
            Paste(String),
            Unbound(Key),
            /// A click on a line of a list or table, by its position; the column of a click follows.
            Select(usize),
            SelectColumn(usize),
            Tick,
            Resize(u16, u16),
        }

        impl Action {
            pub const BOUND: &'static [Action] = &[$(Action::$name,)*];

            pub fn is(&self, other: &Action) -> bool {
                std::mem::discriminant(self) == std::mem::discriminant(other)
            }
        }
    };
}

macro_rules! scopes {
    ($($name:ident = $title:literal $(, $typed:ident)? $(: $hint:literal)?;)*) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Scope {
            $($name,)*
        }

        impl Scope {
            pub const ALL: &'static [Scope] = &[$(Scope::$name),*];

            pub fn title(self) -> &'static str {
                match self {
                    $(Scope::$name => $title,)*
                }
            }

            /// The hint of the dialog with these keys; empty for the keys of screens.
            pub fn hint(self) -> &'static str {
                match self {
                    $(Scope::$name => concat!($($hint)?),)*
                }
            }

            pub fn types(self) -> bool {
                match self {
                    $(Scope::$name => false $(|| stringify!($typed) == "typed")?,)*
                }
            }
        }
    };
}

scopes! {
    Always = "Everywhere"; // Everywhere, also in dialogs.
    Everywhere = "Everywhere"; // On every screen, but not in a dialog; holds [`Scope::Stages`] and [`Scope::Screens`] too.
    OnStart = "Everywhere"; // The same on the start screen, which has nothing to copy or save.
    Screens = "Screens 1–7"; // On all screens but the start screen.
    Stages = "Everywhere"; // The digits that go to a stage.
    List = "Moving"; // Lists: up and down.
    Grid = "Moving"; // Tables: all four directions.
    Page = "Moving"; // Anything longer than the screen.
    Detail = "Right pane"; // The right pane of any screen.
    TypedList = "Typing", typed; // A list below a line that is typed.
    Typed = "Typing", typed; // A line that is typed.
    Start = "Start"; // The start screen.
    FilterStart = "Start, finding", typed; // The same, while the filter is typed.
    Course = "Course"; // The same, while it lists the course.
    Data = "Data"; // Screen 1.
    Cells = "Data"; // Screen 1, left.
    Given = "Data"; // Screen 1, left, where the numbers of the model are given.
    TypedCounts = "Table of counts", typed: "Enter: next line, or open if the line is empty. Esc closes and keeps the lines.";
    TypedGiven = "Data, given numbers", typed: "Type a decimal, fraction or percentage: 0.8, 4/5, 80%. Enter: accept.";
    Values = "Data, values"; // Screen 1, right, where the values of a column are listed.
    Filter = "Filter", typed: "All must hold. Without a name: the selected column.";
    Vocabulary = "Vocabulary", typed: "Type how many words there are, such as 50,000. Enter: count the parameters.";
    RowNumber = "Row", typed: "Rows keep their numbers from the data, also when sorted.";
    Model = "Model"; // Screen 2.
    Columns = "Model"; // Screen 2, on a column.
    Choice = "Model"; // Screen 2, on a line below the columns.
    Choices = "Choose from a list": "↑↓: try. Enter: keep. Esc: restore the one with *.";
    Number = "Model, numbers"; // Screen 2, on a line that holds a number.
    PriorLine = "Model"; // Screen 2, on the line of the priors.
    Priors = "Priors": "Type the prior of the selected class. Enter: use all, if they sum to 1.";
    TypedPrior = "Priors", typed: "Type a decimal or a fraction: 0.6 or 3/5. Enter: accept.";
    Bins = "Bins"; // The editor of bins.
    Parameters = "Parameters"; // Screen 3.
    Used = "Parameters"; // Screen 3, right, where the working lists the numbers it uses.
    UsedNumber = "Parameters"; // The same, while one of them is selected.
    OwnSigma = "Parameters"; // The same, where each class has its own Σ.
    Evaluate = "Evaluate"; // Screen 4, in every view.
    Look = "Views": "Choose a view. Enter: show it.";
    TestOn = "Test on": "Unseen rows show how good the model is. Enter: test.";
    TypedTest = "Test on", typed: "Type a CSV file with the same columns, the class among them. Enter: test.";
    Confusion = "Evaluate"; // Screen 4, the matrix.
    Figures = "Evaluate"; // Screen 4, the figures.
    Roc = "Evaluate, ROC"; // Screen 4, the ROC curve.
    Reliability = "Evaluate, reliability"; // Screen 4, the reliability plot.
    CellRows = "Evaluate, rows"; // Screen 4, the rows of a cell, a threshold or a bin.
    Compare = "Compare models"; // Screen 4, several models.
    CompareRows = "Compare, rows"; // Screen 4, the rows that two models predict differently.
    Curve = "Evaluate, curves"; // Screen 4, a curve.
    Sweep = "Evaluate, curves"; // The same, over α.
    Learning = "Evaluate, curves"; // The same, over training sizes.
    Explain = "Explain"; // Screen 5.
    Steps = "Explain, steps"; // Screen 5, the steps.
    Classes = "Explain, this step"; // Screen 5, the selected step.
    Plot = "Plot"; // Screen 6, in every picture.
    PlotPair = "Plot"; // Screen 6, two features.
    PlotFeature = "Plot"; // Screen 6, one feature.
    PlotBars = "Plot"; // Screen 6, the log-odds contributions of the case.
    PlotPage = "Plot"; // Pages of screen 6, where g has another meaning.
    Picture = "Picture": "← →: change the selected line. The picture changes at once.";
    Choose = "Choose the case", typed: "Type a row number, or choose a case with ↑↓.";
    OtherProgram = "Other program": "The same case in another program. ≠ marks the differences.";
    WhatIf = "What if": "← →: change the selected cell. Enter: explain the changed case.";
    TypedCell = "What if, typing", typed: "The posterior changes as you type. Enter: accept the text.";
    CopyAs = "Copy as": "The text to copy is below. y: copy the selected item.";
    Save = "Save", typed; // The dialog that saves: a name is typed, whose ending chooses the format.
    WriteOver = "File name"; // The same, while it asks whether to overwrite an existing file.
    OpenFile = "Open a file", typed: "Type a path, or choose below. ~ is your home folder, .. the folder above.";
    Find = "Find", typed: "The search starts at the cursor and ignores upper and lower case.";
    Settings = "Settings": "Changes apply at once and are kept for the next start.";
    Help = "Help": "These keys work in this pane. The keys of other screens follow below.";
    Palette = "Commands", typed: "Type letters of a command, a sample or a number: P(Sunny.";
    FilterHelp = "Searching the help", typed: "Type a word or a key to filter the lines.";
    Warnings = "Warnings": "✓: the current choice. Enter: apply a line. Settled warnings stay.";
    Opening = "First opening": "?: unclear, ← → change it. Enter: accept all as shown. Later: 2 and !";
    Argument = "Why this formula": "Space: next line. ℓ: the log-likelihood of the training rows.";
    FindError = "Find the error"; // Screen 7, find the error.
    CheckAnswer = "Check an answer", typed: "Type 3/9, 0.33, 33 % or 3/9 · 9/14, as you like. Enter: check it.";
    Practice = "Practice"; // Screen 7.
    TypedAnswer = "Practice, typing", typed; // Screen 7, while a line is edited: every printable key types.
    ClassList = "Practice, typing"; // The same, where the line asks for a class.
    AnswerLines = "Practice, typing"; // The same, on the worksheet: to other lines.
    Finished = "Practice, typing", typed; // The worksheet while typing, once every line is filled in.
    Filled = "Practice, typing", typed; // The worksheet between open lines, where no printable key is a command yet.
    Ways = "Ways to practise": "Enter: choose this way. Another level begins again.";
    Sheets = "Answer sheets"; // Screen 7, a list of answer sheets.
    Sheet = "Answer sheet"; // Screen 7, an answer sheet.
    Problem = "Error message"; // The dialog that shows an error.
    Decision = "Decision"; // The same, when there is something to choose.
}

impl Scope {
    pub(crate) fn holds(self, listed: Scope) -> bool {
        match self {
            Scope::Everywhere => matches!(listed, Scope::Everywhere | Scope::Stages | Scope::Screens),
            Scope::OnStart => matches!(listed, Scope::Everywhere | Scope::Stages),
            scope => scope == listed,
        }
    }
}

actions! {
    Filter AllRows Axes Glyphs Rings Boundaries Bands Covariance ClassBefore ClassAfter Up Down Left Right PageUp PageDown First Last Enter Back NextPane PreviousPane Hint ShowStep ShowSteps
    WipeProgress Confirm NextCase SameAgain ShowData Dispute
    FindError TestOn LookAt Sort OpenList CompareWith UseModel ExplainOther
    Measure Rival Naive Vocabulary RevealNext RevealAll ChooseRow OtherProgram WhatIf EditCell TypeCell MakeMissing
    RestoreCell RestoreAll OpenFile Reload Find FindNext FindPrevious Complete Form DecimalComma WhyFormula
    CheckAnswer Toggle MakeTarget MakeWeight Bins BinsBefore EditBins AllBins MoveLeft MoveRight Less More
    AddCut RemoveCut TypeCut Kind One TypeNumber GivePriors GiveRest Undo Redo Copy CopyAs Save WriteOver
    Forget Zoom Present Palette Warnings Settings Help FilterHelp Interrupt Suspend Quit
}

#[derive(Clone, Copy, Debug)]
pub struct Entry {
    pub scope: Scope,
    /// The keys of each action; the first key is the one shown, the others are aliases.
    pub binds: &'static [(&'static [Key], Action)],
    pub sentence: &'static str,
    /// Its label in the footer and its priority: the largest numbers are dropped first, 0 never.
    pub hint: Option<(&'static str, u8)>,
}

impl Entry {
    pub fn has_action(&self, action: &Action) -> bool {
        self.binds.iter().any(|(_, bound)| bound.is(action))
    }

    pub fn shown(&self) -> String {
        if let Some(range) = self.digits() {
            return range;
        }
        let first = self.binds.iter().filter_map(|(keys, _)| Some(keys.first()?.to_string()));
        let first: Vec<String> = first.collect();
        let are_arrows = first.iter().all(|key| "↑↓←→".contains(key.as_str()));
        first.join(if are_arrows { "" } else { "/" })
    }

    /// Returns the range of three or more digits, of one action or of one each.
    fn digits(&self) -> Option<String> {
        let keys: Vec<&Key> = match self.binds {
            [(keys, _)] => keys.iter().collect(),
            binds => binds.iter().filter_map(|(keys, _)| keys.first()).collect(),
        };
        let [from, _, .., to] = keys.as_slice() else { return None };
        let are_digits = keys.len() > 2 && keys.iter().all(|key| matches!(key.code, Code::Char('0'..='9')));
        are_digits.then(|| format!("{from}–{to}"))
    }

    pub fn all_keys(&self) -> String {
        if let Some(range) = self.digits() {
            return range;
        }
        let aliases = self.binds.iter().flat_map(|(keys, _)| keys.iter().skip(1));
        let is_listed = |key: &&Key| !matches!(key.code, Code::Char('h' | 'j' | 'k' | 'l'));
        let aliases: Vec<String> = aliases.filter(is_listed).map(Key::to_string).collect();
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
    let does = |entry: &&'static Entry| bound(entry, key).is_some_and(|action| !action.is(&Action::Confirm));
    let found = TABLE.iter().find(does);
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
    let mut hints: Vec<(u8, (String, &'static str))> = Vec::new();
    let mut nearer: Vec<Key> = Vec::new();
    let working = |entry: &&Entry| entry.binds.iter().any(|(_, action)| works(action));
    for entry in scopes.iter().flat_map(|scope| entries(*scope)).filter(working) {
        // A key of a nearer scope is not listed again.
        let keys = || entry.binds.iter().flat_map(|(keys, _)| keys.iter().copied());
        let is_free = keys().any(|key| !nearer.contains(&key));
        nearer.extend(keys());
        if let (Some((label, priority)), true) = (entry.hint, is_free) {
            hints.push((priority, (entry.shown(), label)));
        }
    }
    let columns = |hints: &[(u8, (String, &str))]| -> usize {
        hints.iter().map(|(_, (keys, label))| keys.chars().count() + 1 + label.chars().count() + 2).sum()
    };
    while columns(&hints) > width.saturating_add(1) {
        let last = hints.iter().enumerate().filter(|(_, (priority, _))| *priority > 0);
        let Some((at, _)) = last.max_by_key(|(at, (priority, _))| (*priority, *at)) else { break };
        hints.remove(at);
    }
    hints.into_iter().map(|(_, hint)| hint).collect()
}

pub fn markdown() -> String {
    let mut sections: Vec<(&str, Vec<String>)> = Vec::new();
    for entry in TABLE.iter().filter(|entry| !entry.has_action(&Action::Back)) {
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
