//! What can be taken away from a screen: copied, or saved as a file.

use std::path::Path;

use crate::report::Format;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum What {
    #[default]
    Marked,
    Working,
    Column,
    Table,
    Screen,
    Command,
    Recipe,
}

impl What {
    pub const ALL: [What; 7] =
        [What::Marked, What::Working, What::Column, What::Table, What::Screen, What::Command, What::Recipe];

    pub fn name(self) -> &'static str {
        match self {
            What::Marked => "what is marked",
            What::Working => "its working",
            What::Column => "its column",
            What::Table => "the table",
            What::Screen => "the screen",
            What::Command => "the command",
            What::Recipe => "the recipe",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Thing {
    Recipe,
    Story,
    Screen,
    Picture,
}

impl Thing {
    pub fn name(self) -> &'static str {
        match self {
            Thing::Recipe => "the recipe",
            Thing::Story => "the story",
            Thing::Screen => "this screen",
            Thing::Picture => "the picture",
        }
    }

    /// The endings that it can have, the one that is offered first; those of a recipe are any.
    pub fn endings(self) -> Vec<&'static str> {
        let formats: &[Format] = match self {
            Thing::Recipe => return vec!["toml"],
            Thing::Story => {
                &[Format::Html, Format::Markdown, Format::Latex, Format::Text, Format::Json, Format::Csv]
            }
            Thing::Screen => &[Format::Svg, Format::Html, Format::Text],
            Thing::Picture => &[Format::Svg, Format::Html, Format::Markdown, Format::Latex, Format::Text],
        };
        formats.iter().map(|format| format.ending()).collect()
    }

    /// What a file of that name would be; `None` where its ending says nothing for this.
    pub fn format(self, path: &Path) -> Option<Format> {
        Format::by_ending(path).filter(|format| self.endings().contains(&format.ending()))
    }
}
