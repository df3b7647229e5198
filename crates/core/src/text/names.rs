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
/// What fits stays whole. Otherwise the words of a name are cut, from the last to the first: to three letters, then to two, and to
/// one in an identifier of up to three words. A name that is still too long, or the same as another one, keeps its first letters
/// and the part where these names differ. Names that are the same even so are numbered.
pub fn names(names: &[&str], width: usize) -> Vec<String> {
    let bounded: Vec<Cow<'_, str>> = names.iter().map(|name| shorten(name, width.max(LONGEST))).collect();
    let names: Vec<&str> = bounded.iter().map(|name| &**name).collect();
    let mut cut: Vec<Option<String>> = names.iter().map(|name| abbreviated(name, width)).collect();
    // A name that is whole is never cut because another one looks like it.
    for ((same, cut), name) in repeated(&cut).into_iter().zip(&mut cut).zip(&names) {
        cut.take_if(|_| same && display_width(name) > width);
    }
    let mut open: Vec<bool> = cut.iter().map(Option::is_none).collect();
    // Names that came out the same differ farther on: each time round there are fewer of them.
    let mut by_words = true;
    while open.contains(&true) {
        distinguish(&names, &open, width, by_words, &mut cut);
        let again: Vec<bool> = repeated(&cut).iter().zip(&open).map(|(same, open)| *same && *open).collect();
        if again == open && !by_words {
            break;
        }
        by_words = false;
        open = again;
    }
    let mut done: Vec<String> = cut.into_iter().map(Option::unwrap_or_default).collect();
    let same = repeated(&done);
    number(&mut done, &names, width, &same);
    // A number may be at the end of a name as it is: then all have one.
    if repeated(&done).contains(&true) {
        number(&mut done, &names, width, &vec![true; names.len()]);
    }
    done
}

/// One name cut as [`names`] cuts many.
pub fn name(name: &str, width: usize) -> String {
    names(&[name], width).pop().unwrap_or_default()
}

fn repeated<T: Eq + std::hash::Hash>(all: &[T]) -> Vec<bool> {
    let mut times: HashMap<&T, usize> = HashMap::new();
    all.iter().for_each(|one| *times.entry(one).or_default() += 1);
    all.iter().map(|one| times.get(one).is_some_and(|times| *times > 1)).collect()
}

/// The name whole, or with its words cut; `None` where that is too long, too.
fn abbreviated(name: &str, width: usize) -> Option<String> {
    if display_width(name) <= width {
        return Some(name.to_owned());
    }
    let mut words = words(name);
    let is_number = |word: &[&str]| word.first().is_some_and(|letter| letter.starts_with(char::is_numeric));
    // One letter is enough for a word of a short identifier, `s_w…`, but not of other names.
    let is_short = words.len() <= 3 && !name.contains(char::is_whitespace);
    for most in if is_short { 1..=3 } else { 2..=3 }.rev() {
        for at in (0..words.len()).rev() {
            let long = |(word, _): &&mut (Vec<&str>, &str)| word.len() > most && !is_number(word);
            // The word that is cut last keeps as many letters as fit.
            while let Some((word, _)) = words.get_mut(at).filter(long) {
                word.pop();
                let letters = words.iter().flat_map(|(word, after)| word.iter().chain([after])).copied();
                let cut: String = letters.chain(["…"]).collect();
                if display_width(&cut) <= width {
                    return Some(cut);
                }
            }
        }
    }
    None
}

fn divides(c: char) -> bool {
    c.is_whitespace() || matches!(c, '_' | '-' | '.')
}

/// The letters of each word of a name, and the signs behind it.
fn words(name: &str) -> Vec<(Vec<&str>, &str)> {
    let begins = |before: char, c: char| {
        let rises = c.is_uppercase() && !before.is_uppercase();
        !divides(c) && (divides(before) || rises || c.is_numeric() != before.is_numeric())
    };
    let pairs = name.chars().zip(name.char_indices().skip(1));
    let ends = pairs.filter(|(before, (_, c))| begins(*before, *c)).map(|(_, (at, _))| at);
    let mut start = 0;
    let word = |end: usize| {
        let piece = name.get(start..end).unwrap_or_default();
        start = end;
        let word = piece.trim_end_matches(divides);
        (word.graphemes(true).collect(), piece.get(word.len()..).unwrap_or_default())
    };
    ends.chain([name.len()]).map(word).collect()
}

/// Gives each open name its first letters and the part where it differs from those that came out the same. With `by_words`,
/// the part consists of whole words: `mean` and `deviation`, which end with the same letter.
fn distinguish(names: &[&str], open: &[bool], width: usize, by_words: bool, cut: &mut [Option<String>]) {
    let mut groups: HashMap<Option<String>, Vec<_>> = HashMap::new();
    for ((name, cut), _) in names.iter().zip(cut).zip(open).filter(|(_, open)| **open) {
        groups.entry(cut.take()).or_default().push((name.graphemes(true).collect::<Vec<&str>>(), cut));
    }
    for group in groups.into_values() {
        let start = common(group.iter().map(|(name, _)| name.iter().copied()).collect());
        let end = common(group.iter().map(|(name, _)| name.iter().rev().copied()).collect());
        for (name, cut) in group {
            let (mut start, mut to) = (start, name.len().saturating_sub(end).max(start));
            if by_words {
                let letter = |at: usize| name.get(at).is_some_and(|letter| !letter.starts_with(divides));
                let inside = |at: usize| letter(at) && at.checked_sub(1).is_some_and(letter);
                start = (0..=start).rev().find(|at| !inside(*at)).unwrap_or(0);
                to = (to..name.len()).find(|at| !inside(*at)).unwrap_or(name.len());
            }
            let part = name.get(start..to).unwrap_or_default().concat();
            let part = part.trim_matches(divides);
            let room = width.saturating_sub(display_width(part) + 1);
            *cut = Some(if room >= 1 && start > 0 && !part.is_empty() {
                let head = fitting(name.iter().copied().take(start), room).concat();
                format!("{}…{part}", head.trim_end_matches(divides))
            } else {
                shorten(part, width).into_owned()
            });
        }
    }
}

/// How many first letters all of several names share.
fn common<'a>(mut names: Vec<impl Iterator<Item = &'a str>>) -> usize {
    match names.as_mut_slice() {
        [first, rest @ ..] if !rest.is_empty() => {
            first.take_while(|letter| rest.iter_mut().all(|name| name.next() == Some(letter))).count()
        }
        _ => 0,
    }
}

fn number(done: &mut [String], names: &[&str], width: usize, which: &[bool]) {
    let all = (1..).zip(done).zip(names).zip(which);
    for (((at, done), name), _) in all.filter(|(_, which)| **which) {
        let number = format!("#{at}");
        let room = width.saturating_sub(number.len());
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
