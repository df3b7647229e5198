//! One option of a recipe: key, flag, kind, and where it applies.

use super::file::{bad, unknown_word};
use super::{
    Bins, Convention, Covariance, Delimiter, EventModel, Marks, ModelKind, NumberAs, Prior, Ragged, Split,
    Variance, Vocabulary, Written,
};
use crate::math::Name;
use crate::problem::Problem;
use crate::table::{Decimal, Kind};
use crate::text::{list, list_item, pair_item};
use serde::Deserialize;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use toml::de::{DeString, DeValue, ValueDeserializer};
use toml::{Spanned, Table as Toml, Value};

/// One thing that can be said, of a whole recipe or of one column.
pub(crate) struct RecipeOption<R> {
    pub key: &'static str,
    pub name: &'static str,
    pub flag: Option<Flag>,
    pub applies: fn(&Reads) -> bool,
    /// Writes down what holds where nothing is said.
    pub fill: fn(&mut R),
    /// As a file has it; `None` where nothing is said.
    pub value: fn(&R) -> Option<Value>,
    pub(super) text: fn(&R) -> Option<String>,
    pub clear: fn(&mut R),
    pub(super) read: fn(&mut R, ValueDeserializer<'_>) -> Result<(), Unread>,
    pub(super) over: fn(&mut R, &mut R),
}

/// How an option is said on the command line.
#[derive(Clone, Copy)]
pub struct Flag {
    pub place: u8,
    /// What it is called, without `--`.
    pub word: &'static str,
    pub value_name: &'static str,
    pub help: &'static str,
    pub shape: Shape,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    Text,
    Signed,
    Words(&'static [&'static str]),
    List,
    /// True or false; alone it is true.
    Switch,
    Whole(u64),
    /// A column, `=` and a text, as in this example.
    Column(&'static str),
}

/// What a model reads, as far as it decides which options matter.
#[derive(Clone, Copy, Debug)]
pub struct Reads {
    pub model: ModelKind,
    /// Whether a feature is a number without bins.
    pub numbers: bool,
    pub texts: bool,
    pub counts: bool,
    pub marks: bool,
}

impl Reads {
    pub fn together(&self) -> bool {
        self.model.is_joint()
    }

    pub fn curves(&self) -> bool {
        self.numbers && self.model.family().number == NumberAs::Curve
    }

    pub fn generative(&self) -> bool {
        self.model != ModelKind::Logistic
    }

    pub fn words(&self) -> bool {
        self.texts || self.counts
    }
}

impl<R> RecipeOption<R> {
    pub(super) const fn shaped(shape: Shape, mut option: Self) -> Self {
        if let Some(flag) = &mut option.flag {
            flag.shape = shape;
        }
        option
    }

