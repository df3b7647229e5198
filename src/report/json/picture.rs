//! A picture in words: its notes, and what is seen.

use serde::Serialize;

use crate::plot::Scene;
use crate::report::addresses;

/// A picture.
#[derive(Serialize)]
pub struct Picture {
    title: String,
    notes: Vec<String>,
    facts: Vec<Fact>,
}

/// Something that is seen.
#[derive(Serialize)]
pub struct Fact {
    what: String,
    value: String,
    addresses: Vec<String>,
}

impl Picture {
    pub fn new(scene: &Scene) -> Picture {
        let fact = |fact: &crate::plot::Fact| Fact {
            what: fact.what.plain(),
            value: fact.value.plain(),
            addresses: addresses(&fact.address),
        };
        Picture {
            title: scene.title.clone(),
            notes: scene.notes.iter().map(|note| note.plain()).collect(),
            facts: scene.facts.iter().map(fact).collect(),
        }
    }
}
