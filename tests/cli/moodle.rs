//! Quizzes in Moodle XML, read back as Moodle reads them: the XML as a tree, and the fields by the rules of its parser of
//! embedded answers.

use crate::{Folder, has};

use roxmltree::Document;

/// A field as Moodle understands it.
struct Field {
    weight: u64,
    kind: String,
    answers: Vec<Answer>,
}

struct Answer {
    percent: f64,
    text: String,
    feedback: String,
}

/// The entities that PHP's html_entity_decode reads, once.
fn decoded(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        out.push_str(&rest[..at]);
        let end = at + rest[at..].find(';').expect("an entity ends");
        out.push_str(&match &rest[at + 1..end] {
            "amp" => "&".to_owned(),
            "lt" => "<".to_owned(),
            "gt" => ">".to_owned(),
            "quot" => "\"".to_owned(),
            number => char::from_u32(number[1..].parse().unwrap()).unwrap().to_string(),
        });
        rest = &rest[end + 1..];
    }
    out + rest
}

/// Splits at a sign that follows no backslash and no ampersand, as Moodle's patterns do.
fn split(text: &str, sign: char) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut from = 0;
    for (at, c) in text.char_indices() {
        let before = &text[..at];
        if c == sign && !before.ends_with('\\') && !before.ends_with('&') && !before.ends_with("&amp;") {
            parts.push(&text[from..at]);
            from = at + 1;
        }
    }
    parts.push(&text[from..]);
    parts
}

/// The fields of a question, and the HTML around them.
fn fields(html: &str) -> (Vec<Field>, String) {
    let (mut found, mut around, mut rest) = (Vec::new(), String::new(), html);
    while let Some(at) = rest.find('{') {
        around.push_str(&rest[..at]);
        let field = &rest[at + 1..at + rest[at..].find('}').expect("a field ends")];
        rest = &rest[at + field.len() + 2..];
        let mut parts = field.splitn(3, ':');
        let weight = parts.next().unwrap().parse().expect("whole marks");
        let kind = parts.next().unwrap().to_owned();
        assert!(["NUMERICAL", "SHORTANSWER", "MULTICHOICE"].contains(&kind.as_str()), "{kind}");
        let answer = |text: &str| {
            let parts = split(text, '#');
            assert!(parts.len() <= 2, "{text}");
            let (percent, answer) = match parts[0].strip_prefix('=') {
                Some(answer) => (100.0, answer),
                None => match parts[0].strip_prefix('%') {
                    Some(rest) => {
                        let (percent, answer) = rest.split_once('%').unwrap();
                        (percent.parse().unwrap(), answer)
                    }
                    None => (0.0, parts[0]),
                },
            };
            let text = if kind == "NUMERICAL" { answer.to_owned() } else { decoded(answer) };
            Answer {
                percent,
                text,
                feedback: parts.get(1).map(|feedback| decoded(feedback)).unwrap_or_default(),
            }
        };
        let answers: Vec<Answer> = split(parts.next().unwrap(), '~').into_iter().map(answer).collect();
        assert!(
            answers.iter().any(|answer| answer.percent == 100.0),
            "a field needs a right answer: {field}"
        );
        found.push(Field { weight, kind, answers });
    }
    around.push_str(rest);
    assert!(!around.contains(['{', '}']));
    // The rest is HTML.
    Document::parse(&format!("<div>{}</div>", around)).unwrap_or_else(|error| panic!("{error}: {around}"));
    (found, around)
}

impl Field {
    /// The percent and the feedback of the first answer that fits.
    fn grade(&self, typed: &str) -> (f64, &str) {
        let fits = |answer: &&Answer| match self.kind.as_str() {
            "NUMERICAL" => {
                let (value, near) = answer.text.split_once(':').unwrap_or((&answer.text, "0"));
                let (value, near): (f64, f64) = (value.parse().unwrap(), near.parse().unwrap());
                (typed.replace(',', ".").parse::<f64>().unwrap() - value).abs() <= near + 1e-9
            }
            _ => match answer.text.strip_suffix('*') {
                Some(begin) => typed.starts_with(begin),
                None => typed == answer.text,
            },
        };
        self.answers.iter().find(fits).map_or((0.0, ""), |answer| (answer.percent, &answer.feedback))
    }
}

/// A question: its name, its fields and its text.
type Question = (String, Vec<Field>, String);

/// The categories and the questions of a quiz.
fn quiz(xml: &str) -> (Vec<String>, Vec<Question>) {
    let tree = Document::parse(xml).unwrap_or_else(|error| panic!("{error}:\n{xml}"));
    assert!(xml.starts_with("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<quiz>"));
    let text = |node: roxmltree::Node, name: &str| {
        let inner = node.descendants().find(|inner| inner.has_tag_name(name)).unwrap();
        let text = inner.descendants().find(|inner| inner.has_tag_name("text")).unwrap();
        text.text().unwrap_or_default().to_owned()
    };
    let (mut categories, mut questions) = (Vec::new(), Vec::new());
    for question in tree.root_element().children().filter(|node| node.is_element()) {
        match question.attribute("type").unwrap() {
            "category" => categories.push(text(question, "category")),
            "cloze" => {
                let (fields, around) = fields(&text(question, "questiontext"));
                questions.push((text(question, "name"), fields, around));
            }
            other => panic!("{other}"),
        }
    }
    (categories, questions)
}

