//! Views are shown one after the other, so that a file with millions of responses takes no more room than one of them. The
//! first few are held back until it is known what they want: a pager, pictures, a title.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

use retort_core::{Format, OddityKind, counted};
use retort_render::html::{Head, Page, RemoteImages, has_remote_images};
use retort_render::{Card, Images, PartBody, Picture, Terminal, View};

use super::{page_output, pager, terminal};
use crate::args::{Look, Pictures};
use crate::failure::Failure;
use crate::output::{guarded, tell};

/// So many views are held back before the first is shown, or as many as come of so many bytes.
const MOST_HELD: usize = 64;
const MOST_HELD_BYTES: usize = 1 << 22;

/// Views on their way to where the options want them.
pub(crate) struct Showing<'a> {
    look: &'a Look,
    /// Whether there will be more than one view.
    several: bool,
    held: Vec<View>,
    held_bytes: usize,
    out: Option<Out>,
    written: usize,
    /// Views that a terminal does not get, because they are too many.
    left_out: usize,
    /// What was lost or mended, as far as it has been reported.
    reported: Vec<OddityKind>,
}

/// Where views go.
enum Out {
    Terminal { terminal: Box<Terminal>, out: pager::Output },
    Page { page: Page<Box<dyn Write>>, path: PathBuf },
    Markdown(Box<dyn Write>),
    Csv(Box<dyn Write>),
}

impl<'a> Showing<'a> {
    /// Shows nothing yet.
    pub(crate) fn new(look: &'a Look, several: bool) -> Self {
        Self {
            look,
            several,
            held: Vec::new(),
            held_bytes: 0,
            out: None,
            written: 0,
            left_out: 0,
            reported: Vec::new(),
        }
    }

    /// Shows a view that was made of so many bytes.
    pub(crate) fn show(&mut self, view: View, bytes: usize) -> Result<(), Failure> {
        if self.out.is_some() {
            return self.write(&view);
        }
        self.held.push(view);
        self.held_bytes += bytes;
        if self.held.len() < MOST_HELD && self.held_bytes < MOST_HELD_BYTES {
            return Ok(());
        }
        self.show_held()
    }

    /// Shows what is left.
    pub(crate) fn finish(mut self) -> Result<(), Failure> {
        self.several &= self.written + self.held.len() != 1;
        self.show_held()?;
        match self.out {
            Some(Out::Terminal { out, .. }) => out.finish()?,
            Some(Out::Page { page, path }) => {
                page.finish()?;
                if path.as_os_str() != "-" {
                    tell(format_args!("wrote {}", retort_client::shown_path(&path)));
                }
            }
            Some(Out::Markdown(mut out) | Out::Csv(mut out)) => out.flush()?,
            None => {}
        }
        if self.left_out > 0 {
            let more = counted(self.left_out, "more response");
            tell(format_args!("{more} left out; --rows all shows them"));
        }
        Ok(())
    }

    fn show_held(&mut self) -> Result<(), Failure> {
        let held = std::mem::take(&mut self.held);
        if self.out.is_none() && !held.is_empty() {
            self.begin(&held)?;
        }
        held.iter().try_for_each(|view| self.write(view))
    }

    /// Opens what the views go to. The first of them tell how.
    pub(super) fn begin(&mut self, first: &[View]) -> Result<(), Failure> {
        let look = self.look;
        self.out = Some(if let Some(path) = &look.html {
            let title = self.title(first);
            let mut head = Head::new(&title);
            head.images = if look.images == Pictures::Remote { RemoteImages::AtOnce } else { RemoteImages::OnClick };
            head.several = self.several;
            // What is still to come may show some too.
            head.shows_remote = first.iter().any(has_remote_images) || first.len() >= MOST_HELD;
            Out::Page { page: Page::begin(&head, page_output(path)?)?, path: path.clone() }
        } else if look.markdown {
            Out::Markdown(guarded())
        } else if look.csv {
            Out::Csv(guarded())
        } else {
            let terminal = Box::new(terminal(look));
            let has_images = terminal.images != Images::None && first.iter().any(has_media);
            Out::Terminal { terminal, out: pager::Output::new(!look.no_pager && !has_images) }
        });
        Ok(())
    }

    /// What a page is called.
    fn title(&self, first: &[View]) -> String {
        let file = first.first().and_then(|view| view.name.as_deref());
        let file = file.filter(|file| first.iter().all(|view| view.name.as_deref() == Some(file)));
        let other = if self.several { "Responses" } else { "Response" };
        first.iter().find_map(|view| view.tool.as_deref()).or(file).unwrap_or(other).to_owned()
    }

    /// Shows a view where the others went.
    pub(super) fn write(&mut self, view: &View) -> Result<(), Failure> {
        if let Some(reason) = view.unfit {
            let wanted = self.look.format.map_or("that", Format::name);
            tell(format_args!("it cannot be shown as {wanted}: {reason}; it is shown as {}", view.format));
        }
        self.report_damage(view);
        let is_first = self.written == 0;
        match &mut self.out {
            Some(Out::Terminal { terminal, out }) => {
                // A screen has rows of responses as it has rows of a table.
                if self.look.rows.is_none() && terminal.rows.is_some_and(|most| self.written >= most) {
                    self.left_out += 1;
                    return Ok(());
                }
                if !is_first {
                    out.write_all(b"\n")?;
                }
                // A pager that has been started shows no pictures.
                if out.is_paging() {
                    terminal.images = Images::None;
                }
                terminal.write(view, out)?;
            }
            Some(Out::Page { page, .. }) => page.write(view)?,
            Some(Out::Markdown(out)) => {
                if !is_first {
                    out.write_all(b"\n")?;
                }
                retort_render::markdown(view, out)?;
            }
            Some(Out::Csv(out)) => {
                if !is_first {
                    out.write_all(b"\n")?;
                }
                match view.parts.first().map(|part| &part.body) {
                    // An error is no row; its words are for whoever called.
                    Some(PartBody::Failure(failure)) => tell(&failure.message),
                    _ => retort_render::csv(view, out)?,
                }
            }
            None => {}
        }
        self.written += 1;
        Ok(())
    }

    /// Says what was lost or mended, where that would stand among the data.
    fn report_damage(&mut self, view: &View) {
        let look = self.look;
        if look.html.is_some() || !look.csv && (look.markdown || io::stdout().is_terminal()) {
            return;
        }
        for kind in &view.frame.damage {
            if !self.reported.contains(kind) {
                tell(kind.explanation());
                self.reported.push(*kind);
            }
        }
    }
}

fn has_media(view: &View) -> bool {
    let is_picture = |card: &Card| matches!(card.image, Some(Picture::Inside(_)));
    view.parts.iter().any(|part| match &part.body {
        PartBody::Media(_) => true,
        PartBody::Cards(cards) => cards.iter().any(is_picture),
        _ => false,
    })
}
