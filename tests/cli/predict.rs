//! `posterior predict`: one line for each row, with the numbers of `explain`.

use crate::{Folder, contains, fails, has, prints, table};

/// The lines and the notes for a file of queries.
fn predicted(folder: &Folder, arguments: &str, queries: &str) -> (Vec<String>, String) {
    let (status, out, err) = folder.fed(&format!("predict {arguments} --queries -"), queries);
    assert_eq!(status, 0, "{err}");
    (out.lines().map(str::to_owned).collect(), err)
}

/// Rows are predicted in pieces and by several threads; values that training never saw are counted over all of them.
#[test]
fn unseen_values_are_counted_over_all_pieces() {
    for rows in [3, 5_000] {
        let queries: String =
            (0..rows).map(|row| format!("{}\n", ["Fog", "Sunny", "Hail"][row % 3])).collect();
        let (all, err) = predicted(&Folder::package(), "sample:weather", &format!("Weather\n{queries}"));
        assert_eq!(all.len(), rows + 1);
        let (fog, hail) = (rows.div_ceil(3), rows / 3);
        let sum = fog + hail;
        let note =
            format!("{sum} rows have a value of Weather that training never saw: Fog ({fog}), Hail ({hail})");
        has(&err, &[&note]);
    }
}

#[test]
fn files_without_a_header_are_read_by_position() {
    let rows = "5.1,3.5,setosa\n4.9,3,virginica\n6,2.2,versicolor\n5,3.6,setosa\n5.9,3.1,virginica\n6.1,2.4,versicolor\n";
    let folder = Folder::with(&[
        ("iris.data", rows),
        ("test.data", "5,3.4,setosa\n"),
        ("h.csv", "a#b#y\n1#2#u\n2#3#v\n4#4#w\n"),
    ]);
    // One row, and two whose numbers only fall, as those of names could.
    for queries in ["5,3.5\n", "5,3.5\n5.8,3\n"] {
        let (lines, _) = predicted(&folder, "iris.data", queries);
        assert_eq!(lines.len(), 1 + queries.lines().count());
        assert!(lines[1].starts_with("1,setosa,"), "{lines:?}");
        folder.write("queries.data", queries);
        let explained = folder.json("explain iris.data --queries queries.data");
        assert_eq!(explained["queries"].as_array().unwrap().len(), lines.len() - 1);
    }
    let evaluated = folder.json("evaluate iris.data --split file:test.data");
    has(&evaluated.to_string(), &["\"setosa\""]);
    // The recipe has it, so that another file is read in the same way.
    assert_eq!(folder.json("fit iris.data")["recipe"]["header"], false);
    let (lines, _) = predicted(&folder, "h.csv --delimiter #", "a#b\n1#2\n");
    assert!(lines[1].starts_with("1,u,"), "{lines:?}");
}

#[test]
fn unseen_missing_and_quoted_values() {
    let queries = "id,Outlook,Temp,Humidity,Wind\n1,Sunny,Cool,High,Strong\n2,Fog,Cool,High,Strong\n\
                   3,\"Snow, \"\"wet\"\"\",,?,\n4,,Cool,High,Strong\n5,Fog,,,\n";
    let (lines, err) = predicted(&Folder::package(), "sample:play-tennis", queries);
    assert_eq!(lines[0], "row,predicted,undefined,P(No),P(Yes)");
    assert_eq!(lines[1], "1,No,,0.7200666507974292,0.2799333492025708");
    // An unseen value gives no factor, and neither does a missing one; of nothing, the priors are left.
    assert_eq!(lines[2].split_once(',').unwrap().1, lines[4].split_once(',').unwrap().1);
    assert_eq!(lines[3], "3,Yes,,0.35714285714285715,0.6428571428571429");
    assert_eq!(lines.len(), 6);
    let note = "3 rows have a value of Outlook that training never saw: Fog (2), ";
    has(&err, &["column id is ignored", note]);
    assert_eq!(err.matches("Outlook").count(), 1, "{err}");
}

