//! `posterior predict`: one line a row, and the numbers of `explain`.

use crate::written;

use std::fs;

use posterior::model::Study;
use posterior::recipe::Recipe;
use posterior::table::{Source, samples};
use serde_json::Value;
use std::process::Command;
use tempfile::TempDir;

fn run(arguments: &[&str], stdin: &str) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_posterior"));
    let output = crate::program::fed(command.args(arguments), stdin);
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (output.status.code().expect("a status"), text(output.stdout), text(output.stderr))
}

fn predicted(arguments: &[&str], queries: &str) -> (Vec<String>, String) {
    let all = [&["predict"], arguments, &["--queries", "-"]].concat();
    let (status, out, err) = run(&all, queries);
    assert_eq!(status, 0, "{err}");
    (out.lines().map(str::to_owned).collect(), err)
}

/// Rows are predicted in pieces and by several threads, and what training never saw is counted over all of them.
#[test]
fn unseen_values_are_counted_over_all_pieces() {
    for rows in [3, 5_000] {
        let queries: String =
            (0..rows).map(|row| format!("{}\n", ["Fog", "Sunny", "Hail"][row % 3])).collect();
        let (all, err) = predicted(&["sample:weather"], &format!("Weather\n{queries}"));
        assert_eq!(all.len(), rows + 1);
        let (fog, hail) = (rows.div_ceil(3), rows / 3);
        let told = format!(
            "{} rows have a value of Weather that training never saw: Fog ({fog}), Hail ({hail})",
            fog + hail
        );
        assert!(err.contains(&told), "{rows}: {err}");
    }
}

#[test]
fn rows_without_names_are_predicted_by_their_places() {
    let folder = TempDir::new().unwrap();
    let rows = "5.1,3.5,setosa\n4.9,3,virginica\n6,2.2,versicolor\n5,3.6,setosa\n5.9,3.1,virginica\n6.1,2.4,versicolor\n";
    let file = written(&folder, "iris.data", rows);
    // One row, and two whose numbers only fall, as those of names could.
    for queries in ["5,3.5\n", "5,3.5\n5.8,3\n"] {
        let (lines, _) = predicted(&[&file], queries);
        assert_eq!(lines.len(), 1 + queries.lines().count());
        assert!(lines[1].starts_with("1,setosa,"), "{lines:?}");
        let (_, out, _) = run(&["explain", &file, "--queries", "-", "--format", "json"], queries);
        let told: Value = serde_json::from_str(&out).unwrap();
        assert_eq!(told["queries"].as_array().map(Vec::len), Some(lines.len() - 1), "{out:.500}");
    }
    let test = written(&folder, "test.data", "5,3.4,setosa\n");
    let split = format!("file:{test}");
    let (status, out, err) = run(&["evaluate", &file, "--split", &split, "--format", "json"], "");
    assert_eq!(status, 0, "{err}");
    assert!(out.contains("\"setosa\""), "{out}");
    // The recipe says it, so that another file is read in the same way.
    let (_, out, _) = run(&["fit", &file, "--format", "json"], "");
    let told: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(told["recipe"]["header"], Value::Bool(false));
    let delimited = written(&folder, "h.csv", "a#b#y\n1#2#u\n2#3#v\n4#4#w\n");
    let (lines, _) = predicted(&[&delimited, "--delimiter", "#"], "a#b\n1#2\n");
    assert!(lines[1].starts_with("1,u,"), "{lines:?}");
}

#[test]
fn unseen_missing_and_quoted_values() {
    let queries = "id,Outlook,Temp,Humidity,Wind\n1,Sunny,Cool,High,Strong\n2,Fog,Cool,High,Strong\n\
                   3,\"Snow, \"\"wet\"\"\",,?,\n4,,Cool,High,Strong\n5,Fog,,,\n";
    let (lines, err) = predicted(&["sample:play-tennis"], queries);
    assert_eq!(lines[0], "row,predicted,undefined,P(No),P(Yes)");
    assert_eq!(lines[1], "1,No,,0.7200666507974292,0.2799333492025708");
    // An unseen value gives no factor, and neither does a missing one; of nothing, the priors are left.
    assert_eq!(lines[2].split_once(',').unwrap().1, lines[4].split_once(',').unwrap().1);
    assert_eq!(lines[3], "3,Yes,,0.35714285714285715,0.6428571428571429");
    assert_eq!(lines.len(), 6);
    assert!(err.contains("column id is ignored"), "{err}");
    assert!(err.contains("3 rows have a value of Outlook that training never saw: Fog (2), "), "{err}");
    assert_eq!(err.matches("Outlook").count(), 1, "{err}");
}

