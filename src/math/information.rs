//! How much is told of the class: by a value, by all values of a category, by a number.

/// The entropy of the classes, in nats, where they occur so often.
pub fn entropy(classes: &[u64]) -> f64 {
    let all: u64 = classes.iter().sum();
    let part = |n: &u64| {
        let share = *n as f64 / all as f64;
        -share * share.ln()
    };
    classes.iter().filter(|n| **n > 0).map(part).sum()
}

/// What a value adds to the mutual information of the values and the classes, in nats: P(v) times how far P(c | v) is from
/// P(c). `with` is how often each class has the value, `classes` how often each occurs in all. It is never below 0.
///
/// ```
/// use posterior::math::{entropy, information};
///
/// // Two values that tell two classes apart, as far as they can be: what they add is all there is to know.
/// let classes = [2, 6];
/// let both = information(&[2, 0], &classes) + information(&[0, 6], &classes);
/// assert!((both - entropy(&classes)).abs() < 1e-12);
/// assert_eq!(information(&[1, 3], &classes), 0.0);
/// ```
pub fn information(with: &[u64], classes: &[u64]) -> f64 {
    let (of_value, all) = (with.iter().sum::<u64>() as f64, classes.iter().sum::<u64>() as f64);
    let part = |(n, of_class): (&u64, &u64)| {
        let n = *n as f64;
        n / all * (n / of_value * (all / *of_class as f64)).ln()
    };
    let told: f64 = with.iter().zip(classes).filter(|(n, _)| **n > 0).map(part).sum();
    told.max(0.0)
}

/// The share of the classes' entropy that values tell: their mutual information over H(class). `None` where there is but one
/// class. `values` gives how often each class has each value.
pub fn explained_by_values<'a>(values: impl Iterator<Item = &'a [u64]>, classes: &[u64]) -> Option<f64> {
    let entropy = entropy(classes);
    let told = values.map(|with| information(with, classes)).sum::<f64>();
    (entropy > 0.0).then(|| (told / entropy).min(1.0))
}

/// η²: the share of the squared distances of a number from its mean that is between the means of the classes. `within` are the
/// squared distances from these, `total` those from the one mean; `None` where the number never varies.
pub fn explained_by_means(within: f64, total: f64) -> Option<f64> {
    let share = 1.0 - within / total;
    (total > 0.0 && share.is_finite()).then_some(share.clamp(0.0, 1.0))
}
