//! What went wrong on a sheet: its causes, the most likely first, and each in words that hold whatever the numbers are.

use super::GradedSheet;
use crate::practice::diagnosis::Finding;
use crate::practice::mark::Verdict;
use crate::practice::mistakes::about;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cause {
    pub tag: &'static str,
    /// The numbers of the lines that it explains, from 1.
    pub lines: Vec<usize>,
}

/// The causes of a sheet, the most likely first: what the diagnosis finds, by how many lines it explains and how surely;
/// then what only single lines say. Everything that reports on a class asks here.
pub fn causes_of(sheet: &GradedSheet) -> Vec<Cause> {
    let mut findings: Vec<(f64, &Finding)> = Vec::new();
    for finding in &sheet.diagnosis.findings {
        findings.push((finding.lines.iter().map(|line| line.posterior).sum(), finding));
    }
    findings.sort_by(|a, b| b.0.total_cmp(&a.0));
    let told = |(_, finding): &(f64, &Finding)| Cause { tag: finding.tag, lines: finding.numbers() };
    let mut found: Vec<Cause> = findings.iter().map(told).collect();
    let explained = |number: usize| found.iter().any(|cause| cause.lines.contains(&number));
    let wrong = sheet.lines.iter().filter(|line| line.is(Verdict::Wrong) && !explained(line.number));
    let mut left: Vec<(usize, &[&'static str])> =
        wrong.map(|line| (line.number, line.marked.causes.as_slice())).collect();
    while let Some(tag) = most_likely(&left) {
        let lines = left.iter().filter(|(_, causes)| causes.contains(&tag)).map(|(number, _)| *number);
        found.push(Cause { tag, lines: lines.collect() });
        left.retain(|(_, causes)| !causes.contains(&tag));
    }
    found
}

/// The cause of the most lines; of several the one that is named first for more of them.
fn most_likely(lines: &[(usize, &[&'static str])]) -> Option<&'static str> {
    let mut counted: Vec<(&'static str, usize, usize)> = Vec::new();
    for (_, causes) in lines {
        for (place, tag) in causes.iter().enumerate() {
            let first = usize::from(place == 0);
            match counted.iter_mut().find(|(known, ..)| known == tag) {
                Some((_, many, firsts)) => (*many, *firsts) = (*many + 1, *firsts + first),
                None => counted.push((tag, 1, first)),
            }
        }
    }
    // Of equals the one that was met first.
    counted.iter().rev().max_by_key(|(_, many, firsts)| (*many, *firsts)).map(|(tag, ..)| *tag)
}

pub fn in_words(tag: &str) -> String {
    match WORDS.iter().find(|(known, _)| *known == tag) {
        Some((_, words)) => (*words).to_owned(),
        None => format!("a slip about {}", about(tag).unwrap_or("this step")),
    }
}

const WORDS: &[(&str, &str)] = &[
    ("E1", "precision and recall are swapped: it is divided by the other margin"),
    ("E2", "actual and predicted are swapped in the confusion matrix"),
    ("E3", "a count is given for a share, or a share for a count"),
    ("E4", "it is another cell of the confusion matrix"),
    ("E5", "it is what always predicting the most common class scores"),
    ("E6", "it is another figure of the evaluation"),
    ("E7", "the plain mean of precision and recall is given for F1"),
    ("E8", "it is the share that is wrong, 1 minus the right value"),
    ("E9", "it is divided by all rows"),
    ("E10", "the training rows test the model, not the split"),
    ("E11", "the rows are combined differently: a sum, or another logarithm"),
    ("E12", "ties count otherwise"),
    ("E13", "0/0 is taken as a number"),
    ("F1", "the parts of the formula are exchanged"),
    ("F2", "a part of the formula is divided by something else"),
    ("F3", "one part of the formula is given alone"),
    ("F4", "the parts of the formula are combined differently"),
    ("B1", "the prior is left out of the score"),
    ("B2", "all classes are taken as equally common"),
    ("B3", "each class has the same prior, not its share of the rows"),
    ("B4", "the count is divided by all rows, not by those of the class"),
    ("B5", "the prior is counted twice"),
    ("B6", "the count is divided by the rows with the value, not by those of the class"),
    ("B7", "the value is that of another class"),
    ("B8", "it is the probability of the opposite, 1 − P"),
    ("B9", "the score is given as the posterior, without dividing by the sum"),
    ("B10", "the score is multiplied by the evidence, not divided"),
    ("B11", "the score is divided by the prior"),
    ("B12", "the evidence is the sum of the likelihoods, without the priors"),
    ("B13", "the evidence has only one class in it"),
    ("B14", "the evidence is a product over the features"),
    ("B15", "the evidence is the product of the scores, not their sum"),
    ("B16", "likelihoods and prior are added, not multiplied"),
    ("B17", "the prior is counted once for each feature"),
    ("B18", "the prior is given as odds, one class to the other"),
    ("B19", "the posterior is that of another class"),
    ("B20", "a class is named where its probability is asked"),
    ("B21", "a number is given where the class is asked"),
    ("B22", "the number is from another table"),
    ("B23", "a count is one off"),
    ("B24", "a factor is left out of the product"),
    ("B25", "a class is left out of the evidence"),
    ("B26", "the posterior is given as odds"),
    ("B27", "exp is taken of the scores before they are divided by their sum"),
    ("B28", "the score is divided by the number of rows"),
    ("B29", "the share is taken over all classes, not given the class"),
    ("B30", "the class with the smallest score is named"),
    ("B31", "rows of all classes are counted"),
    ("B33", "the score is divided by the largest score"),
    ("B36", "the likelihood is given as the posterior"),
    ("B37", "a probability is put in the place of its complement"),
    ("B35", "the most common class is named, not that with the largest score"),
    ("D1", "action and class of a cost are swapped"),
    ("D2", "a cost is multiplied by the posterior of another class"),
    ("D3", "the costs are added and not weighed by the posteriors"),
    ("D4", "the costs are weighed by the scores, not by the posteriors"),
    ("D5", "the expected cost is that of another action"),
    ("D6", "the largest posterior decides, not the cost or the threshold"),
    ("D7", "the threshold is on the wrong class"),
    ("U1", "u is compared with one probability, not with the sums"),
    ("U2", "the most probable outcome is named, and u is ignored"),
    ("U3", "the probabilities are added up in another order"),
    ("U4", "the probabilities are added up over all classes, not given the class"),
    ("U5", "the draw is that of another class"),
    ("U6", "the sum stops before the outcome, or goes beyond it"),
    ("U7", "z is multiplied by a variance, not by its root"),
    ("U8", "the mean or the spread is left out of the draw"),
    ("U9", "z is subtracted, not added"),
    ("U10", "the numbers are drawn one by one, as if they did not vary together"),
    ("S1", "nothing was smoothed"),
    ("S2", "α is added to the numerator only, or where nothing is smoothed"),
    ("S3", "the total grows by α once, not once for each value"),
    ("S4", "k is the number of classes, not of values"),
    ("S5", "the vocabulary is that of the class alone"),
    ("S6", "the vocabulary counts words with their repeats"),
    ("S7", "the vocabulary is that of the query"),
    ("S8", "k is the number of documents"),
    ("S9", "the count is divided by the words or rows of all classes"),
    ("S10", "the prior is smoothed, too"),
    ("S11", "another α is used"),
    ("S12", "factors of 0 are left out"),
    ("S13", "only counts of 0 are smoothed"),
    ("S14", "one k is used for every feature"),
    ("S15", "α is added to the denominator only"),
    ("S16", "k counts the values of all features together"),
    ("X1", "a word that occurs several times is counted once"),
    ("X2", "repeats multiply by their number instead of raising to a power"),
    ("X3", "words that are missing are left out of the Bernoulli score"),
    ("X4", "words that are missing count as if they were there"),
    ("X5", "only the missing words of the class are used"),
    ("X6", "repeats are counted in a Bernoulli score"),
    ("X7", "Bernoulli numbers are multiplied as in a multinomial model"),
    ("X8", "multinomial numbers are multiplied as in a Bernoulli model"),
    ("X9", "documents are counted instead of occurrences"),
    ("X10", "repeats in the training documents are counted once"),
    ("X11", "Bernoulli shares are smoothed with the size of the vocabulary"),
    ("X12", "occurrences are counted instead of documents"),
    ("X13", "the prior counts words, not documents"),
    ("X14", "the query is counted among the training rows"),
    ("X15", "a word or value that training never saw is given a factor"),
    ("X16", "the multinomial coefficient is multiplied in, which is harmless"),
    ("G1", "the squares are divided by another number than the variance here"),
    ("G2", "the standard deviation is used for the variance"),
    ("G2b", "the standard deviation is used for the variance, in one place"),
    ("G3", "the variance is squared once more"),
    ("G5", "the ½ is missing in the exponent"),
    ("G6", "the distance from the mean is not squared"),
    ("G7", "the sign of the exponent is lost"),
    ("G8", "the constant before exp is left out"),
    ("G9", "the root is missing in the constant before exp"),
    ("G10", "a density above 1 is changed"),
    ("G11", "the area to the left is given, not the height of the curve"),
    ("G12", "Σ is taken from other rows than here: shared, or one for each class"),
    ("G13", "Σ is divided by another number"),
    ("G14", "the Σ of the classes are averaged without weights"),
    ("G15", "the mean of all rows is subtracted, not that of the class"),
    ("G16", "the covariances off the diagonal are dropped"),
    ("G17", "Σ is not inverted in the quadratic form"),
    ("G18", "the determinant is forgotten, or its root is"),
    ("G19", "2π does not have the power of the dimension"),
    ("G20", "the division by k! is missing"),
    ("G21", "the factor e^−λ is missing"),
    ("G22", "e^λ has the wrong sign in its exponent"),
    ("G23", "k or fewer is taken instead of exactly k"),
    ("G24", "λ is the sum, not divided by the rows"),
    ("G25", "λ is the mean of all rows, not of the class"),
    ("G26", "the sum is not divided for the mean"),
    ("G27", "the sum is divided by the rows of all classes"),
    ("G28", "all rows are taken, not those of the class"),
    ("G29", "the sum of squares or products is not divided"),
    ("G30", "the mean of all rows is subtracted"),
    ("G31", "no mean is subtracted"),
    ("G32", "all classes share one variance"),
    ("G33", "variance and standard deviation are exchanged"),
    ("G34", "the correlation is given for the covariance"),
    ("G35", "the constant has the variance instead of its root"),
    ("G36", "2π is missing in the constant"),
    ("G37", "the exponential is missing"),
    ("G38", "the height of the standard normal curve is not divided by the standard deviation"),
    ("G39", "the distance from the mean is given as the density"),
    ("G40", "the logarithm of the density is given"),
    ("G41", "the area to the right is given, not the height of the curve"),
    ("G42", "the products of the determinant are added"),
    ("G43", "the signs beside the diagonal of the inverse are not changed"),
    ("G44", "the inverse is taken entry by entry, or nothing changes places in it"),
    ("G45", "the inverse is not divided by the determinant"),
    ("G46", "the products of two different numbers are left out of the distance"),
    ("G47", "the root of the squared distance is given"),
    ("G48", "the matrix in the middle is left out of the distance"),
    ("G49", "the Σ of another class is used"),
    ("G50", "θ has the opposite sign"),
    ("G51", "a part of θ₀ is missing or has the wrong sign"),
    ("G52", "the difference is taken the wrong way round"),
    ("G53", "Σ is used for its inverse"),
    ("G54", "the linear form or the logistic function is wrong"),
    ("G55", "the other side of q is given"),
    ("N1", "the logarithm has another base"),
    ("N2", "logarithms of the scores are divided by their sum"),
    ("N3", "a logarithm is undone with another base"),
    ("N4", "a repeated word is counted once among the logarithms"),
    ("N5", "the calculator made the product 0"),
    ("N6", "the scores were rounded to a few decimals before they were divided"),
    ("N7", "numbers were rounded on the way"),
    ("N8", "0/0 is taken as a number"),
    ("N9", "a number on a cut is put into the wrong bin"),
    ("N10", "per cent are written as a number from 0 to 1, or the other way round"),
    ("N11", "the decimal point is in the wrong place"),
    ("N12", "the last figure is off"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::practice::mistakes::tags;

    #[test]
    fn every_cause_is_told_in_words() {
        let silent: Vec<&str> =
            tags().filter(|tag| WORDS.iter().filter(|(known, _)| known == tag).count() != 1).collect();
        assert_eq!(silent, [""; 0]);
        assert_eq!(in_words("none"), "a slip about this step");
        for (_, words) in WORDS {
            assert!(
                words.len() < 90
                    && !words.ends_with('.')
                    && words.starts_with(|c: char| !c.is_uppercase() || "ΣBLKE".contains(c)),
                "{words}"
            );
        }
    }

    #[test]
    fn the_cause_of_the_most_lines_comes_first_and_the_rest_is_told_too() {
        let lines: [(usize, &[&'static str]); 4] =
            [(1, &["B4", "S1"]), (2, &["S1"]), (4, &["S1", "B5"]), (6, &["B9"])];
        assert_eq!(most_likely(&lines), Some("S1"));
        // As many lines: the one that is named first for more of them, then the one that was met first.
        assert_eq!(most_likely(&[(1, &["B4", "S1"]), (2, &["B4", "S1"])]), Some("B4"));
        assert_eq!(most_likely(&[(1, &["B4"]), (2, &["S1"])]), Some("B4"));
        assert_eq!(most_likely(&[(1, &[])]), None);
    }
}
