//! The given numbers of a recipe as tables, and one of them changed.

use num_rational::BigRational;
use num_traits::{One, Signed};

use super::given::check_given;
use super::{Given, Prior, Recipe, SHARED, Written};
use crate::math::{Event, Name, Quantity};
use crate::problem::Problem;
use crate::text::listed;

/// Where a given number stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GivenPlace {
    Prior {
        class: String,
    },
    /// P(value | class) of a feature.
    Value {
        feature: String,
        value: String,
        class: String,
    },
    /// The mean of a feature in a class, of one feature alone or of all together.
    Mean {
        feature: String,
        class: String,
    },
    Variance {
        feature: String,
        class: String,
    },
    Rate {
        feature: String,
        class: String,
    },
    /// An entry of Σ; its class is [`SHARED`] where one Σ stands for all.
    Sigma {
        row: String,
        column: String,
        class: String,
    },
}

impl GivenPlace {
    pub fn quantity(&self) -> Quantity {
        let name = |text: &String| Name::new(text.as_str());
        let class = |class: &String| Some(name(class)).filter(|_| class != SHARED);
        match self {
            GivenPlace::Prior { class } => Quantity::prior(&name(class)),
            GivenPlace::Value { feature, value, class } => Quantity::Prob {
                event: Event::value(&name(feature), &name(value)),
                given: Some(Event::Class(name(class))),
            },
            GivenPlace::Mean { feature, class: of } | GivenPlace::Rate { feature, class: of } => {
                Quantity::Mean { feature: name(feature), class: class(of) }
            }
            GivenPlace::Variance { feature, class: of } => {
                Quantity::Var { feature: name(feature), class: class(of) }
            }
            GivenPlace::Sigma { row, column, class: of } => {
                Quantity::Cov { a: name(row), b: name(column), class: class(of) }
            }
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GivenBlock {
    /// What its numbers are: `P(class)`, the name of a feature, `Σ of ill`.
    pub what: String,
    /// What stands over the columns: the classes, or the features of Σ.
    pub heads: Vec<String>,
    pub rows: Vec<(String, Vec<(GivenPlace, Written)>)>,
}

impl Recipe {
    /// P(class) as it is given, where the recipe uses it; else what would be used.
    fn given_prior<'a>(&'a self, given: &'a Given) -> &'a [(String, Written)] {
        match &self.prior {
            Some(Prior::Given(prior)) => prior,
            _ => &given.prior,
        }
    }

    fn given_features(&self) -> Vec<&str> {
        let target = self.target.as_deref();
        match &self.features {
            Some(features) => features.iter().map(String::as_str).collect(),
            None => {
                let names = self.columns.iter().map(|choice| choice.name.as_str());
                names.filter(|name| Some(*name) != target).collect()
            }
        }
    }

    /// The given numbers, table by table; nothing where none are given.
    pub fn given_blocks(&self) -> Vec<GivenBlock> {
        let Some(given) = &self.given else { return Vec::new() };
        let classes: Vec<String> = given.classes().map(str::to_owned).collect();
        let prior = self.given_prior(given).iter();
        let prior = prior.map(|(class, number)| (GivenPlace::Prior { class: class.clone() }, number.clone()));
        let mut blocks = vec![GivenBlock {
            what: "P(class)".to_owned(),
            heads: self.given_prior(given).iter().map(|(class, _)| class.clone()).collect(),
            rows: vec![("P".to_owned(), prior.collect())],
        }];
        let features = self.given_features();
        for feature in features.iter().map(|name| (*name).to_owned()) {
            let Some(choice) = self.column(&feature).filter(|choice| choice.is_given()) else { continue };
            let mut rows = Vec::new();
            for value in choice.given_values() {
                let of = |class: &String| {
                    let (_, values) =
                        choice.table.iter().flat_map(|table| &table.0).find(|(of, _)| of == class)?;
                    let (_, number) = values.iter().find(|(of, _)| of == value)?;
                    let place = GivenPlace::Value {
                        feature: feature.clone(),
                        value: value.to_owned(),
                        class: class.clone(),
                    };
                    Some((place, number.clone()))
                };
                rows.push((value.to_owned(), classes.iter().filter_map(of).collect()));
            }
            let at = |class: &String| (feature.clone(), class.clone());
            type Make = fn((String, String)) -> GivenPlace;
            let each: [(&str, &Option<super::ByClass>, Make); 3] = [
                ("mean", &choice.mean, |(feature, class)| GivenPlace::Mean { feature, class }),
                ("variance", &choice.variance, |(feature, class)| GivenPlace::Variance { feature, class }),
                ("rate", &choice.rate, |(feature, class)| GivenPlace::Rate { feature, class }),
            ];
            for (what, numbers, place) in each {
                let Some(numbers) = numbers else { continue };
                let of = |class: &String| {
                    let (_, number) = numbers.0.iter().find(|(of, _)| of == class)?;
                    Some((place(at(class)), number.clone()))
                };
                rows.push((what.to_owned(), classes.iter().filter_map(of).collect()));
            }
            let what = match choice.table {
                Some(_) => format!("P({feature} | class)"),
                None => feature.clone(),
            };
            blocks.push(GivenBlock { what, heads: classes.clone(), rows });
        }
        if !given.mean.is_empty() {
            let row = |(at, feature): (usize, &&str)| {
                let of = |class: &String| {
                    let (_, numbers) = given.mean.iter().find(|(of, _)| of == class)?;
                    let place = GivenPlace::Mean { feature: (*feature).to_owned(), class: class.clone() };
                    Some((place, numbers.get(at)?.clone()))
                };
                ((*feature).to_owned(), classes.iter().filter_map(of).collect())
            };
            let rows = features.iter().enumerate().map(row).collect();
            blocks.push(GivenBlock { what: "means".to_owned(), heads: classes.clone(), rows });
        }
        for (class, sigma) in &given.sigma {
            let row = |(feature, numbers): (&&str, &Vec<Written>)| {
                let of = |(column, number): (&&str, &Written)| {
                    let (row, column) = ((*feature).to_owned(), (*column).to_owned());
                    (GivenPlace::Sigma { row, column, class: class.clone() }, number.clone())
                };
                ((*feature).to_owned(), features.iter().zip(numbers).map(of).collect())
            };
            let what =
                if class == SHARED { "Σ of all classes".to_owned() } else { format!("Σ of {class}") };
            let heads = features.iter().map(|name| (*name).to_owned()).collect();
            blocks.push(GivenBlock { what, heads, rows: features.iter().zip(sigma).map(row).collect() });
        }
        blocks
    }

    /// The numbers that add up to 1 with a given one, in their order, with what each is of; nothing where none do.
    pub(crate) fn given_together(&self, place: &GivenPlace) -> Vec<(String, Written)> {
        let found = match place {
            GivenPlace::Prior { .. } => self.given.as_ref().map(|given| self.given_prior(given)),
            GivenPlace::Value { feature, class, .. } => {
                let tables = self.column(feature).and_then(|choice| choice.table.as_ref());
                tables
                    .and_then(|table| table.0.iter().find(|(of, _)| of == class))
                    .map(|(_, values)| &**values)
            }
            _ => None,
        };
        found.unwrap_or_default().to_vec()
    }

    /// The recipe with another number in a place, read from text: of numbers that add up to 1 all of them, one after another,
    /// or one, and of two the other one is what is left; an entry of Σ stands on both sides of the diagonal.
    ///
    /// # Errors
    /// When the text is no number, or the numbers would make no model.
    pub(crate) fn with_given_number(&self, place: &GivenPlace, text: &str) -> Result<Recipe, Problem> {
        let typed = text.split_whitespace().map(Written::told).collect::<Result<Vec<Written>, Problem>>()?;
        let together = self.given_together(place);
        let Some(first) = typed.first() else {
            return Err(Problem::usage(
                "no number is typed",
                "write a decimal, a fraction or per cent: 0.8, 4/5, 80%",
            ));
        };
        if typed.len() > 1 && typed.len() != together.len() {
            let what = format!("{} numbers are typed", typed.len());
            let fix = match together.len() {
                0 => "type one".to_owned(),
                many => {
                    let names = listed(together.iter().map(|(name, _)| name.as_str()));
                    format!("type one, or all {many}, for {names}")
                }
            };
            return Err(Problem::usage(what, fix));
        }
        let mut recipe = self.clone();
        let own = |name: &str| match place {
            GivenPlace::Prior { class } => name == class,
            GivenPlace::Value { value, .. } => name == value,
            _ => false,
        };
        let rest = BigRational::one() - first.value();
        let put = |all: &mut Vec<(String, Written)>| {
            for (at, (name, number)) in all.iter_mut().enumerate() {
                if typed.len() > 1 {
                    *number = typed.get(at).unwrap_or(first).clone();
                } else if own(name) {
                    *number = first.clone();
                } else if together.len() == 2 && !rest.is_negative() {
                    *number = Written::exact(&rest, first.text().contains('/'));
                }
            }
        };
        match place {
            GivenPlace::Prior { .. } => {
                let mut all = together.clone();
                put(&mut all);
                recipe.given.iter_mut().for_each(|given| given.prior.clone_from(&all));
                recipe.prior = Some(Prior::Given(all));
            }
            GivenPlace::Value { feature, class, .. } => {
                let tables = recipe.column_mut(feature).table.iter_mut().flat_map(|table| &mut table.0);
                tables.filter(|(of, _)| of == class).for_each(|(_, values)| put(values));
            }
            GivenPlace::Variance { feature, class } => {
                replace(recipe.column_mut(feature).variance.as_mut().map(|all| &mut all.0), class, first);
            }
            GivenPlace::Rate { feature, class } => {
                replace(recipe.column_mut(feature).rate.as_mut().map(|all| &mut all.0), class, first);
            }
            GivenPlace::Mean { feature, class } => {
                let at = self.given_features().iter().position(|name| name == feature);
                let one = self.column(feature).is_some_and(|choice| choice.mean.is_some());
                if one {
                    replace(recipe.column_mut(feature).mean.as_mut().map(|all| &mut all.0), class, first);
                } else {
                    let means = recipe.given.iter_mut().flat_map(|given| &mut given.mean);
                    let means = means.filter(|(of, _)| of == class).flat_map(|(_, numbers)| numbers);
                    let number = at.and_then(|at| means.into_iter().nth(at));
                    number.into_iter().for_each(|number| *number = first.clone());
                }
            }
            GivenPlace::Sigma { row, column, class } => {
                let features = self.given_features();
                let at = |name: &String| features.iter().position(|of| of == name);
                let sigma = recipe.given.iter_mut().flat_map(|given| &mut given.sigma);
                for (_, rows) in sigma.filter(|(of, _)| of == class) {
                    for (a, b) in [(at(row), at(column)), (at(column), at(row))] {
                        let number =
                            a.and_then(|a| rows.get_mut(a)).zip(b).and_then(|(row, b)| row.get_mut(b));
                        number.into_iter().for_each(|number| *number = first.clone());
                    }
                }
            }
        }
        if let Some(given) = &recipe.given {
            check_given(&recipe, given)?;
        }
        Ok(recipe)
    }
}

fn replace(all: Option<&mut Vec<(String, Written)>>, class: &str, with: &Written) {
    let found = all.into_iter().flatten().filter(|(of, _)| of == class);
    found.for_each(|(_, number)| *number = with.clone());
}