/// Values that equal one of training, and yes/no columns: one posterior, whoever asks.
#[test]
fn a_query_and_a_file_of_queries_have_the_same_posterior() {
    let folder = TempDir::new().unwrap();
    let data: &str = &written(
        &folder,
        "tr.csv",
        "f,g,d,class\n1,u,tea,a\n2,u,Tea,a\n1,v,tea,a\n5,v,x,b\n6,v,y,b\n5,u,x,b\n9,w,x,c\n10,w,y,c\n9,v,y,c\n",
    );
    let flags =
        &written(&folder, "flags.csv", "Rain,Wind,Late\n1,1,no\n1,0,yes\n0,1,no\n0,0,maybe\n1,0,maybe\n");
    for (arguments, header, cells, notes) in [
        (&[data][..], "f,g,d", ["7", "W", "x"].as_slice(), 1),
        (&[data], "f,g,d", &["7", "w", "TEA"], 1),
        (&[data], "f,g,d", &["7", "z", "-"], 1),
        (&[data, "--missing-in", "g=unknown"], "f,g,d", &["7", "unknown", "x"], 0),
        (&[flags, "--model", "bernoulli"], "Rain,Wind", &["1.0", "0.0"], 2),
        (&[flags, "--model", "bernoulli"], "Rain,Wind", &["2", "1"], 1),
    ] {
        let (lines, err) = predicted(arguments, &format!("{header}\n{}\n", cells.join(",")));
        let pairs: Vec<String> =
            header.split(',').zip(cells).map(|(name, cell)| format!("{name}={cell}")).collect();
        let pairs = pairs.join(",");
        let explain = [&["explain"], arguments, &["--query", &pairs, "--format", "csv"]].concat();
        let (status, out, said) = run(&explain, "");
        assert_eq!(status, 0, "{said}");
        let posterior: Vec<&str> = out.lines().skip(1).map(|line| line.split(',').nth(5).unwrap()).collect();
        let told: Vec<&str> = lines[1].split(',').skip(3).collect();
        let same = |(one, other): (&&str, &&str)| {
            (one.parse::<f64>().unwrap() - other.parse::<f64>().unwrap()).abs() < 1e-12
        };
        assert!(
            posterior.len() == 3 && posterior.iter().zip(&told).all(same),
            "{cells:?}: {posterior:?} {told:?}"
        );
        let about =
            |err: &str| err.lines().filter(|line| line.contains("read as") || line.contains("never")).count();
        assert_eq!(about(&err), notes, "{err}");
    }
}

/// The `'` before what a spreadsheet would run is taken off again, in cells and in the header.
#[test]
fn what_is_written_for_spreadsheets_is_read_back() {
    let (folder, at) = crate::folder();
    let csv = "=kind,word,class\n=u,x,-\n=u,y,+\n=v,x,@c\n=v,x,-\n=u,y,+\n=w,x,@c\n";
    let (data, out, rows): (&str, &str, &str) =
        (&written(&folder, "pn.csv", csv), &at("p.csv"), &at("rows.csv"));
    let fit = |file: &str, target: &str| {
        let (status, out, err) =
            run(&["fit", file, "--target", target, "--features", "=kind", "--format", "csv"], "");
        assert_eq!(status, 0, "{err}");
        (out, err)
    };
    let predict = ["predict", data, "--target", "class", "--all", "--keep", "=kind,class", "--output", out];
    assert_eq!(run(&predict, "").0, 0);
    let text = fs::read_to_string(out).unwrap();
    assert!(
        text.starts_with("'=kind,class,row,predicted") && text.contains("'+,") && text.contains("'@c"),
        "{text}"
    );
    let (read, told) = fit(out, "class");
    assert_eq!(read, fit(data, "class").0);
    assert!(told.contains("“'=u” is read without its '"), "{told}");
    let evaluate =
        ["evaluate", data, "--target", "class", "--format", "csv", "--table", "rows", "--output", rows];
    assert_eq!(run(&evaluate, "").0, 0);
    let (_, out, _) =
        run(&["fit", rows, "--target", "actual", "--features", "predicted", "--format", "csv"], "");
    assert!(out.contains("@c") && !out.contains("''"), "{out}");
}

