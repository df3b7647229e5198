//! Mistakes with the confusion matrix and with the figures of an evaluation.

use super::asked::{Asked, Place, several, text};
use super::entry::How::Ways;
use super::entry::{Change, Entry, Slip, entry, instead, other_value};
use crate::math::{Expr, Name, Number, Quality, Quantity, Sentence, sentence};
use crate::model::{Fitted, Verdicts};
use crate::worked::{Kinds, meaning};

pub(super) const ENTRIES: &[Entry] = &[
    entry("E1", "which rows you divide by", is_of_figures, Ways(other_margin)),
    entry("E2", "which name of a cell is the actual class", is_of_cells, Ways(swapped_names)),
    entry("E3", "whether a count or a share is asked for", is_evaluated, Ways(count_or_share)),
    entry("E4", "which cell is asked for", is_of_cells, Ways(other_cell)),
    entry("E5", "what always predicting the most common class scores", is_of_figures, Ways(baseline)),
    entry("E6", "which figure is asked for", is_of_figures, Ways(other_figure)),
    entry("E7", "how you combine precision and recall", is_of_figures, Ways(plain_mean)),
    entry("E8", "whether you count right or wrong rows", is_of_figures, Ways(opposite)),
    entry("E9", "which rows you divide by", is_of_figures, Ways(of_all_rows)),
    entry("E10", "which rows test the model", is_of_figures, Ways(of_training)),
    entry("E11", "how you combine the rows", is_of_figures, Ways(other_sum)),
    entry("E12", "how much a tie counts", is_of_figures, Ways(ties)),
    entry("E13", "0/0", is_undefined, Ways(zero_for_undefined)),
];

fn is_of_cells(asked: &Asked<'_>) -> bool {
    asked.place == Place::Matrix && !asked.ln
}

fn is_of_figures(asked: &Asked<'_>) -> bool {
    asked.place == Place::Quality && !asked.ln && asked.right(&asked.quantity).is_some()
}

fn is_undefined(asked: &Asked<'_>) -> bool {
    asked.place == Place::Quality && !asked.ln && asked.right(&asked.quantity).is_none()
}

fn is_evaluated(asked: &Asked<'_>) -> bool {
    is_of_cells(asked) || is_of_figures(asked)
}

/// With more classes than this, other cells and the figures of other classes are not tried: most are 0 or identical.
const CLASSES: usize = 6;

fn figure<'a>(asked: &'a Asked<'_>) -> Option<&'a Quality> {
    if let Quantity::Quality(quality) = &asked.quantity { Some(quality) } else { None }
}

fn verdicts(fitted: &Fitted) -> Option<&dyn Verdicts> {
    fitted.verdicts()?.as_ref().ok().map(AsRef::as_ref)
}

fn precision(class: &Name) -> Quantity {
    Quantity::Quality(Quality::Precision(class.clone()))
}

fn recall(class: &Name) -> Quantity {
    Quantity::Quality(Quality::Recall(class.clone()))
}

fn right_cell(class: &Name) -> Quantity {
    Quantity::matrix(Some(class), Some(class))
}

fn all_rows() -> Quantity {
    Quantity::matrix(None, None)
}

fn figures(of: impl Fn(&Quality) -> Option<Expr> + Send + Sync + 'static) -> Change {
    Change::new(Kinds::QUALITY, move |quantity, right, _| {
        let Quantity::Quality(quality) = quantity else { return None };
        Some(instead(right, of(quality)?))
    })
}

/// The meaning of a quantity, without its rows: `of the rows predicted Yes, the share that are Yes`.
fn meant(asked: &Asked<'_>, quantity: &Quantity) -> String {
    let said = meaning(quantity, asked.fitted);
    let on = verdicts(asked.fitted).map(Verdicts::judged_on).unwrap_or_default();
    said.strip_suffix(&format!(", {on}")).unwrap_or(&said).to_owned()
}

fn other_margin(asked: &Asked<'_>) -> Vec<Slip> {
    let (of, says): (fn(&Quality) -> Option<Expr>, Sentence) = match figure(asked) {
        Some(Quality::Precision(class)) => (
            of_recall,
            sentence!(
                "That is the recall, out of the rows that are {}. For precision, divide by the rows predicted {}.",
                class,
                class
            ),
        ),
        Some(Quality::Recall(class)) => (
            of_precision,
            sentence!(
                "That is the precision, out of the rows predicted {}. For recall, divide by the rows that are {}.",
                class,
                class
            ),
        ),
        Some(Quality::BalancedAccuracy) => {
            (of_precision, "That is the mean of the precisions. Take the mean of the recalls.".into())
        }
        _ => return Vec::new(),
    };
    vec![Slip::new(figures(of), says)]
}

