//! Why words of a case have no factor: they are stop words, too rare, or not in the vocabulary at all.

use crate::math::Name;
use crate::model::{Factor, Fitted};
use crate::recipe::LeftOut;

/// Words that are named of each sort.
const NAMED: usize = 8;

/// One sentence for each reason, in the order stop words, rare words, words that training has not seen.
pub(super) fn unknown(fitted: &Fitted, factor: &Factor, words: &[(Name, u32)]) -> Vec<String> {
    let (mut stop, mut rare, mut unseen) = (Vec::new(), Vec::new(), Vec::new());
    for (word, _) in words {
        match fitted.why_left_out(factor, word) {
            Some(LeftOut::StopWord) => stop.push(word),
            Some(LeftOut::Rare(_)) => rare.push(word),
            None => unseen.push(word),
        }
    }
    let seldom = format!("seen fewer than {} times", fitted.data.resolved.words.min_count);
    let seldom = ["is ", "are "].map(|verb| format!("{verb}{seldom}"));
    let [is_rare, are_rare] = &seldom;
    let sentences = [
        sentence(&stop, "is a stop word", "are stop words"),
        sentence(&rare, is_rare, are_rare),
        sentence(&unseen, "is not in the vocabulary", "are not in the vocabulary"),
    ];
    sentences.into_iter().flatten().collect()
}

fn sentence(words: &[&Name], one: &str, several: &str) -> Option<String> {
    let named: Vec<String> = words.iter().take(NAMED).map(ToString::to_string).collect();
    let more = words.len().saturating_sub(NAMED);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    let verb = match words.len() {
        0 => return None,
        1 => format!("{one}, so it has"),
        _ => format!("{several}, so they have"),
    };
    Some(format!("{}{more} {verb} no factor.", named.join(", ")))
}