#[test]
fn a_row_that_cannot_be_predicted_says_why_and_keeps_its_place() {
    let (lines, err) = predicted(&["sample:person"], "height,weight,foot\n6,130,8\n6,heavy,8\n,,\n");
    assert!(lines[1].starts_with("1,female,,"), "{lines:?}");
    assert_eq!(lines[2], "2,,not_a_number,,");
    assert!(lines[3].starts_with("3,male,,0.5,0.5"), "{lines:?}");
    assert!(err.contains("row 3 is a tie") && err.contains("row 2 cannot be predicted"), "{err}");
    let (lines, _) = predicted(&["sample:person", "--model", "gda"], "height,weight,foot\n6,,8\n6,130,8\n");
    assert_eq!(lines[1], "1,,missing_feature,,");
    assert!(lines[2].starts_with("2,female,,"), "{lines:?}");
    let queries = "message\nfree money\nneurips unheard\n\n\"\"\n";
    let (lines, err) = predicted(&["sample:spam", "--alpha", "0"], queries);
    let undefined = lines.iter().filter(|line| line.contains(",,zero_evidence,,")).count();
    assert!(undefined > 0, "{lines:?}");
    assert!(
        err.contains(
            "2 rows hold words in message that the vocabulary does not have: money (1), unheard (1)"
        ),
        "{err}"
    );
}

#[test]
fn a_mistyped_column_is_refused_and_a_differently_written_one_is_reported() {
    let (status, out, err) =
        run(&["predict", "sample:play-tennis", "--queries", "-"], "Outlok,Temp\nSunny,Hot\n");
    assert_eq!((status, out.as_str()), (3, ""));
    assert!(err.contains("Did you mean “Outlook”"), "{err}");
    let (lines, err) =
        predicted(&["sample:play-tennis"], "outlook,Temp,Humidity,Wind,Play\nRain,Hot,High,Weak,Yes\n");
    assert_eq!(lines.len(), 2);
    assert!(err.contains("outlook is read as Outlook") && !err.contains("Play"), "{err}");
}

#[test]
fn without_queries_the_rows_without_a_class() {
    let (status, out, err) = run(&["predict", "sample:play-tennis"], "");
    assert_eq!((status, out.as_str()), (2, ""));
    assert!(err.contains("every row of sample:play-tennis has a class") && err.contains("--all"), "{err}");
    let (_, all, _) = run(&["predict", "sample:play-tennis", "--all"], "");
    assert_eq!(all.lines().count(), 15);
    let data = "x,y\na,p\nb,q\na,\nb,?\n";
    let (status, out, _) = run(&["predict", "-"], data);
    assert_eq!(
        (status, out.as_str()),
        (
            0,
            "row,predicted,undefined,P(p),P(q)\n3,p,,0.6666666666666666,0.3333333333333333\n4,q,,0.3333333333333333,0.6666666666666666\n"
        )
    );
}

#[test]
fn other_formats_and_files() {
    let (folder, at) = crate::folder();
    let queries: &str = &written(&folder, "q.csv", "Outlook,Temp,Humidity,Wind\nSunny,Cool,High,Strong\n");
    let out: &str = &at("out.csv");
    let base = ["predict", "sample:play-tennis", "--queries", queries];
    let with = |more: &[&str]| run(&[base.as_slice(), more].concat(), "");
    assert_eq!(with(&["--output", out]), (0, String::new(), String::new()));
    assert_eq!(fs::read_to_string(out).unwrap(), with(&[]).1);
    assert_eq!(with(&["--output", out]).0, 2);
    assert_eq!(with(&["--output", out, "--force"]).0, 0);
    let json: Value = serde_json::from_str(&with(&["--format", "json"]).1).unwrap();
    assert_eq!(json["predictions"][0]["predicted"], "No");
    assert_eq!(json["predictions"][0]["posterior"]["No"]["value"], 0.7200666507974292);
    assert!(with(&["--format", "text"]).1.contains("    1  No                    0.7201  0.2799"));
    assert!(with(&["--format", "markdown"]).1.contains("|   1 | No        |"));
    assert_eq!(with(&["--all"]).0, 2);
    let (status, _, err) = with(&["--model", "logistic"]);
    assert_eq!(status, 2);
    assert!(err.contains("no prior"), "{err}");
    assert_eq!(run(&["predict", "sample:play-tennis", "--queries", "no-such.csv"], "").0, 3);
}

