//! Everything that can happen to the workbench, in one enum: what a key can ask for, and what arrives without a key.

pub use tui_input::InputRequest as Edit;

use super::key::{Code, Key};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ScreenId {
    /// Samples and files; stands before screen 1.
    Start,
    Data,
    Model,
    Parameters,
    Evaluate,
    Explain,
    /// 7: the same steps, as questions. It stands beside the stages.
    Practice,
}

impl ScreenId {
    pub const ALL: [ScreenId; 7] = [
        ScreenId::Start,
        ScreenId::Data,
        ScreenId::Model,
        ScreenId::Parameters,
        ScreenId::Evaluate,
        ScreenId::Explain,
        ScreenId::Practice,
    ];

    pub const STAGES: [ScreenId; 5] =
        [ScreenId::Data, ScreenId::Model, ScreenId::Parameters, ScreenId::Evaluate, ScreenId::Explain];

    pub fn name(self) -> &'static str {
        match self {
            ScreenId::Start => "Start",
            ScreenId::Data => "Data",
            ScreenId::Model => "Model",
            ScreenId::Parameters => "Parameters",
            ScreenId::Evaluate => "Evaluate",
            ScreenId::Explain => "Explain",
            ScreenId::Practice => "Practice",
        }
    }
}

macro_rules! actions {
    ($($name:ident = $title:literal,)*) => {
        #[derive(Clone, Debug)]
        pub enum Action {
            $(#[doc = $title] $name,)*
            Go(ScreenId),
            Edit(Edit),
            Paste(String),
            /// A quarter of a second has gone by while something waits for time.
            Tick,
            Resize(u16, u16),
        }

        impl Action {
            pub const BOUND: &'static [Action] = &[$(Action::$name,)*];

            /// What it does, in a few words; empty for what no key asks for.
            pub fn title(&self) -> &'static str {
                match self {
                    $(Action::$name => $title,)*
                    _ => "",
                }
            }
        }
    };
}

actions! {
    Up = "one up",
    Down = "one down",
    Left = "one to the left",
    Right = "one to the right",
    PageUp = "one page up",
    PageDown = "one page down",
    First = "to the first line",
    Last = "to the last line",
    Enter = "open what is selected",
    Back = "back one step",
    NextPane = "next pane",
    PreviousPane = "previous pane",
    Hint = "a hint",
    ShowStep = "show this step",
    ShowSteps = "show all steps",
    WipeProgress = "delete the progress of the course",
    Confirm = "do what was asked about",
    NextCase = "the next case",
    SameAgain = "the same questions again",
    ShowData = "the data, or this line",
    WriteExercise = "write an exercise",
    SaveExercise = "save the exercise",
    SaveSheet = "save an empty answer sheet",
    SaveAnswers = "save my answers",
    Dispute = "flag an answer as right",
    NextLevel = "more or fewer blanks",
    FindError = "find the error, or the worksheet",
    Project = "one step at a time, on the whole screen",
    StepBack = "hide the last answer, or go one step back",
    BlankAnswers = "blank the answers, or show them again",
    TestOn = "choose what it is tested on",
    LookAt = "choose what to look at",
    Sort = "sort by the selected column",
    CompareWith = "hold the others against it",
    UseModel = "use this model",
    ExplainOther = "explain by the other model",
    Vary = "vary another number",
    Measure = "accuracy, log loss or Brier score",
    Rival = "with or without logistic regression",
    RevealNext = "reveal one step",
    RevealAll = "reveal or hide all steps",
    ChooseRow = "choose the case to explain",
    OtherProgram = "the case under two conventions",
    WhatIf = "change a cell: what if?",
    EditCell = "type the cell",
    TypeCell = "type a number",
    MakeMissing = "make the cell missing",
    RestoreCell = "the cell as it was",
    RestoreAll = "all cells as they were",
    OpenFile = "open a file",
    Reload = "read the data again",
    Find = "find text in the data",
    FindNext = "next match",
    FindPrevious = "previous match",
    Complete = "complete the name",
    Form = "next form of the numbers",
    DecimalComma = "decimal comma or point",
    WhyFormula = "why this formula",
    CheckAnswer = "check an answer",
    Toggle = "feature or left out",
    MakeTarget = "make it the target",
    MakeWeight = "make it the weight",
    Bins = "next way to make bins",
    BinsBefore = "the way before to make bins",
    EditBins = "edit the bins",
    AllBins = "the same bins for all numbers",
    MoveLeft = "move the cut to the left",
    MoveRight = "move the cut to the right",
    Less = "one fewer",
    More = "one more",
    AddCut = "add a cut",
    RemoveCut = "remove the cut",
    TypeCut = "type a cut",
    Kind = "count values, or as they look",
    One = "next value that counts as 1",
    TypeNumber = "type a number",
    GivePriors = "give each class its prior",
    GiveRest = "the rest to this class",
    Undo = "take the last change back",
    Redo = "make it again",
    ShowRecipe = "save or copy the recipe",
    SaveRecipe = "save the recipe",
    WriteOver = "write over the file",
    CopyRecipe = "copy the recipe",
    CopyCommand = "copy the command",
    Warnings = "all warnings",
    Settings = "settings",
    Help = "help",
    FilterHelp = "search the keys",
    Interrupt = "stop work, or quit when pressed twice",
    Suspend = "pause and return to the shell",
    Quit = "quit",
}

impl Action {
    pub fn is(&self, other: &Action) -> bool {
        std::mem::discriminant(self) == std::mem::discriminant(other)
    }
}

/// What a key means to a text field, if anything.
pub fn edit(key: Key) -> Option<Edit> {
    // Terminals disagree on what Backspace sends; some send what others call Ctrl+H.
    Some(match (key.code, key.ctrl, key.alt) {
        (Code::Char('h'), true, false) | (Code::Backspace, false, false) => Edit::DeletePrevChar,
        (Code::Char('w'), true, false) | (Code::Backspace, _, _) => Edit::DeletePrevWord,
        (Code::Char('u'), true, false) => Edit::DeleteFromStart,
        (Code::Char('a'), true, false) | (Code::Home, ..) => Edit::GoToStart,
        (Code::Char('e'), true, false) | (Code::End, ..) => Edit::GoToEnd,
        (Code::Delete, ..) => Edit::DeleteNextChar,
        (Code::Left | Code::ShiftLeft, ..) => Edit::GoToPrevChar,
        (Code::Right | Code::ShiftRight, ..) => Edit::GoToNextChar,
        (Code::Char(c), false, false) if !c.is_control() => Edit::InsertChar(c),
        _ => return None,
    })
}
