//! Screen 3: every number of the model, and an explanation of the selected one.

pub(crate) mod actions;
pub mod lines;
pub(crate) mod state;
pub(crate) mod view;
pub(crate) mod why;

pub use crate::app::screens::parameters::actions::Parameters;
pub use crate::app::screens::parameters::lines::{Line, Lines};
pub use crate::app::screens::parameters::state::{ParametersScreen, renewed};
pub use crate::app::screens::parameters::why::{Alternatives, Counted, Found, Why, count};
