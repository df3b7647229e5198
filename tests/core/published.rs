//! Worked examples of textbooks and well-known pages: exactly the numbers they mean, and the figures they print where
//! those are right. Where a figure is not, a constant says why.

use crate::models;

use std::sync::Arc;

use models::{case, close, fitted, fraction, model, sample};
use posterior::math::Number;
use posterior::model::{Fitted, Normal, Prediction};

const WEATHER: &str = include_str!("../../docs/data/weather-numeric.csv");
const BUYS: &str = include_str!("../../docs/data/buys-computer.csv");

const TENNIS: &str = "Outlook=Sunny,Temp=Cool,Humidity=High,Wind=Strong";
const DAY: &str = "outlook=sunny,temperature=66,humidity=90,windy=TRUE";
const PERSON: &str = "height=6,weight=130,foot=8";

/// Witten and Frank, *Data Mining*, second edition, page 94: the score of no for the numeric weather. It comes of
/// 0.0221 as the density of temperature 66 in no, which is the density of humidity 90 in yes; that of 66 is 0.0279.
const WITTEN_FRANK_NO: &str = ".000108";
const WITTEN_FRANK_POSTERIORS: [&str; 2] = ["25.0", "75.0"];
/// Wikipedia, "Naive Bayes classifier": the density of weight 130 in male, from a variance rounded to 122.92.
const PERSON_WEIGHT: &str = "5.9881e-6";
/// The score of male, from that density.
const PERSON_MALE: &str = "6.1984e-9";
/// The score of female, from densities rounded to five figures.
const PERSON_FEMALE: &str = "5.3778e-4";

/// Tan, Steinbach and Kumar: the product of the factors in no for the married borrower, from a density rounded to .0072.
const LOAN_MARRIED_NO: &str = ".0024";

/// What a model says of a typed case.
struct Answer {
    model: Arc<Fitted>,
    found: Prediction,
}

impl Answer {
    fn of(model: Arc<Fitted>, cells: &str) -> Answer {
        let found = model.predict(&case(&model, cells));
        Answer { model, found }
    }

    fn class(&self, name: &str) -> usize {
        self.model.class(name).unwrap()
    }

    fn score(&self, class: &str) -> Number {
        self.found.joint[self.class(class)].clone().unwrap()
    }

    fn posterior(&self, class: &str) -> Number {
        self.found.posterior.as_ref().unwrap()[self.class(class)].clone()
    }

    /// The factor of a feature in a class.
    fn factor(&self, feature: &str, class: &str) -> Number {
        let at = self.model.factors().iter().position(|factor| factor.name.as_str() == feature).unwrap();
        self.found.likelihoods[at].as_ref().unwrap()[self.class(class)].clone().unwrap()
    }

    /// The product of the factors, without the prior.
    fn likelihood(&self, class: &str) -> Number {
        let factors = self.found.likelihoods.iter().flatten();
        factors.fold(Number::one(), |all, of| all.mul(of[self.class(class)].as_ref().unwrap()))
    }

    fn predicted(&self) -> &str {
        self.model.classes[self.found.predicted.unwrap()].as_str()
    }
}

/// Whether a value, rounded to the figures that are printed, is what is printed.
fn prints(value: f64, figure: &str) -> bool {
    let (digits, power) =
        figure.split_once('e').map_or((figure, None), |(digits, power)| (digits, Some(power)));
    let decimals = digits.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    let Some(power) = power else {
        let digits = if figure.starts_with('.') { format!("0{figure}") } else { figure.to_owned() };
        return format!("{value:.decimals$}") == digits;
    };
    format!("{value:.decimals$e}") == format!("{digits}e{power}")
}

#[track_caller]
fn agrees(value: &Number, figure: &str) {
    assert!(prints(value.to_f64(), figure), "{figure} is printed, {} is found", value.to_f64());
}

#[track_caller]
fn errs(value: &Number, figure: &str) {
    assert!(!prints(value.to_f64(), figure), "{figure} is right after all");
}

#[track_caller]
fn near(value: &Number, known: f64) {
    let (value, share) = (value.to_f64(), 5e-7);
    assert!((value - known).abs() <= share * known.abs(), "{value} is found, {known} is known");
}

