//! Failures on purpose, so that tests can see what they leave behind. Debug builds only.

/// Fails once in the way that `POSTERIOR_PANIC` names: `main`, `worker`, `memory` or `error`.
#[expect(clippy::panic, reason = "a panic is what is rehearsed here")]
pub fn perhaps_fail() -> anyhow::Result<()> {
    match std::env::var("POSTERIOR_PANIC").as_deref() {
        Ok("main") => panic!("rehearsed panic"),
        Ok("worker") => {
            let worker =
                std::thread::Builder::new().name("work".into()).spawn(|| panic!("rehearsed panic"))?;
            let _ = worker.join();
            Ok(())
        }
        Ok("memory") => std::alloc::handle_alloc_error(std::alloc::Layout::new::<[u8; 1 << 40]>()),
        Ok("error") => anyhow::bail!("rehearsed error"),
        _ => Ok(()),
    }
}
