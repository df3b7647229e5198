//! Pictures as data. Each picture is a scene of marks with addresses, in the units of the data. The raster turns a scene
//! into characters of a terminal, and `report` turns it into a page.

mod bars;
mod border;
mod curves;
mod feature;
mod pair;
mod playground;
mod pushed;
mod raster;
mod rows;
mod scene;
mod signs;
mod surface;

pub use border::{Border, borders};
pub use curves::{comparison, learning, sweep, sweep_places};
pub use curves::{reliability, roc};
pub use feature::beside;
pub use feature::scene as feature_scene;
pub use feature::{Along, most_telling};
pub use pair::{Lines, Pair};
pub use playground::{FIGURES, Panel, figure};
pub use playground::{Playground, View, definite};
pub use pushed::{Against, Bar, Pushed, pushed};
pub use raster::{Area, Cell, Cells, Emphasis, Glyphs, Look, bar_fill, class_sign, classes, dot, raster};
pub use rows::{Drawn, Rows, case_at};
pub use scene::{Address, Axis, Fact, Frame, Key, Layer, Mark, Role, Scene, Shape, around};
pub use scene::{Tick, log_ticks, ticks};
pub use surface::{Axes, Conic, Figure, Plane};
pub use surface::{Others, Part, Reading, Surface, drawable, leader, reading, shares};
