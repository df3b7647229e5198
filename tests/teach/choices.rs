//! Questions with options: an answer names one by its letter or its text.

use std::fs;

use posterior::math::Face;
use posterior::practice::{Answer, Exercise, Verdict};

/// P(cat) = 3/10, P(dog) = 4/10, P(fish) = 3/10: u = 0.5 draws a dog.
const PETS: &str = "home,pet\nflat,cat\nflat,cat\nflat,dog\nhouse,dog\nhouse,dog\nhouse,dog\nflat,fish\n\
                    flat,fish\nhouse,fish\nflat,cat\n";

/// The verdict, and what is said.
fn told(pets: &str, typed: &str) -> (Verdict, String) {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("pets.csv"), pets).unwrap();
    let text = "id = \"pets\"\ndata = \"pets.csv\"\nrecipe = { target = \"pet\", alpha = \"0\" }\n[[step]]\nask = \"draw(pet, 0.5)\"\n";
    let exercise = Exercise::from_toml(text, &folder.path().join("pets.toml")).unwrap();
    let checked = exercise.check(&exercise.steps[0].asked, Answer::alone(typed)).unwrap();
    (checked.marked.verdict, checked.message(Face::default()))
}

#[test]
fn options_are_named_by_letters_texts_and_both() {
    for (typed, verdict) in [
        ("b", Verdict::Correct),
        ("B)", Verdict::Correct),
        ("(b)", Verdict::Correct),
        ("b) dog", Verdict::Correct),
        ("option b", Verdict::Correct),
        ("DOG.", Verdict::Correct),
        ("class dog", Verdict::Correct),
        ("c", Verdict::Wrong),
        ("fish", Verdict::Wrong),
        ("a) cat", Verdict::Wrong),
        ("b) fish", Verdict::Unmarked),
        ("a, b", Verdict::Unmarked),
        ("d", Verdict::Unmarked),
        ("3", Verdict::Unmarked),
        ("bird", Verdict::Unmarked),
    ] {
        assert_eq!(told(PETS, typed).0, verdict, "{typed}");
    }
    assert!(told(PETS, "c").1.starts_with("“fish” is not right."), "{}", told(PETS, "c").1);
}

#[test]
fn the_letter_of_one_class_may_be_the_name_of_another() {
    let pets = PETS.replace("cat", "b").replace("dog", "k");
    let (verdict, said) = told(&pets, "b");
    assert_eq!(verdict, Verdict::Unmarked);
    assert!(
        said.contains("the letter of “fish” and the text of “b”")
            || said.contains("write the letter and the text"),
        "{said}"
    );
}
