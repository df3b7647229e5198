//! Predicts all parts of the rows together, stretch by stretch of the data.

use rayon::prelude::*;

use super::confusion::Fold;
use super::rows::EvaluatedRows;
use super::run::Part;
use super::run::Progress;
use super::sweep::Model;
use super::trial::Trial;
use crate::model::{PIECE, Parts, Rows};
use crate::problem::Problem;

/// This many consecutive rows are predicted together: a few blocks of each of ten parts.
const STRETCH: usize = 4 * PIECE;

impl Trial {
    /// The result of [`Trial::predicted`], with the models of all parts at once. Consecutive rows are predicted
    /// together, each by the model of its part, so all models read the same stretch of the columns and the order is
    /// kept.
    pub(super) fn predicted_together(
        &self,
        progress: &Progress<'_>,
        counted: Option<&Parts>,
    ) -> Result<(EvaluatedRows, Vec<Part>), Problem> {
        let fit = |part: usize| {
            progress.go_on()?;
            (progress.part)(part);
            let rows: Rows = self.tested_by(part).collect();
            Ok((self.model_without(part, counted), rows))
        };
        let models: Vec<(Result<Model, Problem>, Rows)> =
            (0..self.folds.count()).into_par_iter().map(fit).collect::<Result<_, Problem>>()?;
        let predictors: Vec<_> = models
            .iter()
            .map(|(model, rows)| Some(model.as_ref().ok()?.classifier().predictor(rows.len())))
            .collect();
        let rows: Vec<&Rows> = models.iter().map(|(_, rows)| rows).collect();
        let stretch = |from: &Vec<usize>, to: &Vec<usize>| {
            progress.go_on()?;
            let mut folds = Vec::with_capacity(rows.len());
            let mut predicted = Vec::with_capacity(rows.len());
            let places = from.iter().zip(to).map(|(from, to)| *from..*to);
            for (part, ((rows, predictor), places)) in rows.iter().zip(&predictors).zip(places).enumerate() {
                let rows = rows.slice(places);
                let said = match predictor {
                    Some(predictor) => predictor.rows(&rows),
                    None => self.unpredicted(&rows),
                };
                let rows = self.held_against(said, Some(part));
                folds.push(self.fold_of(part, &rows));
                predicted.push(rows);
            }
            let rows = EvaluatedRows::sorted(predicted);
            progress.done(rows.len());
            Ok((rows, folds))
        };
        let cuts = cuts(&rows, STRETCH);
        let stretches: Vec<(EvaluatedRows, Vec<Fold>)> = cuts
            .par_iter()
            .zip(cuts.par_iter().skip(1))
            .map(|(from, to)| stretch(from, to))
            .collect::<Result<_, Problem>>()?;
        let mut parts: Vec<Part> = models
            .iter()
            .enumerate()
            .map(|(part, (model, rows))| {
                self.part_of(self.fold_of(part, &EvaluatedRows::default()), model, rows)
            })
            .collect();
        let mut all = EvaluatedRows::new(self.whole.classifier().classes().len(), cuts.len() * STRETCH);
        for (rows, folds) in stretches {
            all.append(rows);
            parts.iter_mut().zip(folds).for_each(|(part, fold)| part.fold.add(&fold));
        }
        Ok((all, parts))
    }
}

