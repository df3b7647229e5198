//! Numbers as most are written, read in one go: a sign, at most 15 digits, and a point among them. Eight bytes are looked at
//! together, as the digits of one machine word.

/// Such a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Short {
    pub value: f64,
    pub whole: u8,
    pub decimals: u8,
    pub has_point: bool,
    pub leads_zero: bool,
}

/// The powers of ten by which 15 digits are divided without an error before the last rounding (Clinger 1990); then the same
/// with a minus sign.
#[expect(clippy::indexing_slicing, reason = "the compiler counts the places")]
static TENS: [f64; 32] = {
    let mut tens = [1.0; 32];
    let mut at = 0;
    let mut ten = 1.0;
    while at < 16 {
        tens[at] = ten;
        tens[at + 16] = -ten;
        ten *= 10.0;
        at += 1;
    }
    tens
};

/// Of so many bytes at the end of sixteen, those among the last eight and those among the first.
#[expect(clippy::indexing_slicing, reason = "the compiler counts the places")]
static LAST: [(u64, u64); 32] = {
    let mut masks = [(u64::MAX, u64::MAX); 32];
    let mut at = 0;
    while at < 16 {
        let high = if at == 0 { 0 } else { u64::MAX << (64 - 8 * if at > 8 { 8 } else { at }) };
        masks[at] = (high, if at <= 8 { 0 } else { u64::MAX << (128 - 8 * at) });
        at += 1;
    }
    masks
};

const fn all(byte: u8) -> u64 {
    u64::from_le_bytes([byte; 8])
}

/// A point, once what makes digits of characters is taken from it; and a bit that no digit has.
const POINT: u64 = (b'.' ^ b'0') as u64;
const NO_DIGIT: u64 = all(0x10);

impl Short {
    /// The number of a trimmed cell, the last bytes of a text, of which 16 at least are wanted; `None` for any other, which may be
    /// a number all the same.
    #[inline(always)]
    pub fn read(text: &[u8], length: usize) -> Option<Short> {
        let last = text.last_chunk::<16>()?;
        let is_negative = *last.get(16usize.checked_sub(length)?)? == b'-';
        let length = length - usize::from(is_negative);
        let lead = *last.get(16 - length)?;
        let (high, low) = LAST.get(length & 31).copied()?;
        // The last byte is the highest; what stands before the cell becomes zeros.
        let high = (u64::from_le_bytes(*last.last_chunk::<8>()?) ^ all(b'0')) & high;
        let low = (u64::from_le_bytes(*last.first_chunk::<8>()?) ^ all(b'0')) & low;
        // What stands before the point moves into its place.
        let (high, low, behind) = if high & NO_DIGIT != 0 {
            let behind = ((high & NO_DIGIT).leading_zeros() / 8) as usize;
            let (high, after) = (without_point(high, behind)?, LAST.get(behind & 15)?.0);
            are_digits(high, low)?;
            ((high & after) | (high & !after) << 8 | low >> 56, low << 8, Some(behind))
        } else if low & NO_DIGIT != 0 {
            let behind = ((low & NO_DIGIT).leading_zeros() / 8) as usize;
            let (low, after) = (without_point(low, behind)?, LAST.get(behind & 15)?.0);
            are_digits(high, low)?;
            (high, (low & after) | (low & !after) << 8, Some(behind + 8))
        } else {
            are_digits(high, low)?;
            (high, low, None)
        };
        let (whole, decimals) = match behind {
            Some(decimals) => (length.wrapping_sub(decimals + 1), decimals),
            None => (length, 0),
        };
        if whole.wrapping_sub(1) >= 15 || behind == Some(0) {
            return None;
        }
        let mut digits = eight_digits(high);
        if low != 0 {
            digits += eight_digits(low) * 100_000_000;
        }
        Some(Short {
            // Of a signed integer the conversion is one instruction.
            value: digits as i64 as f64 / TENS.get(decimals & 15 | usize::from(is_negative) << 4)?,
            whole: whole as u8,
            decimals: decimals as u8,
            has_point: behind.is_some(),
            leads_zero: lead == b'0',
        })
    }

