//! Tables of counts: which tables are ones, what is assumed of them, and that the model is that of the rows.

use posterior::model::{Case, Factor, Study};
use posterior::problem::Problem;
use posterior::recipe::Recipe;
use posterior::table::Source;
use serde_json::Value;

use crate::models::{cells_of, has, texts};

const OUTLOOK: &str = "Outlook,Yes,No\nSunny,2,3\nOvercast,4,0\nRainy,3,2\ntotal,9,5\n";
const MESSAGES: &str = "word,spam,ham,work\noffer,9,1,0\nmeeting,1,2,7\nhello,4,6,3\ndocuments,8,6,4\n";

fn open(csv: &str, recipe: &str) -> Result<Study, Problem> {
    let recipe = Recipe::from_toml(recipe, "recipe.toml").unwrap();
    Study::open(Source::bytes("counts.csv", csv.as_bytes()), recipe).map_err(|error| *error.problem)
}

fn read(csv: &str, recipe: &str) -> Result<String, Problem> {
    let study = open(csv, recipe)?;
    let notice =
        study.loaded.notices.iter().find(|notice| notice.what.starts_with("Read as a table of counts"));
    let fitted = study.fitted.as_ref().map_err(Clone::clone)?;
    let kind = fitted.data.resolved.recipe.counts.map_or("rows", |kind| kind.word());
    assert_eq!(notice.is_some(), kind != "rows", "{csv}");
    Ok(kind.to_owned())
}

fn refused(csv: &str, recipe: &str) -> Problem {
    read(csv, recipe).expect_err(csv)
}

/// The posteriors were computed by another program with exact fractions.
#[test]
fn posteriors_are_those_of_the_reference() {
    let cases: Value = serde_json::from_str(include_str!("../cases/counts.json")).unwrap();
    let cases = cases.as_array().unwrap();
    assert!(cases.len() >= 12);
    for case in cases {
        let text = |key: &str| case[key].as_str().unwrap();
        let fitted = open(text("csv"), text("recipe")).unwrap().fitted.unwrap();
        let query = Case::from_typed(&fitted, &cells_of(text("query"))).unwrap();
        let found = fitted.predict(&query).posterior.unwrap();
        for (class, wanted) in case["posterior"].as_object().unwrap() {
            let at = fitted.classes.iter().position(|name| name.as_str() == class).unwrap();
            let found = found[at].to_fraction();
            assert_eq!(found.as_deref(), wanted.as_str(), "{}: {class}", text("name"));
        }
    }
}

#[test]
fn a_table_with_class_sizes_is_one_of_counts() {
    let features =
        "feature,value,Yes,No\nOutlook,Sunny,2,3\nOutlook,Dry,7,2\nWindy,true,3,3\nWindy,false,6,2\n";
    let words = "word,a,b,c\nx,1,2,3\ny,3,2,1\n";
    for (csv, kind) in [
        (OUTLOOK.to_owned(), "table"),
        (OUTLOOK.replace(',', ";"), "table"),
        (OUTLOOK.replace("total", "Summe").replace("5\n", "5\r\n"), "table"),
        // A column of sums over the classes adds nothing.
        ("Sky,a,b,c,total\nsun,1,2,3,6\nrain,3,2,1,6\nn,4,4,4,12\n".to_owned(), "table"),
        // R's write.csv of addmargins(table(…)), and pandas' crosstab with margins.
        (
            "\"\",\"No\",\"Yes\",\"Sum\"\n\"Sunny\",3,2,5\n\"Rainy\",2,3,5\n\"Sum\",5,5,10\n".to_owned(),
            "table",
        ),
        ("Outlook,No,Yes,All\nSunny,3.0,2.0,5\nRainy,2.0,3.0,5\nAll,5.0,5.0,10\n".to_owned(), "table"),
        (features.to_owned(), "table"),
        (MESSAGES.to_owned(), "tokens"),
        (format!("{words}total,4,4,4\ndocuments,3,3,3\n"), "tokens"),
        // No count of a document is above the documents.
        (format!("{words}documents,2,3,3\n"), "tokens"),
    ] {
        assert_eq!(read(&csv, "").unwrap(), kind, "{csv}");
    }
    // Words that may have been counted in either way.
    let unclear = refused(&format!("{words}documents,3,3,3\n"), "");
    assert!(
        unclear.fix.contains("--counts documents") && unclear.fix.contains("--counts tokens"),
        "{unclear:?}"
    );
    for kind in ["documents", "tokens"] {
        let recipe = format!("counts = \"{kind}\"");
        assert_eq!(read(&format!("{words}documents,3,3,3\n"), &recipe).unwrap(), kind);
    }
}

