//! What becomes of the posterior of a case while one of its cells runs along all it can be, the others as they are.

use super::pair::number;
use super::scene::{Address, Axis, Fact, Frame, Key, Layer, Mark, Role, Scene, Shape, around, summit};
use crate::math::{Name, Number, sentence};
use crate::model::{Case, CaseValue, Fitted};

/// Places at which the posterior is looked at; fewer where a look takes long.
const SAMPLES: [usize; 3] = [121, 41, 15];
/// Products of features and classes that all looks together may cost.
const COST: usize = 2_000_000;
/// Values of a category that are drawn.
const VALUES: usize = 24;
/// Classes that are drawn.
const CLASSES: usize = 24;
/// A class that is never so likely has no sign.
const LEAST: f64 = 0.02;
/// Steps that halve a place where another class leads.
const STEPS: usize = 40;

/// The posterior of a case along a feature: curves along a number, with the places where the decision changes; for a category
/// a bar for each value. `None` for a text, and where a look would take too long.
pub fn what_if(fitted: &Fitted, case: &Case, feature: usize) -> Option<Scene> {
    let name = fitted.features.get(feature)?.name.clone();
    let each = fitted.features.len().max(1) * fitted.classes.len().max(1);
    let most = looks(each)?;
    let factor = fitted.factors().get(feature);
    let mut run = Run { fitted, case, name: &name };
    let mut scene = Scene { title: format!("P(c | x) along {name}"), ..Scene::default() };
    let drawn = fitted.classes.len().min(CLASSES);
    for (class, label) in fitted.classes.iter().enumerate().take(drawn) {
        scene.legend.push(Key { role: Role::Class(class), text: label.as_str().into() });
    }
    let frame = match factor {
        Some(factor) if factor.is_words() => return None,
        Some(factor) if !factor.is_number() && factor.cuts().is_none() => {
            let values: Vec<String> = factor.values().iter().take(VALUES).map(ToString::to_string).collect();
            run.values(feature, values, &mut scene)
        }
        _ => {
            let counts = factor.is_some_and(|factor| factor.is_number() && !factor.is_gaussian());
            run.numbers(feature, (most, counts), &mut scene)?
        }
    };
    scene.legend.push(Key { role: Role::Case, text: "the case".into() });
    scene.frames.push(frame);
    Some(scene)
}

/// How often a model of so many products of features and classes is looked at.
fn looks(each: usize) -> Option<usize> {
    SAMPLES.into_iter().find(|many| many.saturating_mul(each) <= COST)
}

struct Run<'a> {
    fitted: &'a Fitted,
    case: &'a Case,
    name: &'a Name,
}

/// The posterior of each class, and the class that is named.
type Look = (Vec<f64>, Option<usize>);

