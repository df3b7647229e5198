//! Questions that are answered by looking: which ellipse belongs to Σ, which Σ to an ellipse, which line to a prior, and where
//! a boundary or a crossing lies, read off a picture of the model in hand.
//!
//! A question is drawn by its number, so that it is the same for everybody. What is read off is right within what a picture can
//! be read to; a wrong answer is told what it would belong to.

use super::exercise::Dice;
use super::{Answer, ParsedAnswer};
use crate::math::{Name, Number, Precision, Quantity, Rounded, Sentence, sentence};
use crate::model::{Fitted, all_crossings, bells};
use crate::plot::{
    Others, Pair, Plane, Role, Rows, Scene, Surface, borders, drawable, feature_scene, leader, most_telling,
    panels, ticks,
};

/// A question about a picture.
#[derive(Clone, Debug)]
pub struct PictureQuestion {
    /// What is looked at.
    pub scene: Scene,
    /// What is asked.
    pub ask: Sentence,
    /// What one of several panels or texts is called, and what it says; empty where a number is read.
    pub choices: Vec<Sentence>,
    /// How to go about it.
    pub hint: Sentence,
    /// Why the answer is what it is.
    pub why: Sentence,
    /// The number that was read off, where it has an address.
    pub of: Option<Quantity>,
    expected: Expected,
}

