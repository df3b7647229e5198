//! Results that are one table: parameters, posteriors, the tables of an evaluation, and marks.

use num_bigint::BigInt;
use std::borrow::Cow;

use super::case_name;
use super::document::mark_words;
use super::sheet::{Sheet, decimal, float, fraction, ln, posterior_heading};
use crate::evaluate::{
    Comparison, Evaluation, Learning, Measure, MetricKind, Point, Summary, Sweep, TestResults,
};
use crate::math::{Event, Name, Quantity};
use crate::model::{Case, Estimate, Factor, Fitted, Gda};
use crate::practice::{Gradebook, GradedSheet};
use crate::text::shown;
use crate::worked::{Dependence, WorkedError};

/// A row for each parameter. Fractions are as counted; only probabilities that were counted have a logarithm.
pub fn parameters(fitted: &Fitted) -> Sheet {
    let prior =
        |(class, name): (usize, &Name)| Some(counted(&Quantity::prior(name), fitted.prior_estimate(class)?));
    let priors = fitted.classes.iter().enumerate().filter_map(prior);
    let rest = match fitted.gda() {
        Some(gda) => together(fitted, gda),
        None => fitted.factors().iter().flat_map(|factor| table(fitted, factor)).collect(),
    };
    Sheet::of("quantity,feature,value,class,numerator,denominator,decimal,ln", priors.chain(rest))
}

/// The `value` of an entry of Σ is the other feature.
fn row(quantity: &Quantity, rest: [String; 4]) -> Vec<String> {
    let (feature, value) = match quantity {
        Quantity::Prob { event: Event::Value { feature, value }, .. }
        | Quantity::Prob { given: Some(Event::Value { feature, value }), .. }
        | Quantity::Cov { a: feature, b: value, .. } => (Some(feature), Some(value)),
        other => (other.feature(), None),
    };
    let class = if let Quantity::Ln(of) = quantity { of.class() } else { quantity.class() };
    let place = [feature, value, class].map(|name| name.map(Name::as_str).unwrap_or_default().to_owned());
    std::iter::once(quantity.to_string()).chain(place).chain(rest).collect()
}

fn counted(quantity: &Quantity, estimate: &Estimate) -> Vec<String> {
    let value = estimate.value();
    let [above, below] = [&estimate.numerator, &estimate.denominator].map(BigInt::to_string);
    row(quantity, [above, below, decimal(value.as_ref()), ln(value.as_ref())])
}

fn measured(quantity: &Quantity, value: Option<f64>) -> Vec<String> {
    row(quantity, [String::new(), String::new(), float(value), String::new()])
}

fn table(fitted: &Fitted, factor: &Factor) -> Vec<Vec<String>> {
    let name = &factor.name;
    let of_class = |(class, label): (usize, &Name)| -> Vec<Vec<String>> {
        if let Some(rate) = factor.rate(class) {
            let estimate = Estimate { numerator: rate.sum.into(), denominator: rate.n.into() };
            return vec![counted(&Quantity::mean(name, label), &estimate)];
        }
        if factor.is_gaussian() {
            let (mean, variance) = factor.normal(class).map(|it| (it.mean, it.variance)).unzip();
            let variance = measured(&Quantity::var(name, label), variance);
            return vec![measured(&Quantity::mean(name, label), mean), variance];
        }
        let row = |(at, value): (usize, &Name)| {
            let quantity = match fitted.is_by_value() {
                true => Quantity::class_given(label, name, value),
                false => Quantity::conditional(name, value, label),
            };
            counted(&quantity, &fitted.tabled(factor, at, class))
        };
        factor.values().iter().enumerate().map(row).collect()
    };
    fitted.classes.iter().enumerate().flat_map(of_class).collect()
}