/// Cuts the rows of several parts, each in increasing order, into stretches of `many` rows: by cut, how many rows of
/// each part are before it. A row in several parts is in the order of the parts.
fn cuts(parts: &[&Rows], many: usize) -> Vec<Vec<usize>> {
    let all: usize = parts.iter().map(|rows| rows.len()).sum();
    let end =
        parts.iter().filter_map(|rows| rows.get(rows.len().checked_sub(1)?)).max().map_or(0, |row| row + 1);
    let before = |row: usize| parts.iter().map(move |rows| rows.before(row));
    let mut cuts = vec![vec![0; parts.len()]];
    for wanted in (many..all).step_by(many) {
        // The last row with at most this many rows before it.
        let (mut low, mut high) = (0, end);
        while low < high {
            let row = low + (high - low).div_ceil(2);
            if before(row).sum::<usize>() <= wanted { low = row } else { high = row - 1 }
        }
        let mut cut: Vec<usize> = before(low).collect();
        let mut more = wanted - cut.iter().sum::<usize>();
        for (place, rows) in cut.iter_mut().zip(parts) {
            if more > 0 && rows.get(*place) == Some(low) {
                (*place, more) = (*place + 1, more - 1);
            }
        }
        cuts.push(cut);
    }
    cuts.push(parts.iter().map(|rows| rows.len()).collect());
    cuts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Study;
    use crate::recipe::Recipe;
    use crate::table::Source;

    /// Rows of three classes, some without one, with weights `n` from 0 to 3, and one row of a fourth class.
    fn trial(rows: usize, more: &str) -> Trial {
        let mut csv = String::from("size,colour,n,class\n");
        for row in 0..rows {
            let class = ["a", "b", "c", "?"][(row * 7 + row / 11) % 4 % (if row % 5 == 0 { 4 } else { 3 })];
            let colour = ["red", "green", "blue", "?"][(row * row + row / 3) % 4];
            csv += &format!("{}.{},{colour},{},{class}\n", row % 17, row % 9, (row * 3 + row / 7) % 4);
        }
        csv += "3.5,red,1,d\n";
        let recipe = Recipe::from_toml(
            &format!("target = \"class\"\nmodel = \"mixed\"\nvar_smoothing = \"1e-3\"\n{more}"),
            "test",
        )
        .unwrap();
        let study = Study::open(Source::bytes("parts.csv", csv.into_bytes()), recipe).unwrap();
        Trial::plan(&study, None).unwrap()
    }

    #[test]
    fn parts_predicted_together_are_the_parts_one_by_one() {
        for (rows, more) in [
            (30, "ignore = [\"n\"]\nsplit = \"folds:3\""),
            (STRETCH - 1, "ignore = [\"n\"]\nsplit = \"folds:7\""),
            (2 * STRETCH + 99, "ignore = [\"n\"]\nsplit = \"folds:64\""),
            (700, "ignore = [\"n\"]\nsplit = \"folds:65\""),
            (2 * STRETCH + 99, "weight = \"n\"\nsplit = \"folds:5\""),
        ] {
            let trial = trial(rows, more);
            let progress = Progress::new(None, "test");
            let counted = trial.counted(&progress).unwrap();
            let said = |(rows, parts): (EvaluatedRows, Vec<Part>)| {
                let parts: Vec<_> =
                    parts.into_iter().map(|part| (part.fold, part.unseen, part.held)).collect();
                (
                    rows.len(),
                    rows.table_rows(),
                    rows.iter().map(|row| format!("{row:?}")).collect::<Vec<_>>(),
                    parts,
                )
            };
            let together = said(trial.predicted_together(&progress, counted.as_ref()).unwrap());
            let apart = said(trial.predicted_apart(&progress, counted.as_ref()).unwrap());
            assert!(together == apart, "{rows} {more}");
            assert_eq!(together.0, trial.test_rows(), "{more}");
            let chosen = said(trial.predicted(&progress, counted.as_ref()).unwrap());
            assert!(chosen == apart, "{rows} {more}");
        }
    }

    #[test]
    fn a_cut_lies_after_as_many_rows_as_asked_even_within_a_row_of_several_parts() {
        let list = |rows: &[u32]| Rows::List(rows.to_vec());
        let (one, two, three) = (list(&[0, 4, 5]), list(&[0, 1, 4]), Rows::Range(4..6));
        let parts = [&one, &two, &three];
        for many in 1..9 {
            let cuts = cuts(&parts, many);
            let sizes: Vec<usize> = cuts.iter().map(|cut| cut.iter().sum()).collect();
            let wanted: Vec<usize> = (0..8).step_by(many).chain([8]).collect();
            assert_eq!(sizes, wanted);
        }
        assert_eq!(cuts(&parts, 4)[1], [2, 2, 0], "row 4 of the first part comes before that of the second");
        assert_eq!(cuts(&[&list(&[]), &list(&[])], 4), [[0, 0], [0, 0]]);
    }
}
