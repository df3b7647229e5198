//! An answer that is checked in the workbench: before, keys, after.

use crate::practice::weather;
use crate::support::Bench;

use posterior::app::CheckDialog;
use posterior::practice::Verdict;

fn dialog(bench: &Bench) -> &CheckDialog {
    bench.app.front::<CheckDialog>().expect("the dialog")
}

fn typed(bench: &Bench) -> String {
    dialog(bench).field.text().to_owned()
}

fn verdict(bench: &Bench) -> Verdict {
    dialog(bench).card.as_ref().unwrap().as_ref().unwrap().marked.verdict
}

/// On P(Weather=Sunny | Yes) = 3/9.
fn sunny() -> Bench {
    let bench = weather().keys("3 / 'sunny' Enter Right C");
    bench.gives(|bench| dialog(bench).of.to_string(), "P(Weather=Sunny | Yes)")
}

#[test]
fn a_right_answer_is_right_and_a_wrong_one_names_its_cause() {
    let bench =
        sunny().gives(|bench| bench.app.typing(), true).keys("'3/14' Enter").gives(verdict, Verdict::Wrong);
    assert_eq!(dialog(&bench).card.as_ref().unwrap().as_ref().unwrap().marked.causes, ["B4"]);
    let bench = bench.shows("✗").keys("'3/9' Enter").gives(verdict, Verdict::Correct);
    bench.keys("Esc").without_dialog();
}

#[test]
fn up_recalls_what_was_answered_and_too_few_figures_are_not_marked() {
    let bench = sunny().keys("'0.2' Enter '0.25' Enter").gives(typed, "").keys("Up").gives(typed, "0.25");
    bench.keys("Up Up").gives(typed, "0.2").keys("Down Down").gives(typed, "");
    sunny().keys("'0.3' Enter").gives(verdict, Verdict::Unmarked);
    let bench = sunny().keys("Enter").says("Type an answer");
    assert!(dialog(&bench).card.is_none());
}

#[test]
fn the_dialog_does_not_show_the_right_value() {
    for answer in ["", "0.9", "3/14"] {
        let screen = sunny().typed(answer).keys("Enter").screen();
        let inside: String = screen.lines().filter_map(|line| line.split('┃').nth(1)).collect();
        for value in ["0.33", "1/3", "3/9 is"] {
            assert!(!inside.contains(value), "{value} after {answer}:\n{screen}");
        }
    }
}

#[test]
fn a_step_of_the_posterior_is_checked_once_it_is_revealed() {
    weather().keys("5 C").without_dialog().says("Nothing is revealed");
    let bench = weather().keys("5 a C").gives(|bench| dialog(bench).of.to_string().ends_with("| x)"), true);
    bench.keys("'0.2143' Enter").gives(verdict, Verdict::Wrong);
}
