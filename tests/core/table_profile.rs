//! What the data screen shows of a column.

#![expect(clippy::unwrap_used, reason = "a test that cannot load its table should fail at once")]

use posterior::math::Name;
use posterior::table::{Kind, Loaded, Options, Profile, RowName, Source, TableError, load, profile_of};

fn csv(text: &str) -> Loaded {
    load(&Source::bytes("t.csv", text.as_bytes()), &Options::default()).unwrap()
}

fn sample(name: &str) -> Result<Loaded, TableError> {
    load(&Source::from_arg(format!("sample:{name}"))?, &Options::default())
}

/// A column's profile by class of the last column.
fn described(loaded: &Loaded, column: &str) -> Profile {
    let at = loaded.table.position(column).unwrap();
    profile_of(&loaded.table, at, Some(loaded.table.columns().len() - 1), None).unwrap()
}

fn values(profile: &Profile) -> Vec<(&str, u64, Vec<u64>)> {
    profile.values.iter().map(|v| (v.value.as_str(), v.count, v.by_class.clone())).collect()
}

#[test]
fn categories_are_counted_by_class() {
    let outlook = described(&sample("play-tennis").unwrap(), "Outlook");
    assert_eq!((outlook.distinct, outlook.missing), (3, 0));
    assert_eq!(outlook.classes, [Name::from("No"), Name::from("Yes")]);
    assert_eq!(
        values(&outlook),
        [("Sunny", 5, vec![3, 2]), ("Rain", 5, vec![2, 3]), ("Overcast", 4, vec![0, 4])]
    );
}

#[test]
fn what_a_column_explains_of_the_classes() {
    // scipy.stats.f_oneway gives F, and η² = 1/(1 + (n − k)/((k − 1) F)); Quinlan's gains over the entropy of 9 : 5.
    for (data, column, share) in [
        ("iris", "petal_length", 0.941_372),
        ("iris", "sepal_width", 0.400_783),
        ("play-tennis", "Outlook", 0.246_750 / 0.940_286),
        ("play-tennis", "Wind", 0.048_127 / 0.940_286),
    ] {
        let explained = described(&sample(data).unwrap(), column).explained.unwrap();
        assert!((explained - share).abs() < 2e-6, "{column}: {explained}");
    }
    let explained = |text: &str, column: &str| described(&csv(text), column).explained;
    let three = "x,one,c,class\n1,5,a,p\n1,5,b,q\n9,5,c,r\n9,5,?,r\n?,5,c,\n";
    assert_eq!(explained(three, "one"), None, "it never varies");
    assert_eq!(explained(three, "x"), Some(1.0));
    assert_eq!(explained(three, "c"), Some(1.0));
    assert_eq!(explained(three, "class"), None, "the class itself");
    assert_eq!(explained("x,class\n1,p\n2,p\n3,p\n", "x"), Some(0.0), "one class");
}

#[test]
fn numbers_have_a_spread_and_a_histogram() {
    let area = described(&sample("living-area").unwrap(), "area");
    let numbers = area.numbers.unwrap();
    assert_eq!((numbers.min, numbers.max), (240.0, 2140.0));
    assert_eq!(numbers.bins.len(), 8);
    assert_eq!(numbers.bins.iter().map(|bin| bin.count).sum::<u64>(), 27);
    let classes: Vec<u64> = (0..3).map(|c| numbers.bins.iter().map(|bin| bin.by_class[c]).sum()).collect();
    assert_eq!(classes.iter().sum::<u64>(), 27);
}

#[test]
fn a_spread_keeps_its_digits_far_from_zero() {
    let rows: String = (0..1000).map(|i| format!("{}.{},a\n", 1_000_000, 1 + i % 3)).collect();
    let numbers = described(&csv(&format!("x,class\n{rows}")), "x").numbers.unwrap();
    // 334 times .1 and 333 times .2 and .3: the mean is 1000000.1999 and the variance 0.00666999.
    assert!((numbers.mean - 1_000_000.199_9).abs() < 1e-9, "{}", numbers.mean);
    assert!((numbers.sd * numbers.sd - 0.006_669_99).abs() < 1e-10, "{}", numbers.sd * numbers.sd);
}

#[test]
fn an_edge_belongs_to_the_bin_above() {
    let rows: String = (0..=8).map(|i| format!("{i},a\n")).collect();
    let bins = described(&csv(&format!("x,class\n{rows}")), "x").numbers.unwrap().bins;
    assert_eq!(bins.iter().map(|bin| bin.count).collect::<Vec<_>>(), [1, 1, 1, 1, 1, 1, 1, 2]);
    let one = described(&csv("x,class\n5,a\n5,b\n"), "x").numbers.unwrap().bins;
    assert_eq!((one.len(), one[0].count), (1, 2));
}

