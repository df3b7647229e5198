//! What other samples would have drawn: the boundaries and means of the model, fitted again to rows that it drew itself.

use super::border::borders;
use super::pair::Pair;
use super::scene::{Key, Layer, Mark, Role, Scene, Shape};
use super::surface::Surface;
use crate::math::sentence;
use crate::model::{Case, DrawOptions, Fitted, Uniforms};
use crate::text::grouped;

/// Half a mark of a mean, as a share of what is seen.
const TICK: f64 = 1.0 / 400.0;

/// Boundaries and means of the samples; without one a note says why.
pub(super) fn layer(
    pair: &Pair,
    fitted: &Fitted,
    case: Option<&Case>,
    [x, y]: [(f64, f64); 2],
    scene: &mut Scene,
) -> Option<Layer> {
    let seed = fitted.data.resolved.recipe.seed_or_default();
    let sampler = fitted.sampler(DrawOptions::default());
    let found = sampler.and_then(|sampler| {
        sampler.refits(pair.samples, fitted.sample_rows(), &mut Uniforms::seeded(seed), None)
    });
    let found = match found {
        Ok(found) => found,
        Err(problem) => {
            scene.notes.push(sentence!("No samples are drawn: {}.", problem.what));
            return None;
        }
    };
    let mut marks = Vec::new();
    for model in &found.models {
        let others = pair.others_of(model, case);
        let Some(surface) = Surface::of(model, pair.features, others, case) else { continue };
        marks.extend(borders(&surface, x, y).into_iter().map(|line| Mark::new(Shape::Path(line.points))));
        let wide = (x.1 - x.0) * TICK;
        let means = (0..surface.classes()).filter_map(|class| Some(surface.plane(class)?.mean));
        marks.extend(means.map(|[at, up]| Mark::new(Shape::Path(vec![[at - wide, up], [at + wide, up]]))));
    }
    let text = sentence!(
        "boundaries and means of {} samples of {} rows that the model drew",
        found.models.len(),
        grouped(found.rows as u64)
    );
    scene.legend.push(Key { role: Role::Sample, text: text.clone() });
    scene.notes.push(sentence!("Dotted: {}.", text));
    Some(Layer { role: Role::Sample, marks })
}
