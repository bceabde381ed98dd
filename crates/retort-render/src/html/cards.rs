//! Cards: a title that can be followed, where it leads, when and by whom it was made, what it is about and filed under.
//! Pictures of others wait for a click; those that the response carries are shown.

use std::io::{self, Write};

use super::put::{Put, put};
use super::text::{Apart, close_heading, line, open_heading, put_address, put_anchor, put_remote_image, put_snippet};
use super::tree::Budget;
use super::{media, values};
use crate::view::{Card, Picture};

/// Browsers are asked to lay out more cards than this only as they are scrolled to.
const MANY: usize = 100;

pub(super) fn put_cards(cards: &[Card], level: u8, out: &mut dyn Write) -> io::Result<()> {
    let mut budget = Budget::new();
    if cards.len() > MANY { "<ol class=\"cards many\">" } else { "<ol class=\"cards\">" }.put(out)?;
    for card in cards {
        "<li class=\"card\">".put(out)?;
        put_card(card, level, &mut budget, out)?;
        "</li>".put(out)?;
    }
    "</ol>".put(out)
}

fn put_card(card: &Card, level: u8, budget: &mut Budget, out: &mut dyn Write) -> io::Result<()> {
    open_heading(level, "card-title").put(out)?;
    match &card.link {
        Some(link) => put_anchor(link, &line(&card.title), out)?,
        None => line(&card.title).put(out)?,
    }
    close_heading(level).put(out)?;
    if card.link.is_some() || card.place.is_some() || card.date.is_some() || card.author.is_some() {
        "<p class=\"badges\">".put(out)?;
        put_badges(card, out)?;
        "</p>".put(out)?;
    }
    if let Some(description) = &card.description {
        "<p class=\"description\" dir=\"auto\">".put(out)?;
        put_snippet(description, out)?;
        "</p>".put(out)?;
    }
    match &card.image {
        Some(Picture::At(link)) => {
            "<p class=\"picture\">".put(out)?;
            put_remote_image(link, &card.title, out)?;
            "</p>".put(out)?;
        }
        Some(Picture::Inside(media)) => media::put_small(media, &card.title, out)?,
        None => {}
    }
    if !card.tags.is_empty() {
        "<ul class=\"tags\" aria-label=\"Tags\">".put(out)?;
        card.tags.iter().try_for_each(|tag| put!(out, "<li class=\"badge\">", Apart(tag), "</li>"))?;
        "</ul>".put(out)?;
    }
    if card.more.is_empty() {
        return Ok(());
    }
    "<dl class=\"facts\">".put(out)?;
    values::put_members(&card.more, budget, out)?;
    "</dl>".put(out)
}

fn put_badges(card: &Card, out: &mut dyn Write) -> io::Result<()> {
    match card.link.as_ref().map(|link| (link, &link.host)) {
        Some((_, Some(host))) => put!(out, "<span class=\"badge host\">", Apart(host), "</span>")?,
        Some((link, None)) => {
            "<span class=\"badge\">".put(out)?;
            put_address(link, out)?;
            "</span>".put(out)?;
        }
        None => {}
    }
    if let Some(place) = &card.place {
        put!(out, "<span class=\"badge host\">", Apart(place), "</span>")?;
    }
    if let Some(date) = &card.date {
        "<span class=\"badge\">".put(out)?;
        match values::date(date) {
            Some(date) => date.put(out)?,
            None => Apart(date).put(out)?,
        }
        "</span>".put(out)?;
    }
    match &card.author {
        Some(author) => put!(out, "<span class=\"badge author\">", Apart(author), "</span>"),
        None => Ok(()),
    }
}
