//! The causes of a sheet, the most likely first, and a description of each that does not depend on the numbers.

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

/// The causes of a sheet, the most likely first: the findings of the diagnosis, by how many lines they explain and how
/// probably; then the causes of single lines. All reports on a class use this.
pub fn causes_of(sheet: &GradedSheet) -> Vec<Cause> {
    let mut findings: Vec<(f64, &Finding)> = Vec::new();
    for finding in &sheet.diagnosis.findings {
        findings.push((finding.lines.iter().map(|line| line.posterior).sum(), finding));
    }
    findings.sort_by(|a, b| b.0.total_cmp(&a.0));
    let cause = |(_, finding): &(f64, &Finding)| Cause { tag: finding.tag, lines: finding.numbers() };
    let mut found: Vec<Cause> = findings.iter().map(cause).collect();
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

/// The cause of the most lines; on a tie, the one that is named first on more of them.
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
    // On a tie, the one that was found first.
    counted.iter().rev().max_by_key(|(_, many, firsts)| (*many, *firsts)).map(|(tag, ..)| *tag)
}

pub fn in_words(tag: &str) -> String {
    match WORDS.iter().find(|(known, _)| *known == tag) {
        Some((_, words)) => (*words).to_owned(),
        None => format!("a slip about {}", about(tag).unwrap_or("this step")),
    }
}

