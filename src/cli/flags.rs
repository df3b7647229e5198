//! The flags of a recipe, generated from the option table, and numbers given on the command line.

use super::cases::pairs;
use super::no_data::{is_recipe, refuse_answer_sheet};
use super::output::{self, Outcome, OutputFlags};
use crate::model::{Case, Study};
use crate::practice::{Exercise, ExerciseFile, Reach};
use crate::problem::Problem;
use crate::recipe::{COLUMN_OPTIONS, Flag, FlagShape, OPTIONS, Recipe, quoted};
use crate::report::{self, Document, json};
use crate::table::{Source, TableError};
use crate::text::{brief, pair};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches, value_parser};
use std::collections::HashMap;
use std::ffi::{OsStr, OsString};
use std::mem::ManuallyDrop;
use std::path::{Path, PathBuf};

/// Words for the completions of a shell. The recipe refuses other words, with an error that also appears in JSON.
#[derive(Clone)]
pub(super) struct SuggestedWords(pub &'static [&'static str]);

impl TypedValueParser for SuggestedWords {
    type Value = String;

    fn parse_ref(&self, _: &Command, _: Option<&Arg>, value: &OsStr) -> Result<String, clap::Error> {
        Ok(value.to_string_lossy().into_owned())
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.0.iter().copied().map(PossibleValue::new)))
    }
}

/// Words, each with its value.
#[derive(Clone)]
pub(super) struct WordChoice<T: 'static>(pub &'static [(&'static str, T)]);

impl<T: Clone + Send + Sync> TypedValueParser for WordChoice<T> {
    type Value = T;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<T, clap::Error> {
        let words = PossibleValuesParser::new(self.0.iter().map(|(word, _)| *word));
        let word = words.parse_ref(command, arg, OsStr::new(&*value.to_string_lossy()))?;
        let named = self.0.iter().find(|(known, _)| *known == word);
        named.map(|(_, value)| value.clone()).ok_or_else(|| clap::Error::new(ErrorKind::InvalidValue))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.0.iter().map(|(word, _)| PossibleValue::new(*word))))
    }
}

#[derive(Args, Default)]
pub(super) struct DataFlags {
    /// A CSV, sample:NAME, an exercise, a recipe or -; a recipe names its data, and - is standard input
    #[arg(value_name = "DATA")]
    pub data: OsString,
    #[command(flatten)]
    pub recipe: RecipeFlags,
}

#[derive(Args, Clone, Copy, Default)]
pub(super) struct Outside {
    /// Let an exercise read files outside its folder: use it for exercises that you trust
    #[arg(long, help_heading = "Exercise", hide_short_help = true)]
    outside: bool,
}

impl Outside {
    pub(super) fn reach(self) -> Reach {
        if self.outside { Reach::Anywhere } else { Reach::Beside }
    }
}

#[derive(Clone, Default)]
pub(super) struct RecipeFlags {
    recipe: Option<PathBuf>,
    /// The texts behind each flag that was given.
    texts: HashMap<&'static str, Vec<String>>,
    pub(super) outside: Outside,
}

/// The flags that -h lists; --help lists all.
const EVERYDAY: [&str; 7] = ["target", "features", "model", "bins", "alpha", "prior", "split"];

fn all_flags() -> impl Iterator<Item = Flag> {
    let of_columns = COLUMN_OPTIONS.iter().filter_map(|option| option.flag);
    OPTIONS.iter().filter_map(|option| option.flag).chain(of_columns)
}

fn arg(flag: Flag) -> Arg {
    let arg = Arg::new(flag.word).long(flag.word).value_name(flag.value_name).help(flag.help);
    let arg = arg.hide_short_help(!EVERYDAY.contains(&flag.word));
    match flag.shape {
        FlagShape::Text => arg,
        FlagShape::Signed => arg.allow_hyphen_values(true),
        FlagShape::Words(words) => arg.value_parser(SuggestedWords(words)).hide_possible_values(true),
        FlagShape::List | FlagShape::Column(_) => arg.action(ArgAction::Append),
        FlagShape::Switch => {
            let arg = arg.num_args(0..=1).require_equals(true).default_missing_value("true");
            arg.value_parser(value_parser!(bool))
        }
        FlagShape::Whole(least) => arg.value_parser(value_parser!(u64).range(least..=i64::MAX as u64)),
    }
}

