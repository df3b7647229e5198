//! What each figure says, and when it misleads.

use super::{Kind, Measured, OfClass, Source};

impl Source<'_> {
    /// What the figure is here, in one or two short sentences.
    pub(super) fn meaning(&self, kind: Kind, class: Option<usize>, measured: &Measured) -> String {
        let (evaluation, metrics) = (self.evaluation, self.metrics);
        let name = self.name(class);
        let OfClass { right, called, support } = self.counts(class);
        let n = evaluation.n;
        match kind {
            Kind::Errors => format!("Of {} as many are predicted wrong.", rows(n)),
            Kind::Accuracy => {
                format!("The share of the rows that are predicted right: {} of {n}.", evaluation.right)
            }
            Kind::Baseline => format!(
                "What always saying {} would reach: the commonest class.",
                self.name(evaluation.commonest)
            ),
            Kind::AboveBaseline => {
                "How much is gained over always saying the commonest class; below 0 the model is worse than that."
                    .to_owned()
            }
            Kind::BalancedAccuracy => {
                "The mean of the recalls: every class counts the same, however many rows it has.".to_owned()
            }
            Kind::MacroF1 => "The mean of the classes' F1.".to_owned(),
            Kind::LogLoss => match measured {
                Measured::Infinite => format!(
                    "The mean of −ln P(true class | x). It is infinite: the true class of {} was given probability 0.",
                    rows(evaluation.n_impossible)
                ),
                _ => format!("The mean of −ln P(true class | x) over {}; 0 is best.", self.defined()),
            },
            Kind::Brier if evaluation.labels.len() == 2 => format!(
                "How far the posteriors are from the truth, squared and added up over both classes, over {}: 0 is best, 2 worst. Books that look at one class only have half of it.",
                self.defined()
            ),
            Kind::Brier => format!(
                "How far the posteriors are from the truth, squared and added up over the classes, over {}: 0 is best, 2 worst.",
                self.defined()
            ),
            Kind::Area => match measured {
                Measured::Undefined => {
                    format!("It needs rows of {name} and rows of another class.")
                }
                _ => format!(
                    "Of a row of {name} and another row, how often the first has the greater P({name} | x); a tie is half.{}",
                    self.unplaced()
                ),
            },
            Kind::CalibrationError => {
                let what = match metrics.calibration.of {
                    Some(class) => format!("P({} | x)", self.name(Some(class))),
                    None => "the largest posterior".to_owned(),
                };
                format!(
                    "Rows are sorted into tenths by {what}; the mean distance between what was said and what is so (ECE)."
                )
            }
            Kind::Precision if called == 0 => format!("No row is called {name}, so this is 0/0."),
            Kind::Precision => format!("Of the {} called {name}, {right} {}.", rows(called), are(right)),
            Kind::Recall if support == 0 => format!("No row is {name}, so this is 0/0."),
            Kind::Recall => {
                format!("Of the {} that {} {name}, {right} {} called so.", rows(support), are(support), are(right))
            }
            Kind::F1 => format!("The harmonic mean of precision and recall of {name}."),
        }
    }

    /// `14 rows`, and how many were left out.
    fn defined(&self) -> String {
        match self.evaluation.n_undefined {
            0 => rows(self.metrics.n_defined),
            left => {
                format!("{}, without the {left} whose posterior is 0/0", rows(self.metrics.n_defined))
            }
        }
    }

    fn unplaced(&self) -> String {
        match self.metrics.roc.left_out {
            0 => String::new(),
            left => format!(" {} without a posterior {} left out.", rows(left), are(left)),
        }
    }
}

fn rows(count: u64) -> String {
    if count == 1 { "1 row".to_owned() } else { format!("{count} rows") }
}

fn are(count: u64) -> &'static str {
    if count == 1 { "is" } else { "are" }
}

/// When a figure misleads.
pub(super) fn misleads(kind: Kind) -> &'static str {
    match kind {
        Kind::Errors => "A count says nothing without the number of rows it is of.",
        Kind::Accuracy => {
            "Where one class is common it is high without any skill, and it does not say which class the errors are of."
        }
        Kind::Baseline => "It is no floor: a model can be worse.",
        Kind::AboveBaseline => {
            "With few rows a small gain is chance: see whether the interval of the accuracy holds the baseline."
        }
        Kind::BalancedAccuracy => {
            "A class of few rows moves it as much as a large one, so it swings when such a class is small."
        }
        Kind::MacroF1 => {
            "A class of few rows moves it as much as a large one, and rows rightly not called so never count."
        }
        Kind::LogLoss => {
            "One row that was called almost impossible outweighs many good ones; models of different classes cannot be compared by it."
        }
        Kind::Brier => {
            "With a rare class it is small whatever the model says; compare it with a model that says the shares of the classes."
        }
        Kind::Area => {
            "It only asks for the order of the rows: probabilities that are all too high leave it as it is."
        }
        Kind::CalibrationError => {
            "It depends on the bins, and with few rows in each it is mostly chance; saying the share of the class every time makes it 0."
        }
        Kind::Precision => "A model that says the class once, and is right, has precision 1.",
        Kind::Recall => "Saying the class every time makes it 1.",
        Kind::F1 => "Precision and recall need not matter the same, as F1 takes them to.",
    }
}