/// The fruits of a well-known answer on the web, whose products are 0.252, 0 and 0.01875.
#[test]
fn classes_may_be_in_rows_with_their_sizes_in_the_last_column() {
    let fruits =
        "Fruit,Long,Sweet,Yellow,Total\nBanana,400,350,450,500\nOrange,0,150,300,300\nOther,100,150,50,200\n";
    let with_totals = format!("{fruits}Total,500,650,800,1000\n");
    let in_pairs = "Type,Long,Not Long,Sweet,Not Sweet,Yellow,Not Yellow,Total\n\
                    Banana,400,100,350,150,450,50,500\nOrange,0,300,150,150,300,0,300\nOther,100,100,150,50,50,150,200\n";
    for csv in [&with_totals, in_pairs, &in_pairs.replace("Not ", "no_")] {
        let fitted = open(csv, "alpha = \"0\"").unwrap().fitted.unwrap();
        assert_eq!(texts(&fitted.classes), ["Banana", "Orange", "Other"]);
        let case = Case::from_typed(&fitted, &cells_of("Long=yes,Sweet=yes,Yellow=yes")).unwrap();
        let joint = fitted.predict(&case).joint.into_iter().map(|score| score.unwrap().to_f64());
        assert_eq!(joint.collect::<Vec<_>>(), [0.252, 0.0, 0.01875], "{csv}");
    }
    // Neighbours that add up to the sizes are values of one feature.
    let parties = "Party;male;female;Young;Mid;Old;Urban;n\nLeft;30;20;10;20;20;5;50\nRight;25;25;5;15;30;40;50\nCentre;10;30;10;10;20;9;40\n";
    let fitted = open(parties, "alpha = \"0\"").unwrap().fitted.unwrap();
    let values = |factor: &Factor| factor.values().iter().map(ToString::to_string).collect::<Vec<_>>();
    let values: Vec<_> = fitted.factors().iter().map(values).collect();
    assert_eq!(values, [vec!["male", "female"], vec!["Young", "Mid", "Old"], vec!["yes", "no"]]);
    let wrong_totals = open(&with_totals.replace("1000", "1001"), "").unwrap().fitted.unwrap();
    assert_eq!(texts(&wrong_totals.classes), ["Long", "Sweet", "Yellow"]);
    // Neither totals nor neighbours confirm that these are counts; and the sum of all columns is not the size of a class.
    for points in ["Ann,3,4,9\nBob,2,1,5\nCem,5,5,12\n", "Ann,3,4,7\nBob,2,1,3\nCem,5,5,10\n"] {
        let csv = format!("Name,HW1,HW2,Total\n{points}");
        assert!(open(&csv, "").is_ok_and(|study| study.loaded.table.rows() == 3), "{csv}");
    }
    assert!(open(fruits, "").is_ok_and(|study| study.loaded.table.rows() == 3));
}

