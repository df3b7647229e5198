//! Where a key means something: in which room, pane or dialog.

/// Where a key means something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scope {
    /// Everywhere, whatever is open.
    Always,
    /// In every room, but not in a dialog; holds [`Scope::Stages`] too.
    Everywhere,
    /// The digits that go to a stage.
    Stages,
    /// [`Scope::Everywhere`] where digits are needed for something else.
    WithoutStages,
    /// Lists: up and down.
    List,
    /// Tables: all four directions.
    Grid,
    /// Whatever is longer than the screen.
    Page,
    /// The start screen.
    Start,
    /// The same, while it lists the course.
    Course,
    /// Room 1.
    Data,
    /// Room 2.
    Model,
    /// Room 2, on a column.
    Columns,
    /// Room 2, on a line below the columns.
    Choice,
    /// Room 2, on a line that holds a number.
    Number,
    /// Room 2, while a number is typed.
    TypedNumber,
    /// Room 2, on the line of the priors.
    PriorLine,
    /// The dialog that gives each class its prior.
    Priors,
    /// The same, while a number is typed.
    TypedPrior,
    /// The editor of bins.
    Bins,
    /// The same, while a number is typed.
    TypedBins,
    /// Room 3.
    Parameters,
    /// Room 4, whatever it shows.
    Evaluate,
    /// The menu of its views.
    Look,
    /// The dialog that asks what the model is tested on.
    TestOn,
    /// The same, while the name of a file is typed.
    TypedTest,
    /// Room 4, the matrix.
    Confusion,
    /// Room 4, the figures.
    Figures,
    /// Room 4, the ROC curve.
    Roc,
    /// Room 4, the reliability plot.
    Reliability,
    /// Room 4, the rows of a cell, a threshold or a bin.
    CellRows,
    /// Room 4, several models.
    Compare,
    /// Room 4, the rows for which two models say different things.
    CompareRows,
    /// Room 4, a curve.
    Curve,
    /// The same, over the values of a number.
    Sweep,
    /// The same, over training sizes.
    Learning,
    /// Room 5.
    Explain,
    /// Room 5, the steps.
    Steps,
    /// Room 5, the marked step.
    Classes,
    /// The dialog that asks for a case.
    Choose,
    /// The dialog that holds the case against another program.
    Against,
    /// The dialog that changes the case.
    WhatIf,
    /// The same, while a cell is typed.
    TypedCell,
    /// The dialog that hands the recipe over.
    Recipe,
    /// The same, while the name of a file is typed.
    TypedName,
    /// The same, while it is asked whether a file that is there is written over.
    WriteOver,
    /// The right pane of any room.
    Detail,
    /// The dialog that asks for a file.
    OpenFile,
    /// The line that asks what to find.
    Find,
    /// Settings.
    Settings,
    /// Help.
    Help,
    /// Help, while its search line is typed into.
    FilterHelp,
    /// The warnings.
    Warnings,
    /// The argument for a formula.
    Argument,
    /// Room 7.
    Practice,
    /// Room 7, on a line that is to be filled in.
    Blank,
    /// The same, while an answer is typed.
    TypedAnswer,
    /// Room 7, find the error.
    FindError,
    /// The projector.
    Projector,
    /// The dialog that writes an exercise.
    Exercise,
    /// Room 7, a list of answer sheets.
    Sheets,
    /// Room 7, an answer sheet.
    Sheet,
    /// The dialog that checks an answer.
    CheckAnswer,
    /// The dialog that tells what went wrong.
    Problem,
    /// The same, when there is something to choose.
    Decision,
}

impl Scope {
    /// Its heading in the help.
    pub fn title(self) -> &'static str {
        match self {
            Scope::Always | Scope::Everywhere | Scope::Stages | Scope::WithoutStages => "Everywhere",
            Scope::List | Scope::Grid | Scope::Page => "Moving",
            Scope::Start => "Start",
            Scope::Course => "Course",
            Scope::Data => "Data",
            Scope::Model | Scope::Columns | Scope::Choice | Scope::PriorLine => "Model",
            Scope::Number | Scope::TypedNumber => "Model, numbers",
            Scope::Priors | Scope::TypedPrior => "Priors",
            Scope::Bins | Scope::TypedBins => "Bins",
            Scope::Parameters => "Parameters",
            Scope::Evaluate | Scope::Confusion | Scope::Figures => "Evaluate",
            Scope::Roc => "Evaluate, ROC",
            Scope::Reliability => "Evaluate, reliability",
            Scope::Look => "Look at",
            Scope::TestOn | Scope::TypedTest => "Test on",
            Scope::Curve | Scope::Sweep | Scope::Learning => "Evaluate, curves",
            Scope::CellRows => "Evaluate, rows",
            Scope::Compare => "Compare models",
            Scope::CompareRows => "Compare, rows",
            Scope::Explain => "Explain",
            Scope::Steps => "Explain, steps",
            Scope::Classes => "Explain, this step",
            Scope::Choose => "Choose the case",
            Scope::Against => "Other program",
            Scope::WhatIf => "What if",
            Scope::Recipe => "Recipe",
            Scope::TypedName | Scope::WriteOver => "File name",
            Scope::TypedCell => "What if, typing",
            Scope::Detail => "Right pane",
            Scope::OpenFile => "Open a file",
            Scope::Find => "Find",
            Scope::Settings => "Settings",
            Scope::Help => "Help",
            Scope::FilterHelp => "Searching the help",
            Scope::Warnings => "Warnings",
            Scope::Argument => "Why this formula",
            Scope::Practice | Scope::Blank => "Practice",
            Scope::Exercise => "Write an exercise",
            Scope::Sheets => "Answer sheets",
            Scope::Sheet => "Answer sheet",
            Scope::TypedAnswer => "Practice, typing",
            Scope::FindError => "Find the error",
            Scope::Projector => "Projector",
            Scope::CheckAnswer => "Check an answer",
            Scope::Problem => "Error message",
            Scope::Decision => "Decision",
        }
    }

    /// Whether keys without a meaning of their own go into a text field.
    pub fn types(self) -> bool {
        matches!(
            self,
            Scope::TypedNumber
                | Scope::TypedPrior
                | Scope::TypedBins
                | Scope::TypedTest
                | Scope::TypedCell
                | Scope::TypedName
                | Scope::TypedAnswer
                | Scope::FilterHelp
                | Scope::OpenFile
                | Scope::Find
                | Scope::Choose
                | Scope::CheckAnswer
        )
    }

    /// Whether an entry of `listed` holds where this scope does.
    pub(super) fn holds(self, listed: Scope) -> bool {
        match self {
            Scope::Everywhere => matches!(listed, Scope::Everywhere | Scope::Stages),
            Scope::WithoutStages => listed == Scope::Everywhere,
            scope => scope == listed,
        }
    }
}