fn of_recall(quality: &Quality) -> Option<Expr> {
    if let Quality::Precision(class) = quality { Some(recall(class).into()) } else { None }
}

fn of_precision(quality: &Quality) -> Option<Expr> {
    if let Quality::Recall(class) = quality { Some(precision(class).into()) } else { None }
}

fn swapped_names(asked: &Asked<'_>) -> Vec<Slip> {
    let Quantity::Matrix { actual, predicted } = &asked.quantity else { return Vec::new() };
    if actual == predicted {
        return Vec::new();
    }
    let other = Quantity::matrix(predicted.as_ref(), actual.as_ref());
    let says = sentence!(
        "That is {}, {}. The first name is the actual class, the second the predicted class.",
        asked.name(&other),
        meant(asked, &other)
    );
    vec![Slip::read_off(asked, other, says)]
}

fn count_or_share(asked: &Asked<'_>) -> Vec<Slip> {
    if let Some(of) = figure(asked) {
        let cells = match of {
            Quality::Precision(class) | Quality::Recall(class) => vec![right_cell(class)],
            Quality::Accuracy => asked.fitted.classes.iter().map(right_cell).collect(),
            _ => return Vec::new(),
        };
        let count = cells.iter().map(|cell| asked.right(cell)).collect::<Option<Vec<Number>>>();
        let count = count.map(|counts| counts.iter().fold(Number::zero(), |sum, count| sum.add(count)));
        let Some(count) = count else { return Vec::new() };
        let rows = several(text(&count), "rows");
        let says = sentence!("That is a count, {}. Divide it: {} is a share of rows.", rows, asked.quantity);
        return other_value(asked, Some(count), says);
    }
    let Quantity::Matrix { actual: Some(actual), predicted: Some(predicted) } = &asked.quantity else {
        return Vec::new();
    };
    let Some(own) = asked.right(&asked.quantity) else { return Vec::new() };
    let share = |of: Quantity| {
        let value = asked.right(&of).and_then(|all| own.div(&all));
        let says = sentence!(
            "That is a share, out of the {}. A cell of the confusion matrix is a count: do not divide.",
            meant(asked, &of).replacen("all test rows", "test rows", 1)
        );
        other_value(asked, value, says)
    };
    let margins = [Quantity::matrix(Some(actual), None), Quantity::matrix(None, Some(predicted)), all_rows()];
    margins.into_iter().flat_map(share).collect()
}

fn other_cell(asked: &Asked<'_>) -> Vec<Slip> {
    let Quantity::Matrix { actual, predicted } = &asked.quantity else { return Vec::new() };
    let classes = &asked.fitted.classes;
    if classes.len() > CLASSES {
        return Vec::new();
    }
    let names: Vec<Option<&Name>> = classes.iter().map(Some).chain([None]).collect();
    let pairs = names.iter().flat_map(|one| names.iter().map(move |other| (*one, *other)));
    let own = (actual.as_ref(), predicted.as_ref());
    let others = pairs.filter(|pair| *pair != own && *pair != (own.1, own.0));
    // Dividing by all rows instead of some has its own sentence.
    let is_sum = actual.is_none() || predicted.is_none();
    let others = others.filter(|pair| !is_sum || *pair != (None, None));
    let slip = |(one, other): (Option<&Name>, Option<&Name>)| {
        let quantity = Quantity::matrix(one, other);
        let says = sentence!("That is {}, {}.", asked.name(&quantity), meant(asked, &quantity));
        Slip::read_off(asked, quantity, says)
    };
    others.map(slip).collect()
}

fn baseline(asked: &Asked<'_>) -> Vec<Slip> {
    let (Some(Quality::Accuracy), Some(verdicts)) = (figure(asked), verdicts(asked.fitted)) else {
        return Vec::new();
    };
    let supports: Vec<u64> = (0..verdicts.labels().len()).map(|at| verdicts.support(at)).collect();
    let rows = supports.iter().sum::<u64>();
    let most = supports.iter().copied().max().unwrap_or(0);
    let majority = verdicts.majority();
    // In the test rows another class may be the most common one.
    let common =
        supports.iter().position(|rows| *rows == most).filter(|_| majority.is_none_or(|of| of.0 != most));
    let common = common.and_then(|at| verdicts.labels().get(at)).map(|class| {
        let says = sentence!(
            "That is the share of the rows that are {}, the most common class. For accuracy, count the rows that are predicted right.",
            class
        );
        other_value(asked, Number::ratio(most, rows), says)
    });
    let mut all = common.unwrap_or_default();
    let Some((right, class)) = majority else { return all };
    let says = sentence!(
        "That is the accuracy of always predicting {}. Count the rows that the model predicts right.",
        class.map_or("the majority class of a fold’s training rows", Name::as_str)
    );
    all.extend(other_value(asked, Number::ratio(right, rows), says));
    all
}

