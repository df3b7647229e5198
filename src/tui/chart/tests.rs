use super::*;
use crate::tui::draw::sweep;
use crate::tui::theme::class_mark;

fn drawn(chart: &Chart, width: u16, height: u16, ascii: bool) -> String {
    let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
    chart.draw(&Theme::mono(), ascii, buffer.area, &mut buffer);
    sweep(&mut buffer, ascii);
    let line = |row: &[ratatui::buffer::Cell]| {
        let text: String = row.iter().map(|cell| cell.symbol()).collect();
        text.trim_end().to_owned() + "\n"
    };
    buffer.content.chunks(usize::from(width.max(1))).map(line).collect()
}

fn curve() -> Chart {
    let points = [(0.0, 0.0), (0.0, 0.5), (0.25, 0.75), (0.5, 1.0), (1.0, 1.0)];
    Chart {
        x: Axis::linear("1 − specificity").within(0.0, 1.0),
        y: Axis::linear("sensitivity").within(0.0, 1.0),
        series: vec![
            Series {
                name: "model".into(),
                mark: Some(class_mark(0)),
                points: points.into_iter().map(Point::from).collect(),
                ..Series::default()
            },
            Series {
                name: "chance".into(),
                stroke: Stroke::Dotted,
                points: vec![(0.0, 0.0).into(), (1.0, 1.0).into()],
                ..Series::default()
            },
        ],
        marked: Some((0, 2)),
    }
}

fn sweep_of_models() -> Chart {
    let series = |at: usize, name: &str, ys: &[f64]| Series {
        name: name.into(),
        mark: Some(class_mark(at)),
        points: ys
            .iter()
            .enumerate()
            .map(|(x, y)| Point { x: x as f64, y: *y, interval: Some((y - 0.1, y + 0.1)) })
            .collect(),
        ..Series::default()
    };
    Chart {
        x: Axis::categories("α", ["0", "1/2", "1", "2", "10"].map(str::to_owned)),
        y: Axis::linear("accuracy"),
        series: vec![
            series(0, "on the training rows", &[0.9, 0.9, 0.85, 0.8, 0.7]),
            series(1, "on rows it has not seen", &[0.5, 0.6, 0.65, 0.7, f64::NAN]),
        ],
        marked: None,
    }
}

#[test]
fn a_curve() {
    insta::assert_snapshot!("curve", drawn(&curve(), 40, 14, false));
    insta::assert_snapshot!("curve_ascii", drawn(&curve(), 40, 14, true));
    insta::assert_snapshot!("curve_small", drawn(&curve(), 34, 8, false));
}

#[test]
fn categories_with_intervals() {
    insta::assert_snapshot!("categories", drawn(&sweep_of_models(), 50, 16, false));
    insta::assert_snapshot!("categories_ascii", drawn(&sweep_of_models(), 50, 16, true));
    insta::assert_snapshot!("categories_small", drawn(&sweep_of_models(), 34, 8, false));
}

#[test]
fn a_logarithmic_axis() {
    let points = [(10.0, 0.6), (100.0, 0.8), (1000.0, 0.9), (10000.0, 0.93)].map(Point::from).to_vec();
    let series = vec![Series { mark: Some(class_mark(1)), points, ..Series::default() }];
    let chart = Chart {
        x: Axis::logarithmic("training rows"),
        y: Axis::linear("accuracy"),
        series,
        marked: Some((0, 1)),
    };
    insta::assert_snapshot!("logarithmic", drawn(&chart, 44, 12, false));
}

#[test]
fn plain_characters_only_where_asked_for() {
    for chart in [curve(), sweep_of_models()] {
        for (width, height) in [(34, 8), (60, 20), (10, 4)] {
            let text = drawn(&chart, width, height, true);
            assert!(text.is_ascii() && !text.contains('?'), "{text}");
        }
    }
}

#[test]
fn no_size_and_no_number_stops_it() {
    let odd = [f64::NAN, f64::INFINITY, -1e308, 1e308, 0.0, 1e-308];
    let points: Vec<Point> =
        odd.iter().flat_map(|x| odd.map(|y| Point { x: *x, y, interval: Some((y, *x)) })).collect();
    let series = vec![Series { points, mark: Some('●'), ..Series::default() }];
    let strange = Chart { series, marked: Some((0, 7)), ..Chart::default() };
    let nothing = Chart { marked: Some((3, 3)), ..Chart::default() };
    let log = Chart { x: Axis::logarithmic("x"), y: Axis::logarithmic("y"), ..strange.clone() };
    let none = Chart { x: Axis::categories("", []), ..strange.clone() };
    for chart in [curve(), sweep_of_models(), strange, nothing, log, none] {
        for (width, height) in [0, 1, 5, 6, 7, 12, 33].into_iter().flat_map(|w| (0..13).map(move |h| (w, h)))
        {
            drawn(&chart, width, height, width % 2 == 0);
        }
    }
}

#[test]
fn a_mark_keeps_its_colour_and_the_marked_point_is_reversed() {
    let theme = Theme::new(crate::workbench::ThemeName::Projector, crate::tui::theme::Depth::True);
    let mut chart = curve();
    chart.series[0].style = theme.class(1);
    let mut buffer = Buffer::empty(Rect::new(0, 0, 40, 14));
    buffer.set_style(buffer.area, theme.text);
    chart.draw(&theme, false, buffer.area, &mut buffer);
    let marks: Vec<_> = buffer.content.iter().filter(|cell| cell.symbol() == "●").collect();
    assert!(marks.iter().any(|cell| Some(cell.fg) == theme.class(1).fg));
    let reversed =
        |cell: &&&ratatui::buffer::Cell| cell.modifier.contains(ratatui::style::Modifier::REVERSED);
    assert_eq!(marks.iter().filter(reversed).count(), 1);
    assert!(buffer.content.iter().all(|cell| Some(cell.bg) == theme.text.bg), "the page stays white");
}