/// Means, the entries of Σ on and above its diagonal, and θ or the discriminants.
fn together(fitted: &Fitted, gda: &Gda) -> Vec<Vec<String>> {
    let mut rows = Vec::new();
    let names: Vec<&Name> = fitted.feature_names().collect();
    let classes = || fitted.classes.iter().enumerate();
    for (class, label) in classes() {
        let mean = |(at, name): (usize, &&Name)| measured(&Quantity::mean(name, label), gda.mean(class, at));
        rows.extend(names.iter().enumerate().map(mean));
    }
    let own = if gda.is_shared() { vec![None] } else { fitted.classes.iter().map(Some).collect() };
    for (at, class) in own.into_iter().enumerate() {
        let Some(sigma) = gda.sigma(at) else { continue };
        for (i, a) in names.iter().enumerate() {
            let entry =
                |(j, b): (usize, &&Name)| measured(&Quantity::cov(a, b, class), Some(sigma.entry(i, j)));
            rows.extend(names.iter().enumerate().skip(i).map(entry));
        }
        rows.push(measured(&Quantity::det(class).ln(), Some(sigma.log_det)));
    }
    let of_class = |(class, label)| {
        let (intercept, weights) = fitted.discriminant(class)?;
        Some((Some(label), Some(intercept), weights))
    };
    let linear = match fitted.theta() {
        Some(theta) => vec![(None, theta.intercept, theta.weights)],
        None => classes().filter_map(of_class).collect(),
    };
    for (class, intercept, weights) in linear {
        rows.push(measured(&Quantity::theta(None, class), intercept));
        let weight =
            |(name, weight): (&&Name, &f64)| measured(&Quantity::theta(Some(name), class), Some(*weight));
        rows.extend(names.iter().zip(&weights).map(weight));
    }
    rows
}

pub fn posteriors(fitted: &Fitted, cases: &[Case]) -> Sheet {
    let mut out =
        Sheet::of("case,class,prior,score,ln_score,posterior,numerator,denominator,predicted,undefined", []);
    for (name, case) in numbered(cases) {
        let prediction = fitted.predict(case);
        let predicted = prediction.predicted.and_then(|class| fitted.classes.get(class));
        for (class, label) in fitted.classes.iter().enumerate() {
            let score = prediction.joint.get(class).and_then(Option::as_ref);
            let posterior = prediction.posterior.as_ref().and_then(|all| all.get(class));
            let [above, below] = fraction(posterior);
            out.rows.push(vec![
                name.clone(),
                label.as_str().to_owned(),
                decimal(fitted.prior(class).as_ref()),
                decimal(score),
                ln(score),
                decimal(posterior),
                above,
                below,
                predicted.map(|name| name.as_str().to_owned()).unwrap_or_default(),
                prediction.undefined.as_ref().map(|why| why.word().to_owned()).unwrap_or_default(),
            ]);
        }
    }
    out
}

/// The cases with their names: `Row 5`, `Query 2`.
fn numbered(cases: &[Case]) -> impl Iterator<Item = (String, &Case)> {
    let name = |at, case: &Case| case.row.map_or_else(|| format!("Query {at}"), |_| case_name(case));
    (1..).zip(cases).map(move |(at, case)| (name(at, case), case))
}

pub fn value_pairs(fitted: &Fitted, cases: &[Case]) -> Result<Sheet, WorkedError> {
    let mut out = Sheet::of("case,class,first,second,both,first_rows,second_rows,rows,given,assumed", []);
    for (name, case) in numbered(cases) {
        for pair in Dependence::of(fitted, case)?.pairs {
            let class = fitted.classes.get(pair.class).map(|class| class.as_str().to_owned());
            let counts =
                [pair.both, pair.first_rows, pair.second_rows, pair.rows].map(|count| count.to_string());
            let shares = [pair.given(), pair.alone()].map(|share| decimal(share.as_ref()));
            let names = [class.unwrap_or_default(), pair.first.to_string(), pair.second.to_string()];
            out.rows.push([vec![name.clone()], names.into(), counts.into(), shares.into()].concat());
        }
    }
    Ok(out)
}

/// A row for each actual class, a column for each predicted one, and a column for undefined posteriors.
pub fn matrix(evaluation: &Evaluation) -> Sheet {
    let predicted = evaluation.labels.iter().take(evaluation.predictable);
    let predicted = predicted.map(|label| format!("predicted {}", label.as_str()));
    let header = ["actual".to_owned()].into_iter().chain(predicted).chain(["undefined".to_owned()]).collect();
    let rows = evaluation.labels.iter().zip(&evaluation.matrix).zip(&evaluation.per_class);
    let rows = rows.map(|((label, row), class)| {
        let rest = class.support.saturating_sub(row.iter().sum());
        let counts = row.iter().chain([&rest]).map(u64::to_string);
        [label.as_str().to_owned()].into_iter().chain(counts).collect()
    });
    Sheet { header, rows: rows.collect() }
}

