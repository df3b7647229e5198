//! Which screens there are, in the order of the work.

/// Which screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Room {
    /// Samples and files; stands before room 1.
    Start,
    /// 1: the data.
    Data,
    /// 2: the recipe.
    Model,
    /// 3: the numbers of the model.
    Parameters,
    /// 4: how good it is.
    Evaluate,
    /// 5: one case, step by step.
    Explain,
    /// 7: the same steps, as questions. It stands beside the stages.
    Practice,
}

impl Room {
    /// All of them.
    pub const ALL: [Room; 7] = [
        Room::Start,
        Room::Data,
        Room::Model,
        Room::Parameters,
        Room::Evaluate,
        Room::Explain,
        Room::Practice,
    ];

    /// The stages of the breadcrumb.
    pub const STAGES: [Room; 5] = [Room::Data, Room::Model, Room::Parameters, Room::Evaluate, Room::Explain];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Room::Start => "Start",
            Room::Data => "Data",
            Room::Model => "Model",
            Room::Parameters => "Parameters",
            Room::Evaluate => "Evaluate",
            Room::Explain => "Explain",
            Room::Practice => "Practice",
        }
    }
}
