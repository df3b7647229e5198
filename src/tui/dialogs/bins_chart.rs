//! The histogram of a column, stacked by class, and the cuts on it.
//!
//! ```text
//!     ▒▒  │ ██   │         a bar is two columns wide, a class is told by its fill
//!   ▒▒▒▒██│░░██  │ ░░
//!  ───────▲──────┴─────    ▲ is the chosen cut
//!  240  cut 1 of 2: 800    2140
//! ```

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::super::theme::{Theme, class_fill};
use crate::workbench::BinsDialog;
use crate::workbench::words::width;

/// Draws the bars, the axis with the cuts, and the line below it. The last two lines of the area are the axis and its
/// numbers.
pub fn draw(dialog: &BinsDialog, theme: &Theme, area: Rect, buffer: &mut Buffer) {
    let Some(spread) = &dialog.spread else { return };
    let Some((low, high)) = spread.range() else {
        buffer.set_string(area.x, area.y, "No row with a class has a number here.", theme.warning);
        return;
    };
    let height = area.height.saturating_sub(2);
    let most = dialog.bars.iter().map(|bar| bar.iter().sum::<u64>()).max().unwrap_or(0).max(1);
    let room = u64::from(height).max(1);
    // Rounded up, so that a bar of one row among thousands is still seen.
    let scale = |count: u64| if most <= room { count * (room / most) } else { (count * room).div_ceil(most) };
    for (at, bar) in (0u16..).zip(&dialog.bars) {
        let (mut before, mut drawn) = (0, 0);
        for (class, count) in bar.iter().enumerate() {
            before += count;
            let end = scale(before).min(room);
            for level in drawn..end {
                let above = u16::try_from(level + 1).unwrap_or(u16::MAX);
                if let Some(up) = height.checked_sub(above) {
                    let fill = class_fill(class).to_string().repeat(2);
                    buffer.set_stringn(area.x + 2 * at, area.y + up, fill, 2, theme.class(class));
                }
            }
            drawn = end;
        }
    }
    let columns = u16::try_from(2 * dialog.bars.len()).unwrap_or(0);
    let axis = area.y + height;
    buffer.set_string(area.x, axis, "─".repeat(usize::from(columns)), theme.secondary);
    let cuts = dialog.cuts.as_ref().map(|cuts| cuts.values()).unwrap_or_default();
    let marks = |chosen: bool| (0..).zip(cuts).filter(move |(at, _)| (*at == dialog.cut) == chosen);
    // The chosen cut is drawn last, over those that share its column.
    for (at, cut) in marks(false).chain(marks(true)) {
        let chosen = at == dialog.cut;
        let place = spread.place(*cut);
        let column = ((place * f64::from(columns)) as u16).min(columns.saturating_sub(1));
        let mark = match place {
            _ if chosen => "▲",
            place if place < 0.0 => "‹",
            place if place > 1.0 => "›",
            _ => "┴",
        };
        let style = if chosen { theme.cursor } else { theme.strong };
        let line = if chosen { theme.strong } else { theme.secondary };
        buffer.set_string(area.x + column, axis, mark, style);
        for row in area.y..axis {
            if let Some(cell) = buffer.cell_mut((area.x + column, row))
                && cell.symbol() == " "
                && (0.0..=1.0).contains(&place)
            {
                cell.set_symbol("│").set_style(line);
            }
        }
    }
    numbers(dialog, theme, (low, high), Rect { y: axis + 1, height: 1, width: columns, ..area }, buffer);
}

/// The ends of the axis, and the chosen cut as near below its mark as there is room.
fn numbers(dialog: &BinsDialog, theme: &Theme, (low, high): (f64, f64), row: Rect, buffer: &mut Buffer) {
    let (least, most) = (low.to_string(), high.to_string());
    let wide = |text: &str| u16::try_from(width(text)).unwrap_or(u16::MAX);
    if low < high {
        buffer.set_string(row.x, row.y, &least, theme.secondary);
        let right = row.width.saturating_sub(wide(&most));
        buffer.set_string(row.x + right, row.y, &most, theme.secondary);
    } else {
        buffer.set_string(row.x, row.y, format!("all {least}"), theme.secondary);
    }
    let (Some(cuts), Some(spread)) = (&dialog.cuts, &dialog.spread) else { return };
    let (Some(text), Some(cut)) = (cuts.texts().get(dialog.cut), cuts.values().get(dialog.cut)) else {
        return;
    };
    let place = spread.place(*cut);
    let beyond = match place {
        place if place < 0.0 => ", below every number",
        place if place > 1.0 => ", above every number",
        _ => "",
    };
    let words = format!("cut {} of {}: {text}{beyond}", dialog.cut + 1, cuts.texts().len());
    let from = wide(&least) + if low < high { 2 } else { 6 };
    let to = row.width.saturating_sub(wide(&most) + 2 + wide(&words));
    let column = (place.clamp(0.0, 1.0) * f64::from(row.width)) as u16;
    let start = column.saturating_sub(wide(&words) / 2).min(to).max(from);
    let room = usize::from(row.width.saturating_sub(start));
    buffer.set_stringn(row.x + start, row.y, words, room, theme.strong);
}