/// Every sample's rows as queries of their own, with every third cell emptied where the model allows it.
#[test]
fn the_posteriors_are_those_of_explain() {
    let folder = TempDir::new().unwrap();
    for sample in samples().iter().filter(|sample| sample.has_rows()) {
        let study = Study::open(Source::Sample(sample), Recipe::default()).unwrap();
        let fitted = study.fitted.as_ref().unwrap();
        let table = &fitted.data.table;
        let mut csv = csv::Writer::from_writer(Vec::new());
        let columns: Vec<usize> =
            (0..table.columns().len()).filter(|at| *at != fitted.data.resolved.target).collect();
        csv.write_record(columns.iter().map(|at| table.columns()[*at].name.as_str())).unwrap();
        for row in (0..table.rows()).take(12) {
            let cell = |at: &usize| match (row + at).is_multiple_of(3)
                && fitted.gda().is_none()
                && columns.len() > 1
            {
                true => String::new(),
                false => table.cell_text(row, *at).into_owned(),
            };
            csv.write_record(columns.iter().map(cell)).unwrap();
        }
        let file = folder.path().join(format!("{}.csv", sample.name));
        fs::write(&file, csv.into_inner().unwrap()).unwrap();
        let (data, file) = (format!("sample:{}", sample.name), file.to_str().unwrap());
        let (status, explained, err) = run(&["explain", &data, "--queries", file, "--format", "json"], "");
        assert_eq!(status, 0, "{data}: {err}");
        let explained: Value = serde_json::from_str(&explained).unwrap();
        let (status, lines, err) = run(&["predict", &data, "--queries", file], "");
        assert_eq!(status, 0, "{data}: {err}");
        let mut reader = csv::Reader::from_reader(lines.as_bytes());
        let header = reader.headers().unwrap().clone();
        let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
        let queries = explained["queries"].as_array().unwrap();
        assert_eq!(rows.len(), queries.len(), "{data}");
        for (row, query) in rows.iter().zip(queries) {
            assert_eq!(&row[1], query["predicted"].as_str().unwrap_or_default());
            assert_eq!(&row[2], query["undefined_reason"].as_str().unwrap_or_default());
            for (head, cell) in header.iter().zip(row).skip(3) {
                let class = head.strip_prefix("P(").unwrap().strip_suffix(')').unwrap();
                let (found, told) = (cell.parse::<f64>().ok(), query["posterior"][class]["value"].as_f64());
                // The reader of the JSON rounds its last bit at will; densities are added up in logarithms.
                let least = if fitted.is_exact() { 1e-15 } else { 1e-12 };
                let same = found == told || found.zip(told).is_some_and(|(a, b)| (a - b).abs() <= least * b);
                assert!(same, "{data} {head}: {found:?} {told:?}");
            }
        }
    }
}

/// A text of hundreds of words is added up in logarithms, and decided exactly where those are too close.
#[test]
fn long_texts_agree_with_explain() {
    let folder = TempDir::new().unwrap();
    let words = |row: usize, n: usize| {
        let word = |at: usize| format!("w{}", (at * at * (row + 3) + 7 * at + row) % 61);
        (0..n).map(word).collect::<Vec<_>>().join(" ")
    };
    let rows = |n: usize, more: &dyn Fn(usize) -> String| {
        (0..9).map(|row| format!("{}{}\n", words(row, n), more(row))).collect::<String>()
    };
    let labelled = rows(30, &|row| format!(",{}", ["a", "b", "c"][row % 3]));
    let bare = format!("text\n{}{}\n", rows(180, &|_| String::new()), "w1 ".repeat(150));
    let data: &str = &written(&folder, "data.csv", format!("text,class\n{labelled}"));
    let queries: &str = &written(&folder, "queries.csv", bare);
    for event in ["multinomial", "bernoulli"] {
        for alpha in ["0", "1/3"] {
            let flags = [data, "--event", event, "--alpha", alpha, "--queries", queries];
            let (_, explained, err) = run(&[&["explain", "--format", "json"], flags.as_slice()].concat(), "");
            let explained: Value = serde_json::from_str(&explained).expect(&err);
            let (_, predicted, err) = run(&[&["predict", "--format", "json"], flags.as_slice()].concat(), "");
            let predicted: Value = serde_json::from_str(&predicted).expect(&err);
            for (at, query) in explained["queries"].as_array().unwrap().iter().enumerate() {
                let row = &predicted["predictions"][at];
                for key in ["predicted", "undefined_reason", "tie"] {
                    assert_eq!(row[key], query[key], "{event} {alpha} {at}");
                }
                for class in ["a", "b", "c"] {
                    let value = |of: &Value| of["posterior"][class]["value"].as_f64();
                    let (found, told) = (value(row), value(query));
                    let near = found.zip(told).is_some_and(|(a, b)| (a - b).abs() <= 1e-11);
                    assert!(near || found == told, "{event} {alpha} {at}: {found:?} {told:?}");
                }
            }
        }
    }
}