#[test]
fn other_tables_are_rows() {
    let rows = "sky,wind,play\nsun,no,yes\nrain,no,no\nsun,yes,yes\n";
    assert_eq!(read(rows, "").unwrap(), "rows");
    // Without the row of totals nothing shows that these are counts.
    let without = OUTLOOK.replace("total,9,5\n", "");
    assert!(open(&without, "").is_ok_and(|study| study.loaded.table.rows() == 3));
    assert_eq!(read(&without, "counts = \"table\"").unwrap(), "table");
    // The features do not have the same rows.
    let features =
        "feature,value,Yes,No\nOutlook,Sunny,2,3\nOutlook,Dry,7,2\nWindy,true,3,3\nWindy,false,6,1\n";
    assert!(open(features, "").is_ok_and(|study| study.loaded.table.rows() == 4));
    assert_eq!(refused(features, "counts = \"table\"").fix.split(',').next(), Some("correct them"));
    // Numbers as values are not names of categories, and a class that is named is a column.
    assert!(open("x,y,z\n1,2,3\n4,5,6\ntotal,7,9\n", "").is_ok_and(|study| study.loaded.table.rows() == 3));
    assert!(open(OUTLOOK, "target = \"No\"").is_ok_and(|study| study.loaded.table.rows() == 4));
}

#[test]
fn large_files_are_rows_unless_it_is_specified() {
    let table = |bytes: usize| {
        let head = "word,spam,ham,work\n".to_owned();
        let (mut text, end) = (head, "documents,8,6,4\n");
        let mut at = 0;
        while text.len() + 40 < bytes - end.len() {
            text.push_str(&format!("w{at:09},9,1,0\n"));
            at += 1;
        }
        let left = bytes - end.len() - text.len();
        text.push_str(&format!("{},9,1,0\n{end}", "v".repeat(left - 7)));
        assert_eq!(text.len(), bytes);
        text
    };
    assert_eq!(read(&table(1 << 18), "").unwrap(), "tokens");
    assert!(open(&table((1 << 18) + 1), "").is_ok_and(|study| study.loaded.table.rows() > 1_000));
    assert_eq!(read(&table((1 << 18) + 1), "counts = \"tokens\"").unwrap(), "tokens");
}

#[test]
fn errors_name_the_line_the_column_and_the_value() {
    let large = |count: u64| format!("Sky,a,b,c\nsun,{count},1,2\nrain,7,2,1\n");
    let outlook = |from: &str, to: &str| OUTLOOK.replace(from, to);
    let documents = "word,a,b,c\nx,3,1,0\ndocuments,3,3,3\n";
    let words = "word,a,b,c\nx,3,1,0\n";
    for (csv, counts, line, part) in [
        (outlook("Rainy,3,2", "Rainy,3,2.5"), "table", Some(4), "“2.5” in the column No"),
        (outlook("Rainy,3,2", "Rainy,-3,2"), "table", Some(4), "“-3” in the column Yes"),
        (large((1 << 40) + 1), "table", Some(2), "in the column a"),
        (outlook("Rainy,3,2", "Rainy,3"), "table", Some(4), "write 3 cells"),
        (outlook("Rainy", "Sunny"), "table", Some(4), "Sunny has two rows"),
        ("Sky,a,b\ntotal,5,5\nsun,1,2\nrain,1,1\nsun,1,1\n".into(), "table", Some(5), "sun has two rows"),
        // A value has more rows than its class.
        (outlook("9,5", "9,4"), "table", None, "Outlook counts 5 of No, which has 4"),
        (documents.replace("x,3", "x,4"), "documents", None, "x counts 4 of a, which has 3"),
        (words.into(), "documents", None, "add a row: documents"),
        (words.into(), "tokens", None, "--prior uniform"),
        ("word,a,,c\nx,3,1,0\ntotal,3,1,0\n".into(), "table", None, "column 3 of the counts has no name"),
        ("word,a,b,c\ntotal,3,1,0\n".into(), "table", None, "no row of counts"),
    ] {
        let problem = refused(&csv, &format!("counts = \"{counts}\""));
        assert!(line.is_none() || problem.line == line, "{part}: {problem:?}");
        has(&format!("{} {}", problem.what, problem.fix), &[part]);
    }
    let problem = refused(&outlook("Rainy,3,2", "Rainy,3,2.5"), "counts = \"table\"");
    assert_eq!((problem.column.as_deref(), problem.value.as_deref()), (Some("No"), Some("2.5")));
    for (csv, recipe) in [
        (large(1 << 40), "counts = \"table\""),
        // Rows that are left over have no value.
        (outlook("9,5", "10,6"), "counts = \"table\""),
        (documents.to_owned(), "counts = \"documents\""),
        (words.to_owned(), "counts = \"tokens\"\nprior = \"uniform\""),
    ] {
        assert!(recipe.contains(&read(&csv, recipe).unwrap()), "{csv}");
    }
}