/// Values that equal one of training in another spelling, and flags.
#[test]
fn a_query_and_a_file_of_queries_have_the_same_posterior() {
    let data = "f,g,d,class\n1,u,tea,a\n2,u,Tea,a\n1,v,tea,a\n5,v,x,b\n6,v,y,b\n5,u,x,b\n9,w,x,c\n10,w,y,c\n9,v,y,c\n";
    let flags = "Rain,Wind,Late\n1,1,no\n1,0,yes\n0,1,no\n0,0,maybe\n1,0,maybe\n";
    let folder = Folder::with(&[("tr.csv", data), ("flags.csv", flags)]);
    for (arguments, header, cells, notes) in [
        ("tr.csv", "f,g,d", "7,W,x", 1),
        ("tr.csv", "f,g,d", "7,w,TEA", 1),
        ("tr.csv", "f,g,d", "7,z,-", 1),
        ("tr.csv --missing-in g=unknown", "f,g,d", "7,unknown,x", 0),
        ("flags.csv --model bernoulli", "Rain,Wind", "1.0,0.0", 2),
        ("flags.csv --model bernoulli", "Rain,Wind", "2,1", 1),
    ] {
        let (lines, err) = predicted(&folder, arguments, &format!("{header}\n{cells}\n"));
        let pairs = header.split(',').zip(cells.split(',')).map(|(name, cell)| format!("{name}={cell}"));
        let query = pairs.collect::<Vec<_>>().join(",");
        let out = folder.prints(&format!("explain {arguments} --query {query} --format csv"));
        let explained =
            out.lines().skip(1).map(|line| line.split(',').nth(5).unwrap().parse::<f64>().unwrap());
        let explained: Vec<f64> = explained.collect();
        let predicted: Vec<f64> = lines[1].split(',').skip(3).map(|cell| cell.parse().unwrap()).collect();
        let is_same = explained.iter().zip(&predicted).all(|(one, other)| (one - other).abs() < 1e-12);
        assert!(explained.len() == 3 && is_same, "{cells}: {explained:?} {predicted:?}");
        let about = err.lines().filter(|line| line.contains("read as") || line.contains("never"));
        assert_eq!(about.count(), notes, "{err}");
    }
}

/// The `'` before cells that a spreadsheet would run is removed when the file is read, in cells and in the header.
#[test]
fn files_written_for_spreadsheets_are_read_back() {
    let csv = "=kind,word,class\n=u,x,-\n=u,y,+\n=v,x,@c\n=v,x,-\n=u,y,+\n=w,x,@c\n";
    let folder = Folder::with(&[("pn.csv", csv)]);
    folder.prints("predict pn.csv --target class --all --keep =kind,class --output p.csv");
    let text = folder.read("p.csv");
    assert!(text.starts_with("'=kind,class,row,predicted"), "{text}");
    has(&text, &["'+,", "'@c"]);
    let flags = "--target class --features =kind --format csv";
    let (_, out, err) = folder.run(&format!("fit p.csv {flags}"));
    assert_eq!(out, folder.prints(&format!("fit pn.csv {flags}")));
    has(&err, &["“'=u” is read without its '"]);
    folder.prints("evaluate pn.csv --target class --format csv --table rows --output rows.csv");
    let out = folder.prints("fit rows.csv --target actual --features predicted --format csv");
    assert!(out.contains("@c") && !out.contains("''"), "{out}");
}

