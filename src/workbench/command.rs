//! What is on screen as the command that prints it, and the recipe as a file.

use std::path::Path;

use super::app::App;
use super::keys::ScreenId;
use super::recents;
use super::session::Pick;
use super::source::Source;
use crate::practice::Reach;
use crate::recipe::{Recipe, quoted};
use crate::text::pair_item;

#[derive(Clone, Debug)]
pub struct CommandLine {
    pub text: String,
    pub unsaid: Vec<&'static str>,
}

impl CommandLine {
    pub fn of(app: &App) -> Option<CommandLine> {
        let study = app.session.study.as_ref()?;
        let query = query(app);
        let source = app.session.order.as_ref().map(|order| &order.source);
        let mut written = Recipe { query: query.clone(), ..study.recipe.clone() };
        if let Some(Source::Exercise { seed: Some(seed), .. }) = source {
            written.seed = Some(*seed);
        }
        let flags = written.to_flags();
        let mut words = vec!["posterior".to_owned()];
        words.push(app.screen.command().to_owned());
        words.push(source.and_then(Source::word).unwrap_or_else(|| "-".to_owned()));
        if let Some(Source::Exercise { reach: Reach::Anywhere, .. }) = source {
            words.push("--outside".to_owned());
        }
        let mut unsaid = flags.unsaid;
        if app.screen == ScreenId::Explain {
            match (&app.session.pick, &query) {
                (Pick::Row(row), _) => words.extend(["--row".to_owned(), (row + 1).to_string()]),
                (_, Some(cells)) => words.extend(["--query".to_owned(), query_words(cells)]),
                _ => {}
            }
            unsaid.retain(|key| *key != "query");
        }
        words.extend(flags.words);
        Some(CommandLine {
            text: words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" "),
            unsaid,
        })
    }
}

/// The recipe as a file of a folder, which names its data and says every choice, also those that were made for the user. `None`
/// where nothing is open.
pub fn recipe_file(app: &App, folder: &Path) -> Option<String> {
    let study = app.session.study.as_ref()?;
    let resolved = app.session.fitted().map_or(&study.recipe, |fitted| &fitted.data.resolved.recipe);
    let here = std::env::current_dir().unwrap_or_default();
    let data = app.session.order.as_ref().and_then(|order| recents::word(&order.source));
    // Given numbers are all there is: their recipe is opened like data.
    let data = data.filter(|_| resolved.given.is_none());
    let recipe = Recipe { data, query: query(app), ..resolved.clone() };
    Some(recipe.in_folder(&here).beside(&here.join(folder)).to_toml())
}

fn query(app: &App) -> Option<Vec<(String, String)>> {
    let case = app.session.case.as_ref().zip(app.session.fitted()).map(|(case, fitted)| case.written(fitted));
    let changed = matches!(app.session.pick, Pick::Changed(_));
    case.filter(|_| changed).or_else(|| app.session.study.as_ref()?.recipe.query.clone())
}

/// `Outlook=Sunny,Temp="cool, or so"`: as `--query` reads it.
fn query_words(cells: &[(String, String)]) -> String {
    cells.iter().map(|(column, text)| pair_item(column, text)).collect::<Vec<_>>().join(",")
}
