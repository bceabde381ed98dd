//! Cards: a title that can be followed, where it leads, when and by whom it was made, what it is about and filed under.
//! Pictures of others wait for a click; those that the response carries are shown.

use maud::{Markup, Render, html};

use super::media;
use super::text::{address, anchor, heading, line, remote_image, snippet};
use super::tree::Budget;
use super::values;
use crate::view::{Card, Picture};

/// Browsers are asked to lay out more cards than this only as they are scrolled to.
const MANY: usize = 100;

pub(super) fn draw(cards: &[Card], level: u8) -> Markup {
    let mut budget = Budget::new();
    html! { ol.cards.many[cards.len() > MANY] { @for card in cards { li.card { (one(card, level, &mut budget)) } } } }
}

fn one(card: &Card, level: u8, budget: &mut Budget) -> Markup {
    let title = line(&card.title).render();
    let title = match &card.link {
        Some(link) => anchor(link, &title),
        None => title,
    };
    let has_badges = card.link.is_some() || card.place.is_some() || card.date.is_some() || card.author.is_some();
    html! {
        (heading(level, "card-title", &title))
        @if has_badges {
            p.badges {
                @if let Some(link) = &card.link {
                    @match &link.host {
                        Some(host) => span.badge.host { bdi { (line(host)) } },
                        None => span.badge { (address(link)) },
                    }
                }
                @if let Some(place) = &card.place { span.badge.host { bdi { (line(place)) } } }
                @if let Some(date) = &card.date {
                    span.badge { (values::date(date).unwrap_or_else(|| html! { bdi { (line(date)) } })) }
                }
                @if let Some(author) = &card.author { span.badge.author { bdi { (line(author)) } } }
            }
        }
        @if let Some(description) = &card.description { p.description dir="auto" { (snippet(description)) } }
        @match &card.image {
            Some(Picture::At(link)) => p.picture { (remote_image(link, &card.title).unwrap_or_else(|| address(link))) },
            Some(Picture::Inside(media)) => (media::small(media, &card.title)),
            None => {},
        }
        @if !card.tags.is_empty() {
            ul.tags aria-label="Tags" { @for tag in &card.tags { li.badge { bdi { (line(tag)) } } } }
        }
        @if !card.more.is_empty() {
            dl.facts { (values::members(&card.more, budget)) }
        }
    }
}