const WORDS: &[(&str, &str)] = &[
    ("E1", "precision and recall are swapped: the denominator is the other total"),
    ("E2", "actual and predicted are swapped in the confusion matrix"),
    ("E3", "a count is given instead of a share, or a share instead of a count"),
    ("E4", "another cell of the confusion matrix is given"),
    ("E5", "the baseline is given: always predicting the most common class"),
    ("E6", "another measure of the evaluation is given"),
    ("E7", "the plain mean of precision and recall is given instead of F1"),
    ("E8", "the complement is given: 1 minus the measure asked for"),
    ("E9", "the denominator is the number of all rows"),
    ("E10", "the model is evaluated on its training rows, not on the test rows"),
    ("E11", "the rows are combined differently: a sum, or another logarithm"),
    ("E12", "ties are counted differently"),
    ("E13", "0/0 is treated as a number"),
    ("F1", "the parts of the formula are swapped"),
    ("F2", "a part of the formula is divided by something else"),
    ("F3", "only one part of the formula is given"),
    ("F4", "the parts of the formula are combined differently"),
    ("B1", "the prior is left out of the score"),
    ("B2", "all classes are treated as equally common"),
    ("B3", "each class has the same prior, not its share of the rows"),
    ("B4", "the count is divided by all rows, not by those of the class"),
    ("B5", "the prior is counted twice"),
    ("B6", "the count is divided by the rows with the value, not by those of the class"),
    ("B7", "the value of another class is given"),
    ("B8", "the probability of the complement, 1 − P, is given"),
    ("B9", "the score is given as the posterior, without dividing by the sum"),
    ("B10", "the score is multiplied by the evidence, not divided"),
    ("B11", "the score is divided by the prior"),
    ("B12", "the evidence is the sum of the likelihoods, without the priors"),
    ("B13", "the evidence includes only one class"),
    ("B14", "the evidence is a product over the features"),
    ("B15", "the evidence is the product of the scores, not their sum"),
    ("B16", "likelihoods and prior are added, not multiplied"),
    ("B17", "the prior is counted once for each feature"),
    ("B18", "the prior is given as odds, one class to the other"),
    ("B19", "the posterior of another class is given"),
    ("B20", "a class is named instead of its probability"),
    ("B21", "a number is given instead of the class"),
    ("B22", "the number is from another table"),
    ("B23", "a count is off by one"),
    ("B24", "a factor is left out of the product"),
    ("B25", "a class is left out of the evidence"),
    ("B26", "the posterior is given as odds"),
    ("B27", "exp is applied to the scores before they are divided by their sum"),
    ("B28", "the score is divided by the number of rows"),
    ("B29", "the share is taken over all classes, not given the class"),
    ("B30", "the class with the smallest score is named"),
    ("B31", "rows of all classes are counted"),
    ("B33", "the score is divided by the largest score"),
    ("B36", "the likelihood is given instead of the posterior"),
    ("B37", "a probability is used instead of its complement"),
    ("B35", "the most common class is named, not that with the largest score"),
    ("D1", "action and class of a cost are swapped"),
    ("D2", "a cost is multiplied by the posterior of another class"),
    ("D3", "the costs are added without the posteriors as weights"),
    ("D4", "the costs are weighted by the scores, not by the posteriors"),
    ("D5", "the expected cost of another action is given"),
    ("D6", "the largest posterior decides, not the cost or the threshold"),
    ("D7", "the threshold is applied to the wrong class"),
    ("U1", "u is compared with one probability, not with the sums"),
    ("U2", "the most probable outcome is named, and u is ignored"),
    ("U3", "the probabilities are added up in another order"),
    ("U4", "the probabilities are added up over all classes, not given the class"),
    ("U5", "the draw uses another class"),
    ("U6", "the sum stops before the outcome, or goes beyond it"),
    ("U7", "z is multiplied by a variance, not by its square root"),
    ("U8", "the mean or the spread is left out of the draw"),
    ("U9", "z is subtracted, not added"),
    ("U10", "the numbers are drawn independently, without their covariance"),
    ("S1", "smoothing is left out"),
    ("S2", "α is added in the numerator only, or where no smoothing is used"),
    ("S3", "α is added to the denominator once, not once for each value"),
    ("S4", "k is the number of classes, not of values"),
    ("S5", "only the vocabulary of the class is used"),
    ("S6", "the vocabulary counts repeated words more than once"),
    ("S7", "the vocabulary of the query is used"),
    ("S8", "k is the number of documents"),
    ("S9", "the count is divided by the words or rows of all classes"),
    ("S10", "the prior is smoothed, too"),
    ("S11", "another α is used"),
    ("S12", "factors of 0 are left out"),
    ("S13", "only counts of 0 are smoothed"),
    ("S14", "one k is used for every feature"),
    ("S15", "α is added in the denominator only"),
    ("S16", "k counts the values of all features together"),
    ("X1", "a word that occurs several times is counted once"),
    ("X2", "a repeated word is multiplied by its count, not raised to a power"),
    ("X3", "absent words are left out of the Bernoulli score"),
    ("X4", "absent words count as if they were present"),
    ("X5", "absent words are left out if they never occur in the class"),
    ("X6", "repeats are counted in a Bernoulli score"),
    ("X7", "Bernoulli numbers are multiplied as in a multinomial model"),
    ("X8", "multinomial numbers are multiplied as in a Bernoulli model"),
    ("X9", "documents are counted instead of occurrences"),
    ("X10", "repeats in the training documents are counted once"),
    ("X11", "Bernoulli shares are smoothed with the size of the vocabulary"),
    ("X12", "occurrences are counted instead of documents"),
    ("X13", "the prior counts words, not documents"),
    ("X14", "the query is counted among the training rows"),
    ("X15", "a word or value that is not in the training rows gets a factor"),
    ("X16", "the multinomial coefficient is multiplied in, which is harmless"),
    ("G1", "the sum of squares is divided by another number than here"),
    ("G2", "the standard deviation is used instead of the variance"),
    ("G2b", "the standard deviation is used instead of the variance, in one place"),
    ("G3", "the variance is squared again"),
    ("G5", "the ½ is missing in the exponent"),
    ("G6", "the distance from the mean is not squared"),
    ("G7", "the minus sign of the exponent is missing"),
    ("G8", "the constant before exp is left out"),
    ("G9", "the square root is missing in the constant before exp"),
    ("G10", "a density above 1 is changed"),
    ("G11", "the area to the left is given, not the height of the curve"),
    ("G12", "Σ is shared instead of one for each class, or the reverse"),
    ("G13", "Σ is divided by another number"),
    ("G14", "the Σ of the classes are averaged without weights"),
    ("G15", "the mean of all rows is subtracted, not that of the class"),
    ("G16", "the covariances off the diagonal are dropped"),
    ("G17", "Σ is not inverted in the quadratic form"),
    ("G18", "the determinant or its square root is missing"),
    ("G19", "2π has the wrong power for the number of features"),
    ("G20", "the division by k! is missing"),
    ("G21", "the factor e^−λ is missing"),
    ("G22", "e^λ has the wrong sign in its exponent"),
    ("G23", "the probability of k or fewer is given instead of exactly k"),
    ("G24", "λ is the sum, not divided by the rows"),
    ("G25", "λ is the mean of all rows, not of the class"),
    ("G26", "the mean is not divided by the number of rows"),
    ("G27", "the sum is divided by the rows of all classes"),
    ("G28", "all rows are used, not those of the class"),
    ("G29", "the sum of squares or products is not divided"),
    ("G30", "the mean of all rows is subtracted"),
    ("G31", "no mean is subtracted"),
    ("G32", "all classes share one variance"),
    ("G33", "variance and standard deviation are swapped"),
    ("G34", "the correlation is given instead of the covariance"),
    ("G35", "the constant has the variance instead of its square root"),
    ("G36", "2π is missing in the constant"),
    ("G37", "the exponential is missing"),
    ("G38", "the height of the standard normal curve is not divided by the standard deviation"),
    ("G39", "the distance from the mean is given instead of the density"),
    ("G40", "the logarithm of the density is given"),
    ("G41", "the area to the right is given, not the height of the curve"),
    ("G42", "the products of the determinant are added"),
    ("G43", "the signs off the diagonal of the inverse are not changed"),
    ("G44", "the inverse is taken entry by entry, or its diagonal is not swapped"),
    ("G45", "the inverse is not divided by the determinant"),
    ("G46", "the products of two different features are left out of the distance"),
    ("G47", "the distance is given, not its square"),
    ("G48", "Σ⁻¹ is left out of the distance"),
    ("G49", "the Σ of another class is used"),
    ("G50", "θ has the wrong sign"),
    ("G51", "a part of θ₀ is missing or has the wrong sign"),
    ("G52", "the difference is subtracted in the wrong order"),
    ("G53", "Σ is used instead of its inverse"),
    ("G54", "the linear form or the logistic function is wrong"),
    ("G55", "the probability on the other side of q is given"),
    ("N1", "the logarithm has another base"),
    ("N2", "logarithms of the scores are divided by their sum"),
    ("N3", "a logarithm is undone with another base"),
    ("N4", "a repeated word is counted once among the logarithms"),
    ("N5", "the product was rounded to 0 by the calculator"),
    ("N6", "the scores were rounded to a few decimals before they were divided"),
    ("N7", "numbers were rounded on the way"),
    ("N8", "0/0 is treated as a number, not as undefined"),
    ("N9", "a number on a cut point is in the wrong bin"),
    ("N10", "a percentage is written as a share from 0 to 1, or the reverse"),
    ("N11", "the decimal point is in the wrong place"),
    ("N12", "the last figure is off"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::practice::mistakes::tags;

    #[test]
    fn every_cause_has_a_description() {
        let missing: Vec<&str> =
            tags().filter(|tag| WORDS.iter().filter(|(known, _)| known == tag).count() != 1).collect();
        assert_eq!(missing, [""; 0]);
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
    fn the_cause_of_the_most_lines_comes_first() {
        let lines: [(usize, &[&'static str]); 4] =
            [(1, &["B4", "S1"]), (2, &["S1"]), (4, &["S1", "B5"]), (6, &["B9"])];
        assert_eq!(most_likely(&lines), Some("S1"));
        // With as many lines: the one that is named first on more of them, then the one that was found first.
        assert_eq!(most_likely(&[(1, &["B4", "S1"]), (2, &["B4", "S1"])]), Some("B4"));
        assert_eq!(most_likely(&[(1, &["B4"]), (2, &["S1"])]), Some("B4"));
        assert_eq!(most_likely(&[(1, &[])]), None);
    }
}