    /// Takes a text as it stands behind the flag.
    ///
    /// # Errors
    /// When the text cannot be meant.
    pub fn parse(&self, into: &mut R, text: &str) -> Result<(), Problem> {
        let wrong = || bad(&format!("is no {}", self.name), text, "write a whole number, 1 or more");
        let (number, texts): (String, Vec<String>);
        let one = |text| Spanned::new(0..0, DeValue::String(DeString::Borrowed(text)));
        let value = match self.flag.map(|flag| flag.shape) {
            Some(Shape::List) => {
                texts = list(text);
                Spanned::new(0..0, DeValue::Array(texts.iter().map(|text| one(text)).collect()))
            }
            Some(Shape::Switch) => DeValue::parse(text).map_err(|_| wrong())?,
            Some(Shape::Whole(least)) => {
                let whole = text.trim().parse::<u64>().ok().filter(|whole| *whole >= least);
                number = whole.ok_or_else(wrong)?.to_string();
                DeValue::parse(&number).map_err(|_| wrong())?
            }
            _ => one(text),
        };
        (self.read)(into, value.into()).map_err(|unread| match unread {
            Unread::Value(error) => error,
            Unread::File(..) | Unread::Format(_) => wrong(),
        })
    }
}

impl<R: Default> RecipeOption<R> {
    /// What stands behind the flag; `Some(None)` where no flag says it so that it is read back as it is.
    pub fn said(&self, of: &R) -> Option<Option<String>> {
        let value = (self.value)(of)?;
        let text = (self.text)(of).unwrap_or_else(|| match &value {
            Value::Array(texts) => {
                let texts: Vec<String> =
                    texts.iter().map(|text| list_item(&scalar(text)).into_owned()).collect();
                texts.join(",")
            }
            Value::Table(cells) => {
                let cells = cells.iter().map(|(name, value)| pair_item(name, &scalar(value)));
                cells.collect::<Vec<_>>().join(",")
            }
            one => scalar(one),
        });
        let mut again = R::default();
        let same = self.parse(&mut again, &text).is_ok() && (self.value)(&again) == Some(value);
        Some(same.then_some(text))
    }
}

pub(super) enum Unread {
    /// It is no TOML, or no TOML of a recipe; at which byte.
    File(String, Option<usize>),
    Format(i64),
    Value(Problem),
}

impl From<Problem> for Unread {
    fn from(error: Problem) -> Unread {
        Unread::Value(error)
    }
}

impl From<toml::de::Error> for Unread {
    fn from(error: toml::de::Error) -> Unread {
        Unread::File(error.message().to_owned(), error.span().map(|span| span.start))
    }
}

/// A field that holds what was said under a key.
pub(super) trait Field {
    type Held: Held;
    fn held(&self) -> Option<&Self::Held>;
    fn put(&mut self, held: Self::Held);
    fn take(&mut self) -> Option<Self::Held>;
}

impl<T: Held> Field for Option<T> {
    type Held = T;

    fn held(&self) -> Option<&T> {
        self.as_ref()
    }

    fn put(&mut self, held: T) {
        *self = Some(held);
    }

    fn take(&mut self) -> Option<T> {
        Option::take(self)
    }
}

/// A list that other lists are added to.
impl Field for Vec<String> {
    type Held = Vec<String>;

    fn held(&self) -> Option<&Vec<String>> {
        (!self.is_empty()).then_some(self)
    }

    fn put(&mut self, held: Vec<String>) {
        self.extend(held);
    }

    fn take(&mut self) -> Option<Vec<String>> {
        Some(std::mem::take(self)).filter(|list| !list.is_empty())
    }
}

/// What a key holds; `name` is what messages call it.
pub(super) trait Held: Sized {
    const SHAPE: Shape = Shape::Text;
    fn read(value: ValueDeserializer<'_>, name: &'static str) -> Result<Self, Unread>;
    /// `None` where TOML has no such number.
    fn value(&self) -> Option<Value>;
    /// As a flag says it, where that is not how it stands in a file.
    fn text(&self) -> Option<String> {
        None
    }
}

/// What TOML holds itself.
macro_rules! plain {
    ($($type:ty = $shape:expr),+ $(,)?) => { $(
        impl Held for $type {
            const SHAPE: Shape = $shape;

            fn read(value: ValueDeserializer<'_>, _: &'static str) -> Result<Self, Unread> {
                Ok(Self::deserialize(value)?)
            }

            fn value(&self) -> Option<Value> {
                Value::try_from(self).ok()
            }
        }
    )+ };
}

plain!(String = Shape::Text, Vec<String> = Shape::List, bool = Shape::Switch, u64 = Shape::Whole(0));

/// What is written as a text.
macro_rules! texts {
    ($($type:ty = $shape:expr),+ $(,)?) => { $(
        impl Held for $type {
            const SHAPE: Shape = $shape;

            fn read(value: ValueDeserializer<'_>, _: &'static str) -> Result<Self, Unread> {
                Ok(String::deserialize(value)?.parse::<$type>()?)
            }

            fn value(&self) -> Option<Value> {
                Some(Value::String(self.to_string()))
            }
        }
    )+ };
}

texts!(
    ModelKind = Shape::Words(ModelKind::WORDS),
    Covariance = Shape::Words(Covariance::WORDS),
    EventModel = Shape::Words(EventModel::WORDS),
    Variance = Shape::Words(Variance::WORDS),
    Convention = Shape::Words(Convention::WORDS),
    Ragged = Shape::Words(Ragged::WORDS),
    Bins = Shape::Text,
    Kind = Shape::Text,
    Decimal = Shape::Text,
    Delimiter = Shape::Text,
    Split = Shape::Text,
    Vocabulary = Shape::Text,
);

impl FromStr for Kind {
    type Err = Problem;

