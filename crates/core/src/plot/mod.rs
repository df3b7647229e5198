//! Pictures as data. Each picture is a scene of marks with addresses, in the units of the data. The raster turns a scene
//! into characters of a terminal, and `report` turns it into a page.

mod contributions;
mod curves;
mod drawing;
mod feature;
mod pair;
mod raster;
mod scene;
mod surface;

pub use contributions::{Bar, Contributions, contributions};
pub use curves::{comparison, learning, reliability, roc, sweep, sweep_places};
pub use feature::{Along, beside, most_informative, scene as feature_scene};
pub use pair::{BoundaryLines, FeaturePair, PairRow, PairRows, case_at};
pub use raster::{
    Area, Emphasis, Glyphs, RasterCell, RasterCells, RasterStyle, bar_fill, class_sign, classes, dot, raster,
};
pub use scene::{
    Address, Axis, Fact, Layer, Mark, MarkShape, Role, Scene, SceneFrame, around, log_ticks, ticks,
};
pub use surface::{
    Border, Conic, ConicKind, FINE, Others, Plane, Surface, borders, drawable, leader, reading, shares,
};