/// What is right.
#[derive(Clone, Debug)]
enum Expected {
    /// The place of a choice, and what each is.
    Choice(usize, Vec<Sentence>),
    /// A number, how far beside it is near enough, where it lies of a smaller and of a larger one, and what other numbers
    /// would be.
    Reading(f64, f64, [&'static str; 2], Vec<(f64, Sentence)>),
}

/// What is said of an answer.
#[derive(Clone, Debug, PartialEq)]
pub struct PictureVerdict {
    /// Whether it is right; `None` where it could not be read.
    pub right: Option<bool>,
    /// What is said.
    pub told: Sentence,
}

/// Which questions come first.
const SEED: u64 = 0x5ee;
/// A picture is read to these shares of its width and its height: in a terminal there are fewer rows than columns.
const READ: [f64; 2] = [1.0 / 24.0, 1.0 / 16.0];
/// The letters of choices.
const LETTERS: [char; 3] = ['A', 'B', 'C'];
/// Classes of a model that are asked about.
const CLASSES: usize = 8;

fn number(value: f64) -> Rounded {
    Number::Float(value).rounded(Precision::Figures(4))
}

/// Σ as it is written in a line.
fn matrix([[a, b], [_, d]]: [[f64; 2]; 2]) -> Sentence {
    sentence!("[{} {}; {} {}]", number(a), number(b), number(b), number(d))
}

impl PictureQuestion {
    /// The question of a number, from 0. Every other one is of the model, where it has numbers to draw.
    pub fn draw(turn: u64, fitted: Option<&Fitted>) -> PictureQuestion {
        let mut dice = Dice::new(SEED.wrapping_add(turn.wrapping_mul(0x9e37)));
        let of_model = fitted.filter(|_| turn % 2 == 1).filter(|fitted| fitted.classes.len() <= CLASSES);
        let read = of_model.and_then(|fitted| match turn % 4 {
            1 => boundary(fitted, &mut dice).or_else(|| crossing(fitted, &mut dice)),
            _ => crossing(fitted, &mut dice).or_else(|| boundary(fitted, &mut dice)),
        });
        read.unwrap_or_else(|| match turn % 3 {
            0 => which_ellipse(&mut dice),
            1 => which_matrix(&mut dice),
            _ => which_line(&mut dice),
        })
    }

    /// Whether one of several is chosen, not a number typed.
    pub fn is_choice(&self) -> bool {
        matches!(self.expected, Expected::Choice(..))
    }

    /// The right answer.
    pub fn answer(&self) -> Sentence {
        match &self.expected {
            Expected::Choice(right, _) => {
                LETTERS.get(*right).map(ToString::to_string).unwrap_or_default().into()
            }
            Expected::Reading(value, ..) => sentence!("{}", number(*value)),
        }
    }

    /// The right answer and why it is that.
    pub fn told_whole(&self) -> Sentence {
        sentence!("It is {}. {}", self.answer(), self.why.clone())
    }

    /// What is said of an answer: a letter, or a number.
    pub fn check(&self, typed: &str) -> PictureVerdict {
        match &self.expected {
            Expected::Choice(right, all) => {
                let letter = typed.trim().chars().next().map(|c| c.to_ascii_uppercase());
                let chosen = letter.and_then(|c| LETTERS.iter().take(all.len()).position(|one| *one == c));
                let Some(chosen) = chosen else {
                    let most = LETTERS.get(all.len().saturating_sub(1)).copied().unwrap_or('A');
                    return PictureVerdict {
                        right: None,
                        told: sentence!("a letter from A to {}", most.to_string()),
                    };
                };
                if chosen == *right {
                    return PictureVerdict { right: Some(true), told: self.why.clone() };
                }
                let told = all.get(chosen).cloned().unwrap_or_default();
                PictureVerdict { right: Some(false), told }
            }
            Expected::Reading(value, within, [more, less], slips) => {
                let ParsedAnswer::Number(written) = Answer::alone(typed).parsed else {
                    return PictureVerdict { right: None, told: "a number, as it stands on the axis".into() };
                };
                let read = written.value.to_f64();
                if (read - value).abs() <= *within {
                    let told = sentence!(
                        "It is {}; the picture can be read to about ±{}. {}",
                        number(*value),
                        number(*within),
                        self.why.clone()
                    );
                    return PictureVerdict { right: Some(true), told };
                }
                let slip = slips.iter().find(|(slip, _)| (read - slip).abs() <= 0.25 * within);
                let told = match slip {
                    Some((_, told)) => told.clone(),
                    None => sentence!("The place lies {}.", if read < *value { *more } else { *less }),
                };
                PictureVerdict { right: Some(false), told }
            }
        }
    }
}

/// Some covariance matrices that look different: variances, and how far they lean.
fn some_sigmas(dice: &mut Dice) -> [[[f64; 2]; 2]; 3] {
    let lean = [0.5, 0.8].get(dice.below(2) as usize).copied().unwrap_or(0.8);
    let sign = if dice.below(2) == 0 { 1.0 } else { -1.0 };
    let of = |a: f64, b: f64, d: f64| [[a, b], [b, d]];
    let first = of(1.0, sign * lean, 1.0);
    let second = of(1.0, -sign * lean, 1.0);
    let third = match dice.below(3) {
        0 => of(1.0, 0.0, 1.0),
        1 => of(2.5, 0.0, 0.5),
        _ => of(3.0, sign * 0.8, 1.0),
    };
    let mut all = [first, second, third];
    let by = dice.below(3) as usize;
    all.rotate_left(by);
    if dice.below(2) == 1 {
        all.swap(0, 1);
    }
    all
}

/// How an ellipse lies, by its Σ.
fn lies([[a, b], [_, d]]: [[f64; 2]; 2]) -> Sentence {
    let leans = match b.partial_cmp(&0.0) {
        Some(std::cmp::Ordering::Greater) => "it rises to the right, since the covariance is above 0",
        Some(std::cmp::Ordering::Less) => "it falls to the right, since the covariance is below 0",
        _ if a == d => "it is a circle: no covariance, and both variances the same",
        _ => "it lies along an axis, since the covariance is 0",
    };
    let wide = if a > d {
        ", and it is wider than high, since the variance of x₁ is the larger"
    } else if a < d {
        ", and it is higher than wide, since the variance of x₂ is the larger"
    } else {
        ""
    };
    sentence!("{}{}.", leans, wide)
}

fn plane(cov: [[f64; 2]; 2]) -> Plane {
    Plane { ln_prior: 0.0, mean: [0.0; 2], cov }
}

const LOOK: &str =
    "The sign of the covariance says which way it leans; the variances, how wide and how high it is.";

fn which_ellipse(dice: &mut Dice) -> PictureQuestion {
    let all = some_sigmas(dice);
    let right = dice.below(3) as usize;
    let of = |at: usize| all.get(at).copied().unwrap_or_default();
    let frames = (0..3).map(|at| (letter(at), vec![plane(of(at))])).collect();
    let told = (0..3).map(|at| sentence!("{} has Σ = {}: {}", letter(at), matrix(of(at)), lies(of(at))));
    PictureQuestion {
        scene: panels("Three normal distributions".into(), frames),
        ask: sentence!("Which ellipse belongs to Σ = {}?", matrix(of(right))),
        choices: Vec::new(),
        hint: LOOK.into(),
        why: sentence!("{}: {}", letter(right), lies(of(right))),
        of: None,
        expected: Expected::Choice(right, told.collect()),
    }
}

fn which_matrix(dice: &mut Dice) -> PictureQuestion {
    let all = some_sigmas(dice);
    let right = dice.below(3) as usize;
    let of = |at: usize| all.get(at).copied().unwrap_or_default();
    let told = (0..3).map(|at| sentence!("With Σ = {} {}", matrix(of(at)), lies(of(at))));
    PictureQuestion {
        scene: panels("A normal distribution".into(), vec![(String::new(), vec![plane(of(right))])]),
        ask: "Which Σ belongs to this ellipse?".into(),
        choices: (0..3).map(|at| sentence!("{}  {}", letter(at), matrix(of(at)))).collect(),
        hint: LOOK.into(),
        why: sentence!("Σ = {}: {}", matrix(of(right)), lies(of(right))),
        of: None,
        expected: Expected::Choice(right, told.collect()),
    }
}

/// Two classes with one Σ and three priors: the line moves away from the class that is more common.
fn which_line(dice: &mut Dice) -> PictureQuestion {
    let lean = [-0.5, 0.0, 0.5].get(dice.below(3) as usize).copied().unwrap_or(0.0);
    let cov = [[0.8, 0.8 * lean], [0.8 * lean, 0.8]];
    let means = [[-1.0, -0.6], [1.0, 0.6]];
    let mut shares = [0.05, 0.5, 0.95];
    shares.rotate_left(dice.below(3) as usize);
    let right = dice.below(3) as usize;
    let of = |at: usize| shares.get(at).copied().unwrap_or(0.5);
    let two = |phi: f64| -> Vec<Plane> {
        let [a, b] = means;
        vec![Plane { ln_prior: phi.ln(), mean: a, cov }, Plane { ln_prior: (1.0 - phi).ln(), mean: b, cov }]
    };
    let frames = (0..3).map(|at| (letter(at), two(of(at)))).collect();
    let what = |phi: f64| -> Sentence {
        if phi == 0.5 {
            "both are as common, and the line halves the way between the means".into()
        } else if phi > 0.5 {
            "the first class (●) is the more common: the line stands nearer to the other mean".into()
        } else {
            "the second class (▲) is the more common: the line stands nearer to the mean of ●".into()
        }
    };
    let told = (0..3).map(|at| sentence!("In {} φ = {}: {}.", letter(at), number(of(at)), what(of(at))));
    PictureQuestion {
        scene: panels("Two classes with one Σ".into(), frames),
        ask: sentence!("In which picture is φ = {}, the prior of the first class (●)?", number(of(right))),
        choices: Vec::new(),
        hint: "The line moves away from the class that is more common.".into(),
        why: sentence!("{}: {}.", letter(right), what(of(right))),
        of: None,
        expected: Expected::Choice(right, told.collect()),
    }
}

fn letter(at: usize) -> String {
    LETTERS.get(at).copied().unwrap_or('A').to_string()
}

/// Where the boundary of two features of the model meets an upright at a round number.
fn boundary(fitted: &Fitted, dice: &mut Dice) -> Option<PictureQuestion> {
    let features = most_telling(fitted).or_else(|| match drawable(fitted).as_slice() {
        [a, b, ..] => Some([*a, *b]),
        _ => None,
    })?;
    let pair = Pair { others: Others::Marginal, rings: Vec::new(), ..Pair::new(features) };
    let surface = Surface::of(fitted, features, Others::Marginal, None)?;
    let rows = Rows::of(fitted, features);
    let [x, y] = rows.home(None);
    let lines = borders(&surface, x, y);
    // Uprights that one line meets, once, and well inside.
    let meets = |at: f64| -> Option<((usize, usize), f64)> {
        let mut found = None;
        for line in &lines {
            for pair in line.points.windows(2) {
                let [[ax, ay], [bx, by]] = pair else { continue };
                if (ax - at) * (bx - at) > 0.0 || ax == bx {
                    continue;
                }
                let share = (at - ax) / (bx - ax);
                let height = ay + (by - ay) * share;
                match found {
                    Some((_, before)) if f64::abs(before - height) > 1e-6 * (y.1 - y.0) => return None,
                    _ => found = Some((line.classes, height)),
                }
            }
        }
        let inside = |height: f64| height > y.0 + 0.1 * (y.1 - y.0) && height < y.1 - 0.1 * (y.1 - y.0);
        found.filter(|(_, height)| inside(*height))
    };
    let places: Vec<(f64, String, (usize, usize), f64)> = ticks(x, 8)
        .into_iter()
        .filter_map(|tick| meets(tick.at).map(|(classes, height)| (tick.at, tick.text, classes, height)))
        .collect();
    let (at, text, (a, b), height) = places.get(dice.below(places.len() as u64) as usize)?.clone();
    let exact = halved(&surface, at, (a, b), height, y)?;
    let scene = pair.scene(fitted, None, &rows, None).ok()?;
    let name = |feature: usize| fitted.features.get(feature).map(|feature| feature.name.clone());
    let (right, up) = (name(features[0])?, name(features[1])?);
    let class = |at: usize| fitted.classes.get(at).map_or("", Name::as_str);
    let within = READ[1] * (y.1 - y.0);
    let slips = vec![(
        at,
        sentence!("{} is where the upright stands. Go up from there to the line, and then left.", number(at)),
    )];
    let alone = if fitted.features.len() > 2 { ", of these two features alone" } else { "" };
    Some(PictureQuestion {
        scene,
        ask: sentence!(
            "Where does the boundary of {} and {} cross {} = {}{}? Read {} off the picture.",
            class(a),
            class(b),
            right.as_str(),
            text,
            alone,
            up.as_str()
        ),
        choices: Vec::new(),
        hint: sentence!(
            "Go up from {} on the lower axis to the line, then left to the other axis.",
            number(at)
        ),
        why: sentence!("There {} and {} are as likely.", class(a), class(b)),
        of: None,
        expected: Expected::Reading(exact, within, ["higher", "lower"], slips),
    })
}

/// The height at which both classes have the same score, near one that was found between two dots.
fn halved(surface: &Surface, x: f64, (a, b): (usize, usize), near: f64, y: (f64, f64)) -> Option<f64> {
    let apart = |height: f64| surface.score(a, [x, height]) - surface.score(b, [x, height]);
    let step = (y.1 - y.0) / 200.0;
    let (mut low, mut high) = (near - step, near + step);
    if apart(low) * apart(high) > 0.0 {
        let leads = leader(&surface.scores([x, near]))?;
        return [a, b].contains(&leads).then_some(near);
    }
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if apart(low) * apart(middle) <= 0.0 { high = middle } else { low = middle }
    }
    Some(high)
}

/// Where two classes are as likely along one feature of the model.
fn crossing(fitted: &Fitted, dice: &mut Dice) -> Option<PictureQuestion> {
    let with: Vec<(usize, crate::model::Crossing)> = (0..fitted.features.len().min(40))
        .filter_map(|feature| Some((feature, all_crossings(&bells(fitted, feature)?))))
        .flat_map(|(feature, found)| found.into_iter().map(move |crossing| (feature, crossing)))
        .filter(|(_, crossing)| crossing.leads)
        .collect();
    let (feature, crossing) = *with.get(dice.below(with.len() as u64) as usize)?;
    let mut scene = feature_scene(fitted, feature, None, None).ok()?;
    let (from, to) = scene.frames.first()?.x.range;
    if !(from..=to).contains(&crossing.x) {
        return None;
    }
    scene.frames.truncate(1);
    // The place is to be found, not shown.
    scene
        .frames
        .iter_mut()
        .for_each(|frame| frame.layers.retain(|layer| !matches!(layer.role, Role::Boundary(..))));
    scene.legend.retain(|key| !matches!(key.role, Role::Boundary(..)));
    let name = fitted.features.get(feature)?.name.clone();
    let class = |at: usize| fitted.classes.get(at).cloned();
    let (one, other) = (class(crossing.classes.0)?, class(crossing.classes.1)?);
    let found = fitted.crossings_of(&name, [crossing.classes.0, crossing.classes.1], None)?;
    let place = found.iter().position(|x| *x == crossing.x)? + 1;
    let leading =
        with.iter().filter(|(of, other)| *of == feature && other.classes == crossing.classes).count();
    let which = match (leading > 1, place) {
        (false, _) => "",
        (true, 1) => ", the first from the left",
        (true, _) => ", the second from the left",
    };
    let mean = |class: usize| bells(fitted, feature)?.get(class).copied().flatten().map(|bell| bell.mean);
    let slip = |at: usize| {
        Some((
            mean(at)?,
            sentence!("That is the mean of {}: there its curve is highest.", class(at)?.as_str()),
        ))
    };
    let slips = [crossing.classes.0, crossing.classes.1].into_iter().filter_map(slip).collect();
    let of = Quantity::Crossing {
        feature: name.clone(),
        class: one.clone(),
        against: other.clone(),
        place: u32::try_from(place).ok()?,
        of_case: false,
    };
    Some(PictureQuestion {
        scene,
        ask: sentence!(
            "By {} alone: where are {} and {} as likely{}?",
            name.as_str(),
            one.as_str(),
            other.as_str(),
            which
        ),
        choices: Vec::new(),
        hint:
            "Look for the place at which both curves have the same height: they are drawn with their priors."
                .into(),
        why: sentence!(
            "There P({})·p(x | {}) and P({})·p(x | {}) are the same.",
            one.as_str(),
            one.as_str(),
            other.as_str(),
            other.as_str()
        ),
        of: Some(of),
        expected: Expected::Reading(
            crossing.x,
            READ[0] * (to - from),
            ["further right", "further left"],
            slips,
        ),
    })
}
