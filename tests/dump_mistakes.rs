#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]
mod models;
use posterior::math::significant;
use posterior::worked::resolve_quantity;
#[test]
fn dump() {
    let all = [
        ("weather","", "P(Yes)|P(Sunny|Yes)|score(Yes)|P(Yes | x)|P(Yes|Sunny)|count(Sunny, Yes)"),
        ("weather","alpha=\"1\"", "P(Sunny|Yes)|P(Sunny|No)|P(Yes)|k(Weather)"),
        ("play-tennis","alpha=\"0\"", "P(No | x)|score(Yes)"),
        ("play-tennis","", "P(No | x)"),
        ("chinese-japan","", "P(Chinese|c)|P(Tokyo|c)|P(c)|score(c)|score(j)|P(c | x)|ln score(c)|k(text)|P(x)"),
        ("person","", "var(height | male)|p(height=6 | male)|score(male)|P(male | x)"),
        ("elephants","", "cov(weight_kg, height_cm)|q(dog)|p(x | dog)|P(dog | x)|det(Sigma)|theta(weight_kg)"),
        ("bolts","", "P(new | x)|cov(length_mm, width_mm | new)"),
        ("living-area","[[feature]]\nname = \"area\"\nbins = \"cuts:400,800,1200,1600\"","P(area=890 | low)|P(low | x)"),
    ];
    for (name, over, qs) in all {
        let study = models::sample(name, over);
        let fitted = models::model(&study);
        let case = study.cases().unwrap().remove(0);
        for q in qs.split('|').fold(Vec::<String>::new(), |mut v, part| { match v.last_mut() { Some(l) if l.matches('(').count() > l.matches(')').count() => { l.push('|'); l.push_str(part);} _ => v.push(part.to_owned()) }; v }) {
            let quantity = resolve_quantity(&fitted, &q).unwrap().quantity;
            let t = std::time::Instant::now();
            let found = posterior::practice::candidates(&fitted, Some(&case), &quantity);
            println!("\n== {name} {over} {q}  {:?}", t.elapsed());
            for c in found {
                let v = c.value.as_ref().map_or("-".to_owned(), |v| format!("{} {}", significant(v, 5).0, v.to_fraction().filter(|f| f.len() < 14).unwrap_or_default()));
                println!("{:4} {:24} {}{} {}", c.tag, v, c.flips.map(|f| format!("→{f} ")).unwrap_or_default(), if c.harmless {"harmless"} else {""}, c.message);
            }
        }
    }
}