#[test]
fn figures_are_compared_as_they_are_printed() {
    assert!(prints(0.00529, ".0053") && prints(0.0206, "0.021") && prints(5.98674e-6, "5.987e-6"));
    assert!(!prints(0.00524, ".0053") && !prints(5.98674e-6, "5.9881e-6") && prints(79.5417, "79.5"));
}

/// Mitchell, *Machine Learning* (1997), section 6.9.1; the same numbers in Witten and Frank, *Data Mining*, section 4.2.
#[test]
fn play_tennis() {
    let raw = Answer::of(model(&sample("play-tennis", "alpha = \"0\"")), TENNIS);
    assert_eq!([raw.score("Yes"), raw.score("No")].map(|score| fraction(&score)), ["1/189", "18/875"]);
    assert_eq!(fraction(&raw.posterior("No")), "486/611");
    agrees(&raw.score("Yes"), ".0053");
    agrees(&raw.score("No"), ".0206");
    agrees(&raw.posterior("No"), ".795");
    let percent = |class| raw.posterior(class).mul(&Number::from(100));
    agrees(&percent("Yes"), "20.5");
    agrees(&percent("No"), "79.5");

    let smoothed = Answer::of(model(&sample("play-tennis", "alpha = \"1\"")), TENNIS);
    assert_eq!([smoothed.score("Yes"), smoothed.score("No")].map(|p| fraction(&p)), ["6/847", "25/1372"]);
    assert_eq!(fraction(&smoothed.posterior("No")), "3025/4201");
}

/// WEKA smooths the prior too, and prints 0.735.
#[test]
fn play_tennis_with_a_smoothed_prior() {
    let weka = Answer::of(model(&sample("play-tennis", "alpha = \"1\"\nprior = \"laplace:1\"")), TENNIS);
    assert_eq!([weka.score("Yes"), weka.score("No")].map(|score| fraction(&score)), ["5/726", "15/784"]);
    agrees(&weka.posterior("No"), "0.735");
}

/// Witten and Frank, *Data Mining*, second edition (2005), section 4.2, "Numeric attributes".
#[test]
fn numeric_weather() {
    let recipe = "target = \"play\"\nmodel = \"mixed\"\nalpha = \"0\"\n";
    let book = Answer::of(fitted(WEATHER, &format!("{recipe}variance = \"unbiased\"")), DAY);
    assert_eq!(book.model.title(), "Mixed naive Bayes");
    near(&book.score("yes"), 3.578708e-5);
    near(&book.score("no"), 1.363472e-4);
    near(&book.posterior("yes"), 0.2079021);
    agrees(&book.score("yes"), ".000036");
    agrees(&book.factor("humidity", "yes"), "0.0221");
    agrees(&book.factor("temperature", "no"), "0.0279");
    errs(&book.score("no"), WITTEN_FRANK_NO);
    for (class, figure) in ["yes", "no"].into_iter().zip(WITTEN_FRANK_POSTERIORS) {
        errs(&book.posterior(class).mul(&Number::from(100)), figure);
    }
    // With the wrong density in its place the book's score comes out.
    let swapped = book.score("no").to_f64() / book.factor("temperature", "no").to_f64() * 0.0221;
    assert!(prints(swapped, WITTEN_FRANK_NO), "{swapped}");

    let population = Answer::of(fitted(WEATHER, recipe), DAY);
    near(&population.score("yes"), 3.459710e-5);
    near(&population.score("no"), 1.441556e-4);
    near(&population.posterior("yes"), 0.1935473);
}

/// Manning, Raghavan and Schütze, *Introduction to Information Retrieval* (2008), examples 13.1 and 13.2. The same
/// document has the other class under the other model.
#[test]
fn chinese_or_not() {
    let document = "text=Chinese Chinese Chinese Tokyo Japan";
    let counted = Answer::of(model(&sample("chinese-japan", "")), document);
    assert_eq!([counted.score("c"), counted.score("j")].map(|p| fraction(&p)), ["81/268912", "8/59049"]);
    near(&counted.posterior("c"), 0.6897586);
    agrees(&counted.score("c"), "0.0003");
    agrees(&counted.score("j"), "0.0001");
    assert_eq!(counted.predicted(), "c");

    let csv = posterior::table::sample("chinese-japan").unwrap().csv;
    let present = Answer::of(fitted(csv, "model = \"bernoulli\"\nalpha = \"1\""), document);
    assert_eq!([present.score("c"), present.score("j")].map(|p| fraction(&p)), ["81/15625", "16/729"]);
    near(&present.posterior("c"), 0.1910668);
    agrees(&present.score("c"), "0.005");
    agrees(&present.score("j"), "0.022");
    assert_eq!(present.predicted(), "j");
}

