//! How good the model is, in sentences.

use super::Room;
use super::talk::Told;
use crate::evaluate::Trial;
use crate::report;

impl Room<'_> {
    /// Judges the model as the split says.
    pub(super) fn judge(&mut self) -> Told {
        let Some(study) = self.study.clone() else { return Ok(()) };
        match Trial::plan(&study, None).and_then(|trial| trial.run(None)) {
            Ok(evaluation) => self.talk.document(&report::evaluation_aloud(&evaluation)),
            Err(problem) => self.talk.problem(problem),
        }
    }
}
