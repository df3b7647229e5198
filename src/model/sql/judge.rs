//! The query that judges a model where the rows are: rows by fold, by what is so and by what was said, with what log loss
//! and Brier score are sums of. The rows of a fold are scored by the model of the other folds.

use std::sync::Arc;

use super::predict::{Scores, refuse};
use super::said::Said;
use crate::encode::{Base, Dialect, HeldOut, Partition, TableInEngine};
use crate::math::Name;
use crate::model::fitted::Fitted;
use crate::model::parts::Parts;
use crate::problem::Problem;
use crate::text::grouped;

/// The most bytes of such a query.
const LONGEST: usize = 16 << 20;

/// The columns of its answer. `n` adds weights up and `rows` counts rows; `tied` and `impossible` are those of `n` for which
/// several classes are best, and to whose class probability 0 was given; then −ln P(actual | x), without the impossible, and
/// the Brier score, each summed over the rows with a prediction.
pub const COUNTED: [&str; 9] =
    ["fold", "actual", "predicted", "n", "rows", "tied", "impossible", "log_loss_sum", "brier_sum"];

/// For each fold of a file of sums, its name and the model of the others, or why there is none.
pub type FoldModels = Vec<(String, Result<Fitted, Problem>)>;

impl Fitted {
    /// The models that judge the folds by which the rows were summed.
    ///
    /// # Errors
    /// When the sums are not those of folds, or of too many.
    pub fn of_other_folds(&self) -> Result<FoldModels, Problem> {
        let (names, parts) = Parts::of_sums(&self.data, Arc::clone(&self.statistics))?;
        if names.len() < 2 {
            return Err(Problem {
                kind: "no_data",
                what: format!("{} of the folds have rows with a class, and folds need two", names.len()),
                fix: "name a column that tells rows apart, or one of several values".into(),
                ..Problem::default()
            });
        }
        let none = Arc::new(Partition::new(0));
        let model = |part: usize| {
            let held_out = HeldOut::new(Arc::clone(&none), u32::MAX, self.class_codes().into());
            let data = self.data.without(held_out);
            let statistics = parts.all_but(part, &data).unwrap_or_else(|| (*self.statistics).clone());
            Fitted::estimate(Arc::new(data), Arc::new(statistics))
        };
        Ok((0..).zip(names).map(|(part, name)| (name, model(part))).collect())
    }
}

impl TableInEngine {
    /// The query whose rows count the rows of the table: its columns are [`COUNTED`]. Each fold is judged by its model; the
    /// whole table by `fitted` where there are no folds.
    ///
    /// # Errors
    /// As [`TableInEngine::scores`], and when the query would be too long.
    pub fn judged(
        &self,
        dialect: &Dialect,
        fitted: &Fitted,
        folds: Option<&FoldModels>,
    ) -> Result<String, Problem> {
        refuse(fitted)?;
        let columns = fitted.data.table.columns();
        let base = Base::new(dialect, self, &fitted.data.resolved, columns)?;
        let k = fitted.classes.len();
        let mut query = Judged { base: &base, k, parts: Vec::new(), branches: Vec::new(), length: 0 };
        let class = if fitted.is_naive() {
            "base.y IS NOT NULL AND base.w > 0".to_owned()
        } else {
            // Rows that a model of all numbers together cannot learn from judge none.
            let known = (0..base.features.len()).map(|at| format!(" AND base.x{at} IS NOT NULL"));
            format!("base.y IS NOT NULL AND base.w > 0{}", known.collect::<String>())
        };
        match folds {
            None => query.branch(Some(fitted), None, &class)?,
            Some(folds) => {
                for (at, (name, model)) in folds.iter().enumerate() {
                    let only = format!("base.fold = {}", dialect.text(name));
                    let judging = format!("{class} AND {only}");
                    query.branch(model.as_ref().ok(), Some((at, only)), &judging)?;
                }
            }
        }
        Ok(query.text(&fitted.classes))
    }
}

struct Judged<'a> {
    base: &'a Base<'a>,
    /// How many classes there are.
    k: usize,
    parts: Vec<String>,
    /// The scores of the rows of each fold.
    branches: Vec<String>,
    /// Bytes of both.
    length: usize,
}