const SUNNY: &str = "id = \"play/sunny\"\ntitle = \"Play & <sun>\"\ncourse = \"Statistics 2\"\n\
    deadline = 2026-11-30T18:00:00\nintro = \"Read the {table} first.\\n\\nThen count: ~ 5 = # 5 \\\\ 5.\"\n\
    data = \"sample:weather\"\nquery = { Weather = \"Sunny\" }\n[recipe]\ntarget = \"Play\"\nalpha = \"0\"\n\
    [[step]]\nask = \"P(Yes)\"\ntext = \"How common is {Yes}?\"\n[[step]]\nask = \"P(Sunny|Yes)\"\nmarks = 1.5\n\
    [[step]]\nask = \"score(Yes)\"\nmarks = 0.5\n[[step]]\nask = \"P(Yes|Sunny)\"\n[[step]]\nask = \"class\"\n\
    [policy]\nearly_rounding = 0.5\ncauses = { B4 = 0.3, B23 = 0.5, N11 = 0.5, N12 = 0.5 }\n";

#[test]
fn a_quiz_has_fields_with_marks_percents_and_feedback() {
    let strict = SUNNY.replace("early_rounding = 0.5", "early_rounding = 0.0");
    let folder = Folder::with(&[("sunny.toml", SUNNY), ("strict.toml", &strict)]);
    assert!(!folder.prints("exercise moodle strict.toml").contains("rounded too early"));
    let xml = folder.prints("exercise moodle sunny.toml");
    assert!(xml.contains("rounded too early"));
    let (categories, questions) = quiz(&xml);
    assert_eq!(categories, ["$course$/top/Statistics 2/play//sunny"]);
    let [(name, fields, around)] = questions.as_slice() else { panic!("one question") };
    assert_eq!(name, "Play & <sun>");
    let parts = [
        "Statistics 2: Play &amp; &lt;sun&gt;",
        "Read the &#123;table&#125; first.</p>\n<p>Then count: ~ 5 = # 5 \\ 5.",
        "Hand in by 2026-11-30 18:00:00.",
        "How common is &#123;Yes&#125;?",
        "<th scope=\"col\">Weather</th>",
        "The case x: Weather = Sunny.",
    ];
    has(around, &parts);
    let shapes: Vec<(u64, &str)> = fields.iter().map(|field| (field.weight, field.kind.as_str())).collect();
    let (text, number) = ("SHORTANSWER", "NUMERICAL");
    assert_eq!(shapes, [(2, text), (3, text), (1, number), (2, number), (2, "MULTICHOICE")]);
    for (at, typed, percent, feedback) in [
        (0, "9/14", 100.0, ""),
        (0, "9 / 14", 100.0, ""),
        (0, "0.64", 100.0, ""),
        (0, "0,64", 100.0, ""),
        (0, "0.643", 100.0, ""),
        (0, "0.642", 100.0, ""),
        (0, "0.6428571428571429", 100.0, ""),
        (0, "64%", 100.0, ""),
        (0, "64.3 %", 100.0, ""),
        (1, "3/9", 100.0, ""),
        (1, "1/3", 100.0, ""),
        (1, "0,333", 100.0, ""),
        // The joint probability has the marks of the policy, and the reason.
        (1, "3/14", 30.0, ""),
        (1, "0.21", 30.0, "Given Yes"),
        (1, "0.35", 0.0, ""),
        (2, "0.21", 100.0, ""),
        (2, "0.2143", 100.0, ""),
        (2, "0.22", 0.0, ""),
        (3, "0.6", 100.0, ""),
        (3, "0.60", 100.0, ""),
        // Rounded on the way.
        (3, "0.59", 50.0, ""),
        (3, "0.4545", 0.0, "equally common"),
        (3, "0.45", 0.0, "equally common"),
        (4, "Yes", 100.0, ""),
        (4, "No", 0.0, ""),
    ] {
        let found = fields[at].grade(typed);
        assert!(found.0 == percent && found.1.contains(feedback), "{typed}: {found:?}");
    }
    folder.fails(2, "exercise moodle sunny.toml --format json", &[]);
}

/// Names that mean something to Moodle are names all the same.
#[test]
fn names_from_the_data_cannot_break_a_field() {
    let odd = ["{1:NM:=3}", "~=a#b\\}", "%50%x]]>", "&amp;#125;", "{#1}"];
    let rows: String =
        (0..4).map(|row| odd.map(|class| format!("v{},\"{class}\"\n", row % 3)).concat()).collect();
    let folder = Folder::with(&[("odd.csv", &format!("\"f{{~}}\",\"c=#\"\n{rows}"))]);
    folder.prints("exercise new odd.csv --query f{~}=v1 --output odd.toml");
    let (_, questions) = quiz(&folder.prints("exercise moodle odd.toml"));
    let fields = &questions[0].1;
    let class = fields.last().unwrap();
    let names: Vec<String> = class.answers.iter().map(|answer| decoded(&answer.text)).collect();
    assert_eq!(class.kind, "MULTICHOICE");
    assert!(odd.iter().all(|name| names.iter().any(|found| found == name)), "{names:?}");
    assert!(fields.iter().all(|field| field.answers.len() < 150));
}

#[test]
fn there_is_a_question_for_each_seed() {
    let random = SUNNY.replace("title = \"Play & <sun>\"\n", "") + "[random]\nseeds = [15, 19, 23]\n";
    let folder = Folder::with(&[("w.toml", &random)]);
    let (categories, questions) = quiz(&folder.prints("exercise moodle w.toml"));
    let names: Vec<&str> = questions.iter().map(|(name, ..)| name.as_str()).collect();
    assert_eq!(names, ["play/sunny · seed 15", "play/sunny · seed 19", "play/sunny · seed 23"]);
    assert_eq!(categories.len(), 1);
    assert_eq!(quiz(&folder.prints("exercise moodle w.toml --seed 19")).1.len(), 1);
}
