//! An order of features, or of the values of one.

/// What stands at each place, and the place of each; empty where all stand as in the data.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Order {
    at: Vec<u32>,
    places: Vec<u32>,
}

impl Order {
    pub fn new(at: Vec<u32>) -> Order {
        let mut places = vec![0; at.len()];
        for (place, of) in (0..).zip(&at) {
            places.get_mut(*of as usize).into_iter().for_each(|known| *known = place);
        }
        Order { at, places }
    }

    pub fn at(&self, place: usize) -> usize {
        self.at.get(place).map_or(place, |of| *of as usize)
    }

    pub fn place(&self, of: usize) -> usize {
        self.places.get(of).map_or(of, |place| *place as usize)
    }
}