    fn from_str(word: &str) -> Result<Kind, Problem> {
        let found = Kind::ALL.into_iter().find(|kind| kind.word() == word.trim());
        found.ok_or_else(|| unknown_word("kind of column", word, &Kind::ALL.map(Kind::word)))
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Decimal::Comma { "comma" } else { "point" })
    }
}

impl FromStr for Decimal {
    type Err = Problem;

    fn from_str(word: &str) -> Result<Decimal, Problem> {
        let all = [Decimal::Comma, Decimal::Point];
        let found = all.into_iter().find(|mark| mark.to_string() == word.trim());
        found.ok_or_else(|| unknown_word("decimal mark", word, &["comma", "point"]))
    }
}

/// A list in a file, texts between commas behind a flag.
impl Held for Marks {
    fn read(value: ValueDeserializer<'_>, _: &'static str) -> Result<Self, Unread> {
        let texts = match Value::deserialize(value)? {
            Value::Array(texts) => texts.iter().map(scalar).collect(),
            one => list(&scalar(&one)),
        };
        Ok(Marks(texts.into_iter().filter(|text| !text.is_empty()).collect()))
    }

    fn value(&self) -> Option<Value> {
        Some(Value::Array(self.0.iter().cloned().map(Value::String).collect()))
    }
}

impl Held for Written {
    const SHAPE: Shape = Shape::Signed;

    fn read(value: ValueDeserializer<'_>, name: &'static str) -> Result<Self, Unread> {
        Ok(Self::non_negative(&scalar(&Value::deserialize(value)?), name)?)
    }

    fn value(&self) -> Option<Value> {
        Some(Value::String(self.text().to_owned()))
    }
}

impl Held for Prior {
    const SHAPE: Shape = Shape::Signed;

    fn read(value: ValueDeserializer<'_>, _: &'static str) -> Result<Self, Unread> {
        Ok(match Value::deserialize(value)? {
            Value::Table(table) => Prior::given(cells(table))?,
            other => scalar(&other).parse()?,
        })
    }

    fn value(&self) -> Option<Value> {
        Some(match self {
            Prior::Given(values) => {
                table(values.iter().map(|(class, value)| (class.clone(), value.text().to_owned())))
            }
            other => Value::String(other.to_string()),
        })
    }
}

impl Held for Vec<(String, String)> {
    fn read(value: ValueDeserializer<'_>, _: &'static str) -> Result<Self, Unread> {
        Ok(cells(Toml::deserialize(value)?))
    }

    fn value(&self) -> Option<Value> {
        Some(table(self.iter().cloned()))
    }
}

fn cells(table: Toml) -> Vec<(String, String)> {
    table.into_iter().map(|(name, value)| (name, scalar(&value))).collect()
}

fn table(cells: impl Iterator<Item = (String, String)>) -> Value {
    Value::Table(cells.map(|(name, text)| (name, Value::String(text))).collect())
}

pub(super) fn scalar(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// A column that the model reads, and how.
#[derive(Clone, Debug, PartialEq)]
pub struct Feature {
    pub column: usize,
    pub name: Name,
    /// How its cells must have been read.
    pub kind: Kind,
    pub bins: Option<Bins>,
    /// The text that counts as 1, in a yes/no column.
    pub one: Option<String>,
    /// The event model of a text column.
    pub event: EventModel,
    pub vocabulary: Vocabulary,
    /// Its declared values, which count whether or not a row has them.
    pub values: Arc<[String]>,
    /// The words of the file that the vocabulary names, each once, in its order; `None` until it is read.
    pub dictionary: Option<Arc<[Name]>>,
}

impl Feature {
    pub(crate) fn dictionary_path(&self) -> Option<&str> {
        match &self.vocabulary {
            Vocabulary::File(path) if self.kind == Kind::Text => Some(path),
            _ => None,
        }
    }
}