#[test]
fn columns_of_plain_numbers_say_the_same_as_texts() {
    let folder = TempDir::new().unwrap();
    let csv = "a,b,n,class\n1.5,10,0,x\n2.5,30,2,x\n4,20,1,y\n-5.25,50,7,y\n6,41,3,y\n";
    let train = written(&folder, "train.csv", csv);
    let rows = "a,b,n\n1,12,0\n-0,+45,3\n1e1,007,12\n2.50,-3,1\n.5,20,1\n";
    for model in ["gaussian", "gda", "qda --ridge 1", "categorical --bins width:3", "poisson --features n"] {
        let all: Vec<&str> = [train.as_str(), "--model"].into_iter().chain(model.split(' ')).collect();
        let numbers = predicted(&all, rows).0;
        // One cell that is not a number makes texts of its column.
        let texts = predicted(&all, &format!("{rows}many,many,many\n")).0;
        assert_eq!(numbers.len(), 6, "{model}");
        assert_eq!(texts[..6], numbers[..], "{model}");
        assert!(texts[6].contains("not_a_number"), "{model}: {}", texts[6]);
    }
    // No count, and a number that stands for a missing cell.
    let poisson = [train.as_str(), "--model", "poisson", "--features", "n"];
    let lines = predicted(&poisson, "n\n1\n2.5\n-1\n").0;
    assert!(lines[2].ends_with(",,not_a_number,,") && lines[3].ends_with(",,not_a_number,,"), "{lines:?}");
    let lines = predicted(&[&poisson[..], &["--missing", "999"]].concat(), "n\n999\n1\n").0;
    assert_eq!(lines[1], "1,y,,0.4,0.6");
}

#[test]
fn columns_that_are_kept_stand_first_as_they_are_written() {
    let queries = "id,Outlook,Temp,Humidity,Wind,name\n007,Sunny,Cool,High,Strong,=A\n1.50,Fog,Cool,High,Strong,\"b, c\"\n";
    let (lines, err) = predicted(&["sample:play-tennis", "--keep", "ID,name"], queries);
    assert_eq!(lines[0], "ID,name,row,predicted,undefined,P(No),P(Yes)");
    assert_eq!(lines[1], "007,'=A,1,No,,0.7200666507974292,0.2799333492025708");
    assert!(lines[2].starts_with("1.50,\"b, c\",2,"), "{lines:?}");
    assert!(!err.contains("not read"), "{err}");
    let arguments =
        ["predict", "sample:play-tennis", "--keep", "id,Temp", "--format", "json", "--queries", "-"];
    let (_, out, _) = run(&arguments, queries);
    let json: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(json["predictions"][1]["kept"], serde_json::json!({"id": "1.50", "Temp": "Cool"}));
    let (status, _, err) =
        run(&["predict", "sample:play-tennis", "--keep", "idd", "--queries", "-"], queries);
    assert_ne!(status, 0);
    assert!(err.contains("there is no column “idd”") && err.contains("“id”?"), "{err}");
}

#[test]
fn columns_of_the_data_are_kept_too() {
    let folder = TempDir::new().unwrap();
    let rows = (0..60_000).map(|row| {
        let class = if row % 7 == 0 { "" } else { ["a", "b", "c"][row % 3] };
        format!("k{row:06},{},{class}\n", row % 11)
    });
    let data: &str = &written(&folder, "data.csv", format!("id,x,class\n{}", rows.collect::<String>()));
    let of = |more: &[&str]| {
        let (status, out, err) =
            run(&[&["predict", data, "--target", "class", "--keep", "id"], more].concat(), "");
        assert_eq!(status, 0, "{err}");
        out
    };
    let out = of(&[]);
    assert_eq!(out.lines().next().unwrap(), "id,row,predicted,undefined,P(b),P(c),P(a)");
    assert!(out.lines().nth(2).unwrap().starts_with("k000007,8,"), "{out}");
    assert_eq!(out.lines().count(), 1 + 60_000_usize.div_ceil(7));
    let all = of(&["--all"]);
    assert_eq!(all.lines().count(), 60_001);
    assert_eq!(of(&["--queries", data]), all);
}