/// Wikipedia, "Naive Bayes classifier", section "Person classification".
#[test]
fn person() {
    let page = Answer::of(model(&sample("person", "")), PERSON);
    near(&page.score("male"), 6.197072e-9);
    near(&page.score("female"), 5.377909e-4);
    near(&page.posterior("female"), 0.9999885);
    agrees(&page.factor("weight", "male"), "5.98674e-6");
    errs(&page.factor("weight", "male"), PERSON_WEIGHT);
    errs(&page.score("male"), PERSON_MALE);
    errs(&page.score("female"), PERSON_FEMALE);
    // What the page rounded on its way makes its figures.
    let rounded =
        Normal { n: 4, mean: 176.25, rest: 0.0, raw: 122.92, variance: 122.92 }.density(130.0).to_f64();
    assert!(prints(rounded, PERSON_WEIGHT), "{rounded}");
    let five = |number: Number| format!("{:.4e}", number.to_f64()).parse::<f64>().unwrap();
    let score = |class, weight: f64| {
        0.5 * five(page.factor("height", class)) * weight * five(page.factor("foot", class))
    };
    assert!(prints(score("male", 5.9881e-6), PERSON_MALE));
    assert!(prints(score("female", five(page.factor("weight", "female"))), PERSON_FEMALE));

    let population = Answer::of(model(&sample("person", "variance = \"population\"")), PERSON);
    near(&population.score("male"), 6.957833e-11);
    near(&population.score("female"), 4.505532e-4);
    assert!(close(population.posterior("female").to_f64(), 0.99999985, 1e-8));
}

/// Han and Kamber, *Data Mining: Concepts and Techniques*, "Predicting a class label using naive Bayesian
/// classification".
#[test]
fn buys_a_computer() {
    let model = fitted(BUYS, "target = \"buys_computer\"\nalpha = \"0\"");
    let found = Answer::of(model, "age=<=30,income=medium,student=yes,credit=fair");
    assert_eq!([found.score("yes"), found.score("no")].map(|p| fraction(&p)), ["16/567", "6/875"]);
    near(&found.posterior("yes"), 0.8045052);
    agrees(&found.likelihood("yes"), ".044");
    agrees(&found.likelihood("no"), ".019");
    agrees(&found.score("yes"), ".028");
    agrees(&found.score("no"), ".007");
}

/// Tan, Steinbach and Kumar, *Introduction to Data Mining* (2006), section 5.3. The book's products leave the prior out.
#[test]
fn loan() {
    let married = Answer::of(model(&sample("loan", "")), "refund=No,marital=Married,income=120");
    near(&married.score("No"), 1.643953e-3);
    assert!(married.score("Yes").is_zero() && married.posterior("Yes").is_zero());
    agrees(&married.factor("income", "No"), ".0072");
    errs(&married.likelihood("No"), LOAN_MARRIED_NO);
    assert!(prints(4.0 / 7.0 * 4.0 / 7.0 * 0.0072, LOAN_MARRIED_NO));
    assert_eq!((married.posterior("No").to_f64(), married.predicted()), (1.0, "No"));
}

/// The same borrower divorced, from the authors' slides. Old slides print 2/7 and 1/7 for single and divorced given yes,
/// which has three rows.
#[test]
fn loan_of_a_divorced_borrower() {
    let divorced = Answer::of(model(&sample("loan", "")), "refund=No,marital=Divorced,income=120");
    near(&divorced.score("No"), 4.109883e-4);
    near(&divorced.score("Yes"), 1.215177e-10);
    assert!(close(divorced.posterior("No").to_f64(), 0.9999997, 5e-8));
    agrees(&divorced.likelihood("No"), ".0006");
    agrees(&divorced.likelihood("Yes"), "4e-10");
    let marital = divorced.model.factor("marital").unwrap();
    let given_yes = |value: &str| {
        let value = divorced.model.position(marital, value).unwrap();
        fraction(&marital.conditional(value, divorced.class("Yes")).unwrap())
    };
    assert_eq!([given_yes("Single"), given_yes("Divorced")], ["2/3", "1/3"]);
}