pub fn classes(evaluation: &Evaluation) -> Sheet {
    let rows = evaluation.labels.iter().zip(&evaluation.per_class).map(|(label, class)| {
        let [precision, recall, f1] =
            [&class.precision, &class.recall, &class.f1].map(|it| decimal(it.as_ref()));
        vec![label.as_str().to_owned(), precision, recall, f1, class.support.to_string()]
    });
    Sheet::of("class,precision,recall,f1,support", rows)
}

/// A line for each test row: `row,actual,predicted,undefined,P(class)…`, with `fold` before the posteriors if the rows were
/// held out, and `weight` if rows have weights.
pub fn evaluated(evaluation: &Evaluation) -> Sheet {
    let (labels, tested) = (&evaluation.labels, evaluation.tested.as_ref());
    let mut header = ["row", "actual", "predicted", "undefined"].map(str::to_owned).to_vec();
    header.extend(tested.map(|_| "fold".to_owned()));
    header.extend(evaluation.is_weighted().then(|| "weight".to_owned()));
    header.extend(labels.iter().take(evaluation.predictable).map(posterior_heading));
    let mut out = Sheet { header, rows: Vec::new() };
    let name = |class: usize| labels.get(class).map(|label| label.as_str().to_owned());
    for evaluated in evaluation.rows.iter() {
        let row = &evaluated.prediction;
        let mut cells = vec![
            evaluation.row_number(&evaluated).to_string(),
            name(evaluated.actual).unwrap_or_default(),
            row.predicted.and_then(name).unwrap_or_default(),
            row.undefined.unwrap_or_default().to_owned(),
        ];
        let fold = |tested: &TestResults| evaluated.fold.map(|fold| tested.fold_name(fold));
        cells.extend(tested.map(|tested| fold(tested).unwrap_or_default()));
        cells.extend(evaluation.is_weighted().then(|| evaluated.weight.to_string()));
        let known = row.log_posteriors();
        let posterior = |class: usize| Some(known.as_ref()?.get(class)?.exp());
        cells.extend((0..evaluation.predictable).map(|class| float(posterior(class))));
        out.rows.push(cells);
    }
    out
}

/// A row for each model, in the order of `by`; the seconds are for fitting and predicting.
pub fn comparison(found: &Comparison, by: Option<Measure>) -> Sheet {
    let results = found.sorted(by).into_iter().filter_map(|at| found.results.get(at));
    let rows = results.map(|result| {
        let interval = result.figure(MetricKind::Accuracy).and_then(|figure| figure.interval);
        let value = |kind: MetricKind| decimal(result.measured(kind).value());
        vec![
            result.spec.word().to_owned(),
            result.candidate.name.clone(),
            result.right.to_string(),
            result.n.to_string(),
            value(MetricKind::Accuracy),
            float(interval.map(|interval| interval.low())),
            float(interval.map(|interval| interval.high())),
            value(MetricKind::LogLoss),
            value(MetricKind::Brier),
            decimal(result.area.as_ref()),
            result.n_undefined.to_string(),
            result.parameters.count.to_string(),
            decimal(result.training_accuracy().as_ref()),
            float(Some(result.seconds)),
        ]
    });
    let header =
        "model,name,right,n,accuracy,low,high,log_loss,brier,auc,undefined,parameters,training,seconds";
    Sheet::of(header, rows)
}

pub fn sweep(sweep: &Sweep) -> Sheet {
    let point = |point: &Point| {
        let known = point.summary.as_ref().ok();
        let count = |of: fn(&Summary) -> u64| known.map(|known| of(known).to_string()).unwrap_or_default();
        vec![
            "α".to_owned(),
            point.alpha.clone(),
            point.title.to_owned(),
            count(|known| known.right),
            count(|known| known.n),
            decimal(known.and_then(Summary::accuracy).as_ref()),
            float(known.and_then(|known| known.log_loss)),
            float(known.and_then(|known| known.brier)),
            count(|known| known.n_undefined),
        ]
    };
    let points = sweep.points.iter().map(point);
    Sheet::of("parameter,value,model,right,n,accuracy,log_loss,brier,undefined", points)
}