    pub(crate) fn of_cell(cell: &[u8]) -> Option<Short> {
        let mut text = [b'0'; 32];
        let at = text.len().checked_sub(cell.len())?;
        text.get_mut(at..)?.copy_from_slice(cell);
        Short::read(&text, cell.len())
    }

    /// As [`super::number::is_code`].
    #[inline(always)]
    pub(crate) fn is_code(&self) -> bool {
        !self.has_point && self.leads_zero && self.whole >= 3
    }

    /// Whether the point may divide thousands, as [`super::may_divide_thousands`] has it.
    pub(crate) fn may_group(&self) -> bool {
        self.has_point && self.decimals == 3 && self.whole <= 3 && !self.leads_zero
    }
}

/// A zero for the point, behind which so many bytes stand; `None` where no point stands there.
#[inline(always)]
fn without_point(bytes: u64, behind: usize) -> Option<u64> {
    let without = bytes ^ POINT << 56 >> (8 * behind);
    (without & 0xff << 56 >> (8 * behind) == 0).then_some(without)
}

/// Whether all bytes are from 0 to 9.
#[inline(always)]
fn are_digits(high: u64, low: u64) -> Option<()> {
    let more = |digits: u64| digits | digits.wrapping_add(all(6));
    ((more(high) | more(low)) & all(0xf0) == 0).then_some(())
}

/// What eight digits are, the first in the lowest byte: pairs are put together, then fours, then all.
#[inline(always)]
fn eight_digits(digits: u64) -> u64 {
    const PAIRS: u64 = u64::from_le_bytes([0xff, 0, 0xff, 0, 0xff, 0, 0xff, 0]);
    const FOURS: u64 = u64::from_le_bytes([0xff, 0xff, 0, 0, 0xff, 0xff, 0, 0]);
    let pairs = (digits.wrapping_mul(1 + (10 << 8)) >> 8) & PAIRS;
    let fours = (pairs.wrapping_mul(1 + (100 << 16)) >> 16) & FOURS;
    fours.wrapping_mul(1 + (10_000 << 32)) >> 32
}

#[cfg(test)]
mod tests {
    use super::super::number::{decimals, is_code, loses_digits, number};
    use super::super::number_style::{NumberStyle, Seen};
    use super::*;

    /// Alone in its text a cell may be too short; behind other bytes it is not.
    fn short(cell: &[u8]) -> Option<Short> {
        let text = [b"7.1,-0123456789.,", cell].concat();
        Short::read(&text, cell.len())
    }

    #[test]
    fn what_is_read_in_one_go_is_what_is_read_otherwise() {
        let mut cells: Vec<String> = [
            "-0",
            "0.0",
            "007",
            "00.7",
            "1.",
            ".5",
            "-",
            "",
            ".",
            "1.2.3",
            "1e5",
            "+1",
            "0.1",
            "1.234",
            "1,75",
            "1-5",
            "1+5",
            "(5)",
            "1/2",
            "1'250",
            "12345678,5",
        ]
        .map(str::to_owned)
        .to_vec();
        for digits in 1..20 {
            for point in 0..=digits {
                let all: String =
                    (0..digits).map(|at| char::from(b'0' + (at * 7 + point * 3 + 1) as u8 % 10)).collect();
                let (whole, decimals) = all.split_at(point);
                cells.extend([all.clone(), format!("{whole}.{decimals}"), format!("-{whole}.{decimals}")]);
            }
        }
        let mut read = 0;
        for cell in &cells {
            let cell = cell.as_bytes();
            let Some(short) = short(cell) else { continue };
            read += 1;
            assert_eq!(number(cell).map(f64::to_bits), Some(short.value.to_bits()), "{cell:?}");
            assert_eq!(decimals(cell, NumberStyle::Point), short.decimals);
            assert_eq!(is_code(cell), short.is_code());
            assert!(!loses_digits(cell, short.value));
            let (mut one, mut other) = (Seen::default(), Seen::default());
            assert_eq!(one.add_as(cell, true), other.add_short(&short));
            assert_eq!(one, other, "{cell:?}");
        }
        assert!(read > 200 && short(b"123456789012345").is_some());
        assert!(short(b"1234567890123456").is_none() && short(b"1.").is_none());
    }
}