#[test]
fn a_row_that_cannot_be_predicted_has_a_reason_and_keeps_its_place() {
    let folder = Folder::package();
    let queries = "height,weight,foot\n6,130,8\n6,heavy,8\n,,\n";
    let (lines, err) = predicted(&folder, "sample:person", queries);
    assert!(lines[1].starts_with("1,female,,"), "{lines:?}");
    assert_eq!(lines[2], "2,,not_a_number,,");
    assert!(lines[3].starts_with("3,male,,0.5,0.5"), "{lines:?}");
    has(&err, &["row 3 is a tie", "row 2 cannot be predicted"]);
    let queries = "height,weight,foot\n6,,8\n6,130,8\n";
    let (lines, _) = predicted(&folder, "sample:person --model gda", queries);
    assert_eq!(lines[1], "1,,missing_feature,,");
    assert!(lines[2].starts_with("2,female,,"), "{lines:?}");
    let queries = "message\nfree money\nneurips unheard\n\n\"\"\n";
    let (lines, err) = predicted(&folder, "sample:spam --alpha 0", queries);
    assert!(lines.iter().any(|line| line.contains(",,zero_evidence,,")), "{lines:?}");
    let note = "2 rows hold words in message that the vocabulary does not have: money (1), unheard (1)";
    has(&err, &[note]);
}

#[test]
fn a_mistyped_column_is_refused_and_another_spelling_is_reported() {
    let folder = Folder::package();
    let line = "predict sample:play-tennis --queries -";
    let (status, out, err) = folder.fed(line, "Outlok,Temp\nSunny,Hot\n");
    assert_eq!((status, out.as_str()), (3, ""));
    has(&err, &["Did you mean “Outlook”"]);
    let queries = "outlook,Temp,Humidity,Wind,Play\nRain,Hot,High,Weak,Yes\n";
    let (lines, err) = predicted(&folder, "sample:play-tennis", queries);
    assert_eq!(lines.len(), 2);
    assert!(err.contains("outlook is read as Outlook") && !err.contains("Play"), "{err}");
}

#[test]
fn without_queries_the_rows_without_a_class_are_predicted() {
    let parts = ["every row of sample:play-tennis has a class", "--all"];
    fails(2, "predict sample:play-tennis", &parts);
    assert_eq!(prints("predict sample:play-tennis --all").lines().count(), 15);
    let (_, out, _) = Folder::package().fed("predict -", "x,y\na,p\nb,q\na,\nb,?\n");
    let expected = "row,predicted,undefined,P(p),P(q)\n3,p,,0.6666666666666666,0.3333333333333333\n\
                    4,q,,0.3333333333333333,0.6666666666666666\n";
    assert_eq!(out, expected);
}

#[test]
fn other_formats_and_files() {
    let query = "Outlook,Temp,Humidity,Wind\nSunny,Cool,High,Strong\n";
    let folder = Folder::with(&[("q.csv", query)]);
    let line = "predict sample:play-tennis --queries q.csv";
    assert_eq!(folder.run(&format!("{line} --output out.csv")), (0, String::new(), String::new()));
    assert_eq!(folder.read("out.csv"), folder.prints(line));
    let json = folder.json(line);
    assert_eq!(json["predictions"][0]["predicted"], "No");
    assert_eq!(json["predictions"][0]["posterior"]["No"]["value"], 0.7200666507974292);
    let row = "    1  No                    0.7201  0.2799";
    has(&folder.prints(&format!("{line} --format text")), &[row]);
    has(&folder.prints(&format!("{line} --format markdown")), &["|   1 | No        |"]);
    folder.fails(2, &format!("{line} --all"), &[]);
    folder.fails(2, &format!("{line} --model logistic"), &["no prior"]);
    fails(3, "predict sample:play-tennis --queries no-such.csv", &[]);
}

#[test]
fn columns_of_plain_numbers_give_the_same_as_texts() {
    let csv = "a,b,n,class\n1.5,10,0,x\n2.5,30,2,x\n4,20,1,y\n-5.25,50,7,y\n6,41,3,y\n";
    let folder = Folder::with(&[("train.csv", csv)]);
    let rows = "a,b,n\n1,12,0\n-0,+45,3\n1e1,007,12\n2.50,-3,1\n.5,20,1\n";
    for model in ["gaussian", "gda", "qda --ridge 1", "categorical --bins width:3", "poisson --features n"] {
        let line = format!("train.csv --model {model}");
        let numbers = predicted(&folder, &line, rows).0;
        // One cell that is not a number makes texts of its column.
        let texts = predicted(&folder, &line, &format!("{rows}many,many,many\n")).0;
        assert_eq!(numbers.len(), 6, "{model}");
        assert_eq!(texts[..6], numbers[..], "{model}");
        contains(&texts[6], &["not_a_number"], model);
    }
    // Numbers that are no counts, and a number that is a mark for a missing cell.
    let poisson = "train.csv --model poisson --features n";
    let lines = predicted(&folder, poisson, "n\n1\n2.5\n-1\n").0;
    assert!(lines[2..].iter().all(|line| line.ends_with(",,not_a_number,,")), "{lines:?}");
    let lines = predicted(&folder, &format!("{poisson} --missing 999"), "n\n999\n1\n").0;
    assert_eq!(lines[1], "1,y,,0.4,0.6");
}