impl Judged<'_> {
    fn branch(
        &mut self,
        model: Option<&Fitted>,
        of: Option<(usize, String)>,
        judging: &str,
    ) -> Result<(), Problem> {
        let mut joins = Vec::new();
        let sums = match model {
            Some(fitted) => {
                let mut scores = Scores::new(self.base, fitted, of);
                let sums = scores.sums()?;
                joins = scores.joins;
                self.length += scores.parts.iter().map(String::len).sum::<usize>();
                self.parts.extend(scores.parts);
                sums
            }
            // Without a model nothing is said.
            None => vec![format!("CAST(NULL AS {})", self.base.dialect.float); self.k],
        };
        let lns: Vec<String> =
            sums.iter().enumerate().map(|(class, sum)| format!("{sum} AS l{class}")).collect();
        let branch = format!(
            "SELECT base.y, base.w, {} AS fold, {}\n  FROM base {} WHERE {judging}",
            if self.base.of.folds.is_some() { "base.fold" } else { "''" },
            lns.join(",\n    "),
            joins.join(" ")
        );
        self.length += branch.len();
        self.branches.push(branch);
        if self.length <= LONGEST {
            return Ok(());
        }
        Err(Problem {
            kind: "too_large",
            what: format!("the query would be longer than {} bytes", grouped(LONGEST as u64)),
            fix: "deal the rows to fewer folds, or leave out columns of many values: --ignore".into(),
            ..Problem::default()
        })
    }

    fn text(self, classes: &[Name]) -> String {
        let dialect = self.base.dialect;
        let said = Said { dialect, names: classes };
        let scores = said.scores().join(", ");
        let each = |of: &dyn Fn(usize, String) -> String| -> Vec<String> {
            (0..).zip(classes).map(|(class, name)| of(class, dialect.text(name.as_str()))).collect()
        };
        let shares = each(&|class, _| format!("{} AS e{class}", said.share(class))).join(", ");
        let names = each(&|_, name| name).join(", ");
        let own = each(&|class, name| format!("WHEN {name} THEN l{class}")).join(" ");
        let all = each(&|class, _| format!("e{class}")).join(" + ");
        let apart = each(&|class, name| {
            let apart = format!("(e{class} / NULLIF(s, 0) - CASE WHEN y = {name} THEN 1 ELSE 0 END)");
            format!("{apart} * {apart}")
        });
        let base = self.base.query(&[], self.base.has_texts(), true);
        let mut parts = vec![format!("base AS {}({base})", dialect.materialized)];
        parts.extend(self.parts);
        let whole = |sum: &str| format!("CAST(COALESCE(SUM({sum}), 0) AS {})", dialect.whole);
        let float = |sum: &str| {
            let sum = format!("CAST(COALESCE(SUM({sum}), 0) AS {})", dialect.float);
            Dialect::filled(dialect.digits, &sum)
        };
        let possible = format!("own > {}", dialect.minus_infinity);
        let sums = [
            "fold".to_owned(),
            "y".to_owned(),
            "COALESCE(predicted, '')".to_owned(),
            whole("w"),
            "COUNT(*)".to_owned(),
            whole("CASE WHEN predicted IS NOT NULL AND ties > 1 THEN w ELSE 0 END"),
            whole(&format!("CASE WHEN predicted IS NULL OR {possible} THEN 0 ELSE w END")),
            float(&format!("CASE WHEN predicted IS NOT NULL AND {possible} THEN w * (LN(s) + m - own) END")),
            float("CASE WHEN predicted IS NOT NULL THEN w * apart END"),
        ];
        let columns: Vec<String> =
            sums.iter().zip(COUNTED).map(|(sum, name)| format!("{sum} AS {}", dialect.name(name))).collect();
        format!(
            "WITH {},\nscores AS (\n{}\n),\nhighest AS (SELECT y, w, fold, {scores}, {} AS m FROM scores),\n\
             shares AS (SELECT y, w, fold, {scores}, m, {shares} FROM highest),\n\
             sums AS (SELECT shares.*, {all} AS s FROM shares),\n\
             said AS (SELECT fold, y, w, m, s, {} AS predicted,\n    {} AS ties,\n    CASE y {own} END AS own,\n    \
             {}\n    + CASE WHEN y IN ({names}) THEN 0 ELSE 1 END AS apart FROM sums)\n\
             SELECT {}\n  FROM said GROUP BY fold, y, predicted ORDER BY 1, 2, 3;\n",
            parts.join(",\n"),
            self.branches.join("\nUNION ALL\n"),
            said.highest(),
            said.predicted(),
            said.ties(),
            apart.join("\n    + "),
            columns.join(",\n  ")
        )
    }
}
