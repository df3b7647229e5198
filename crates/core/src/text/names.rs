//! Names cut to a width so that they stay distinct: the part that differs is kept.

use super::{display_width, fitting, shorten};
use std::borrow::Cow;
use std::collections::HashMap;
use unicode_segmentation::UnicodeSegmentation;

/// Columns of a name that are looked at: no table has such wide ones.
const LONGEST: usize = 160;

/// Names in `width` columns, all of a table at once: no two are the same, and none is wider, if there are as many
/// columns as their number has digits and one more.
///
/// What fits stays whole. Else the words of a name are cut, to three letters from the last to the first, then to two, and to one in an identifier of up to three;
/// what is too long or the same even so keeps its first letters and the part where these names differ; and what is the same
/// still is numbered.
pub fn names(names: &[&str], width: usize) -> Vec<String> {
    let bounded: Vec<Cow<'_, str>> = names.iter().map(|name| shorten(name, width.max(LONGEST))).collect();
    let names: &[&str] = &bounded.iter().map(|name| &**name).collect::<Vec<&str>>();
    let mut cut: Vec<Option<String>> = names.iter().map(|name| abbreviated(name, width)).collect();
    let same = duplicates(&cut);
    for at in same {
        // A name that is whole is never cut because another one looks like it.
        if let (Some(cut), Some(name)) = (cut.get_mut(at), names.get(at)) {
            *cut = cut.take().filter(|_| display_width(name) <= width);
        }
    }
    let mut left: Vec<_> = (0..names.len()).filter(|at| cut.get(*at).is_some_and(Option::is_none)).collect();
    // Names that came out the same differ farther on: each time round there are fewer of them.
    let mut by_words = true;
    while !left.is_empty() {
        distinguish(names, &left, width, by_words, &mut cut);
        let same = duplicates(&cut);
        let again: Vec<usize> = left.iter().copied().filter(|at| same.contains(at)).collect();
        if again.len() == left.len() && !by_words {
            break;
        }
        by_words = false;
        left = again;
    }
    let mut done: Vec<String> = cut.into_iter().map(Option::unwrap_or_default).collect();
    duplicates(&done).into_iter().for_each(|at| number(&mut done, names, at, width));
    // A number may be at the end of a name as it is: then all have one.
    if !duplicates(&done).is_empty() {
        (0..done.len()).for_each(|at| number(&mut done, names, at, width));
    }
    done
}

/// One name cut as [`names`] cuts many.
pub fn name(name: &str, width: usize) -> String {
    names(&[name], width).pop().unwrap_or_default()
}

/// The places of duplicates.
fn duplicates<T: Eq + std::hash::Hash>(all: &[T]) -> Vec<usize> {
    let mut seen: HashMap<&T, usize> = HashMap::new();
    all.iter().for_each(|one| *seen.entry(one).or_default() += 1);
    let places = all.iter().enumerate().filter(|(_, one)| seen.get(one).is_some_and(|times| *times > 1));
    places.map(|(at, _)| at).collect()
}

/// The name whole, or with its words cut; `None` where that is too long, too.
fn abbreviated(name: &str, width: usize) -> Option<String> {
    if display_width(name) <= width {
        return Some(name.to_owned());
    }
    let words = words(name);
    let mut lengths: Vec<usize> = words.iter().map(|(word, _)| word.graphemes(true).count()).collect();
    // One letter is enough for a word of a short identifier, `s_w…`, but not of other names.
    let is_short = words.len() <= 3 && !name.contains(char::is_whitespace);
    for most in if is_short { 1..=3 } else { 2..=3 }.rev() {
        for at in (0..words.len()).rev() {
            let is_number = words.get(at).is_some_and(|(word, _)| word.starts_with(|c: char| c.is_numeric()));
            let Some(whole) = lengths.get(at).copied().filter(|length| *length > most && !is_number) else {
                continue;
            };
            // The word that is cut last keeps as many letters as fit.
            for length in (most..whole).rev() {
                if let Some(own) = lengths.get_mut(at) {
                    *own = length;
                }
                let cut = joined(&words, &lengths);
                if display_width(&cut) <= width {
                    return Some(cut);
                }
            }
        }
    }
    None
}