#[test]
fn columns_that_are_kept_come_first() {
    let queries = "id,Outlook,Temp,Humidity,Wind,name\n007,Sunny,Cool,High,Strong,=A\n1.50,Fog,Cool,High,Strong,\"b, c\"\n";
    let folder = Folder::with(&[("q.csv", queries)]);
    let line = "predict sample:play-tennis --queries q.csv";
    let (_, out, err) = folder.run(&format!("{line} --keep ID,name"));
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines[0], "ID,name,row,predicted,undefined,P(No),P(Yes)");
    assert_eq!(lines[1], "007,'=A,1,No,,0.7200666507974292,0.2799333492025708");
    assert!(lines[2].starts_with("1.50,\"b, c\",2,"), "{lines:?}");
    assert!(!err.contains("not read"), "{err}");
    let json = folder.json(&format!("{line} --keep id,Temp"));
    assert_eq!(json["predictions"][1]["kept"], serde_json::json!({"id": "1.50", "Temp": "Cool"}));
    folder.fails(3, &format!("{line} --keep idd"), &["there is no column “idd”", "“id”?"]);
}

#[test]
fn columns_of_the_data_are_kept_too() {
    let rows = (0..60_000).map(|row| {
        let class = if row % 7 == 0 { "" } else { ["a", "b", "c"][row % 3] };
        format!("k{row:06},{},{class}\n", row % 11)
    });
    let folder = Folder::with(&[("data.csv", &table("id,x,class", rows))]);
    let line = "predict data.csv --target class --keep id";
    let out = folder.prints(line);
    assert_eq!(out.lines().next().unwrap(), "id,row,predicted,undefined,P(b),P(c),P(a)");
    assert!(out.lines().nth(2).unwrap().starts_with("k000007,8,"), "{out}");
    assert_eq!(out.lines().count(), 1 + 60_000_usize.div_ceil(7));
    let all = folder.prints(&format!("{line} --all"));
    assert_eq!(all.lines().count(), 60_001);
    assert_eq!(folder.prints(&format!("{line} --queries data.csv")), all);
}

/// Of more than 100 classes the logarithms are added up, of fewer the fractions are multiplied.
#[test]
fn predictions_of_many_classes_are_those_of_explain() {
    for classes in [3, 100, 101] {
        let mut seed = 5;
        let rows = (0..6 * classes).map(|row| {
            let [a, b, x] = [4, 3, 900].map(|below| crate::random(&mut seed) % below);
            format!("p{a},q{b},{x},c{}\n", row % classes)
        });
        let folder = Folder::with(&[("k.csv", &table("a,b,x,y", rows))]);
        let out = folder.prints("predict k.csv --all --target y");
        let line = out.lines().nth(2).unwrap().split(',').skip(3);
        let predicted: Vec<f64> = line.map(|cell| cell.parse().unwrap()).collect();
        let explained = folder.json("explain k.csv --target y --row 2");
        let posterior = &explained["queries"][0]["posterior"];
        assert_eq!(predicted.len(), classes);
        for (class, p) in predicted.iter().enumerate() {
            let exact = posterior[format!("c{class}")]["value"].as_f64().unwrap();
            assert!((p - exact).abs() <= 1e-11 * exact, "{classes}: {p} {exact}");
        }
    }
}
