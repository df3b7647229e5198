//! Tells the program what it was built from and for. There is no clock: the same source makes the same program.

use std::path::Path;
use std::process::Command;
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let variable = |name: &str| env::var(name).unwrap_or_default();
    let root = variable("CARGO_MANIFEST_DIR");
    let debug = variable("PROFILE") == "debug";
    let commit = if debug {
        // To ask would mean to build anew after every commit.
        "not asked for in a debug build".to_owned()
    } else {
        of_package(Path::new(&root))
            .or_else(|| of_checkout(Path::new(&root)))
            .unwrap_or_else(|| "unknown".into())
    };
    println!("cargo::rustc-env=POSTERIOR_COMMIT={commit}");
    println!("cargo::rustc-env=POSTERIOR_TARGET={}", variable("TARGET"));
    println!("cargo::rustc-env=POSTERIOR_BUILD={}", if debug { "debug" } else { "release" });
}

/// The commit that `cargo package` wrote beside the source.
fn of_package(root: &Path) -> Option<String> {
    let text = fs::read_to_string(root.join(".cargo_vcs_info.json")).ok()?;
    let commit: String = text.split("\"sha1\"").nth(1)?.split('"').nth(1)?.chars().take(12).collect();
    commit.chars().all(|c| c.is_ascii_hexdigit()).then_some(commit)
}

/// The commit of a checkout and its date; not that of a checkout around the source of something else.
fn of_checkout(root: &Path) -> Option<String> {
    let top = git(root, &["rev-parse", "--show-toplevel"])?;
    if fs::canonicalize(top).ok()? != fs::canonicalize(root).ok()? {
        return None;
    }
    for file in ["HEAD", "logs/HEAD"] {
        let path = root.join(git(root, &["rev-parse", "--git-path", file])?);
        if path.exists() {
            println!("cargo::rerun-if-changed={}", path.display());
        }
    }
    git(root, &["log", "-1", "--no-show-signature", "--abbrev=12", "--format=%h of %cs"])
}

fn git(root: &Path, arguments: &[&str]) -> Option<String> {
    let ended = Command::new("git").arg("-C").arg(root).args(arguments).output().ok()?;
    let text = String::from_utf8(ended.stdout).ok()?.trim().to_owned();
    (ended.status.success() && !text.is_empty()).then_some(text)
}
