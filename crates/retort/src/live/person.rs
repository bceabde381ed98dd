//! The person at the terminal, as a server sees them: asked when it asks, told how far it has come, and shown its
//! log where they want to see it.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use retort_client::{Answering, Elicited, Host, Log, Progress, printable};
use retort_core::Raw;

use super::asking;
use crate::args::{Elicit, Reach};
use crate::output::tell;

/// Whoever runs the command.
pub(crate) struct Person {
    verbose: bool,
    elicit: Elicit,
    roots: Vec<PathBuf>,
    /// Whether somebody reads and types.
    there: bool,
    bar: Mutex<Option<ProgressBar>>,
    /// One question at a time.
    asking: Arc<tokio::sync::Mutex<()>>,
}

impl Person {
    pub(crate) fn new(options: &Reach) -> Self {
        let whole = |root: &PathBuf| std::path::absolute(root).unwrap_or_else(|_| root.clone());
        // None unless they are named: servers take them for all that they may touch.
        let roots = options.roots.iter().map(whole).collect();
        let there = io::stdin().is_terminal() && io::stderr().is_terminal();
        let (verbose, elicit) = (options.verbose, options.elicit);
        Self { verbose, elicit, roots, there, bar: Mutex::default(), asking: Arc::default() }
    }

    /// Shows how far something has come: a bar where the end is known, else a turning wheel.
    pub(crate) fn show(&self, done: f64, total: Option<f64>, message: &str) {
        if !io::stderr().is_terminal() {
            return;
        }
        let mut bar = self.bar.lock().unwrap_or_else(PoisonError::into_inner);
        let bar = bar.get_or_insert_with(|| ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr()));
        let template = match total {
            Some(total) => {
                bar.set_length(thousandths(total));
                "{bar:30} {percent:>3}% {wide_msg}"
            }
            None => "{spinner} {wide_msg}",
        };
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style.progress_chars("━╸─"));
        }
        let counted = match total {
            Some(_) => printable(message),
            None => format!("{done} {}", printable(message)),
        };
        bar.set_message(counted);
        bar.set_position(thousandths(done));
    }

    /// Takes the bar away, for good or until there is news.
    pub(crate) fn finish(&self) {
        if let Some(bar) = self.bar.lock().unwrap_or_else(PoisonError::into_inner).take() {
            bar.finish_and_clear();
        }
    }

    /// Takes the bar away, so that something else can be written.
    pub(crate) fn pause(&self) {
        self.finish();
    }

    fn write(&self, line: &str) {
        let bar = self.bar.lock().unwrap_or_else(PoisonError::into_inner);
        match &*bar {
            Some(bar) => bar.suspend(|| eprint_line(line)),
            None => eprint_line(line),
        }
    }

    /// Has somebody answer, one question after the other.
    async fn asked<T: Send + 'static>(&self, ask: impl FnOnce() -> T + Send + 'static) -> Option<T> {
        let _turn = self.asking.lock().await;
        self.pause();
        let (sender, answer) = tokio::sync::oneshot::channel();
        // A thread of its own: it may wait for a key that never comes.
        std::thread::spawn(move || sender.send(ask()));
        answer.await.ok()
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a bar has no use for more")]
fn thousandths(amount: f64) -> u64 {
    (amount.max(0.0) * 1000.0) as u64
}

fn eprint_line(line: &str) {
    // Nobody may be listening there.
    let _ = writeln!(io::stderr(), "{line}");
}

impl Host for Person {
    fn roots(&self) -> Vec<PathBuf> {
        self.roots.clone()
    }

    fn elicit<'a>(&'a self, asked: &'a Raw) -> Answering<'a, Elicited> {
        Box::pin(async move {
            let asked = asked.clone();
            match self.elicit {
                Elicit::Accept => asking::accept(&asked),
                Elicit::Ask if self.there => {
                    self.asked(move || asking::ask(&asked)).await.unwrap_or(Elicited::Cancelled)
                }
                Elicit::Ask => {
                    let message = asked.get("message").map(|message| message.to_plain().into_owned());
                    let message = printable(message.as_deref().unwrap_or_default());
                    self.notice(&format!(
                        "the server asks \"{message}\", but nobody is here to answer: declined (see --elicit)"
                    ));
                    Elicited::Declined
                }
                Elicit::Decline => Elicited::Declined,
            }
        })
    }

    fn sample<'a>(&'a self, asked: &'a Raw) -> Answering<'a, Option<String>> {
        Box::pin(async move {
            if self.there && self.elicit == Elicit::Ask {
                let asked = asked.clone();
                return self.asked(move || asking::sample(&asked)).await.flatten();
            }
            self.notice("the server asks for an answer of a model, but there is none here: refused");
            None
        })
    }

    fn progress(&self, progress: &Progress) {
        self.show(progress.done, progress.total, progress.message.as_deref().unwrap_or_default());
    }

    fn log(&self, log: &Log) {
        if self.verbose {
            let logger = log.logger.as_ref().map(|logger| format!(" {}", printable(logger))).unwrap_or_default();
            self.write(&format!("[{}{logger}] {}", printable(&log.level), printable(&log.text)));
        }
    }

    fn stderr(&self, bytes: &[u8]) {
        if self.verbose {
            for line in String::from_utf8_lossy(bytes).lines() {
                self.write(&format!("  | {}", printable(line)));
            }
        }
    }

    fn notice(&self, text: &str) {
        let bar = self.bar.lock().unwrap_or_else(PoisonError::into_inner);
        match &*bar {
            Some(bar) => bar.suspend(|| tell(text)),
            None => tell(text),
        }
    }
}
