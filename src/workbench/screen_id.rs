//! Which screens there are, in the order of the work.

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ScreenId {
    /// Samples and files; stands before screen 1.
    Start,
    Data,
    Model,
    Parameters,
    Evaluate,
    Explain,
    /// 7: the same steps, as questions. It stands beside the stages.
    Practice,
}

impl ScreenId {
    pub const ALL: [ScreenId; 7] = [
        ScreenId::Start,
        ScreenId::Data,
        ScreenId::Model,
        ScreenId::Parameters,
        ScreenId::Evaluate,
        ScreenId::Explain,
        ScreenId::Practice,
    ];

    pub const STAGES: [ScreenId; 5] =
        [ScreenId::Data, ScreenId::Model, ScreenId::Parameters, ScreenId::Evaluate, ScreenId::Explain];

    pub fn name(self) -> &'static str {
        match self {
            ScreenId::Start => "Start",
            ScreenId::Data => "Data",
            ScreenId::Model => "Model",
            ScreenId::Parameters => "Parameters",
            ScreenId::Evaluate => "Evaluate",
            ScreenId::Explain => "Explain",
            ScreenId::Practice => "Practice",
        }
    }
}
