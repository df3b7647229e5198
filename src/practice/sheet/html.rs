//! What was typed into a form of a learning platform arrives as HTML: here its text, line by line. Lists keep their numbers,
//! cells of tables are divided by tabs, and raised digits stay powers.

use html_escape::decode_html_entities;

/// Whether a text is HTML: the answers of a student have no tags otherwise.
pub(super) fn is_html(text: &str) -> bool {
    let head: String = text.chars().take(HEAD).collect::<String>().to_lowercase();
    ["<!doctype html", "<html", "<body", "<p>", "<p ", "<br", "<div", "<ol", "<ul", "<table", "<span", "</"]
        .iter()
        .any(|tag| head.contains(tag))
}

/// Characters in which a tag is looked for.
const HEAD: usize = 20_000;

/// Elements that are no text.
const HIDDEN: [&str; 4] = ["script", "style", "head", "title"];

/// Elements that end a line.
const LINES: [&str; 15] =
    ["p", "div", "br", "tr", "table", "ul", "ol", "h1", "h2", "h3", "h4", "h5", "h6", "pre", "blockquote"];

/// Lists inside each other that are numbered.
const LISTS: usize = 8;

/// The text of HTML.
pub(super) fn text(html: &str) -> String {
    let mut out = String::with_capacity(html.len());
    // For each list that is open, the number of its last item; `None` where its items have none.
    let mut lists: Vec<Option<usize>> = Vec::new();
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        let (before, from) = rest.split_at_checked(at).unwrap_or((rest, ""));
        put(before, &mut out);
        let Some((tag, behind)) = tag(from) else {
            out.push('<');
            rest = from.get(1..).unwrap_or_default();
            continue;
        };
        rest = behind;
        let closes = tag.starts_with('/');
        let name = tag.trim_start_matches('/').split(|c: char| !c.is_ascii_alphanumeric()).next();
        let name = name.unwrap_or_default().to_ascii_lowercase();
        match name.as_str() {
            hidden if !closes && HIDDEN.contains(&hidden) => rest = behind_element(rest, hidden),
            "li" if !closes => {
                new_line(&mut out);
                let number = lists.last_mut().and_then(Option::as_mut).map(|number| {
                    *number += 1;
                    *number
                });
                out.push_str(&number.map_or_else(|| "• ".to_owned(), |number| format!("{number}) ")));
            }
            "td" | "th" if closes => out.push('\t'),
            "sup" => out.push_str(if closes { ")" } else { "^(" }),
            _ => {}
        }
        match (name.as_str(), closes) {
            ("ol", false) if lists.len() < LISTS => lists.push(Some(0)),
            ("ul", false) if lists.len() < LISTS => lists.push(None),
            ("ol" | "ul", true) => drop(lists.pop()),
            _ => {}
        }
        if LINES.contains(&name.as_str()) || name == "li" && closes {
            new_line(&mut out);
        }
    }
    put(rest, &mut out);
    out
}

/// A text between tags: its line breaks are blanks.
fn put(text: &str, out: &mut String) {
    let text = decode_html_entities(text);
    for c in text.chars() {
        let c = if matches!(c, '\n' | '\r' | '\t') { ' ' } else { c };
        if c != ' ' || !out.ends_with([' ', '\n', '\t']) {
            out.push(c);
        }
    }
}

fn new_line(out: &mut String) {
    let kept = out.trim_end_matches(' ').len();
    out.truncate(kept);
    if !out.is_empty() && !out.ends_with('\n') {
        out.push('\n');
    }
}

/// A tag without its brackets, and what follows it; `None` where the sign only says that a number is smaller.
fn tag(from: &str) -> Option<(&str, &str)> {
    let inside = from.strip_prefix('<')?;
    if let Some(comment) = inside.strip_prefix("!--") {
        return Some(("!", comment.split_once("-->").map_or("", |(_, rest)| rest)));
    }
    let is_tag = inside.trim_start_matches(['/', '!', '?']).starts_with(|c: char| c.is_ascii_alphabetic());
    inside.split_once('>').filter(|_| is_tag)
}

/// What follows the end of an element.
fn behind_element<'t>(text: &'t str, name: &str) -> &'t str {
    let mut rest = text;
    while let Some((_, from)) = rest.split_once("</") {
        let (own, behind) = from.split_at_checked(name.len()).unwrap_or((from, ""));
        if own.eq_ignore_ascii_case(name) {
            return behind.split_once('>').map_or("", |(_, rest)| rest);
        }
        rest = from;
    }
    ""
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_of_a_form_is_read_line_by_line() {
        for (html, is) in [
            ("<p>P(Yes) = 9/14</p><p>class: <b>Yes</b></p>", "P(Yes) = 9/14\nclass: Yes\n"),
            ("P(Yes)&nbsp;=&nbsp;9/14<br>x &lt; 3 &amp; y", "P(Yes)\u{a0}=\u{a0}9/14\nx < 3 & y"),
            ("<ol><li>9/14</li><li>3/9</li></ol>", "1) 9/14\n2) 3/9\n"),
            ("<ul>\n<li>P(Yes) = 1</li>\n</ul>", "• P(Yes) = 1\n"),
            ("<table><tr><td>P(Yes)</td><td>9/14</td></tr></table>", "P(Yes)\t9/14\t\n"),
            ("3·10<sup>-4</sup>", "3·10^(-4)"),
            ("<head><title>x</title></head><style>p{}</style>1<!-- 2 -->3", "13"),
            ("0.2 < 0.3", "0.2 < 0.3"),
            ("<script>", ""),
            ("<p", "<p"),
        ] {
            assert_eq!(text(html), is, "{html}");
        }
        assert!(is_html("<div dir=\"ltr\">1</div>") && !is_html("P(a<3 | c) = 1/2"));
    }
}