#[test]
fn documents_are_described_by_their_words() {
    let loaded = sample("chinese-japan").unwrap();
    let text = described(&loaded, "text");
    let words = text.words.unwrap();
    assert_eq!((words.documents, words.words, text.distinct), (5, 16, 6));
    let first = &words.commonest[0];
    // The fifth document has no class, so its words are counted in none.
    assert_eq!((first.value.as_str(), first.count, first.by_class.as_slice()), ("chinese", 9, &[5, 1][..]));
    assert_eq!(described(&loaded, "class").missing, 1);
}

#[test]
fn a_column_of_two_opposites_could_be_binary() {
    let loaded = csv("a,b,c,d,e\n0,yes,TRUE,x,1\n1,no,FALSE,y,1\n");
    let pair = |zero: &str, one: &str| Some((Name::from(zero), Name::from(one)));
    let expected = [pair("0", "1"), pair("no", "yes"), pair("FALSE", "TRUE"), None, pair("0", "1")];
    for (column, expected) in expected.into_iter().enumerate() {
        assert_eq!(loaded.table.could_be_binary(column), expected, "column {column}");
    }
    let kinds: Vec<_> = loaded.table.columns().iter().map(|column| column.kind).collect();
    assert_eq!(&kinds[..3], [Kind::Numeric, Kind::Categorical, Kind::Categorical]);
}

/// A table of `rows` rows under a header, each made by a function of its number from 0.
fn made(header: &str, rows: usize, row: impl Fn(usize) -> String) -> Loaded {
    csv(&format!("{header}\n{}", (0..rows).map(|at| row(at) + "\n").collect::<String>()))
}

#[test]
fn a_column_that_names_its_rows_is_known() {
    use RowName::{Called, Numbers, Times, Unique, Unnamed};
    let row = |i: usize| {
        format!("{i},{i},{},p{i},{}.5,{},2024-01-{:02},{}", i + 1, i * i % 7, 3 * i + 7, i % 28 + 1, i % 2)
    };
    let names = |rows: usize| -> Vec<Option<RowName>> {
        let loaded = made(",zero,one,who,x,Ticket,day,class", rows, row);
        (0..8).map(|column| loaded.table.row_name(column)).collect()
    };
    let long =
        [Some(Unnamed), Some(Numbers), Some(Numbers), Some(Unique), None, Some(Called), Some(Times), None];
    assert_eq!(names(11), long);
    // In ten rows all values may differ by chance, and be counted too; a name and a date are what they are.
    assert_eq!(names(10), [Some(Unnamed), None, None, None, None, Some(Called), Some(Times), None]);
}

#[test]
fn more_than_nineteen_of_twenty_values_differ_in_a_name() {
    // Of 40 rows, 38 values are 95 %, and 39 are more.
    let of = |values: usize| {
        made("who,class", 40, |i| format!("p{},{}", i.min(values - 1), i % 2)).table.row_name(0)
    };
    assert_eq!((of(38), of(39)), (None, Some(RowName::Unique)));
    // Missing cells are not values.
    let half =
        made("cabin,class", 40, |i| if i % 2 == 0 { format!(",{}", i % 3) } else { format!("c{i},0") });
    assert_eq!(half.table.row_name(0), Some(RowName::Unique));
}

#[test]
fn a_column_is_called_a_name_only_where_it_has_many_values() {
    let of = |header: &str, values: usize| {
        made(header, 100, |i| format!("{},{}", i % values, i % 2)).table.row_name(0)
    };
    assert_eq!((of("store_id,class", 20), of("store_id,class", 21)), (None, Some(RowName::Called)));
    assert_eq!((of("Bought Ticket,class", 30), of("price,class", 30)), (Some(RowName::Called), None));
    // A number with a fraction is a measurement, also in a column named id.
    let measured = made("id,class", 100, |i| format!("{i}.5,{}", i % 2));
    assert_eq!(measured.table.row_name(0), None);
    // Names of several words are not documents. In ten rows they may differ by chance.
    let row_name = |rows: usize| {
        made("name,class", rows, |i| format!("the book number b{i},{}", i % 2)).table.row_name(0)
    };
    assert_eq!((row_name(10), row_name(11)), (None, Some(RowName::Called)));
    assert_eq!(made("title,class", 11, |i| format!("the book number b{i},0")).table.row_name(0), None);
    // Only the first column without a name holds the names of rows.
    let second = made("a,,class", 100, |i| format!("{},{},{}", i % 3, i % 5, i % 2));
    assert_eq!(second.table.row_name(1), None);
}

