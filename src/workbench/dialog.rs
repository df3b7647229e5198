//! What lies on top of a screen: one stack of dialogs, the last one has the keys.

use std::any::Any;
use std::fmt::Debug;

use super::action::Action;
use super::app::App;
use super::field::Field;
use super::job::Job;
use super::keys::Scope;

/// Something that lies on top of a screen and has the keys while it does.
pub trait Dialog: Any + Debug {
    /// Takes an action that is none of its text field.
    fn act(&mut self, app: &mut App, action: &Action) -> Reply;

    /// The scopes whose keys hold while it has the focus, nearest first.
    fn scopes(&self) -> &'static [Scope];

    /// How to read it, in the second last row.
    fn hint(&self) -> &'static str;

    /// The text field that is typed and pasted into, while there is one.
    fn field(&mut self) -> Option<&mut Field> {
        None
    }

    /// Follows a change of the text in that field.
    fn edited(&mut self, _: &mut App) -> Reply {
        Reply::Taken
    }

    /// How far its text is scrolled, where that is known only once it is laid out.
    fn scroll(&mut self) -> Option<&mut usize> {
        None
    }

    /// Follows another size of the terminal, or another model.
    fn settle(&mut self, _: &App) {}

    /// Whether it has the whole screen, also the rows of the sentence and the keys.
    fn whole(&self) -> bool {
        false
    }
}

/// What a screen or a dialog made of an action.
#[derive(Debug)]
pub enum Reply {
    /// Nothing; it may mean something to what lies below.
    Pass,
    /// It is done.
    Taken,
    /// It is done, and the dialog is to go away, perhaps leaving work behind.
    Close(Option<Job>),
    /// It is done, and there is work.
    Job(Job),
}

impl Reply {
    /// The work, if there is some.
    pub fn of(job: Option<Job>) -> Reply {
        job.map_or(Reply::Taken, Reply::Job)
    }
}

impl App {
    /// Lays a dialog on top.
    pub fn show(&mut self, dialog: impl Dialog) {
        self.dialogs.push(Box::new(dialog));
    }

    /// The dialog of a kind, wherever it lies.
    pub fn dialog<D: Dialog>(&mut self) -> Option<&mut D> {
        self.dialogs.iter_mut().find_map(|dialog| (&mut **dialog as &mut dyn Any).downcast_mut())
    }

    /// Takes the dialogs of a kind away.
    pub fn close<D: Dialog>(&mut self) {
        self.dialogs.retain(|dialog| !(&**dialog as &dyn Any).is::<D>());
    }

    /// The dialog that has the keys, if it is of a kind.
    pub fn front<D: Dialog>(&self) -> Option<&D> {
        (&**self.dialogs.last()? as &dyn Any).downcast_ref()
    }
}

/// Gives an action to the dialog that has the keys.
pub fn act(app: &mut App, action: &Action) -> Reply {
    // It is taken out while it acts, so that it may change the rest of the workbench.
    let Some(mut dialog) = app.dialogs.pop() else { return Reply::Pass };
    let depth = app.dialogs.len();
    let edited = dialog.field().is_some_and(|field| field.take(action, &mut app.toast));
    match if edited { dialog.edited(app) } else { dialog.act(app, action) } {
        Reply::Close(job) => Reply::of(job),
        reply => {
            app.dialogs.insert(depth.min(app.dialogs.len()), dialog);
            reply
        }
    }
}

/// Has all dialogs follow another size of the terminal, or another model.
pub fn settle(app: &mut App) {
    let mut dialogs = std::mem::take(&mut app.dialogs);
    dialogs.iter_mut().for_each(|dialog| dialog.settle(app));
    app.dialogs = dialogs;
}