fn joined(words: &[(&str, &str)], lengths: &[usize]) -> String {
    let mut text = String::new();
    for ((word, after), length) in words.iter().zip(lengths) {
        text.extend(word.graphemes(true).take(*length));
        text.push_str(after);
    }
    text.push('…');
    text
}

fn divides(c: char) -> bool {
    c.is_whitespace() || matches!(c, '_' | '-' | '.')
}

fn words(name: &str) -> Vec<(&str, &str)> {
    let mut words = Vec::new();
    let (mut start, mut end, mut before) = (0, None, None::<char>);
    for (at, c) in name.char_indices() {
        let new = before.is_some_and(|before| {
            let rises = c.is_uppercase() && !before.is_uppercase();
            !divides(c) && (divides(before) || rises || c.is_numeric() != before.is_numeric())
        });
        if new {
            let to = end.take().unwrap_or(at);
            words.push((name.get(start..to).unwrap_or_default(), name.get(to..at).unwrap_or_default()));
            start = at;
        } else if divides(c) && end.is_none() {
            end = Some(at);
        }
        before = Some(c);
    }
    let to = end.unwrap_or(name.len());
    words.push((name.get(start..to).unwrap_or_default(), name.get(to..).unwrap_or_default()));
    words
}

/// Gives each of these names its first letters and the part where they differ.
/// Whole words of it where `by_words` says so: `mean` and `deviation` do not differ in all but their last letter.
fn distinguish(names: &[&str], places: &[usize], width: usize, by_words: bool, cut: &mut [Option<String>]) {
    // Those that came out the same are a group of their own.
    let mut groups: HashMap<Option<String>, Vec<usize>> = HashMap::new();
    for at in places {
        groups.entry(cut.get(*at).cloned().flatten()).or_default().push(*at);
    }
    for group in groups.into_values() {
        let letters: Vec<Vec<&str>> =
            group.iter().filter_map(|at| names.get(*at)).map(|name| name.graphemes(true).collect()).collect();
        let start = common(&letters, |name, at| name.get(at).copied());
        let end =
            common(&letters, |name, at| name.len().checked_sub(at + 1).and_then(|at| name.get(at)).copied());
        for (at, name) in group.iter().zip(&letters) {
            let mut to = name.len().saturating_sub(end).max(start);
            let mut start = start;
            if by_words {
                let inside = |at: usize| {
                    let letter = |at: usize| name.get(at).is_some_and(|letter| !letter.starts_with(divides));
                    letter(at) && at.checked_sub(1).is_some_and(letter)
                };
                start = (0..=start).rev().find(|at| !inside(*at)).unwrap_or(0);
                to = (to..name.len()).find(|at| !inside(*at)).unwrap_or(name.len());
            }
            let part = name.get(start..to).unwrap_or_default().concat();
            let part = part.trim_matches(divides);
            let room = width.saturating_sub(display_width(part) + 1);
            let short = if room >= 1 && start > 0 && !part.is_empty() {
                let head = fitting(name.iter().copied().take(start), room).concat();
                format!("{}…{part}", head.trim_end_matches(divides))
            } else {
                shorten(part, width).into_owned()
            };
            if let Some(cut) = cut.get_mut(*at) {
                *cut = Some(short);
            }
        }
    }
}

