//! LaTeX that an engine would refuse, or show as something else.

/// Commands that a document may use; a name from the data that became a command is not among them.
const COMMANDS: &str = "\
    begin end section subsection item textit newpage setcounter markright par blank fit uni ensuremath \
    allowbreak toprule midrule bottomrule endhead endfoot kill footnotesize setlength tabcolsep renewcommand \
    arraystretch raggedright raggedleft arraybackslash textbackslash textasciicircum textasciitilde \
    textasciigrave textquotesingle textquotedbl textless textgreater textbar ldots textendash textemdash \
    textquotedblleft textquotedblright textquoteleft textquoteright textonehalf textdegree S textbullet rule \
    textsuperscript text operatorname frac sqrt left right lvert rvert mid cdot times approx propto quad sum \
    prod exp ln top mathbf partial ell theta alpha Sigma mu sigma pi phi lambda infty to neq pm beta gamma \
    delta varepsilon kappa chi Delta Phi surd geq leq langle rangle checkmark boldsymbol circ";

pub fn fail(why: &str, tex: &str) -> ! {
    panic!("{why}:\n{tex}")
}

/// Panics unless the document is sound.
pub fn check(tex: &str) {
    let (_, body) = tex.split_once("\\begin{document}\n").unwrap_or_else(|| fail("no document", tex));
    let body = body.strip_suffix("\\end{document}\n").unwrap_or_else(|| fail("no end", tex));
    tables(body);
    check_body(body);
}

/// Panics unless commands, braces, brackets and environments are sound.
pub fn check_body(body: &str) {
    // What ends each part that is open, and whether the part is mathematics.
    let mut open: Vec<(String, bool)> = Vec::new();
    let mut chars = body.chars().peekable();
    let mut before = ' ';
    while let Some(c) = chars.next() {
        let in_math = open.last().is_some_and(|(_, math)| *math);
        let mut begin = |end: &str, math: bool| open.push((end.to_owned(), math));
        let mut ended = None;
        match c {
            '\\' => {
                let mut name = String::new();
                while let Some(letter) = chars.next_if(char::is_ascii_alphabetic) {
                    name.push(letter);
                }
                match name.as_str() {
                    "" => match chars.next().unwrap() {
                        '[' => begin("\\]", true),
                        ']' => ended = Some("\\]".to_owned()),
                        '\\' => {
                            if open.last().is_some_and(|(end, _)| end == "\\right") {
                                fail("a bracket is open at the end of a row", body);
                            }
                            let next = chars.clone().find(|c| !c.is_whitespace());
                            if matches!(next, Some('[' | '*')) {
                                fail("the end of a row takes what follows", body);
                            }
                        }
                        '{' | '}' | '_' | '#' | '$' | '%' | '&' | ' ' | ',' => {}
                        other => fail(&format!("\\{other} is no command of ours"), body),
                    },
                    "begin" | "end" => {
                        let argument: String = chars.by_ref().take_while(|c| *c != '}').collect();
                        match name.as_str() {
                            "begin" => begin(&argument, in_math),
                            _ => ended = Some(argument),
                        }
                    }
                    "left" => begin("\\right", in_math),
                    "right" => ended = Some("\\right".to_owned()),
                    "uni" => {
                        let argument: String = chars.by_ref().take_while(|c| *c != '}').collect();
                        let rest: Vec<char> = chars.by_ref().take(3).collect();
                        let number = u32::from_str_radix(argument.trim_start_matches('{'), 16).unwrap();
                        if rest != ['{', char::from_u32(number).unwrap(), '}'] {
                            fail("a character with the number of another", body);
                        }
                    }
                    "ensuremath" | "text" => {
                        if chars.next() != Some('{') {
                            fail("an argument is missing", body);
                        }
                        begin("}", name == "ensuremath");
                    }
                    name if COMMANDS.split(' ').any(|own| own == name) => {}
                    name => fail(&format!("\\{name} is no command of ours"), body),
                }
            }
            '{' => begin("}", in_math),
            '}' => ended = Some("}".to_owned()),
            '%' | '#' | '$' | '~' | '"' | '\'' | '`' | '<' | '|' => fail(&format!("a raw {c}"), body),
            // Only in the preambles of tables.
            '>' if chars.peek() != Some(&'{') => fail("a raw >", body),
            '_' | '^' if !in_math => fail(&format!("{c} in text"), body),
            '&' if in_math && !open.iter().any(|(end, _)| end.starts_with('{')) => {
                fail("an alignment without a table", body);
            }
            '-' | ',' if before == c => fail("two characters would be one", body),
            '\n' if in_math && chars.peek() == Some(&'\n') => fail("a blank line in a display", body),
            '\n' => {}
            c if c.is_control() => fail("a control character", body),
            c if c.is_ascii() || ('À'..='ž').contains(&c) => {}
            c => fail(&format!("{c} without a command"), body),
        }
        if let Some(end) = ended
            && open.pop().is_none_or(|(expected, _)| expected != end)
        {
            fail(&format!("{end} ends a part that did not begin"), body);
        }
        before = c;
    }
    if !open.is_empty() {
        fail(&format!("{open:?} is left open"), body);
    }
}

/// Every row of a table has as many cells as the table has columns.
fn tables(body: &str) {
    let mut columns = None;
    for line in body.lines() {
        let begun = ["tabular", "longtable"].iter().find_map(|name| {
            line.strip_prefix(&format!("\\begin{{{name}}}{{@{{}}")).and_then(|rest| rest.strip_suffix("@{}}"))
        });
        if let Some(spec) = begun {
            let spec = spec.replace(">{\\raggedright\\arraybackslash}", "");
            let spec = spec.replace(">{\\raggedleft\\arraybackslash}", "");
            // A width such as p{118pt} has letters of its own.
            let plain: String = spec.split('{').map(|part| part.rsplit('}').next().unwrap()).collect();
            assert!(plain.chars().all(|c| "lrp".contains(c)), "{line}");
            columns = Some(plain.len());
        } else if line.starts_with("\\end{tabular}") || line.starts_with("\\end{longtable}") {
            columns = None;
        } else if let Some(columns) = columns
            && (line.ends_with(" \\\\") || line.ends_with(" \\kill"))
        {
            let mut cells = 1;
            let mut escaped = false;
            for c in line.chars() {
                cells += usize::from(c == '&' && !escaped);
                escaped = c == '\\' && !escaped;
            }
            assert_eq!(cells, columns, "{line}");
        }
    }
}
