//! Questions that are read off a picture of the model in hand: where a boundary crosses, where two curves meet.

use super::question::{Expected, PictureQuestion, number};
use crate::math::{Name, Quantity, sentence};
use crate::model::{Fitted, all_crossings, bells};
use crate::plot::{
    Others, Pair, Role, Rows, Surface, borders, drawable, feature_scene, leader, most_telling, ticks,
};
use crate::practice::exercise::Dice;

/// A picture is read to these shares of its width and its height: in a terminal there are fewer rows than columns.
const READ: [f64; 2] = [1.0 / 24.0, 1.0 / 16.0];
/// Where the boundary of two features of the model meets an upright at a round number.
pub(super) fn boundary(fitted: &Fitted, dice: &mut Dice) -> Option<PictureQuestion> {
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
pub(super) fn crossing(fitted: &Fitted, dice: &mut Dice) -> Option<PictureQuestion> {
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