fn common<'a>(names: &[Vec<&'a str>], letter: impl Fn(&[&'a str], usize) -> Option<&'a str>) -> usize {
    let Some((first, rest)) = names.split_first().filter(|(_, rest)| !rest.is_empty()) else { return 0 };
    let same = |at: &usize| {
        letter(first, *at).is_some_and(|own| rest.iter().all(|name| letter(name, *at) == Some(own)))
    };
    (0..first.len()).take_while(same).count()
}

fn number(done: &mut [String], names: &[&str], at: usize, width: usize) {
    let number = format!("#{}", at + 1);
    let room = width.saturating_sub(number.len());
    if let (Some(done), Some(name)) = (done.get_mut(at), names.get(at)) {
        *done = format!("{}{number}", fitting(name.graphemes(true), room).concat());
        if display_width(done) > width {
            *done = fitting(number.graphemes(true), width).concat();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use proptest::prelude::*;

    use super::*;

    /// The table of screens2, A6.
    #[test]
    fn names_are_cut_where_they_do_not_differ() {
        let iris = ["sepal_length", "sepal_width", "petal_length", "petal_width"];
        let many: Vec<String> = (0..30).map(|at| format!("feature_with_long_name_{at:02}")).collect();
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        for (width, cut, last) in [
            (12, iris, "feature_w…29"),
            (10, ["sepal_len…", "sepal_wid…", "petal_len…", "petal_wid…"], "feature…29"),
            (8, ["sep_len…", "sep_wid…", "pet_len…", "pet_wid…"], "featu…29"),
            (6, ["se_le…", "se_wi…", "pe_le…", "pe_wi…"], "fea…29"),
        ] {
            assert_eq!(names(&iris, width), cut, "{width}");
            assert_eq!(names(&many, width).last().map(String::as_str), Some(last), "{width}");
        }
        for (name, width, cut) in [
            ("petalLength", 9, "petalLen…"),
            ("versicolor", 11, "versicolor"),
            ("versicolor", 6, "versi…"),
            ("Alpha_centauri_bright", 13, "Alph_cen_bri…"),
            ("year2019", 7, "ye2019…"),
            ("东京都的气温", 7, "东京都…"),
            ("ab", 1, "…"),
            ("ab", 0, ""),
        ] {
            assert_eq!(self::name(name, width), cut, "{name} in {width}");
        }
    }

    #[test]
    fn words_of_short_identifiers_are_cut_to_one_letter() {
        let iris = ["sepal_length", "sepal_width", "petal_length", "petal_width"];
        assert_eq!(names(&iris, 4), ["s_l…", "s_w…", "p_l…", "p_w…"]);
        // With more words, or separate words, the part that differs is kept.
        assert_eq!(names(&["sepal_length_in_mm", "sepal_width_in_mm"], 6), ["length", "width"]);
        assert_eq!(names(&["Dawn poplar", "Dawn redwood"], 4), ["po…r", "re…d"]);
    }

    #[test]
    fn names_that_are_cut_to_the_same_text_are_distinguished() {
        assert_eq!(
            names(
                &["apparent_size_mean_of_a_star", "apparent_size_deviation_of_a_star", "size_mean_of_a_star"],
                14
            ),
            ["apparent…mean", "appa…deviation", "si_me_of_a_st…"]
        );
        assert_eq!(names(&["a", "a", "a#2"], 4), ["a#1", "a#2", "a##3"]);
        assert_eq!(names(&["same", "same"], 3), ["s#1", "s#2"]);
        // A name that is whole stays whole.
        assert_eq!(names(&["ab…", "abcdefgh"], 3)[0], "ab…");
    }

    proptest! {
        #[test]
        fn cut_names_differ_and_fit(
            all in prop::collection::hash_set("([ab_]{1,3}|[A-C][ab]{0,9}|[0-9]{1,4}|[东京 .-]|e\u{301}|…|#[0-9]){1,5}", 1..40),
            width in 0usize..16,
        ) {
            let all: Vec<&str> = all.iter().map(String::as_str).collect();
            let cut = names(&all, width);
            prop_assert_eq!(cut.len(), all.len());
            for (name, cut) in all.iter().zip(&cut) {
                prop_assert!(display_width(cut) <= width, "{} is {} in {}", name, cut, width);
            }
            if width > all.len().to_string().len() {
                let different: HashSet<&String> = cut.iter().collect();
                prop_assert_eq!(different.len(), all.len(), "{:?} in {}", cut, width);
            }
            if display_width(all[0]) <= width && cut.iter().all(|cut| !cut.contains('#')) {
                prop_assert_eq!(&cut[0], all[0]);
            }
        }
    }
}
