//! MathML read back: as a tree, and as one line for the reader of one-line texts.

use roxmltree::{Document, Node};

/// How many children each element takes, where that is fixed.
const TAKES: [(&str, usize); 4] = [("mfrac", 2), ("msup", 2), ("msub", 2), ("munderover", 3)];

/// The elements of a formula; an error where it is not well-formed or an element has too many or too few parts.
pub fn check(text: &str) -> Result<(), String> {
    let page = format!("<math>{text}</math>");
    let tree = Document::parse(&page).map_err(|error| format!("{error}: {text}"))?;
    for node in tree.descendants().filter(Node::is_element) {
        let name = node.tag_name().name();
        let parts = node.children().count();
        if TAKES.iter().any(|(wanted, count)| *wanted == name && *count != parts) {
            return Err(format!("{name} has {parts} parts: {text}"));
        }
        let is_leaf = matches!(name, "mi" | "mn" | "mo" | "mtext");
        if node.children().any(|child| child.is_text() != is_leaf) {
            return Err(format!("{name} holds the wrong things: {text}"));
        }
    }
    Ok(())
}

/// MathML rewritten as one line, every element of several parts in a bracket.
pub fn line(text: &str) -> String {
    let page = format!("<math>{text}</math>");
    let tree = Document::parse(&page).unwrap();
    inside(tree.root_element())
}

fn inside(node: Node) -> String {
    node.children().map(of).collect()
}

fn of(node: Node) -> String {
    let parts: Vec<Node> = node.children().collect();
    let text = node.text().unwrap_or_default();
    match node.tag_name().name() {
        "mo" => match text {
            "+" | "−" if node.attribute("form") == Some("infix") => format!(" {text} "),
            // A bar stands for a call, so that it cannot be taken for another's end.
            "·" | "×" => " * ".to_owned(),
            "=" => " = ".to_owned(),
            "|" => match node.attribute("form") {
                Some("prefix") => "det(".to_owned(),
                Some("postfix") => ")".to_owned(),
                _ => " | ".to_owned(),
            },
            other => other.to_owned(),
        },
        "mspace" => " ".to_owned(),
        "mn" | "mtext" => text.to_owned(),
        "mi" => match text {
            "Σ" => "Sigma".to_owned(),
            "μ" => "mu".to_owned(),
            "θ" => "theta".to_owned(),
            "π" => "*pi".to_owned(),
            other => other.to_owned(),
        },
        "mrow" => inside(node),
        "mfrac" => format!("(({})/({}))", of(parts[0]), of(parts[1])),
        "msqrt" => format!("sqrt({})", inside(node)),
        "msub" => format!("{}_{}", of(parts[0]), of(parts[1])),
        "msup" => {
            let to = of(parts[1]);
            match to.as_str() {
                "⊤" => format!("{}ᵀ", of(parts[0])),
                "(i)" => format!("{}⁽ⁱ⁾", of(parts[0])),
                _ => format!("{}^({to})", of(parts[0])),
            }
        }
        "munderover" => {
            let sign = if of(parts[0]) == "∑" { "sum" } else { "prod" };
            format!("{sign}[{}..{}] ", of(parts[1]).replacen(" = ", "=", 1), of(parts[2]))
        }
        "mtable" => {
            let row = |row: Node| {
                row.children().map(|cell| format!("({})", inside(cell))).collect::<Vec<_>>().join(" ")
            };
            format!("[{}]", parts.iter().map(|part| row(*part)).collect::<Vec<_>>().join("; "))
        }
        other => panic!("no such element: {other}"),
    }
}