fn other_figure(asked: &Asked<'_>) -> Vec<Slip> {
    let Some(own) = figure(asked) else { return Vec::new() };
    let classes = &asked.fitted.classes;
    let mut others = vec![Quality::Accuracy, Quality::BalancedAccuracy, Quality::MacroF1];
    let named = asked.quantity.class();
    for class in classes.iter().filter(|class| classes.len() <= CLASSES || named == Some(*class)) {
        let all = [Quality::Precision, Quality::Recall, Quality::F1];
        others.extend(all.map(|of| of(class.clone())));
    }
    let same_kind = |other: &Quality| std::mem::discriminant(other) == std::mem::discriminant(own);
    // Precision for recall has its own sentence.
    let margins = |other: &Quality| match (own, other) {
        (Quality::Precision(one), Quality::Recall(other))
        | (Quality::Recall(one), Quality::Precision(other)) => one == other,
        _ => false,
    };
    let others = others.into_iter().filter(|other| !same_kind(other) && !margins(other));
    let slip = |other: Quality| {
        let quantity = Quantity::Quality(other);
        let says = sentence!(
            "That is {}, {}. The question asks for {}, {}.",
            asked.name(&quantity),
            meant(asked, &quantity),
            asked.quantity,
            meant(asked, &asked.quantity)
        );
        Slip::read_off(asked, quantity, says)
    };
    others.map(slip).collect()
}

fn plain_mean(asked: &Asked<'_>) -> Vec<Slip> {
    if !matches!(figure(asked), Some(Quality::F1(_) | Quality::MacroF1)) {
        return Vec::new();
    }
    let f1 = |of: fn(Expr, Expr) -> Expr, says: &str| {
        let change = figures(move |quality| match quality {
            Quality::F1(class) => Some(of(precision(class).into(), recall(class).into())),
            _ => None,
        });
        Slip::new(change, says)
    };
    let mut all = vec![
        f1(
            |precision, recall| (precision + recall) / Expr::int(2),
            "You get this number from the plain mean of precision and recall. F1 is their harmonic mean, 2PR/(P + R).",
        ),
        f1(
            |precision, recall| precision.clone() * recall.clone() / (precision + recall),
            "You get this number from PR/(P + R). Multiply by 2: F1 is 2PR/(P + R).",
        ),
        f1(
            |precision, recall| precision * recall,
            "You get this number if you multiply precision and recall. F1 is 2PR/(P + R).",
        ),
    ];
    if figure(asked) == Some(&Quality::MacroF1) {
        all.extend(of_means(asked));
    }
    all
}

/// The F1 of the mean precision and the mean recall.
fn of_means(asked: &Asked<'_>) -> Vec<Slip> {
    let mean = |of: fn(&Name) -> Quantity| {
        let all: Option<Vec<Number>> =
            asked.fitted.classes.iter().map(|class| asked.right(&of(class))).collect();
        let all = all?;
        let sum = all.iter().fold(Number::zero(), |sum, value| sum.add(value));
        sum.div(&Number::from_int(all.len()))
    };
    let value = mean(precision).zip(mean(recall)).and_then(|(precision, recall)| {
        precision.mul(&recall).mul(&Number::from_int(2)).div(&precision.add(&recall))
    });
    let says = "You get this number from the mean precision and the mean recall. Take the mean of the classes’ F1 instead.";
    other_value(asked, value, says)
}

fn opposite(asked: &Asked<'_>) -> Vec<Slip> {
    let says = match figure(asked) {
        Some(Quality::Accuracy) => {
            "That is the share of rows predicted wrong. Count those predicted right.".into()
        }
        Some(Quality::Precision(class)) => {
            sentence!("That is the share of the rows predicted {} that are not. Count those that are.", class)
        }
        Some(Quality::Recall(class)) => {
            sentence!(
                "That is the share of the rows of {} predicted wrong. Count those predicted right.",
                class
            )
        }
        Some(Quality::Area(class)) => {
            sentence!(
                "That is 1 − area. Sort the rows so that the largest posterior of {} comes first.",
                class
            )
        }
        Some(Quality::F1(_) | Quality::MacroF1 | Quality::BalancedAccuracy) => {
            sentence!("That is 1 − {}. Subtract it from 1.", asked.quantity)
        }
        _ => return Vec::new(),
    };
    let value = asked.right(&asked.quantity).map(|value| Number::one().sub(&value));
    other_value(asked, value, says)
}

