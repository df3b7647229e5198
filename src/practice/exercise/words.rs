//! What an exercise says besides what it asks: the course, an introduction, the deadline, and the wording of steps.

use std::fmt;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use toml::value::{Datetime, Offset};
use toml::{Spanned, Value};

use super::file::{Raw, Text};
use crate::problem::Problem;
use crate::text::{is_hidden, shown};

/// Characters of the longest introduction, and of the longest line.
const LONGEST: usize = 10_000;
const LINE: usize = 500;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Words {
    pub course: Option<String>,
    pub intro: Vec<String>,
    pub deadline: Option<Deadline>,
    pub reminders: bool,
}

/// When answers are handed in: a day, or a time of a day.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Deadline(Datetime);

impl Words {
    pub(super) fn of(raw: &Raw, text: &Text<'_>) -> Result<Words, Problem> {
        if let Some(title) = &raw.title {
            line(title, "title", text)?;
        }
        Ok(Words {
            course: raw.course.as_ref().map(|course| line(course, "course", text)).transpose()?,
            intro: raw.intro.as_ref().map(|intro| paragraphs(intro, text)).transpose()?.unwrap_or_default(),
            deadline: raw.deadline.as_ref().map(|deadline| Deadline::of(deadline, text)).transpose()?,
            reminders: raw.reminders.unwrap_or(true),
        })
    }
}

pub(super) fn line(written: &Spanned<String>, key: &str, text: &Text<'_>) -> Result<String, Problem> {
    let found = written.get_ref().split_whitespace().collect::<Vec<_>>().join(" ");
    let at = Some(written.span().start);
    if found.is_empty() {
        return Err(text.wrong(at, format!("{key} is empty"), format!("write a text, or leave {key} out")));
    }
    // A title is made from the name of a file, and is shown safely wherever it stands.
    if let Some(c) = found.chars().find(|c| is_hidden(*c) && key != "title") {
        let what = format!("{key} has the character {}, which nobody sees", shown(&c.to_string()));
        return Err(text.wrong(at, what, "take it out"));
    }
    if found.chars().count() > LINE {
        let what = format!("{key} has more than {LINE} characters");
        return Err(text.wrong(at, what, "write less; longer texts belong into intro"));
    }
    Ok(found)
}

fn paragraphs(written: &Spanned<String>, text: &Text<'_>) -> Result<Vec<String>, Problem> {
    let at = Some(written.span().start);
    let whole = written.get_ref().replace("\r\n", "\n");
    if whole.chars().count() > LONGEST {
        let what = format!("intro has more than {LONGEST} characters");
        return Err(text.wrong(at, what, "write less: it stands on every sheet"));
    }
    if let Some(c) = whole.chars().find(|c| is_hidden(*c) && !matches!(c, '\n' | '\t')) {
        let what = format!("intro has the character {}, which nobody sees", shown(&c.to_string()));
        return Err(text.wrong(at, what, "take it out"));
    }
    let joined = |lines: &[&str]| lines.iter().map(|line| line.trim()).collect::<Vec<_>>().join(" ");
    let lines: Vec<&str> = whole.lines().collect();
    let all = lines.split(|line| line.trim().is_empty()).map(joined).filter(|text| !text.is_empty());
    Ok(all.collect())
}

const WRITE: &str = "write deadline = 2026-11-30, or with a time: deadline = 2026-11-30T18:00:00";

impl Deadline {
    fn of(written: &Spanned<Value>, text: &Text<'_>) -> Result<Deadline, Problem> {
        let wrong = |what: String| text.wrong(Some(written.span().start), what, WRITE);
        let found = match written.get_ref() {
            Value::Datetime(found) => Some(*found),
            Value::String(found) => found.trim().parse().ok(),
            _ => None,
        };
        let found = found.ok_or_else(|| wrong(format!("the deadline {} is no date", written.get_ref())))?;
        if found.date.is_none() {
            return Err(wrong(format!("the deadline {found} is a time without a day")));
        }
        Ok(Deadline(found))
    }

    /// Whether it is over. A time without its distance from Greenwich is over when it is over everywhere, and a day when
    /// it has ended.
    pub fn is_over(&self, now: SystemTime) -> bool {
        let Some(date) = self.0.date else { return false };
        let days = days(i64::from(date.year), i64::from(date.month), i64::from(date.day));
        let minutes = match self.0.time {
            Some(time) => i64::from(time.hour) * 60 + i64::from(time.minute),
            None => 24 * 60,
        };
        let west = match self.0.offset {
            Some(Offset::Z) => 0,
            Some(Offset::Custom { minutes }) => -i64::from(minutes),
            None => 12 * 60,
        };
        let seconds = (days * 24 * 60 + minutes + west) * 60;
        let Ok(seconds) = u64::try_from(seconds) else { return true };
        now >= UNIX_EPOCH + Duration::from_secs(seconds)
    }
}

/// Days from the first of January 1970 to a day of the Gregorian calendar.
fn days(year: i64, month: i64, day: i64) -> i64 {
    // A year that begins in March has its odd day at its end.
    let year = if month <= 2 { year - 1 } else { year };
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    year * 365 + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400) + of_year - 719_468
}

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

impl fmt::Display for Deadline {
    /// As it is said: `30 November 2026, 18:00`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(date) = self.0.date {
            let month = MONTHS.get(usize::from(date.month).wrapping_sub(1)).copied().unwrap_or_default();
            write!(f, "{} {month} {}", date.day, date.year)?;
        }
        if let Some(time) = self.0.time {
            write!(f, ", {:02}:{:02}", time.hour, time.minute)?;
        }
        match self.0.offset {
            Some(Offset::Z) => f.write_str(" UTC"),
            Some(offset) => write!(f, " UTC{offset}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn over(deadline: &str, seconds: u64) -> bool {
        Deadline(deadline.parse().unwrap()).is_over(UNIX_EPOCH + Duration::from_secs(seconds))
    }

    #[test]
    fn a_deadline_is_over_when_it_is_over_everywhere() {
        // 2026-11-30 00:00 UTC, by `date -u -d`.
        const DAY: u64 = 1_795_996_800;
        const HOUR: u64 = 3_600;
        for (deadline, end) in [
            ("2026-11-30", DAY + 36 * HOUR),
            ("2026-11-30T18:00:00", DAY + 30 * HOUR),
            ("2026-11-30T18:00:00Z", DAY + 18 * HOUR),
            ("2026-11-30T18:00:00+01:00", DAY + 17 * HOUR),
            ("2026-11-30T18:00:00-05:00", DAY + 23 * HOUR),
        ] {
            assert!(!over(deadline, end - 1) && over(deadline, end), "{deadline}");
        }
        assert_eq!((days(1970, 1, 1), days(2000, 2, 29), days(2024, 3, 1)), (0, 11_016, 19_783));
    }

    #[test]
    fn a_deadline_is_said_as_people_say_it() {
        for (written, said) in [
            ("2026-11-30", "30 November 2026"),
            ("2026-01-02T08:05:00", "2 January 2026, 08:05"),
            ("2026-11-30 18:00:00+01:00", "30 November 2026, 18:00 UTC+01:00"),
            ("2026-11-30T18:00:00Z", "30 November 2026, 18:00 UTC"),
        ] {
            assert_eq!(Deadline(written.parse().unwrap()).to_string(), said);
        }
    }
}
