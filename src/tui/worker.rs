//! The threads that do the work `update` hands out: one for each lane, in which the newest request wins.

use std::collections::HashMap;
use std::io;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use super::happening::Happening;
use crate::workbench::{Lane, Task};

/// The threads.
#[derive(Debug)]
pub struct Workers {
    happenings: Sender<Happening>,
    lanes: HashMap<Lane, Sender<Task>>,
}

impl Workers {
    /// No threads yet; what they find goes to `happenings`.
    pub fn new(happenings: Sender<Happening>) -> Workers {
        Workers { happenings, lanes: HashMap::new() }
    }

    /// Has a task done.
    pub fn submit(&mut self, task: Task) -> io::Result<()> {
        // A file that takes long and is no longer wanted must not hold up the next one, nor must a comparison: fitting is
        // not stopped in its midst.
        if matches!(task.ticket.lane, Lane::Load | Lane::Compare) {
            let happenings = self.happenings.clone();
            thread::Builder::new().name("alone".into()).spawn(move || {
                let _ = happenings.send(Happening::Done(task.run()));
            })?;
            return Ok(());
        }
        let lane = task.ticket.lane;
        let sender = match self.lanes.get(&lane) {
            Some(sender) => sender,
            None => {
                let (sender, tasks) = channel();
                let happenings = self.happenings.clone();
                thread::Builder::new().name("work".into()).spawn(move || work(&tasks, &happenings))?;
                self.lanes.entry(lane).or_insert(sender)
            }
        };
        sender.send(task).map_err(|_| io::Error::other("a worker thread has ended"))
    }
}

fn work(tasks: &Receiver<Task>, happenings: &Sender<Happening>) {
    while let Ok(mut task) = tasks.recv() {
        while let Ok(newer) = tasks.try_recv() {
            task = newer;
        }
        if happenings.send(Happening::Done(task.run())).is_err() {
            return;
        }
    }
}
