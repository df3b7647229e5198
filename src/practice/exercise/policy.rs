//! The keys of `[policy]`: how an exercise is marked.

use std::collections::BTreeMap;

use serde::Deserialize;
use toml::Spanned;

use super::file::{Text, choice, near_tag};
use super::rules::Rules;
use crate::practice::mark::Policy;
use crate::practice::mistakes::about;
use crate::problem::Problem;

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawPolicy {
    figures: Option<Spanned<usize>>,
    coarse: Option<Spanned<String>>,
    early_rounding: Option<Spanned<f64>>,
    carried: Option<Spanned<f64>>,
    slip: Option<Spanned<f64>>,
    causes: Option<Spanned<BTreeMap<String, f64>>>,
    unreduced: Option<Spanned<String>>,
    carry_forward: Option<bool>,
    attempts: Option<u32>,
    reveal: Option<Spanned<String>>,
    diagnose: Option<Vec<Spanned<String>>>,
}

/// Significant figures that a computer's decimal has.
const MOST_FIGURES: usize = 15;

fn positive<T: Copy + Default + PartialEq>(
    text: &Text<'_>,
    number: Option<Spanned<T>>,
    what: &str,
    fix: &str,
) -> Result<Option<T>, Problem> {
    match number {
        Some(number) if *number.get_ref() == T::default() => {
            Err(text.wrong(Some(number.span().start), format!("{what} is 0, and 1 is the least"), fix))
        }
        number => Ok(number.map(Spanned::into_inner)),
    }
}

fn share(text: &Text<'_>, credit: Option<Spanned<f64>>, what: &str) -> Result<Option<f64>, Problem> {
    let Some(credit) = credit else { return Ok(None) };
    if (0.0..=1.0).contains(credit.get_ref()) {
        return Ok(Some(credit.into_inner()));
    }
    let what = format!("{what} is {}, and it is a share of the marks", credit.get_ref());
    Err(text.wrong(Some(credit.span().start), what, "write a number from 0 to 1"))
}

fn of_causes(
    text: &Text<'_>,
    causes: Spanned<BTreeMap<String, f64>>,
) -> Result<BTreeMap<String, f64>, Problem> {
    let at = causes.span();
    for (tag, credit) in causes.get_ref() {
        if tag != "*" && about(tag).is_none() {
            let what = format!("causes names “{tag}”, which is no known cause");
            let fix =
                "write causes = { B23 = 0.5 }, or \"*\" = 0.25 for all others that are known".to_owned();
            return Err(text.wrong(Some(at.start), what, near_tag(tag, fix)));
        }
        share(text, Some(Spanned::new(at.clone(), *credit)), &format!("causes: {tag}"))?;
    }
    Ok(causes.into_inner())
}

fn diagnosed(text: &Text<'_>, wanted: Vec<Spanned<String>>) -> Result<Vec<String>, Problem> {
    let unknown = |pattern: &&Spanned<String>| {
        let tag = pattern.get_ref().trim_start_matches('!');
        tag != "*" && about(tag).is_none()
    };
    if let Some(pattern) = wanted.iter().find(unknown) {
        let what = format!("diagnose names “{}”, which is no known cause", pattern.get_ref());
        let fix = "write * for all, a tag such as B4, or !B22 for what is not looked for".to_owned();
        let fix = near_tag(pattern.get_ref().trim_start_matches('!'), fix);
        return Err(text.wrong(Some(pattern.span().start), what, fix));
    }
    Ok(wanted.into_iter().map(Spanned::into_inner).collect())
}

impl RawPolicy {
    pub(super) fn rules(self, text: &Text<'_>) -> Result<Rules, Problem> {
        let usual = Rules::default();
        let unreduced =
            choice(text, self.unreduced, "unreduced", &Rules::UNREDUCED)?.unwrap_or(usual.unreduced);
        let of_causes = self.causes.map(|causes| of_causes(text, causes)).transpose()?;
        let enough = "write 2, or how many significant figures are enough";
        if let Some(many) = self.figures.as_ref().filter(|figures| *figures.get_ref() > MOST_FIGURES) {
            let what = format!(
                "figures is {}, and the decimals of a computer have {MOST_FIGURES} at most",
                many.get_ref()
            );
            return Err(text.wrong(Some(many.span().start), what, enough));
        }
        let figures = positive(text, self.figures, "figures", enough)?;
        let diagnose = self.diagnose.map(|wanted| diagnosed(text, wanted)).transpose()?;
        Ok(Rules {
            policy: Policy {
                figures: figures.unwrap_or(usual.policy.figures),
                coarse: choice(text, self.coarse, "coarse", &Rules::COARSE)?.unwrap_or(usual.policy.coarse),
                note_unreduced: unreduced != usual.unreduced,
            },
            early_rounding: share(text, self.early_rounding, "early_rounding")?
                .unwrap_or(usual.early_rounding),
            carried: share(text, self.carried, "carried")?.unwrap_or(usual.carried),
            slip: share(text, self.slip, "slip")?.unwrap_or(usual.slip),
            of_causes: of_causes.unwrap_or_default(),
            unreduced,
            carry_forward: self.carry_forward.unwrap_or(usual.carry_forward),
            attempts: self.attempts.unwrap_or(usual.attempts),
            reveal: choice(text, self.reveal, "reveal", &Rules::REVEAL)?.unwrap_or(usual.reveal),
            diagnose: diagnose.unwrap_or(usual.diagnose),
        })
    }
}
