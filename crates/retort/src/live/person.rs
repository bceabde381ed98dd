//! The person at the terminal, as a server sees them: asked when it asks, told how far it has come, and shown its
//! log where they want to see it.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use retort_client::{Answering, Elicited, Host, Log, Progress, one_line, printable};
use retort_core::Raw;

use super::asking;
use super::trusting::is_anybody_there;
use crate::args::{Elicit, Reach};
use crate::look::is_dumb;
use crate::output::tell;

/// How long nothing is said about something that takes its time.
const SILENCE_BEFORE_SPINNER: Duration = Duration::from_secs(1);
/// How often a wheel turns.
const TURN: Duration = Duration::from_millis(100);

/// How many characters are told of what a server says on the way.
const MOST_TOLD: usize = 300;

/// Whoever runs the command.
pub(crate) struct Person {
    verbose: bool,
    elicit: Elicit,
    roots: Vec<PathBuf>,
    /// Whether somebody reads and types.
    there: bool,
    bar: Mutex<Option<Bar>>,
    /// One question at a time.
    asking: Arc<tokio::sync::Mutex<()>>,
}

/// What is shown while something takes its time, and its form.
struct Bar {
    bar: ProgressBar,
    form: &'static str,
}

impl Bar {
    fn new(form: &'static str) -> Self {
        // Nothing is drawn before it has its form.
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        if let Ok(style) = ProgressStyle::with_template(form) {
            bar.set_style(style.progress_chars("━╸─"));
        }
        Self { bar, form }
    }

    fn draw(&self) {
        if self.bar.is_hidden() {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
            self.bar.tick();
        }
    }
}

impl Person {
    pub(crate) fn new(options: &Reach) -> Self {
        let whole = |root: &PathBuf| std::path::absolute(root).unwrap_or_else(|_| root.clone());
        // None unless they are named: servers take them for all that they may touch.
        let roots = options.roots.iter().map(whole).collect();
        let there = is_anybody_there();
        let (verbose, elicit) = (options.verbose, options.elicit);
        Self { verbose, elicit, roots, there, bar: Mutex::default(), asking: Arc::default() }
    }

    /// Shows how far something has come: a bar where the end is known, else a turning wheel.
    pub(crate) fn show(&self, done: f64, total: Option<f64>, message: &str) {
        let form = if total.is_some() { "{bar:30} {percent:>3}% {wide_msg}" } else { "{spinner} {wide_msg}" };
        self.draw(form, |bar| {
            if let Some(total) = total {
                bar.set_length(thousandths(total));
            }
            let message = one_line(message, MOST_TOLD);
            let counted = match total {
                Some(_) => message,
                None => format!("{done} {message}"),
            };
            bar.set_message(counted);
            bar.set_position(thousandths(done));
        });
    }

    /// Draws a bar of a form, in the place of one of another form.
    fn draw(&self, form: &'static str, set: impl FnOnce(&ProgressBar)) {
        if !io::stderr().is_terminal() || is_dumb() {
            return;
        }
        let mut bar = self.bar.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(other) = bar.take_if(|bar| bar.form != form) {
            other.bar.finish_and_clear();
        }
        let bar = bar.get_or_insert_with(|| Bar::new(form));
        set(&bar.bar);
        bar.draw();
    }

    /// Waits for something, and says for what where it takes long.
    pub(crate) fn waits<T>(&self, what: &str, work: impl Future<Output = T>) -> impl Future<Output = T> {
        // Work may be large, and is not to be moved about.
        let mut work = Box::pin(work);
        async move {
            if let Ok(done) = tokio::time::timeout(SILENCE_BEFORE_SPINNER, &mut work).await {
                return done;
            }
            // What tells itself how far it is needs no other sign.
            if self.bar.lock().unwrap_or_else(PoisonError::into_inner).is_none() {
                self.draw("{spinner} {elapsed} {wide_msg}", |bar| {
                    bar.set_message(printable(what));
                    bar.enable_steady_tick(TURN);
                });
            }
            let done = work.await;
            self.finish();
            done
        }
    }

    /// Takes the bar away, for good or until there is news.
    pub(crate) fn finish(&self) {
        if let Some(Bar { bar, .. }) = self.bar.lock().unwrap_or_else(PoisonError::into_inner).take() {
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
            Some(Bar { bar, .. }) => bar.suspend(|| eprint_line(line)),
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
                    let message = one_line(message.as_deref().unwrap_or_default(), MOST_TOLD);
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
            Some(Bar { bar, .. }) => bar.suspend(|| tell(text)),
            None => tell(text),
        }
    }
}