#[test]
fn words_by_occurrence_have_no_documents() {
    for recipe in ["model = \"bernoulli\"", "event = \"bernoulli\""] {
        let problem = refused(MESSAGES, recipe);
        assert!(problem.what.contains("needs the documents with each word"), "{problem:?}");
    }
    assert_eq!(read(MESSAGES, "model = \"multinomial\"").unwrap(), "tokens");
}

#[test]
fn terms_that_no_query_contains_are_reported() {
    let read = |csv: &str, recipe: &str| {
        let study = open(csv, &format!("counts = \"tokens\"\n{recipe}"))?;
        Ok(study.loaded.notices.iter().map(|notice| notice.what.clone()).collect::<String>())
    };
    let csv = "word,a,b,c\nThe,1,2,3\ne-mail,3,2,1\nnet work,1,1,1\ndocuments,2,2,2\n";
    let notice: Result<String, Problem> = read(csv, "");
    assert!(notice.unwrap().contains("never contain: e-mail, net work. The documents"));
    assert!(
        !read("word,a,b,c\nThe,1,2,3\nİzmir,3,2,1\ndocuments,2,2,2\n", "").unwrap().contains("never contain")
    );
    // The same word with another capital is the same word, unless capitals count.
    let twice = csv.replace("e-mail", "the");
    let problem = read(&twice, "").unwrap_err();
    assert!(problem.line == Some(3) && problem.what.contains("The and the are one word"), "{problem:?}");
    assert!(read(&twice, "lower_case = false").is_ok());
}

#[test]
fn the_first_case_of_words_is_the_most_frequent_one() {
    let fitted = open(MESSAGES, "").unwrap().fitted.unwrap();
    let case = Case::of_common_values(&fitted).unwrap();
    let typed = Case::from_typed(&fitted, &cells_of("text=hello")).unwrap();
    assert_eq!(fitted.predict(&case).joint, fitted.predict(&typed).joint);
}

#[test]
fn the_recipe_of_the_model_reads_the_counts_again() {
    for csv in [OUTLOOK, MESSAGES] {
        let fitted = open(csv, "").unwrap().fitted.unwrap();
        let again = open(csv, &fitted.data.resolved.recipe.to_toml()).unwrap().fitted.unwrap();
        assert_eq!(fitted.classes, again.classes);
        for class in 0..fitted.classes.len() {
            assert_eq!(fitted.class_count(class), again.class_count(class));
        }
    }
}

#[test]
fn commands_that_need_rows_report_that_there_are_none() {
    let fitted = open(OUTLOOK, "").unwrap().fitted.unwrap();
    let problem = fitted.data.need_rows("to test a model on its training rows").unwrap_err();
    assert!(problem.what.ends_with("counts.csv has their counts only"), "{problem:?}");
    let problem = Case::from_row(&fitted, 0).unwrap_err();
    assert!(problem.fix.contains("--query"), "{problem:?}");
    // A table of no rows has a typical case all the same.
    assert!(Case::of_common_values(&fitted).is_some());
}

#[test]
fn a_cell_that_is_no_count_is_named_in_any_column() {
    let good = "Outlook,Yes,No,Maybe\nSunny,2,3,1\nRainy,3,2,2\ntotal,5,5,3\n";
    assert_eq!(read(good, "counts = \"table\"").unwrap(), "table");
    for (csv, part, line) in [
        (
            good.replace(",2,3,1", ",two,3,1").replace(",3,2,2", ",three,2,2").replace(",5,5,3", ",five,5,3"),
            "“two” in the column Yes",
            2,
        ),
        (good.replace(",3,2,2", ",3,2,-"), "“-” in the column Maybe", 3),
    ] {
        let problem = refused(&csv, "counts = \"table\"");
        has(&problem.what, &[part]);
        assert_eq!(problem.line, Some(line));
    }
}