fn of_all_rows(asked: &Asked<'_>) -> Vec<Slip> {
    let (Some(of @ (Quality::Precision(class) | Quality::Recall(class))), Some(n)) =
        (figure(asked), asked.right(&all_rows()))
    else {
        return Vec::new();
    };
    let margin = if matches!(of, Quality::Recall(_)) { "that are" } else { "predicted" };
    let says = sentence!(
        "You get this number if you divide by all {} rows. Divide by the rows {} {} only.",
        text(&n),
        margin,
        class
    );
    other_value(asked, asked.right(&right_cell(class)).and_then(|cell| cell.div(&n)), says)
}

fn of_training(asked: &Asked<'_>) -> Vec<Slip> {
    let training = verdicts(asked.fitted).and_then(Verdicts::training);
    let (Some(Quality::Accuracy), Some((right, all))) = (figure(asked), training) else { return Vec::new() };
    let on = verdicts(asked.fitted).map(Verdicts::judged_on).unwrap_or_default();
    let says = sentence!("That is the accuracy on the training rows. The question asks for it {}.", on);
    other_value(asked, Number::ratio(right, all), says)
}

fn other_sum(asked: &Asked<'_>) -> Vec<Slip> {
    let (Some(verdicts), Some(value)) = (verdicts(asked.fitted), asked.right(&asked.quantity)) else {
        return Vec::new();
    };
    let times = |factor: Number, says: &str| other_value(asked, Some(value.mul(&factor)), says);
    let all = |n: u64| {
        let says = sentence!("That is the sum over the rows. Divide it by their number, {}.", n);
        other_value(asked, Some(value.mul(&Number::from_int(n))), says)
    };
    match figure(asked) {
        Some(Quality::LogLoss) => {
            let base = |ln: f64| Number::Float(1.0 / ln);
            let found = [
                times(base(std::f64::consts::LN_10), "You get this number with log10. Log loss uses ln."),
                times(base(std::f64::consts::LN_2), "You get this number with log2. Log loss uses ln."),
                times(
                    Number::from_int(-1),
                    "This has the wrong sign. Log loss is the mean of −ln P, so it is not negative.",
                ),
                all(verdicts.losses().n),
            ];
            found.into_iter().flatten().collect()
        }
        Some(Quality::Brier) => {
            let root = Number::Float(value.to_f64().sqrt());
            let says = "That is the root of the mean. The Brier score has no root.";
            let mut slips = other_value(asked, Some(root), says);
            if verdicts.labels().len() == 2 {
                let half = Number::ratio(1, 2).unwrap_or_else(Number::one);
                slips.extend(times(
                    half,
                    "That counts one class only. Here the squares of both classes are added.",
                ));
            }
            slips.extend(all(verdicts.distances().n));
            slips
        }
        _ => Vec::new(),
    }
}

fn ties(asked: &Asked<'_>) -> Vec<Slip> {
    let (Some(Quality::Area(class)), Some(verdicts)) = (figure(asked), verdicts(asked.fitted)) else {
        return Vec::new();
    };
    let Some(at) = verdicts.labels().iter().position(|label| label == class) else { return Vec::new() };
    let [won, tied, positives, negatives] = verdicts.pairs(at);
    let counted = |won: u128, how: &str| {
        let pairs = several(tied, "tied pairs");
        let says = sentence!("You get this number if you count the {} as {}. A tie counts half.", pairs, how);
        other_value(asked, Number::ratio(won, positives * negatives), says)
    };
    [counted(won, "lost"), counted(won + tied, "won")].into_iter().flatten().collect()
}

fn zero_for_undefined(asked: &Asked<'_>) -> Vec<Slip> {
    let says = match figure(asked) {
        Some(Quality::Precision(class)) => {
            sentence!("No row is predicted {}, and 0/0 is no number. Write that it is undefined.", class)
        }
        Some(Quality::Recall(class)) => {
            sentence!("No row is {}, and 0/0 is no number. Write that it is undefined.", class)
        }
        _ => return Vec::new(),
    };
    other_value(asked, Some(Number::zero()), says)
}
