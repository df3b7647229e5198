//! The dialog that hands the recipe over: to a file, to the clipboard, or as the command that prints what is on screen.

use std::path::Path;

use super::files::{self, Named, SaveAs, Saved};
use super::prelude::*;
use super::recents;
use super::session::Pick;
use super::source::Source;
use crate::practice::Reach;
use crate::recipe::{Recipe, quoted};

pub const WIDTH: u16 = 100;
pub const HEIGHT: u16 = 19;

#[derive(Clone, Debug)]
pub struct RecipeDialog {
    pub command: String,
    pub unsaid: Vec<&'static str>,
    pub toml: String,
    whole: Recipe,
    pub save: SaveAs,
}

impl RecipeDialog {
    /// The dialog; `None` where nothing is open.
    pub fn new(app: &App) -> Option<RecipeDialog> {
        let study = app.session.study.as_ref()?;
        let case =
            app.session.case.as_ref().zip(app.session.fitted()).map(|(case, fitted)| case.written(fitted));
        let changed = matches!(app.session.pick, Pick::Changed(_));
        let query = case.filter(|_| changed).or_else(|| study.recipe.query.clone());
        let source = app.session.order.as_ref().map(|order| &order.source);
        let mut written = Recipe { query: query.clone(), ..study.recipe.clone() };
        if let Some(Source::Exercise { seed: Some(seed), .. }) = source {
            written.seed = Some(*seed);
        }
        // The recipe that is saved says every choice, also those that were made for the user.
        let resolved = app.session.fitted().map_or(&study.recipe, |fitted| &fitted.data.resolved.recipe);
        let folder = std::env::current_dir().unwrap_or_default();
        let data = source.and_then(recents::word);
        let whole = Recipe { data, query: query.clone(), ..resolved.clone() }.in_folder(&folder);
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
        let command = words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ");
        Some(RecipeDialog {
            command,
            unsaid,
            toml: whole.clone().beside(&folder).to_toml(),
            whole,
            save: SaveAs::default(),
        })
    }

    pub fn open(app: &mut App) {
        match RecipeDialog::new(app) {
            Some(dialog) => app.show(dialog),
            None => app.say("There is no recipe yet: open data first."),
        }
    }

    fn write(&mut self, app: &mut App, path: &Path, over: bool) -> Reply {
        let folder = std::path::absolute(path).ok();
        let folder = folder.as_deref().and_then(Path::parent).unwrap_or(Path::new(""));
        let text = self.whole.clone().beside(folder).to_toml();
        Reply::Job(files::write(app, (path, over), text, saved))
    }
}

impl Dialog for RecipeDialog {
    fn scopes(&self) -> &'static [Scope] {
        self.save.scopes().unwrap_or(&[Scope::Recipe, Scope::Always])
    }

    fn hint(&self) -> &'static str {
        "A saved recipe is opened with o, or with --recipe FILE."
    }

    fn field(&mut self) -> Option<&mut Field> {
        self.save.field()
    }

    fn act(&mut self, app: &mut App, action: &Action) -> Reply {
        match self.save.act(app, action) {
            Named::File(path, over) => {
                return self.write(app, &path, over);
            }
            Named::Asking => return Reply::Taken,
            Named::Pass => return Reply::Pass,
            Named::Idle => {}
        }
        match action {
            Action::SaveRecipe => {
                self.save.ask("recipe.toml");
                Reply::Taken
            }
            Action::CopyCommand => {
                app.say("The command is on its way to the clipboard, if the terminal allows it.");
                Reply::Job(Job::Copy(self.command.clone()))
            }
            Action::CopyRecipe => {
                app.say("The recipe is on its way to the clipboard, if the terminal allows it.");
                Reply::Job(Job::Copy(self.toml.clone()))
            }
            Action::Back => Reply::Close(None),
            _ => Reply::Pass,
        }
    }
}

fn saved(app: &mut App, saved: Saved) {
    match saved {
        Saved::Written(path) => {
            app.close::<RecipeDialog>();
            app.say(format!("Saved as {}. o opens it again.", crate::text::shown(&path.to_string_lossy())));
        }
        Saved::Exists(path) => {
            if let Some(dialog) = app.dialog::<RecipeDialog>() {
                dialog.save.over = Some(path);
            }
        }
        Saved::Failed(why) => app.say(why),
    }
}

/// `Outlook=Sunny,Temp="cool, or so"`: as `--query` reads it.
fn query_words(cells: &[(String, String)]) -> String {
    let guarded = |text: &str| {
        let plain = !text.contains([',', '"']) && text.trim() == text;
        if plain { text.to_owned() } else { format!("\"{}\"", text.replace('"', "\"\"")) }
    };
    let pairs = cells.iter().map(|(column, text)| format!("{}={}", guarded(column), guarded(text)));
    pairs.collect::<Vec<_>>().join(",")
}