impl Run<'_> {
    fn look(&self, text: String) -> Option<Look> {
        let case = self.case.changed(self.fitted, &[(self.name.to_string(), text)]).ok()?;
        let found = self.fitted.predict(&case);
        Some((found.posterior?.iter().map(Number::to_f64).collect(), found.predicted))
    }

    fn class(&self, class: usize) -> &str {
        self.fitted.classes.get(class).map_or("", Name::as_str)
    }

    fn values(&mut self, feature: usize, values: Vec<String>, scene: &mut Scene) -> Frame {
        let classes = self.fitted.classes.len().min(CLASSES);
        let mut bars = vec![Vec::new(); classes];
        let mut own = Vec::new();
        let at_now = self.case.cells.get(feature).map(|cell| cell.value.clone());
        for (at, value) in values.iter().enumerate() {
            let Some((shares, leader)) = self.look(value.clone()) else { continue };
            let mut from = 0.0;
            for (class, (share, bars)) in shares.iter().zip(&mut bars).enumerate() {
                let ends = [at as f64 - 0.4, at as f64 + 0.4];
                let title = sentence!(
                    "{} = {}: P({} | x) = {}",
                    self.name.as_str(),
                    value.as_str(),
                    self.class(class),
                    number(*share)
                );
                bars.push(Mark::new(Shape::Bar([ends[0], from], [ends[1], from + share])).titled(title));
                from += share;
            }
            if at_now == Some(CaseValue::Value(at)) {
                own.push(Mark::new(Shape::Point([at as f64, 0.0])).titled("the case"));
            }
            let leader = leader.map_or("undecided", |class| self.class(class));
            let most = shares.iter().copied().fold(0.0, f64::max);
            scene.facts.push(Fact {
                what: sentence!("{} = {}", self.name.as_str(), value.as_str()),
                address: Address::None,
                value: sentence!("{}, {}", leader, number(most)),
            });
        }
        let layer = |(class, marks)| Layer { role: Role::Class(class), marks };
        let mut layers: Vec<Layer> = bars.into_iter().enumerate().map(layer).collect();
        layers.push(Layer { role: Role::Case, marks: own });
        let x = Axis::of_names(self.name.to_string(), values);
        Frame { title: String::new(), x, y: Axis::of("P(c | x)", (0.0, 1.0)), equal: false, layers }
    }

    fn numbers(&mut self, feature: usize, (most, counts): (usize, bool), scene: &mut Scene) -> Option<Frame> {
        let data = &self.fitted.data;
        let column = self.fitted.features.get(feature)?.column;
        let known = (0..data.table.rows()).filter_map(|row| Some(data.number(row, column)?.value()));
        let now = self.case.cells.get(feature).and_then(|cell| match cell.value {
            CaseValue::Number(number) => Some(number),
            _ => cell.text.trim().parse::<f64>().ok(),
        });
        let range = around(known.chain(now), if counts { 0.0 } else { 0.05 })?;
        let places: Vec<f64> = if counts {
            let last = (range.1.max(1.0)).min(most as f64) as usize;
            (0..=last).map(|at| at as f64).collect()
        } else {
            let step = (range.1 - range.0) / (most - 1) as f64;
            (0..most).map(|at| range.0 + step * at as f64).collect()
        };
        let range = if counts { (0.0, places.len().saturating_sub(1).max(1) as f64) } else { range };
        let looks: Vec<Option<Look>> = places.iter().map(|at| self.look(format!("{at}"))).collect();
        let classes = self.fitted.classes.len().min(CLASSES);
        let mut layers = Vec::new();
        for class in 0..classes {
            let share =
                |look: &Option<Look>| look.as_ref().and_then(|(shares, _)| shares.get(class).copied());
            let points: Vec<[f64; 2]> =
                places.iter().zip(&looks).map(|(x, look)| [*x, share(look).unwrap_or(f64::NAN)]).collect();
            let title = sentence!("P({} | x)", self.class(class));
            let address = Address::Numbers(
                self.fitted.classes.get(class).map(crate::math::Quantity::posterior).into_iter().collect(),
            );
            let sign = summit(&points, LEAST).map(|at| Mark::new(Shape::Point(at)).titled(title.clone()));
            let line = Mark::new(Shape::Path(points)).at(address).titled(title);
            let marks = std::iter::once(line).chain(sign).collect();
            layers.push(Layer { role: Role::Class(class), marks });
        }
        self.changes(&places, &looks, counts, scene, &mut layers);
        if scene.facts.is_empty() {
            scene.notes.push(sentence!(
                "No other class leads at any of the {} places along {} that were looked at.",
                places.len(),
                self.name.as_str()
            ));
        }
        if let Some((x, (shares, leader))) = now.and_then(|now| Some((now, self.look(format!("{now}"))?))) {
            let y = leader.and_then(|class| shares.get(class)).copied().unwrap_or(0.0);
            let title = sentence!("the case: {} = {}", self.name.as_str(), number(x));
            layers
                .push(Layer { role: Role::Case, marks: vec![Mark::new(Shape::Point([x, y])).titled(title)] });
        }
        let x = Axis::of(self.name.to_string(), range);
        Some(Frame { title: String::new(), x, y: Axis::of("P(c | x)", (0.0, 1.0)), equal: false, layers })
    }

    /// Where another class is named: halved between two places, and of counts the first that is so.
    fn changes(
        &self,
        places: &[f64],
        looks: &[Option<Look>],
        counts: bool,
        scene: &mut Scene,
        layers: &mut Vec<Layer>,
    ) {
        let named = |look: &Option<Look>| look.as_ref().and_then(|(_, leader)| *leader);
        let mut marks = Vec::new();
        for (places, looks) in places.windows(2).zip(looks.windows(2)) {
            let ([low, high], [before, after]) = (places, looks) else { continue };
            let (Some(from), Some(to)) = (named(before), named(after)) else { continue };
            if from == to {
                continue;
            }
            let (mut low, mut high) = (*low, *high);
            for _ in 0..if counts { 0 } else { STEPS } {
                let middle = f64::midpoint(low, high);
                let found = self.look(format!("{middle}"));
                if named(&found) == Some(from) { low = middle } else { high = middle }
            }
            let at = high;
            let shares = self.look(format!("{at}")).map(|(shares, _)| shares).unwrap_or_default();
            let y = shares.iter().copied().fold(0.0, f64::max);
            let what = sentence!("{} gives way to {}", self.class(from), self.class(to));
            let (before, after) = if counts { ("from", " on") } else { ("at", "") };
            let value = sentence!("{} {} = {}{}", before, self.name.as_str(), number(at), after);
            marks.push(Mark::new(Shape::Point([at, y])).titled(sentence!(
                "{} {}",
                what.clone(),
                value.clone()
            )));
            scene.facts.push(Fact { what, address: Address::None, value });
        }
        if !marks.is_empty() {
            scene.legend.push(Key { role: Role::Boundary(0, 1), text: "another class leads".into() });
            layers.push(Layer { role: Role::Boundary(0, 1), marks });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::looks;

    #[test]
    fn what_takes_long_is_looked_at_seldom_or_not_at_all() {
        for (each, many) in [(16_528, Some(121)), (16_529, Some(41)), (48_780, Some(41)), (48_781, Some(15))]
        {
            assert_eq!(looks(each), many, "{each}");
        }
        assert_eq!((looks(133_333), looks(133_334), looks(usize::MAX)), (Some(15), None, None));
    }
}