impl Args for RecipeFlags {
    fn augment_args(command: Command) -> Command {
        let file = Arg::new("recipe").long("recipe").value_name("FILE").help("A recipe as TOML");
        let command = command.next_help_heading("Recipe (overrides --recipe)");
        let mut flags: Vec<Flag> = all_flags().collect();
        flags.sort_by_key(|flag| flag.place);
        flags.dedup_by_key(|flag| flag.place);
        let command = command.arg(file.value_parser(value_parser!(PathBuf)));
        Outside::augment_args(command.args(flags.into_iter().map(arg)))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for RecipeFlags {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let given = all_flags().filter_map(|Flag { word, .. }| {
            let texts = matches.get_raw(word)?.map(|text| text.to_string_lossy().into_owned());
            Some((word, texts.collect()))
        });
        Ok(RecipeFlags {
            recipe: matches.get_one("recipe").cloned(),
            texts: given.collect(),
            outside: Outside::from_arg_matches(matches)?,
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl RecipeFlags {
    pub(super) fn is_data(&self, data: &OsStr) -> bool {
        self.recipe.as_deref() == Some(Path::new(data))
    }

    /// The recipe of these flags, over that of `--recipe`.
    pub(super) fn recipe(&self) -> Result<Recipe, Problem> {
        let file = self.recipe.as_deref().map_or(Ok(Recipe::default()), Recipe::open)?;
        Ok(Recipe { data: None, ..file.overridden_by(self.recipe_of_flags()?) })
    }

    /// The data that the file behind `--recipe` names.
    pub(super) fn data(&self) -> Result<Option<OsString>, Problem> {
        let Some(path) = &self.recipe else { return Ok(None) };
        Ok(Recipe::open(path)?.data.map(OsString::from))
    }

    /// Where a recipe is in the place of data: the data that it names, and these flags over it.
    pub(super) fn of_recipe(&self, word: &OsStr) -> Result<Option<(OsString, RecipeFlags)>, Problem> {
        let path = Path::new(word);
        if self.is_data(word) || !Exercise::is_named(word) || !is_recipe(path) {
            return Ok(None);
        }
        let name = quoted(&path.to_string_lossy());
        if self.recipe.is_some() {
            let what = format!("{name} is a recipe, but --recipe names another one");
            return Err(Problem::usage(what, "leave --recipe out, or pass the data instead of a recipe"));
        }
        let flags = RecipeFlags { recipe: Some(path.into()), ..self.clone() };
        let gives = || Ok::<_, Problem>(Recipe::open(path)?.given.map(|_| word.to_owned()));
        let Some(data) = flags.data()?.map_or_else(gives, |data| Ok(Some(data)))? else {
            let what = format!("{name} is a recipe that names no data");
            let fix = format!(
                "pass the data: `posterior DATA --recipe {name}`. Or add a line such as data = \"weather.csv\" to the recipe, \
                 above the first [[feature]]"
            );
            return Err(Problem { kind: "bad_csv", what, fix, ..Problem::default() });
        };
        Ok(Some((data, flags)))
    }

    /// Opens data with the recipe. Returns an error if the output file is also an input.
    pub(super) fn study(&self, data: &OsStr, output: &OutputFlags) -> Result<Study, Problem> {
        self.open(data, output, Study::open)
    }

    fn open(&self, data: &OsStr, output: &OutputFlags, open: Open) -> Result<Study, Problem> {
        if let Some((data, flags)) = self.of_recipe(data)? {
            return flags.open(&data, output, open);
        }
        if !self.is_data(data) {
            refuse_answer_sheet(data)?;
        }
        let source = Source::from_arg(data)?;
        let recipe = self.recipe()?;
        output.protect(&source.file().into_iter().chain(recipe.files()).collect())?;
        let study = open(source, recipe)?;
        output::warn(&study);
        Ok(study)
    }

    fn recipe_of_flags(&self) -> Result<Recipe, Problem> {
        let mut recipe = Recipe::default();
        let given = |word| self.texts.get(word).map(Vec::as_slice);
        for option in OPTIONS {
            let flag = option.flag.filter(|flag| !matches!(flag.shape, FlagShape::Column(_)));
            if let Some(texts) = flag.and_then(|flag| given(flag.word)) {
                option.parse(&mut recipe, &texts.join(","))?;
            }
        }
        for option in COLUMN_OPTIONS {
            let Some(Flag { word, shape: FlagShape::Column(example), .. }) = option.flag else { continue };
            let of_all = OPTIONS.iter().find(|of_all| of_all.flag.is_some_and(|flag| flag.word == word));
            for text in given(word).unwrap_or_default() {
                if of_all.is_some_and(|of_all| of_all.parse(&mut recipe, text).is_ok()) {
                    continue;
                }
                let Some((name, value)) = pair(text) else {
                    let what = format!("--{word} {} names no column", brief(text));
                    return Err(Problem::usage(what, format!("write, for example, --{word} {example}")));
                };
                option.parse(recipe.column_mut(&name), value)?;
            }
        }
        Ok(recipe)
    }
}

type Open = fn(Source, Recipe) -> Result<Study, TableError>;

impl DataFlags {
    /// Opens the data under the recipe. An exercise in the place of data brings its own recipe and case, over which the
    /// flags are put.
    pub(super) fn study(&self, output: &OutputFlags) -> Result<Study, Problem> {
        self.open(output, Study::open)
    }

    /// Opens a study that is never freed: the program ends after it, and freeing many rows would only take time.
    pub(super) fn last_study(&self, output: &OutputFlags) -> Result<ManuallyDrop<Study>, Problem> {
        self.open(output, |source, recipe| Study::open_watched(source, recipe, None, false))
            .map(ManuallyDrop::new)
    }

    fn open(&self, output: &OutputFlags, open: Open) -> Result<Study, Problem> {
        if self.recipe.is_data(&self.data) || !Exercise::is_named(&self.data) {
            return self.recipe.open(&self.data, output, open);
        }
        if let Some((data, recipe)) = self.recipe.of_recipe(&self.data)? {
            return DataFlags { data, recipe }.open(output, open);
        }
        refuse_answer_sheet(&self.data)?;
        let mut recipe = self.recipe.recipe()?;
        let file = ExerciseFile::named(&self.data, self.recipe.outside.reach())?;
        output.protect(&file.files().into_iter().chain(recipe.files()).collect())?;
        // Where data are drawn the seed is theirs.
        let seed = file.random.as_ref().and_then(|_| recipe.seed.take());
        let own = file.open(seed)?.study;
        let study = own.with_recipe(own.recipe.clone().overridden_by(recipe))?;
        output::warn(&study);
        Ok(study)
    }
}

#[derive(Args)]
pub(super) struct OfData {
    #[command(flatten)]
    pub data: DataFlags,
    #[command(flatten)]
    pub output: OutputFlags,
}

#[derive(Args)]
pub(super) struct GivenCommand {
    /// "P(ill) = 0.01", "P(pos | ill) = 0.9", "P(test=pos | ill) = 90%", "mean(height | male) = 178", "var(height | male) = 49"
    #[arg(value_name = "NUMBER", required = true)]
    numbers: Vec<String>,
    /// The case: "test=pos"
    #[arg(long, value_name = "COL=VALUE,…")]
    query: Vec<String>,
    /// Write the numbers as a recipe, which is opened like data
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    #[command(flatten)]
    pub(super) output: OutputFlags,
}

pub(super) fn run(command: &GivenCommand) -> Outcome {
    let flags = &command.output;
    let queries = command.query.iter().map(|query| pairs(query)).collect::<Result<Vec<_>, _>>()?;
    let recipe = Recipe::from_numbers(&command.numbers, &queries)?;
    if let Some(path) = &command.save {
        output::save(&recipe.to_toml(), path, flags.force)?;
    }
    let study = Study::open(Source::bytes("given numbers", *b""), recipe)?;
    let fitted = study.model()?;
    let cases = queries.iter().map(|query| Case::from_typed(fitted, query)).collect::<Result<Vec<_>, _>>()?;
    if flags.is_json() && cases.is_empty() {
        return output::answer(&study, Some(fitted), json::Fit::new(fitted), flags);
    }
    if flags.is_json() {
        let queries = cases.iter().map(|case| json::Explained::new(fitted, case, (false, false)));
        let queries = queries.collect::<Result<_, _>>()?;
        return output::answer(&study, Some(fitted), json::Explanations { queries }, flags);
    }
    let mut document = Document::titled("Given numbers");
    document.append(report::overview(fitted));
    if cases.is_empty() {
        document.append(report::parameters(fitted, None));
    }
    for case in &cases {
        document.append(report::posterior(fitted, case, &report::case_name(case))?);
        document.append(report::natural_frequencies(fitted, case));
    }
    output::document(&document, flags)
}
