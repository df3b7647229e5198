//! The dialog that checks an answer for the selected number, without showing the number.

use crate::app::prelude::*;
use crate::app::screens::practice::start;
use crate::practice::{Answer, Asked, Checked, check};
use crate::report::card;
use crate::worked::meaning;

#[derive(Clone, Debug)]
pub struct CheckDialog {
    pub of: Quantity,
    pub field: Field,
    pub card: Option<Result<Arc<Checked>, String>>,
    fitted: Arc<Fitted>,
    case: Option<Arc<Case>>,
    answers: Vec<String>,
    recalled: usize,
}

pub fn open(app: &mut App, quantity: &Quantity) -> Reply {
    if let Some(fitted) = app.session.fitted().cloned() {
        app.show(CheckDialog {
            of: quantity.clone(),
            field: Field::default(),
            card: None,
            fitted,
            case: app.session.case.clone(),
            answers: Vec::new(),
            recalled: 0,
        });
    }
    Reply::Taken
}

impl CheckDialog {
    fn check(&mut self, app: &mut App) -> Reply {
        let typed = self.field.text().trim().to_owned();
        if typed.is_empty() {
            return app.reply("Type an answer first: a fraction, a decimal or a product.");
        }
        self.answers.retain(|answer| *answer != typed);
        self.answers.push(typed.clone());
        (self.recalled, self.field) = (self.answers.len(), Field::default());
        let asked = Asked::Number(self.of.clone());
        let (fitted, case) = (Arc::clone(&self.fitted), self.case.clone());
        let work = move || check(&fitted, case.as_deref(), &asked, Answer::alone(&typed)).map(Arc::new);
        Reply::Job(start(app, "checking …", work, |app, card| {
            app.dialog::<CheckDialog>()?.card = Some(card.map_err(|error| error.to_string()));
            None
        }))
    }
}

impl Dialog for CheckDialog {
    fn scopes(&self) -> &'static [Scope] {
        &[Scope::CheckAnswer, Scope::Always]
    }

    fn field(&mut self) -> Option<&mut Field> {
        Some(&mut self.field)
    }

    fn act(&mut self, app: &mut App, action: &Action) -> Reply {
        match action {
            Action::Up | Action::Down => {
                let before = self.recalled;
                moves(&mut self.recalled, self.answers.len(), 1, action);
                if before != self.recalled {
                    // After the last answer, the field is empty.
                    self.field = Field::new(self.answers.get(self.recalled).cloned().unwrap_or_default());
                }
            }
            Action::Enter => return self.check(app),
            _ => return Reply::Pass,
        }
        Reply::Taken
    }

    fn draw(&self, pane: &mut Canvas<'_>) {
        let theme = pane.theme;
        pane.dialog("Check an answer", "Esc closes", pane.app.frame.dialog(72, 19));
        let (mut above, mut below) = (pane.inside(), pane.inside());
        above.text(&self.of.to_string(), theme.strong);
        above.lines.truncate(2);
        let meaning_at = above.lines.len();
        above.text(&meaning(&self.of, &self.fitted), theme.text);
        above.lines.truncate(meaning_at + 2);
        above.blank();
        below.blank();
        let how = "A fraction, a decimal, a percentage or a product. Every figure you write counts.";
        match &self.card {
            _ if pane.app.jobs.waits_for(Lane::Practice) => below.text("checking …", theme.secondary),
            None => below.text(how, theme.secondary),
            Some(Ok(checked)) => below.document(&card(checked, below.face)),
            Some(Err(why)) => {
                below.text(why, theme.warning);
                below.lines.truncate(1 + 4);
            }
        }
        // Where there is little room, the words need it more than the blank lines do.
        if above.lines.len() + 1 + below.lines.len() > pane.height() {
            above.dense();
            below.dense();
        }
        pane.put(&above.lines);
        let line = pane.take(1);
        pane.lines(&below.lines, 0);
        pane.field("your answer: ", &self.field, line);
    }
}
