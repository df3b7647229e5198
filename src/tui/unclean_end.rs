//! Gives the terminal back when the program cannot: killed from outside, or aborted because memory ran out, which
//! passes by the panic hook and every signal handler.
//!
//! A shell waits at the other end of a pipe that closes with the program, however it ends. It is in a process group of
//! its own, so that neither Ctrl-C nor Ctrl-Z reach it, and it ignores SIGTTOU, so that it may set the terminal although
//! the user's shell has it again.

use std::io::{BufRead, BufReader, Write};
use std::os::unix::process::CommandExt;
use std::process::{ChildStdin, Command, Stdio};
use std::sync::OnceLock;

/// `$1` is what ends our modes. Where the user's shell has set the terminal anew by then, it is left alone: only one that
/// is raw as we left it gets its old settings back.
const SCRIPT: &str = r#"trap '' TTOU
exec 3<>/dev/tty || exit
old=$(stty -g <&3)
echo ready
while read -r said; do state=$said; done
[ "$state" = held ] || exit
case $(stty -a <&3) in *-opost*) stty "$old" <&3;; esac
printf '%s' "$1" >&3
echo 'posterior ended without a word: it was killed, or there was no memory left.' >&3"#;

static WATCHER: OnceLock<Option<ChildStdin>> = OnceLock::new();

/// Says whether the terminal is held. Where there is no shell, there is nobody to tell, and nothing else changes.
pub(super) fn tell(held: bool, leave: &str) {
    if let Some(mut pipe) = WATCHER.get_or_init(|| start(leave)).as_ref() {
        let _ = pipe.write_all(if held { b"held\n" } else { b"free\n" });
    }
}

fn start(leave: &str) -> Option<ChildStdin> {
    let mut shell = Command::new("sh");
    shell.args(["-c", SCRIPT, "posterior", leave]).process_group(0);
    let mut shell = shell.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().ok()?;
    // The settings must be read before they are changed.
    BufReader::new(shell.stdout.take()?).read_line(&mut String::new()).ok()?;
    shell.stdin
}