#[test]
fn identifiers_of_small_tables_are_known_by_their_name_and_measurements_are_not() {
    use RowName::{Called, Consecutive, Numbers, Times, Unique};
    let of = |name: &str, rows: usize, cell: &dyn Fn(usize) -> String| {
        let class = |i: usize| ["a", "b", "c"][i % 3];
        made(&format!("{name},x,class"), rows, |i| format!("{},{},{}", cell(i), i * i % 7, class(i)))
            .table
            .row_name(0)
    };
    let from = |first: usize, step: usize| move |i: usize| (first + i * step).to_string();
    for name in ["No.", "#", "Tid", "RID", "Nr.", "Day", "Unnamed: 0", "Bike No.", "Patient"] {
        assert_eq!(of(name, 6, &from(1, 1)), Some(Numbers), "{name}");
        assert_eq!(of(name, 6, &|i| (i % 2).to_string()), None, "{name}");
    }
    // Numbers with gaps need a name that says what they are; each must differ.
    for name in ["Kundennr", "Matrikelnummer", "order_num", "StockCode", "Key", "PatientNo"] {
        assert_eq!(of(name, 8, &from(1001, 7)), Some(Called), "{name}");
        assert_eq!(of(name, 8, &|i| (i * 3 % 6).to_string()), None, "{name}");
    }
    for (name, rows, first, step, row_name) in [
        // A dose that rises by one in every row of a small table, and numbers with gaps in a long one.
        ("dose", 8, 1, 1, None),
        ("dose", 8, 20, 1, None),
        ("dose", 40, 10, 5, None),
        ("dose", 10, 20, 1, None),
        ("dose", 11, 20, 1, Some(Consecutive)),
        ("dose", 11, 1, 1, Some(Numbers)),
        ("year", 3, 1960, 1, Some(Times)),
        ("year", 8, 1960, 3, Some(Times)),
        ("year", 8, 1, 3, None),
        ("time", 5, 0, 10, Some(Times)),
        ("time", 4, 0, 10, None),
        ("model_year", 8, 1990, 2, Some(Times)),
    ] {
        assert_eq!(of(name, rows, &from(first, step)), row_name, "{name} {rows} {first} {step}");
    }
    assert_eq!(of("year", 8, &|i| (2000 + i % 7).to_string()), None, "a year that is there twice");
    assert_eq!(of("model_year", 8, &|i| (2000 + i * 3 % 8).to_string()), None, "years in no order");
    // Labels with consecutive numbers, and words for what a row is.
    assert_eq!(of("column", 5, &|i| format!("d{}", i + 1)), Some(Numbers));
    assert_eq!(of("column", 4, &|i| format!("d{}", i + 1)), None);
    assert_eq!(of("doc", 4, &|i| format!("d{}", i + 1)), Some(Numbers));
    assert_eq!(of("column", 8, &|i| format!("d{}", i * 3 % 8)), None);
    assert_eq!(of("Patient", 4, &|i| ["Ann", "Ben", "Cem", "Dan"][i].to_owned()), Some(Unique));
    assert_eq!(of("colour", 4, &|i| ["red", "blue", "pink", "grey"][i].to_owned()), None);
    // What is the only column beside the class is what there is to learn from.
    let lone = |rows: usize| made("x,class", rows, |i| format!("{},{}", i + 1, i % 2)).table.row_name(0);
    assert_eq!((lone(6), lone(12)), (None, None));
}

#[test]
fn a_target_of_few_numbers_gives_classes() {
    let x = described(&csv("x,class\nu,1\nv,0\nu,1\n"), "x");
    assert_eq!(x.classes, [Name::from("1"), Name::from("0")]);
    assert_eq!(values(&x), [("u", 2, vec![2, 0]), ("v", 1, vec![0, 1])]);
}

#[test]
fn some_rows_are_described_as_a_table_of_their_own() {
    let lines = ["3,a,p,red fox", "1,b,q,fox", "?,a,r,blue", "7,?,p,", "2,c,r,red red", "9,a,q,green fox"];
    let table = |rows: &[u32]| {
        let rows: Vec<&str> = rows.iter().map(|row| lines[*row as usize]).collect();
        csv(&format!("x,c,class,words\n{}\n", rows.join("\n")))
    };
    let (all, some) = (table(&[0, 1, 2, 3, 4, 5]), [0, 2, 4, 5]);
    let few = table(&some);
    for column in 0..3 {
        let of = |loaded: &Loaded, rows| profile_of(&loaded.table, column, Some(2), rows).unwrap();
        let (one, other) = (of(&all, Some(&some[..])), of(&few, None));
        let figures = |profile: &Profile| {
            let numbers = profile.numbers.as_ref().map(|n| (n.min, n.mean, n.max, n.sd));
            let counted = profile.values.iter().filter(|value| value.count > 0);
            let mut counted: Vec<_> = counted.map(|value| (value.value.to_string(), value.count)).collect();
            counted.sort();
            (profile.rows, profile.missing, profile.distinct, numbers, profile.explained, counted)
        };
        assert_eq!(figures(&one), figures(&other));
    }
    assert_eq!(profile_of(&all.table, 0, Some(2), Some(&[2, 3][..])).unwrap().missing, 1);
    assert_eq!(profile_of(&all.table, 0, Some(2), Some(&[][..])).unwrap().numbers, None);
}
