//! Log-odds contributions as a scene of bars: each begins where the last one ended.

use super::pushed::{Against, Bar, Pushed};
use super::scene::{Address, Axis, Fact, Frame, Key, Layer, Mark, Role, Scene, Shape};
use crate::math::{Name, Number, Precision, Quantity, Sentence, sentence};
use crate::model::Fitted;

pub(super) fn name(fitted: &Fitted, class: usize) -> &str {
    fitted.classes.get(class).map_or("", Name::as_str)
}

pub(super) fn ratio_text(ratio: &Number) -> Sentence {
    match ratio.to_fraction() {
        Some(fraction) if fraction.len() <= 15 => sentence!("{}", fraction),
        _ => sentence!("{}", ratio.rounded(Precision::FACTOR)),
    }
}

pub(super) fn signed(ln: f64) -> Sentence {
    let sign = if ln > 0.0 { "+" } else { "" };
    sentence!(
        "{}{}",
        sign,
        if ln.is_infinite() {
            "∞".into()
        } else {
            sentence!("{}", Number::Float(ln).rounded(Precision::TERM))
        }
    )
}

impl Pushed {
    fn of_case(&self, fitted: &Fitted) -> Vec<Quantity> {
        let class = |at: usize| fitted.classes.get(at);
        let other = if let Against::Class(rival) = self.against { class(rival) } else { None };
        let odds = class(self.leader).map(|leader| Quantity::Odds {
            class: leader.clone(),
            against: other.cloned(),
            of_case: true,
        });
        let posteriors = class(self.leader).into_iter().chain(other).map(Quantity::posterior);
        posteriors.chain(odds).collect()
    }

    pub fn scene(&self, fitted: &Fitted) -> Scene {
        let leader = name(fitted, self.leader);
        let other = match self.against {
            Against::Class(rival) => name(fitted, rival).to_owned(),
            Against::Rest => "all others".to_owned(),
        };
        let mut scene = Scene { title: format!("odds of {leader} : {other}"), ..Scene::default() };
        let finite = |ln: f64| if ln.is_nan() { 0.0 } else { ln };
        let mut ends = vec![0.0];
        for bar in &self.bars {
            let before = ends.last().copied().unwrap_or(0.0);
            ends.push(before + if bar.ln.is_finite() { finite(bar.ln) } else { 0.0 });
        }
        let far = ends.iter().map(|end: &f64| end.abs()).fold(0.0, f64::max);
        let far = if far > 0.0 { 1.05 * far } else { 1.0 };
        let role = |ln: f64| match (ln >= 0.0, self.against) {
            (true, _) => Role::Class(self.leader),
            (false, Against::Class(rival)) => Role::Class(rival),
            (false, Against::Rest) => Role::Plain,
        };
        let (mut layers, mut labels, mut names) = (Vec::new(), Vec::new(), Vec::new());
        let rows = self.bars.len();
        let sum = Bar {
            label: "sum".into(),
            ratio: self.odds.clone().unwrap_or_else(|| Number::from_ln(self.ln_odds)),
            ln: self.ln_odds,
            of: self.of_case(fitted),
        };
        for (at, bar) in self.bars.iter().chain([&sum]).enumerate() {
            let from = if at == rows { 0.0 } else { ends.get(at).copied().unwrap_or(0.0) };
            let to = match bar.ln {
                ln if ln == f64::INFINITY => far,
                ln if ln == f64::NEG_INFINITY => -far,
                ln => from + finite(ln),
            };
            let y = at as f64;
            let times = if at == rows { "" } else { "× " };
            let title = sentence!(
                "{}: {}{}, ln {}",
                bar.label.clone(),
                times,
                ratio_text(&bar.ratio),
                signed(bar.ln)
            );
            let address = Address::Numbers(bar.of.clone());
            layers.push(Layer {
                role: role(bar.ln),
                marks: vec![
                    Mark::new(Shape::Bar([from.min(to), y - 0.4], [from.max(to), y + 0.4]))
                        .at(address.clone())
                        .titled(title),
                ],
            });
            let label = sentence!("{}{}  {}", times, ratio_text(&bar.ratio), signed(bar.ln));
            labels.push(Mark::new(Shape::Label([far, y], label)));
            scene.facts.push(Fact {
                what: bar.label.clone().into(),
                address,
                value: sentence!("{}{}, ln {}", times, ratio_text(&bar.ratio), signed(bar.ln)),
            });
            names.push(bar.label.clone());
        }
        layers.push(Layer { role: Role::Plain, marks: labels });
        scene.legend.push(Key { role: Role::Class(self.leader), text: sentence!("towards {}", leader) });
        let rival = match self.against {
            Against::Class(rival) => Role::Class(rival),
            Against::Rest => Role::Plain,
        };
        scene.legend.push(Key { role: rival, text: sentence!("towards {}", other) });
        scene.notes.push(
            "Each × multiplies the odds. The bar is its logarithm, ln, and begins where the one above it ended."
                .into(),
        );
        if self.in_order {
            scene.notes.push(match self.against {
                Against::Rest => {
                    "Against all others together, a bar depends on those above it. It is exact in this order."
                        .into()
                }
                Against::Class(_) => {
                    "Each feature is conditional on those above it. The bars are exact in this order.".into()
                }
            });
        }
        if fitted.classes.len() > 2 && self.against != Against::Rest {
            scene.notes.push("The other classes are left out of these bars.".into());
        }
        scene.notes.extend(self.silent.iter().cloned());
        let shares = self.odds.as_ref().map(|odds| odds.div(&odds.add(&Number::one())));
        if let (Some(Some(share)), Against::Rest) | (Some(Some(share)), Against::Class(_)) =
            (shares, self.against)
        {
            let what = match self.against {
                Against::Class(_) if fitted.classes.len() > 2 => {
                    sentence!("P({} | {} or {})", leader, leader, other)
                }
                _ => sentence!("P({} | x)", leader),
            };
            scene.facts.push(Fact {
                what,
                address: Address::None,
                value: sentence!("{}", share.rounded(Precision::Share)),
            });
        }
        scene.frames.push(Frame {
            title: String::new(),
            x: Axis::of("ln odds", (-far, far)),
            y: Axis { title: String::new(), range: (-0.5, rows as f64 + 0.5), names, ..Axis::default() },
            equal: false,
            layers,
        });
        scene
    }
}
