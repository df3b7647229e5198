//! The table of keys, entry by entry, in the order of the help and of the footer.

use crate::app::key::{Code, Key};
use crate::app::keys::{Action, Entry, Scope};
use crate::app::screens::ScreenId;

macro_rules! table {
    ($($scope:ident, [$($action:ident $(($room:ident))?: $($key:expr),+;)+], $sentence:literal, $hint:expr;)*) => {
        &[$(Entry {
            scope: Scope::$scope,
            binds: &[$((&[$($key),+], Action::$action $((ScreenId::$room))?)),+],
            sentence: $sentence,
            hint: $hint,
        }),*]
    };
}

const fn on(code: Code) -> Key {
    Key::plain(code)
}

const fn ch(c: char) -> Key {
    Key::char(c)
}

const fn hint(label: &'static str, priority: u8) -> Option<(&'static str, u8)> {
    Some((label, priority))
}

#[rustfmt::skip]
pub const TABLE: &[Entry] = table! {
    List, [Up: on(Code::Up), ch('k'); Down: on(Code::Down), ch('j');], "move through the list", hint("choose", 2);
    Grid, [Up: on(Code::Up), ch('k'); Down: on(Code::Down), ch('j'); Left: on(Code::Left), ch('h'); Right: on(Code::Right), ch('l');],
        "move from cell to cell", hint("move", 2);
    Detail, [Up: on(Code::Up), ch('k'); Down: on(Code::Down), ch('j');], "scroll", hint("scroll", 2);
    Page, [PageUp: on(Code::PageUp), Key::ctrl('u'); PageDown: on(Code::PageDown), Key::ctrl('d');], "one page up or down", None;
    Page, [First: on(Code::Home), ch('g'); Last: on(Code::End), ch('G');], "to the top or the bottom", None;

    TypedList, [Up: on(Code::Up); Down: on(Code::Down);], "choose from the list", hint("choose", 2);
    TypedList, [PageUp: on(Code::PageUp); PageDown: on(Code::PageDown);], "one page of the list up or down", None;
    TypedCounts, [Enter: on(Code::Enter);], "next line; on an empty line: open", hint("next", 2);
    TypedCounts, [Up: on(Code::Up); Down: on(Code::Down);], "change another line", hint("line", 3);
    TypedCounts, [Back: on(Code::Esc);], "close; the lines are kept", hint("close", 1);
    Typed, [Enter: on(Code::Enter);], "accept what you typed", hint("accept", 2);
    Typed, [Back: on(Code::Esc);], "close the line without a change", hint("cancel", 1);

    Start, [Enter: on(Code::Enter);], "open the selected item", hint("open", 3);
    Start, [Find: ch('/');], "find a sample, file or exercise", hint("find", 4);
    Start, [Forget: on(Code::Delete);], "remove a recent file from the list", None;
    FilterStart, [Enter: on(Code::Enter);], "open the selected item", hint("open", 3);
    FilterStart, [Back: on(Code::Esc);], "show the whole list again", hint("all", 1);
    Course, [WipeProgress: ch('W');], "delete the progress; s confirms", hint("delete", 8);
    Course, [Confirm: ch('s');], "confirm: delete the progress (after W)", None;
    Course, [Back: on(Code::Esc);], "back to the start screen", hint("back", 4);
    Values, [Up: on(Code::Up), ch('k'); Down: on(Code::Down), ch('j');], "move along the values", hint("value", 2);
    Values, [Enter: on(Code::Enter);], "show the rows of the selected value", hint("its rows", 3);
    Data, [Sort: ch('s');], "sort by the column: down, up, off", hint("sort", 3);
    Data, [Filter: ch('f');], "filter the rows: a=yes, b>60, words", hint("filter", 3);
    Data, [AllRows: ch('F');], "show all rows again", hint("all rows", 3);
    Data, [Find: ch('/');], "find text in the cells", hint("find", 4);
    Data, [FindNext: ch('n'), on(Code::F(3)); FindPrevious: ch('N');], "next or previous match", hint("match", 8);
    Data, [ChooseRow: ch('r');], "go to a row by its number", hint("row", 5);
    Cells, [Enter: on(Code::Enter);], "explain the row in 5 Explain", hint("explain", 5);
    Given, [EditCell: ch('e'), on(Code::Enter);], "type another number", hint("change", 3);
    Filter, [Enter: on(Code::Enter);], "apply the filter (empty: all rows)", hint("show", 2);
    Filter, [Complete: on(Code::Tab);], "complete a column name or a value", hint("complete", 3);
    Filter, [Back: on(Code::Esc);], "close; the rows stay as they are", hint("cancel", 1);

    Model, [Enter: on(Code::Enter);], "choose from a list, or type the number", hint("list", 3);
    Choice, [Left: on(Code::Left), ch('h'); Right: on(Code::Right), ch('l');], "change the selected line", hint("change", 3);
    Choice, [OpenList: ch(' ');], "choose from a list", None;
    Choices, [Enter: on(Code::Enter), ch(' ');], "keep the selected choice", hint("keep", 3);
    Choices, [Back: on(Code::Esc);], "restore the previous choice", hint("restore", 1);
    Columns, [Toggle: ch(' ');], "make it a feature, or leave it out", hint("feature", 3);
    Columns, [MakeTarget: ch('*');], "make it the class column", hint("class", 3);
    Columns, [MakeWeight: ch('W');], "make it the weight, or a feature", hint("weight", 8);
    Columns, [Bins: ch('b');], "bin a column of numbers", hint("bins", 4);
    Columns, [EditBins: ch('e');], "edit its bins, with a histogram", hint("cuts", 4);
    Columns, [Kind: ch('c');], "read as category, text, or as detected", hint("kind", 4);
    Columns, [One: ch('V');], "yes or no: which value counts as 1", hint("yes is", 9);
    Number, [Enter: on(Code::Enter);], "type the number: a decimal or a fraction", hint("type it", 3);
    PriorLine, [GivePriors: ch('e');], "give each class its own prior", hint("own priors", 3);
    Priors, [TypeNumber: ch('0'), ch('1'), ch('2'), ch('3'), ch('4'), ch('5'), ch('6'), ch('7'), ch('8'), ch('9');],
        "type the prior: a decimal or a fraction", hint("type it", 3);
    Priors, [GiveRest: ch('=');], "give the class the remaining probability", hint("the rest", 4);
    Priors, [Enter: on(Code::Enter);], "use these priors, if they sum to 1", hint("use them", 3);
    Priors, [Back: on(Code::Esc);], "keep the old priors", hint("cancel", 1);
    TypedPrior, [Up: on(Code::Up); Down: on(Code::Down);], "accept it and go to the next class", hint("next class", 3);
    Bins, [Bins: ch('m'); BinsBefore: ch('M');], "next or previous binning method", hint("method", 2);
    Bins, [Left: on(Code::Left), ch('h'); Right: on(Code::Right), ch('l');], "choose a cut", hint("cut", 3);
    Bins, [Less: ch('-'); More: ch('+'), ch('=');], "fewer or more bins; or move the cut", hint("bins", 4);
    Bins, [MoveLeft: on(Code::ShiftLeft), ch('<'); MoveRight: on(Code::ShiftRight), ch('>');], "move the cut by a round step", hint("move", 7);
    Bins, [AddCut: on(Code::Insert); RemoveCut: on(Code::Delete);], "add a cut, or remove the chosen one", hint("add", 5);
    Bins, [TypeCut: ch('0'), ch('1'), ch('2'), ch('3'), ch('4'), ch('5'), ch('6'), ch('7'), ch('8'), ch('9');],
        "type the position of the chosen cut", hint("type cut", 6);
    Bins, [Enter: on(Code::Enter);], "edit the number of the chosen cut", None;
    Bins, [Find: ch('/');], "try a number: its bin and posterior", hint("try", 3);
    Bins, [AllBins: ch('A');], "the same bins for all columns of numbers", hint("all columns", 8);
    Bins, [Form: ch('x');], "fraction, decimal or logarithm", hint("form", 9);
    Bins, [Undo: ch('u'); Redo: ch('U');], "undo a change, or redo it", hint("undo", 6);
    Bins, [Back: on(Code::Esc), ch('e');], "close the editor; the bins stay", hint("close", 1);
    Bins, [Help: ch('?');], "the keys that work here", hint("help", 0);
    Used, [Left: on(Code::Left), ch('h'); Right: on(Code::Right), ch('l');], "select a number in the working", hint("number", 3);
    UsedNumber, [Enter: on(Code::Enter);], "open the selected number", hint("open", 3);
    Parameters, [Enter: on(Code::Enter);], "show the counted rows in 1 Data", hint("rows", 3);
    OwnSigma, [ClassBefore: ch('<'); ClassAfter: ch('>');], "Σ of the previous or next class", hint("class", 4);
    Parameters, [WhyFormula: ch('w');], "why this formula: likelihood, slope", hint("why", 4);
    Parameters, [CheckAnswer: ch('C');], "check an answer against this number", hint("check", 6);
    Parameters, [Form: ch('x');], "fraction, decimal or logarithm", hint("form", 4);
    Parameters, [Sort: ch('s');], "sort: log-odds, information, count, name", hint("sort", 5);
    Parameters, [Find: ch('/');], "find a value or a word", hint("find", 5);
    Parameters, [FindNext: ch('n'), on(Code::F(3)); FindPrevious: ch('N');], "next or previous match", None;
    Confusion, [Enter: on(Code::Enter);], "go to the rows of the selected cell", hint("rows", 3);
    Confusion, [Form: ch('x');], "counts, or shares of a row or a column", hint("shares", 4);
    Figures, [Enter: on(Code::Enter);], "go to the explanation of the figure", hint("explanation", 4);
    Roc, [Left: on(Code::Left), ch('h'); Right: on(Code::Right), ch('l');], "a higher or lower threshold", hint("threshold", 2);
    Roc, [Up: on(Code::Up), ch('k'); Down: on(Code::Down), ch('j');], "another class against the rest", hint("class", 3);
    Roc, [Enter: on(Code::Enter);], "go to the rows at the threshold", hint("rows", 4);
    Reliability, [Left: on(Code::Left), ch('h'); Right: on(Code::Right), ch('l');], "previous or next bin of probabilities", hint("bin", 2);
    Reliability, [Enter: on(Code::Enter);], "go to the rows of the bin", hint("rows", 3);
    CellRows, [Enter: on(Code::Enter);], "explain the selected row in 5 Explain", hint("explain", 3);
    Compare, [Enter: on(Code::Enter);], "go to the rows where the two differ", hint("rows", 3);
    Compare, [UseModel: ch(' ');], "use the selected model in the recipe", hint("use", 3);
    Compare, [CompareWith: ch('v');], "compare the others with the selected one", hint("versus", 4);
    Compare, [Sort: ch('s');], "sort by the selected column, or undo it", hint("sort", 4);
    CompareRows, [Enter: on(Code::Enter);], "explain the row with the selected model", hint("explain", 3);
    CompareRows, [ExplainOther: ch('v');], "explain it with the other model", hint("other model", 3);
    Curve, [Left: on(Code::Left), ch('h'); Right: on(Code::Right), ch('l');], "previous or next point", None;
    Sweep, [Enter: on(Code::Enter), ch(' ');], "use the selected value in the recipe", hint("use", 3);
    Learning, [Rival: ch('v');], "with or without logistic regression", hint("logistic", 4);
    Curve, [Measure: ch('x');], "accuracy, log loss or Brier score", hint("figure", 4);
    Evaluate, [LookAt: ch('m');], "choose a view", hint("views", 3);
    Evaluate, [TestOn: ch('t');], "choose the test rows: folds, a holdout", hint("test on", 3);
    Look, [Enter: on(Code::Enter);], "show the selected view", hint("show", 2);
    Look, [Back: on(Code::Esc), ch('m');], "keep the current view", hint("close", 1);
    TestOn, [Left: on(Code::Left), ch('h'); Right: on(Code::Right), ch('l');], "change the share, number or seed", hint("change", 3);
    TestOn, [Enter: on(Code::Enter);], "test as the selected line says", hint("test", 2);
    TestOn, [Back: on(Code::Esc), ch('t');], "close without a change", hint("close", 1);

    Explain, [RevealNext: ch(' ');], "reveal one step", hint("next", 1);
    Explain, [Left: on(Code::Left), ch('h'); Right: on(Code::Right), ch('l');], "hide or reveal one step", hint("step", 3);
    Explain, [RevealAll: ch('a');], "reveal all steps, or hide them again", hint("all", 2);
    Explain, [Form: ch('x');], "numbers as fraction, decimal or ln", hint("form", 4);
    Explain, [LookAt: ch('m');], "other view: log-odds, natural frequencies", hint("way", 3);
    Explain, [ChooseRow: ch('r');], "choose the case to explain", hint("row", 3);
    Explain, [WhatIf: ch('e');], "what if: change a cell of the case", hint("what if", 4);
    Explain, [OtherProgram: ch('v');], "why another program gets another result", hint("why", 5);
    Explain, [Naive: ch('n');], "the naive assumption, or the steps again", hint("naive", 6);
    Explain, [Vocabulary: ch('N');], "parameters for a vocabulary you type", None;
    Explain, [CheckAnswer: ch('C');], "check an answer against this number", hint("check", 6);
    Steps, [Up: on(Code::Up), ch('k'); Down: on(Code::Down), ch('j');], "select one of the revealed steps", hint("select", 7);
    Classes, [Up: on(Code::Up), ch('k'); Down: on(Code::Down), ch('j');], "select a class: see its formula in full", hint("class", 2);
    Explain, [Enter: on(Code::Enter);], "open the selected factor in 3 Parameters", hint("open", 4);
    PlotPair, [Up: on(Code::Up), ch('k'); Down: on(Code::Down), ch('j'); Left: on(Code::Left), ch('h'); Right: on(Code::Right), ch('l');],
        "move the crosshair", hint("crosshair", 2);
    PlotPair, [Enter: on(Code::Enter);], "explain the row here, or this point", hint("explain", 2);
    PlotPair, [Covariance: ch('m');], "another shape of Σ, or Gaussian NB", hint("Σ", 3);
    PlotPair, [Rings: ch('c');], "rings of each class: q = 4; 1, 4, 9; none", hint("rings", 4);
    PlotPair, [More: ch('+'), ch('='); Less: ch('-');], "zoom in or out around the crosshair", hint("zoom", 4);
    PlotPair, [RestoreAll: ch('0');], "show all of the data", None;
    PlotPair, [Boundaries: ch('d');], "boundaries: leading, all, none", hint("boundary", 6);
    PlotPair, [Bands: ch('b');], "stipple where the model is unsure", hint("bands", 6);
    PlotPair, [CompareWith: ch('v');], "add logistic regression", hint("versus", 6);
    PlotPair, [FindNext: ch('n'); FindPrevious: ch('N');], "next misclassified row", hint("wrong", 5);
    PlotFeature, [Left: on(Code::Left), ch('h'); Right: on(Code::Right), ch('l');], "move along the feature", hint("crosshair", 2);
    PlotFeature, [Enter: on(Code::Enter);], "explain this value of the feature", hint("explain", 2);
    PlotFeature, [FindNext: ch('n'); FindPrevious: ch('N');], "next crossing of two classes", hint("crossing", 3);
    PlotFeature, [More: ch('+'), ch('='); Less: ch('-');], "zoom in or out around the crosshair", hint("zoom", 4);
    PlotFeature, [RestoreAll: ch('0');], "show all of the data", None;
    PlotFeature, [Covariance: ch('m');], "another shape of Σ, or Gaussian NB", hint("Σ", 5);
    PlotBars, [Up: on(Code::Up), ch('k'); Down: on(Code::Down), ch('j');], "select a factor", hint("factor", 2);
    PlotBars, [Enter: on(Code::Enter);], "open the selected factor in 3", hint("open it", 2);
    PlotBars, [CompareWith: ch('v');], "compare with the next class, or the rest", hint("against the rest", 3);
    Plot, [LookAt: ch('p');], "choose the picture, and what it shows", hint("picture", 3);
    Plot, [Axes: ch('e');], "choose features, slice or marginal", hint("features", 5);
    Plot, [Glyphs: ch('g');], "draw with braille, blocks, dots, ASCII", hint("dots", 7);
    Plot, [ChooseRow: ch('r');], "choose the case", hint("row", 5);
    PlotPage, [PageUp: on(Code::PageUp), Key::ctrl('u'); PageDown: on(Code::PageDown), Key::ctrl('d');], "ten steps up or down", None;
    PlotPage, [First: on(Code::Home); Last: on(Code::End);], "twenty steps to the left or the right", None;
    Picture, [Left: on(Code::Left), ch('h'); Right: on(Code::Right), ch('l');], "change the selected line", hint("change", 2);
    Picture, [Back: on(Code::Esc), on(Code::Enter), ch('p');], "close; the picture stays", hint("close", 1);

    Choose, [First: on(Code::Home); Last: on(Code::End);], "to the first or the last case", None;
    Choose, [Enter: on(Code::Enter);], "explain the selected case", hint("explain", 3);
    Choose, [Back: on(Code::Esc);], "keep this case", hint("close", 1);

    OtherProgram, [Left: on(Code::Left), ch('h'); Right: on(Code::Right), ch('l');], "choose the other program", hint("program", 2);
    OtherProgram, [Back: on(Code::Esc), ch('v');], "close the comparison", hint("close", 1);

    WhatIf, [Left: on(Code::Left), ch('h'); Right: on(Code::Right), ch('l');], "change the value; numbers go up or down", hint("value", 2);
    WhatIf, [EditCell: ch('e');], "type the cell", hint("type", 3);
    WhatIf, [TypeCell: ch('0'), ch('1'), ch('2'), ch('3'), ch('4'), ch('5'), ch('6'), ch('7'), ch('8'), ch('9');],
        "type another number", None;
    WhatIf, [MakeMissing: on(Code::Delete);], "make the cell missing", hint("missing", 5);
    WhatIf, [RestoreCell: on(Code::Backspace); RestoreAll: ch('R');], "restore the cell, or all cells", hint("restore", 4);
    WhatIf, [Enter: on(Code::Enter);], "explain the changed case", hint("explain", 3);
    WhatIf, [Back: on(Code::Esc);], "close; the case stays as it was", hint("close", 1);

    CopyAs, [Left: on(Code::Left), ch('h'); Right: on(Code::Right), ch('l');], "choose what to copy", hint("what", 2);
    CopyAs, [Up: on(Code::Up), ch('k'); Down: on(Code::Down), ch('j');], "format: text, Markdown, LaTeX, CSV, JSON", hint("format", 3);
    CopyAs, [Enter: on(Code::Enter);], "copy it", hint("copy", 2);
    CopyAs, [Back: on(Code::Esc), ch('Y');], "close", hint("close", 1);
    Save, [Up: on(Code::Up); Down: on(Code::Down);], "choose what to save", hint("what", 3);
    Save, [Enter: on(Code::Enter);], "save under this name", hint("save", 2);
    Save, [Back: on(Code::Esc);], "do not save", hint("cancel", 1);

    WriteOver, [WriteOver: ch('w');], "overwrite the existing file", hint("overwrite", 2);
    WriteOver, [Back: on(Code::Esc), on(Code::Enter);], "keep it, and type another name", hint("keep", 1);

    OpenFile, [Complete: on(Code::Tab);], "complete the name", hint("complete", 4);
    OpenFile, [Enter: on(Code::Enter);], "open the file, or go into the folder", hint("open", 3);
    OpenFile, [Back: on(Code::Esc);], "close without opening", hint("close", 1);
    Palette, [Enter: on(Code::Enter);], "run the selected entry", hint("run", 3);
    Palette, [Back: on(Code::Esc);], "close the list", hint("close", 1);
    Settings, [Left: on(Code::Left), ch('h'); Right: on(Code::Right), ch('l');], "change the selected setting", hint("change", 3);
    Settings, [Enter: on(Code::Enter), ch(' ');], "next value of the selected setting", None;
    Settings, [Back: on(Code::Esc), on(Code::F(2));], "close the settings", hint("close", 1);
    Help, [FilterHelp: ch('/');], "search these keys", hint("search keys", 4);
    Help, [Back: on(Code::Esc), on(Code::Enter), ch('?'), ch('q');], "close the help", hint("close", 1);
    FilterHelp, [Up: on(Code::Up); Down: on(Code::Down);], "scroll", hint("scroll", 2);
    FilterHelp, [Enter: on(Code::Enter);], "keep the matches and stop typing", hint("keep", 3);
    FilterHelp, [Back: on(Code::Esc);], "show all keys again", hint("all keys", 1);
    Opening, [Left: on(Code::Left), ch('h'); Right: on(Code::Right), ch('l');], "change how this line is read", hint("change", 2);
    Opening, [Enter: on(Code::Enter);], "accept all lines as shown", hint("accept all", 3);
    Opening, [Back: on(Code::Esc);], "accept all lines as suggested", hint("as suggested", 1);
    Warnings, [Enter: on(Code::Enter), ch(' ');], "apply the line, or mark it as settled", hint("apply", 3);
    Warnings, [Undo: ch('u'); Redo: ch('U');], "undo a change, or redo it", hint("undo", 5);
    Warnings, [Back: on(Code::Esc), ch('!');], "close the warnings", hint("close", 1);
    Argument, [RevealNext: ch(' ');], "show the next line of the argument", hint("next", 2);
    Argument, [RevealAll: ch('a');], "show all of it, or only its first line", hint("all", 3);
    Argument, [Form: ch('x');], "write it as in the notes, or by counts", hint("notation", 4);
    Argument, [Back: on(Code::Esc), on(Code::Enter), ch('w');], "close the argument", hint("close", 1);
    Practice, [Enter: on(Code::Enter);], "edit this or the next blank line", hint("edit", 2);
    Practice, [Hint: ch('i');], "a hint: formula, numbers", hint("hint", 3);
    Practice, [ShowStep: ch('a');], "show the answer for this line", hint("show", 3);
    Practice, [ShowSteps: ch('A');], "show all answers; s confirms", None;
    Practice, [Confirm: ch('s');], "confirm what A or R would do", None;
    Practice, [NextCase: ch('n');], "the next case or exercise", hint("next", 4);
    Practice, [SameAgain: ch('R');], "begin again; s confirms", hint("again", 5);
    Practice, [LookAt: ch('m');], "choose a way: worked, faded, blank, error", hint("way", 4);
    Practice, [WhyFormula: ch('w');], "ask why; again for the argument", hint("why", 4);
    Practice, [Dispute: ch('D');], "I think this answer is right", hint("flag", 7);
    Practice, [ShowData: ch('d');], "show the data, or this line again", hint("data", 3);
    Practice, [Form: ch('x');], "fraction, decimal or logarithm", hint("form", 6);
    Practice, [FindError: ch('E');], "find the error in a finished solution", hint("find error", 7);
    Ways, [Enter: on(Code::Enter);], "practise in the selected way", hint("start", 2);
    Ways, [Back: on(Code::Esc), ch('m');], "close without a change", hint("close", 1);
    FindError, [Enter: on(Code::Enter);], "pick the first wrong line, then fix it", hint("pick/fix", 2);
    FindError, [Hint: ch('i');], "a hint: line, formula, numbers, value", hint("hint", 3);
    FindError, [ShowStep: ch('a');], "show the wrong line and what it changes", hint("show", 4);
    FindError, [NextCase: ch('n');], "another mistake in the same case", hint("new", 4);
    FindError, [SameAgain: ch('R');], "the same solution again", hint("again", 5);
    FindError, [Form: ch('x');], "fraction, decimal or logarithm", hint("form", 6);
    FindError, [FindError: ch('E');], "back to the worksheet", hint("worksheet", 4);
    FindError, [LookAt: ch('m');], "another way to practise", hint("way", 6);
    TypedAnswer, [Enter: on(Code::Enter);], "check the answer", hint("check", 1);
    ClassList, [Left: on(Code::Left); Right: on(Code::Right);], "another class", hint("class", 2);
    AnswerLines, [Up: on(Code::Up); Down: on(Code::Down);], "another line; your draft stays", hint("line", 2);
    AnswerLines, [PageUp: on(Code::PageUp); PageDown: on(Code::PageDown);], "scroll the pane beside the lines", None;
    TypedAnswer, [NextPane: on(Code::Tab);], "go to the other pane, to use commands", hint("pane", 4);
    TypedAnswer, [PreviousPane: on(Code::BackTab);], "go to the other pane", None;
    TypedAnswer, [Hint: Key::ctrl('t');], "a hint, also while typing", hint("hint", 3);
    TypedAnswer, [Back: on(Code::Esc);], "stop typing; letters are commands again", hint("commands", 1);
    TypedAnswer, [Help: on(Code::F(1));], "the keys, also while typing", hint("help", 0);
    Finished, [NextCase: ch('n');], "go on with the next case or exercise", hint("next", 1);
    Filled, [Enter: on(Code::Enter);], "go to the next blank line", hint("next blank", 1);
    Filled, [NextPane: on(Code::Tab);], "go to the other pane, to use commands", hint("pane", 4);
    Filled, [PreviousPane: on(Code::BackTab);], "go to the other pane", None;
    Filled, [Back: on(Code::Esc);], "stop typing; letters are commands again", hint("commands", 1);
    Filled, [Help: on(Code::F(1));], "the keys, also while typing", hint("help", 0);
    Sheets, [Enter: on(Code::Enter);], "open the selected sheet", hint("open", 3);
    Sheets, [Back: on(Code::Esc);], "close the answer sheets", hint("close", 4);
    Sheet, [Enter: on(Code::Enter);], "go to the next line that is not right", hint("next wrong", 3);
    Sheet, [ShowStep: ch('a');], "show or hide the answer for the line", hint("show", 3);
    Sheet, [Back: on(Code::Esc);], "back to the list, or close the sheets", hint("back", 3);
    Sheet, [Form: ch('x');], "fraction, decimal or logarithm", hint("form", 6);
    CheckAnswer, [Enter: on(Code::Enter);], "check the answer", hint("check", 2);
    CheckAnswer, [Up: on(Code::Up); Down: on(Code::Down);], "recall an earlier answer", hint("earlier answer", 3);
    CheckAnswer, [Back: on(Code::Esc);], "close", hint("close", 1);
    Problem, [Back: on(Code::Esc), on(Code::Enter);], "close the message", hint("close", 1);
    Decision, [Enter: on(Code::Enter);], "choose the selected answer", hint("accept", 3);
    Decision, [Back: on(Code::Esc);], "do nothing", hint("cancel", 1);

    Everywhere, [OpenFile: ch('o'), Key::ctrl('o');], "open a file", hint("open file", 7);
    Stages, [Go(Data): ch('1'); Go(Model): ch('2'); Go(Parameters): ch('3'); Go(Evaluate): ch('4'); Go(Explain): ch('5');],
        "go to a stage", hint("stage", 6);
    Stages, [Go(Plot): ch('6');], "pictures: boundaries, densities, bars", hint("plot", 8);
    Stages, [Go(Practice): ch('7');], "practise with this case", hint("practice", 9);
    Everywhere, [NextPane: on(Code::Tab);], "next pane", hint("pane", 5);
    Everywhere, [PreviousPane: on(Code::BackTab);], "previous pane", None;
    Everywhere, [Zoom: ch('z');], "show this pane alone, or both again", None;
    Everywhere, [Present: ch('P');], "present: one pane in high contrast", None;
    Everywhere, [Back: on(Code::Esc);], "back one step; never quits", None;
    Everywhere, [Reload: on(Code::F(5)), Key::ctrl('r');], "read the data again", None;
    Everywhere, [Undo: ch('u'); Redo: ch('U');], "undo the last change, or redo it", hint("undo", 5);
    Screens, [Copy: ch('y');], "copy the selected item", hint("copy", 8);
    Screens, [CopyAs: ch('Y');], "copy as: working, table, screen, command", None;
    Screens, [Save: ch('S'), Key::ctrl('s');], "save or export: recipe, report, exercise", hint("save", 8);
    Stages, [DecimalComma: ch(',');], "decimal comma or point in all numbers", None;
    Everywhere, [Warnings: ch('!');], "show all warnings about the data", None;
    Everywhere, [Settings: on(Code::F(2));], "settings: colours, marks, decimal comma", hint("settings", 9);
    Everywhere, [Palette: ch(':'), Key::ctrl('p');], "all commands, by name", hint("commands", 9);
    Everywhere, [Help: ch('?'), on(Code::F(1));], "the keys that work here", hint("help", 0);
    Everywhere, [Quit: ch('q');], "quit", hint("quit", 4);
    Always, [Help: on(Code::F(1));], "the keys, also while typing", None;
    Always, [Palette: Key::ctrl('p');], "all commands, also while typing", None;
    Always, [Interrupt: Key::ctrl('c');], "stop work or close; twice to quit", None;
    Always, [Suspend: Key::ctrl('z');], "pause; fg continues", None;
    Always, [Quit: Key::ctrl('q');], "quit, also while typing", None;
};