/// A row for each model and size of a learning curve: the mean over the seeds, the 10th and the 90th percentile.
pub fn learning(learning: &Learning) -> Sheet {
    const MEASURES: [(&str, Measure); 3] =
        [("accuracy", Measure::Accuracy), ("log_loss", Measure::LogLoss), ("brier", Measure::Brier)];
    let figures =
        MEASURES.iter().flat_map(|(name, _)| ["", "_p10", "_p90"].map(|end| format!("{name}{end}")));
    let mut out = Sheet::new(["model", "rows", "seeds"].map(str::to_owned).into_iter().chain(figures));
    for curve in &learning.curves {
        for (size, stage) in learning.sizes.iter().zip(&curve.stages) {
            let spreads = MEASURES.map(|(_, measure)| stage.spread(measure));
            let seeds = spreads.iter().flatten().map(|spread| spread.n).max().unwrap_or(0);
            let figures = spreads.iter().flat_map(|spread| match spread {
                Some(spread) => [spread.mean, spread.low, spread.high].map(|figure| float(Some(figure))),
                None => Default::default(),
            });
            let first = [curve.name.clone(), size.to_string(), seeds.to_string()];
            out.rows.push(first.into_iter().chain(figures).collect());
        }
    }
    out
}

/// The gradebook as a table. With `zeros`, exercises not handed in get 0 marks; otherwise their cells are empty.
pub fn gradebook(book: &Gradebook, zeros: bool) -> Sheet {
    let cell = |marks: Option<f64>| match marks {
        Some(marks) => mark_words(marks),
        None => (if zeros { "0" } else { "" }).to_owned(),
    };
    let maximum = mark_words(book.exercises.iter().map(|(_, max)| max).sum());
    let columns = book.exercises.iter().map(|(id, _)| shown(id));
    let [first, last] = [["id", "name", "email"].as_slice(), &["total", "maximum"]]
        .map(|heads| heads.iter().map(|head| Cow::from(*head)));
    let mut out = Sheet::new(first.chain(columns).chain(last));
    for (student, marks) in &book.rows {
        // Students are often listed by their address alone.
        let address = || Some(student.id.as_str()).filter(|id| is_address(id));
        let email = student.email.as_deref().or_else(address);
        let about = [Some(student.id.as_str()), student.name.as_deref(), email];
        let about = about.map(|text| plain(text.unwrap_or_default()));
        let total = cell(marks.iter().flatten().copied().reduce(|sum, marks| sum + marks));
        let marks = marks.iter().map(|marks| cell(*marks));
        out.rows.push(about.into_iter().chain(marks).chain([total, maximum.clone()]).collect());
    }
    out
}

fn is_address(text: &str) -> bool {
    let host = text.split_once('@').filter(|(name, _)| !name.is_empty()).map(|(_, host)| host);
    host.is_some_and(|host| host.contains('.')) && !text.contains(char::is_whitespace)
}

pub fn marks(sheets: &[GradedSheet]) -> Sheet {
    let lines = sheets.iter().flat_map(|sheet| sheet.lines.iter().map(move |line| (sheet, line)));
    let yes = |yes: bool| if yes { "yes" } else { "no" }.to_owned();
    let rows = lines.map(|(sheet, line)| {
        let answer = line.answer.as_ref();
        vec![
            plain(sheet.who()),
            plain(&sheet.exercise),
            plain(sheet.seed.as_deref().unwrap_or_default()),
            line.label.clone(),
            answer.map(|answer| plain(&answer.typed)).unwrap_or_default(),
            answer.and_then(|answer| Some(plain(&answer.read_as()?))).unwrap_or_default(),
            if line.is_blank() { "unanswered" } else { line.marked.verdict.word() }.to_owned(),
            yes(line.marked.carried),
            line.marked.causes.join("|"),
            line.marks.to_string(),
            line.max.to_string(),
            line.marked.note.map(|note| note.word()).unwrap_or_default().to_owned(),
            yes(line.flagged),
            plain(&sheet.sheet),
        ]
    });
    let header =
        "student,exercise,seed,step,answer,read_as,verdict,carried,cause,marks,max,note,flagged,sheet";
    Sheet::of(header, rows)
}

/// A text from a student's sheet, made safe to show.
fn plain(text: &str) -> String {
    shown(text).into_owned()
}
