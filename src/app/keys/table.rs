//! The table of keys, entry by entry, in the order of the help and of the footer.

use crate::app::key::{Code, Key};
use crate::app::keys::{Action, Entry, Scope};
use crate::app::screens::ScreenId;

macro_rules! table {
    ($($scope:ident, [$($action:ident $(($room:ident))?: $($key:tt),+;)+], $sentence:literal $(, $label:literal $priority:literal)?;)*) => {
        &[$(Entry {
            scope: Scope::$scope,
            binds: &[$((&[$(key!($key)),+], Action::$action $((ScreenId::$room))?)),+],
            sentence: $sentence,
            hint: hint!($($label $priority)?),
        }),*]
    };
}

macro_rules! key {
    ((ctrl $c:literal)) => {
        Key::ctrl($c)
    };
    ((F $n:literal)) => {
        Key::plain(Code::F($n))
    };
    ($c:literal) => {
        Key::char($c)
    };
    ($code:ident) => {
        Key::plain(Code::$code)
    };
}

macro_rules! hint {
    () => {
        None
    };
    ($label:literal $priority:literal) => {
        Some(($label, $priority))
    };
}

#[rustfmt::skip]
pub const TABLE: &[Entry] = table! {
    List, [Up: Up, 'k'; Down: Down, 'j';], "move through the list", "choose" 2;
    Grid, [Up: Up, 'k'; Down: Down, 'j'; Left: Left, 'h'; Right: Right, 'l';],
        "move from cell to cell", "move" 2;
    Detail, [Up: Up, 'k'; Down: Down, 'j';], "scroll", "scroll" 2;
    Page, [PageUp: PageUp, (ctrl 'u'); PageDown: PageDown, (ctrl 'd');], "one page up or down";
    Page, [First: Home, 'g'; Last: End, 'G';], "to the top or the bottom";

    TypedList, [Up: Up; Down: Down;], "choose from the list", "choose" 2;
    TypedList, [PageUp: PageUp; PageDown: PageDown;], "one page of the list up or down";
    TypedCounts, [Enter: Enter;], "next line; on an empty line: open", "next" 2;
    TypedCounts, [Up: Up; Down: Down;], "change another line", "line" 3;
    TypedCounts, [Back: Esc;], "close; the lines are kept", "close" 1;
    Typed, [Enter: Enter;], "accept what you typed", "accept" 2;
    Typed, [Back: Esc;], "close the line without a change", "cancel" 1;

    Start, [Enter: Enter;], "open the selected item", "open" 3;
    Start, [Find: '/';], "find a sample, file or exercise", "find" 4;
    Start, [Forget: Delete;], "remove a recent file from the list";
    FilterStart, [Enter: Enter;], "open the selected item", "open" 3;
    FilterStart, [Back: Esc;], "show the whole list again", "all" 1;
    Course, [WipeProgress: 'W';], "delete the progress; s confirms", "delete" 8;
    Course, [Confirm: 's';], "confirm: delete the progress (after W)";
    Course, [Back: Esc;], "back to the start screen", "back" 4;
    Values, [Up: Up, 'k'; Down: Down, 'j';], "move along the values", "value" 2;
    Values, [Enter: Enter;], "show the rows of the selected value", "its rows" 3;
    Data, [Sort: 's';], "sort by the column: down, up, off", "sort" 3;
    Data, [Filter: 'f';], "filter the rows: a=yes, b>60, words", "filter" 3;
    Data, [AllRows: 'F';], "show all rows again", "all rows" 3;
    Data, [Find: '/';], "find text in the cells", "find" 4;
    Data, [FindNext: 'n', (F 3); FindPrevious: 'N';], "next or previous match", "match" 8;
    Data, [ChooseRow: 'r';], "go to a row by its number", "row" 5;
    Cells, [Enter: Enter;], "explain the row in 5 Explain", "explain" 5;
    Given, [EditCell: 'e', Enter;], "type another number", "change" 3;
    Filter, [Enter: Enter;], "apply the filter (empty: all rows)", "show" 2;
    Filter, [Complete: Tab;], "complete a column name or a value", "complete" 3;
    Filter, [Back: Esc;], "close; the rows stay as they are", "cancel" 1;

    Model, [Enter: Enter;], "choose from a list, or type the number", "list" 3;
    Choice, [Left: Left, 'h'; Right: Right, 'l';], "change the selected line", "change" 3;
    Choice, [OpenList: ' ';], "choose from a list";
    Choices, [Enter: Enter, ' ';], "keep the selected choice", "keep" 3;
    Choices, [Back: Esc;], "restore the previous choice", "restore" 1;
    Columns, [Toggle: ' ';], "make it a feature, or leave it out", "feature" 3;
    Columns, [MakeTarget: '*';], "make it the class column", "class" 3;
    Columns, [MakeWeight: 'W';], "make it the weight, or a feature", "weight" 8;
    Columns, [Bins: 'b';], "bin a column of numbers", "bins" 4;
    Columns, [EditBins: 'e';], "edit its bins, with a histogram", "cuts" 4;
    Columns, [Kind: 'c';], "read as category, text, or as detected", "kind" 4;
    Columns, [One: 'V';], "yes or no: which value counts as 1", "yes is" 9;
    Number, [Enter: Enter;], "type the number: a decimal or a fraction", "type it" 3;
    PriorLine, [GivePriors: 'e';], "give each class its own prior", "own priors" 3;
    Priors, [TypeNumber: '0', '1', '2', '3', '4', '5', '6', '7', '8', '9';],
        "type the prior: a decimal or a fraction", "type it" 3;
    Priors, [GiveRest: '=';], "give the class the remaining probability", "the rest" 4;
    Priors, [Enter: Enter;], "use these priors, if they sum to 1", "use them" 3;
    Priors, [Back: Esc;], "keep the old priors", "cancel" 1;
    TypedPrior, [Up: Up; Down: Down;], "accept it and go to the next class", "next class" 3;
    Bins, [Bins: 'm'; BinsBefore: 'M';], "next or previous binning method", "method" 2;
    Bins, [Left: Left, 'h'; Right: Right, 'l';], "choose a cut", "cut" 3;
    Bins, [Less: '-'; More: '+', '=';], "fewer or more bins; or move the cut", "bins" 4;
    Bins, [MoveLeft: ShiftLeft, '<'; MoveRight: ShiftRight, '>';], "move the cut by a round step", "move" 7;
    Bins, [AddCut: Insert; RemoveCut: Delete;], "add a cut, or remove the chosen one", "add" 5;
    Bins, [TypeCut: '0', '1', '2', '3', '4', '5', '6', '7', '8', '9';],
        "type the position of the chosen cut", "type cut" 6;
    Bins, [Enter: Enter;], "edit the number of the chosen cut";
    Bins, [Find: '/';], "try a number: its bin and posterior", "try" 3;
    Bins, [AllBins: 'A';], "the same bins for all columns of numbers", "all columns" 8;
    Bins, [Form: 'x';], "fraction, decimal or logarithm", "form" 9;
    Bins, [Undo: 'u'; Redo: 'U';], "undo a change, or redo it", "undo" 6;
    Bins, [Back: Esc, 'e';], "close the editor; the bins stay", "close" 1;
    Bins, [Help: '?';], "the keys that work here", "help" 0;
    Used, [Left: Left, 'h'; Right: Right, 'l';], "select a number in the working", "number" 3;
    UsedNumber, [Enter: Enter;], "open the selected number", "open" 3;
    Parameters, [Enter: Enter;], "show the counted rows in 1 Data", "rows" 3;
    OwnSigma, [ClassBefore: '<'; ClassAfter: '>';], "Σ of the previous or next class", "class" 4;
    Parameters, [WhyFormula: 'w';], "why this formula: likelihood, slope", "why" 4;
    Parameters, [CheckAnswer: 'C';], "check an answer against this number", "check" 6;
    Parameters, [Form: 'x';], "fraction, decimal or logarithm", "form" 4;
    Parameters, [Sort: 's';], "sort: log-odds, information, count, name", "sort" 5;
    Parameters, [Find: '/';], "find a value or a word", "find" 5;
    Parameters, [FindNext: 'n', (F 3); FindPrevious: 'N';], "next or previous match";
    Confusion, [Enter: Enter;], "go to the rows of the selected cell", "rows" 3;
    Confusion, [Form: 'x';], "counts, or shares of a row or a column", "shares" 4;
    Figures, [Enter: Enter;], "go to the explanation of the figure", "explanation" 4;
    Roc, [Left: Left, 'h'; Right: Right, 'l';], "a higher or lower threshold", "threshold" 2;
    Roc, [Up: Up, 'k'; Down: Down, 'j';], "another class against the rest", "class" 3;
    Roc, [Enter: Enter;], "go to the rows at the threshold", "rows" 4;
    Reliability, [Left: Left, 'h'; Right: Right, 'l';], "previous or next bin of probabilities", "bin" 2;
    Reliability, [Enter: Enter;], "go to the rows of the bin", "rows" 3;
    CellRows, [Enter: Enter;], "explain the selected row in 5 Explain", "explain" 3;
    Compare, [Enter: Enter;], "go to the rows where the two differ", "rows" 3;
    Compare, [UseModel: ' ';], "use the selected model in the recipe", "use" 3;
    Compare, [CompareWith: 'v';], "compare the others with the selected one", "versus" 4;
    Compare, [Sort: 's';], "sort by the selected column, or undo it", "sort" 4;
    CompareRows, [Enter: Enter;], "explain the row with the selected model", "explain" 3;
    CompareRows, [ExplainOther: 'v';], "explain it with the other model", "other model" 3;
    Curve, [Left: Left, 'h'; Right: Right, 'l';], "previous or next point";
    Sweep, [Enter: Enter, ' ';], "use the selected value in the recipe", "use" 3;
    Learning, [Rival: 'v';], "with or without logistic regression", "logistic" 4;
    Curve, [Measure: 'x';], "accuracy, log loss or Brier score", "figure" 4;
    Evaluate, [LookAt: 'm';], "choose a view", "views" 3;
    Evaluate, [TestOn: 't';], "choose the test rows: folds, a holdout", "test on" 3;
    Look, [Enter: Enter;], "show the selected view", "show" 2;
    Look, [Back: Esc, 'm';], "keep the current view", "close" 1;
    TestOn, [Left: Left, 'h'; Right: Right, 'l';], "change the share, number or seed", "change" 3;
    TestOn, [Enter: Enter;], "test as the selected line says", "test" 2;
    TestOn, [Back: Esc, 't';], "close without a change", "close" 1;

    Explain, [RevealNext: ' ';], "reveal one step", "next" 1;
    Explain, [Left: Left, 'h'; Right: Right, 'l';], "hide or reveal one step", "step" 3;
    Explain, [RevealAll: 'a';], "reveal all steps, or hide them again", "all" 2;
    Explain, [Form: 'x';], "numbers as fraction, decimal or ln", "form" 4;
    Explain, [LookAt: 'm';], "other view: log-odds, natural frequencies", "way" 3;
    Explain, [ChooseRow: 'r';], "choose the case to explain", "row" 3;
    Explain, [WhatIf: 'e';], "what if: change a cell of the case", "what if" 4;
    Explain, [OtherProgram: 'v';], "why another program gets another result", "why" 5;
    Explain, [Naive: 'n';], "the naive assumption, or the steps again", "naive" 6;
    Explain, [Vocabulary: 'N';], "parameters for a vocabulary you type";
    Explain, [CheckAnswer: 'C';], "check an answer against this number", "check" 6;
    Steps, [Up: Up, 'k'; Down: Down, 'j';], "select one of the revealed steps", "select" 7;
    Classes, [Up: Up, 'k'; Down: Down, 'j';], "select a class: see its formula in full", "class" 2;
    Explain, [Enter: Enter;], "open the selected factor in 3 Parameters", "open" 4;
    PlotPair, [Up: Up, 'k'; Down: Down, 'j'; Left: Left, 'h'; Right: Right, 'l';],
        "move the crosshair", "crosshair" 2;
    PlotPair, [Enter: Enter;], "explain the row here, or this point", "explain" 2;
    PlotPair, [Covariance: 'm';], "another shape of Σ, or Gaussian NB", "Σ" 3;
    PlotPair, [Rings: 'c';], "rings of each class: q = 4; 1, 4, 9; none", "rings" 4;
    PlotPair, [More: '+', '='; Less: '-';], "zoom in or out around the crosshair", "zoom" 4;
    PlotPair, [RestoreAll: '0';], "show all of the data";
    PlotPair, [Boundaries: 'd';], "boundaries: leading, all, none", "boundary" 6;
    PlotPair, [Bands: 'b';], "stipple where the model is unsure", "bands" 6;
    PlotPair, [CompareWith: 'v';], "add logistic regression", "versus" 6;
    PlotPair, [FindNext: 'n'; FindPrevious: 'N';], "next misclassified row", "wrong" 5;
    PlotFeature, [Left: Left, 'h'; Right: Right, 'l';], "move along the feature", "crosshair" 2;
    PlotFeature, [Enter: Enter;], "explain this value of the feature", "explain" 2;
    PlotFeature, [FindNext: 'n'; FindPrevious: 'N';], "next crossing of two classes", "crossing" 3;
    PlotFeature, [More: '+', '='; Less: '-';], "zoom in or out around the crosshair", "zoom" 4;
    PlotFeature, [RestoreAll: '0';], "show all of the data";
    PlotFeature, [Covariance: 'm';], "another shape of Σ, or Gaussian NB", "Σ" 5;
    PlotBars, [Up: Up, 'k'; Down: Down, 'j';], "select a factor", "factor" 2;
    PlotBars, [Enter: Enter;], "open the selected factor in 3", "open it" 2;
    PlotBars, [CompareWith: 'v';], "compare with the next class, or the rest", "against the rest" 3;
    Plot, [LookAt: 'p';], "choose the picture, and what it shows", "picture" 3;
    Plot, [Axes: 'e';], "choose features, slice or marginal", "features" 5;
    Plot, [Glyphs: 'g';], "draw with braille, blocks, dots, ASCII", "dots" 7;
    Plot, [ChooseRow: 'r';], "choose the case", "row" 5;
    PlotPage, [PageUp: PageUp, (ctrl 'u'); PageDown: PageDown, (ctrl 'd');], "ten steps up or down";
    PlotPage, [First: Home; Last: End;], "twenty steps to the left or the right";
    Picture, [Left: Left, 'h'; Right: Right, 'l';], "change the selected line", "change" 2;
    Picture, [Back: Esc, Enter, 'p';], "close; the picture stays", "close" 1;

    Choose, [First: Home; Last: End;], "to the first or the last case";
    Choose, [Enter: Enter;], "explain the selected case", "explain" 3;
    Choose, [Back: Esc;], "keep this case", "close" 1;

    OtherProgram, [Left: Left, 'h'; Right: Right, 'l';], "choose the other program", "program" 2;
    OtherProgram, [Back: Esc, 'v';], "close the comparison", "close" 1;

    WhatIf, [Left: Left, 'h'; Right: Right, 'l';], "change the value; numbers go up or down", "value" 2;
    WhatIf, [EditCell: 'e';], "type the cell", "type" 3;
    WhatIf, [TypeCell: '0', '1', '2', '3', '4', '5', '6', '7', '8', '9';],
        "type another number";
    WhatIf, [MakeMissing: Delete;], "make the cell missing", "missing" 5;
    WhatIf, [RestoreCell: Backspace; RestoreAll: 'R';], "restore the cell, or all cells", "restore" 4;
    WhatIf, [Enter: Enter;], "explain the changed case", "explain" 3;
    WhatIf, [Back: Esc;], "close; the case stays as it was", "close" 1;

    CopyAs, [Left: Left, 'h'; Right: Right, 'l';], "choose what to copy", "what" 2;
    CopyAs, [Up: Up, 'k'; Down: Down, 'j';], "format: text, Markdown, LaTeX, CSV, JSON", "format" 3;
    CopyAs, [Enter: Enter;], "copy it", "copy" 2;
    CopyAs, [Back: Esc, 'Y';], "close", "close" 1;
    Save, [Up: Up; Down: Down;], "choose what to save", "what" 3;
    Save, [Enter: Enter;], "save under this name", "save" 2;
    Save, [Back: Esc;], "do not save", "cancel" 1;

    WriteOver, [WriteOver: 'w';], "overwrite the existing file", "overwrite" 2;
    WriteOver, [Back: Esc, Enter;], "keep it, and type another name", "keep" 1;

    OpenFile, [Complete: Tab;], "complete the name", "complete" 4;
    OpenFile, [Enter: Enter;], "open the file, or go into the folder", "open" 3;
    OpenFile, [Back: Esc;], "close without opening", "close" 1;
    Palette, [Enter: Enter;], "run the selected entry", "run" 3;
    Palette, [Back: Esc;], "close the list", "close" 1;
    Settings, [Left: Left, 'h'; Right: Right, 'l';], "change the selected setting", "change" 3;
    Settings, [Enter: Enter, ' ';], "next value of the selected setting";
    Settings, [Back: Esc, (F 2);], "close the settings", "close" 1;
    Help, [FilterHelp: '/';], "search these keys", "search keys" 4;
    Help, [Back: Esc, Enter, '?', 'q';], "close the help", "close" 1;
    FilterHelp, [Up: Up; Down: Down;], "scroll", "scroll" 2;
    FilterHelp, [Enter: Enter;], "keep the matches and stop typing", "keep" 3;
    FilterHelp, [Back: Esc;], "show all keys again", "all keys" 1;
    Opening, [Left: Left, 'h'; Right: Right, 'l';], "change how this line is read", "change" 2;
    Opening, [Enter: Enter;], "accept all lines as shown", "accept all" 3;
    Opening, [Back: Esc;], "accept all lines as suggested", "as suggested" 1;
    Warnings, [Enter: Enter, ' ';], "apply the line, or mark it as settled", "apply" 3;
    Warnings, [Undo: 'u'; Redo: 'U';], "undo a change, or redo it", "undo" 5;
    Warnings, [Back: Esc, '!';], "close the warnings", "close" 1;
    Argument, [RevealNext: ' ';], "show the next line of the argument", "next" 2;
    Argument, [RevealAll: 'a';], "show all of it, or only its first line", "all" 3;
    Argument, [Form: 'x';], "write it as in the notes, or by counts", "notation" 4;
    Argument, [Back: Esc, Enter, 'w';], "close the argument", "close" 1;
    Practice, [Enter: Enter;], "edit this or the next blank line", "edit" 2;
    Practice, [Hint: 'i';], "a hint: formula, numbers", "hint" 3;
    Practice, [ShowStep: 'a';], "show the answer for this line", "show" 3;
    Practice, [ShowSteps: 'A';], "show all answers; s confirms";
    Practice, [Confirm: 's';], "confirm what A or R would do";
    Practice, [NextCase: 'n';], "the next case or exercise", "next" 4;
    Practice, [SameAgain: 'R';], "begin again; s confirms", "again" 5;
    Practice, [LookAt: 'm';], "choose a way: worked, faded, blank, error", "way" 4;
    Practice, [WhyFormula: 'w';], "ask why; again for the argument", "why" 4;
    Practice, [Dispute: 'D';], "I think this answer is right", "flag" 7;
    Practice, [ShowData: 'd';], "show the data, or this line again", "data" 3;
    Practice, [Form: 'x';], "fraction, decimal or logarithm", "form" 6;
    Practice, [FindError: 'E';], "find the error in a finished solution", "find error" 7;
    Ways, [Enter: Enter;], "practise in the selected way", "start" 2;
    Ways, [Back: Esc, 'm';], "close without a change", "close" 1;
    FindError, [Enter: Enter;], "pick the first wrong line, then fix it", "pick/fix" 2;
    FindError, [Hint: 'i';], "a hint: line, formula, numbers, value", "hint" 3;
    FindError, [ShowStep: 'a';], "show the wrong line and what it changes", "show" 4;
    FindError, [NextCase: 'n';], "another mistake in the same case", "new" 4;
    FindError, [SameAgain: 'R';], "the same solution again", "again" 5;
    FindError, [Form: 'x';], "fraction, decimal or logarithm", "form" 6;
    FindError, [FindError: 'E';], "back to the worksheet", "worksheet" 4;
    FindError, [LookAt: 'm';], "another way to practise", "way" 6;
    TypedAnswer, [Enter: Enter;], "check the answer", "check" 1;
    ClassList, [Left: Left; Right: Right;], "another class", "class" 2;
    AnswerLines, [Up: Up; Down: Down;], "another line; your draft stays", "line" 2;
    AnswerLines, [PageUp: PageUp; PageDown: PageDown;], "scroll the pane beside the lines";
    TypedAnswer, [NextPane: Tab;], "go to the other pane, to use commands", "pane" 4;
    TypedAnswer, [PreviousPane: BackTab;], "go to the other pane";
    TypedAnswer, [Hint: (ctrl 't');], "a hint, also while typing", "hint" 3;
    TypedAnswer, [Back: Esc;], "stop typing; letters are commands again", "commands" 1;
    TypedAnswer, [Help: (F 1);], "the keys, also while typing", "help" 0;
    Finished, [NextCase: 'n';], "go on with the next case or exercise", "next" 1;
    Filled, [Enter: Enter;], "go to the next blank line", "next blank" 1;
    Filled, [NextPane: Tab;], "go to the other pane, to use commands", "pane" 4;
    Filled, [PreviousPane: BackTab;], "go to the other pane";
    Filled, [Back: Esc;], "stop typing; letters are commands again", "commands" 1;
    Filled, [Help: (F 1);], "the keys, also while typing", "help" 0;
    Sheets, [Enter: Enter;], "open the selected sheet", "open" 3;
    Sheets, [Back: Esc;], "close the answer sheets", "close" 4;
    Sheet, [Enter: Enter;], "go to the next line that is not right", "next wrong" 3;
    Sheet, [ShowStep: 'a';], "show or hide the answer for the line", "show" 3;
    Sheet, [Back: Esc;], "back to the list, or close the sheets", "back" 3;
    Sheet, [Form: 'x';], "fraction, decimal or logarithm", "form" 6;
    CheckAnswer, [Enter: Enter;], "check the answer", "check" 2;
    CheckAnswer, [Up: Up; Down: Down;], "recall an earlier answer", "earlier answer" 3;
    CheckAnswer, [Back: Esc;], "close", "close" 1;
    Problem, [Back: Esc, Enter;], "close the message", "close" 1;
    Decision, [Enter: Enter;], "choose the selected answer", "accept" 3;
    Decision, [Back: Esc;], "do nothing", "cancel" 1;

    Everywhere, [OpenFile: 'o', (ctrl 'o');], "open a file", "open file" 7;
    Stages, [Go(Data): '1'; Go(Model): '2'; Go(Parameters): '3'; Go(Evaluate): '4'; Go(Explain): '5';],
        "go to a stage", "stage" 6;
    Stages, [Go(Plot): '6';], "pictures: boundaries, densities, bars", "plot" 8;
    Stages, [Go(Practice): '7';], "practise with this case", "practice" 9;
    Everywhere, [NextPane: Tab;], "next pane", "pane" 5;
    Everywhere, [PreviousPane: BackTab;], "previous pane";
    Everywhere, [Zoom: 'z';], "show this pane alone, or both again";
    Everywhere, [Present: 'P';], "present: one pane in high contrast";
    Everywhere, [Back: Esc;], "back one step; never quits";
    Everywhere, [Reload: (F 5), (ctrl 'r');], "read the data again";
    Everywhere, [Undo: 'u'; Redo: 'U';], "undo the last change, or redo it", "undo" 5;
    Screens, [Copy: 'y';], "copy the selected item", "copy" 8;
    Screens, [CopyAs: 'Y';], "copy as: working, table, screen, command";
    Screens, [Save: 'S', (ctrl 's');], "save or export: recipe, report, exercise", "save" 8;
    Stages, [DecimalComma: ',';], "decimal comma or point in all numbers";
    Everywhere, [Warnings: '!';], "show all warnings about the data";
    Everywhere, [Settings: (F 2);], "settings: colours, marks, decimal comma", "settings" 9;
    Everywhere, [Palette: ':', (ctrl 'p');], "all commands, by name", "commands" 9;
    Everywhere, [Help: '?', (F 1);], "the keys that work here", "help" 0;
    Everywhere, [Quit: 'q';], "quit", "quit" 4;
    Always, [Help: (F 1);], "the keys, also while typing";
    Always, [Palette: (ctrl 'p');], "all commands, also while typing";
    Always, [Interrupt: (ctrl 'c');], "stop work or close; twice to quit";
    Always, [Suspend: (ctrl 'z');], "pause; fg continues";
    Always, [Quit: (ctrl 'q');], "quit, also while typing";
};
