//! An answer checked in the workbench: before, keys, after; and the dialog as text.

use crate::practice_room::weather;
use crate::support;

use posterior::app::CheckDialog;
use posterior::practice::{Checked, Verdict};
use support::Bench;

fn dialog(bench: &Bench) -> &CheckDialog {
    let Some(dialog) = bench.app.front::<CheckDialog>() else { panic!("no dialog") };
    dialog
}

fn card(bench: &Bench) -> &Checked {
    dialog(bench).card.as_ref().unwrap().as_ref().unwrap()
}

/// The mark on P(Outlook=Sunny | Yes) = 3/9: the class and the line are found by their name.
fn on_sunny(bench: Bench) -> Bench {
    let mut bench = bench.keys("3 / 'sunny' Enter C");
    for _ in 0..6 {
        if dialog(&bench).of.to_string().to_lowercase().ends_with("sunny | yes)") {
            return bench;
        }
        bench = bench.keys("Esc Right C");
    }
    panic!("{} is asked", dialog(&bench).of)
}

#[test]
fn a_right_answer_is_right_and_a_wrong_one_names_its_cause() {
    let bench = on_sunny(weather());
    assert!(bench.app.typing());
    let bench = bench.keys("'3/14' Enter");
    assert_eq!(card(&bench).marked.verdict, Verdict::Wrong);
    assert_eq!(card(&bench).marked.causes.as_slice(), &["B4"][..]);
    let bench = bench.shows("✗").keys("'3/9' Enter");
    assert_eq!(card(&bench).marked.verdict, Verdict::Correct);
    assert!(bench.keys("Esc").app.dialogs.is_empty());
}

#[test]
fn up_recalls_what_was_answered_and_too_few_figures_go_back() {
    let bench = on_sunny(weather()).keys("'0.2' Enter '0.25' Enter");
    assert_eq!(dialog(&bench).field.text(), "");
    let bench = bench.keys("Up");
    assert_eq!(dialog(&bench).field.text(), "0.25");
    let bench = bench.keys("Up Up");
    assert_eq!(dialog(&bench).field.text(), "0.2");
    let bench = bench.keys("Down Down");
    assert_eq!(dialog(&bench).field.text(), "");
    let bench = on_sunny(weather()).keys("'0.3' Enter");
    assert_eq!(card(&bench).marked.verdict, Verdict::Unmarked);
    let bench = on_sunny(weather()).keys("Enter");
    assert!(dialog(&bench).card.is_none() && bench.toast().contains("Type an answer"));
}

#[test]
fn the_dialog_does_not_show_the_right_value() {
    for keys in ["", "0.9", "3/14"] {
        let bench = on_sunny(weather()).typed(keys).keys("Enter");
        let screen = bench.screen();
        let inside: Vec<&str> = screen.lines().filter(|line| line.contains('┃')).collect();
        let within = |line: &&str| line.split('┃').nth(1).unwrap_or_default().to_owned();
        let text: String = inside.iter().map(within).collect();
        for value in ["0.33", "1/3", "3/9 is"] {
            assert!(!text.contains(value), "{value} after {keys}:\n{screen}");
        }
    }
}

#[test]
fn a_step_of_the_posterior_is_checked_and_none_without_a_mark() {
    let bench = weather().keys("5 C");
    assert!(bench.app.dialogs.is_empty() && bench.toast().contains("Nothing is revealed"));
    let bench = weather().keys("5 a C");
    assert!(dialog(&bench).of.to_string().ends_with("| x)"), "{}", dialog(&bench).of);
    let bench = bench.keys("'0.2143' Enter");
    assert_eq!(card(&bench).marked.verdict, Verdict::Wrong);
}
