//! Which addresses of mail Django takes.

use std::net::IpAddr;

/// Most characters of an address, whatever a field allows.
const LONGEST: usize = 320;
/// Most characters of a part of a domain.
const LONGEST_LABEL: usize = 63;

/// Whether a text is an address of mail.
pub(super) fn is_email(text: &str) -> bool {
    let Some((user, domain)) = text.rsplit_once('@') else { return false };
    text.chars().count() <= LONGEST && (is_dotted(user) || is_quoted(user)) && is_place(domain)
}

/// Words of letters, digits and a few signs, with a dot between each two.
fn is_dotted(user: &str) -> bool {
    let is_fine = |byte: u8| byte.is_ascii_alphanumeric() || b"-!#$%&'*+/=?^_`{}|~".contains(&byte);
    user.split('.').all(|word| !word.is_empty() && word.bytes().all(is_fine))
}

/// Anything in quotes, where quotes, white space and backslashes have a backslash before them.
fn is_quoted(user: &str) -> bool {
    let inside = user.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    let Some(inside) = inside else { return false };
    let mut letters = inside.chars();
    while let Some(letter) = letters.next() {
        let is_fine = match letter {
            '\\' => {
                letters.next().is_some_and(|next| matches!(next, '\x01'..='\t' | '\x0b' | '\x0c' | '\x0e'..='\x7f'))
            }
            '"' | ' ' => false,
            other => matches!(other, '\x01'..='\x08' | '\x0b' | '\x0c' | '\x0e'..='\x7f'),
        };
        if !is_fine {
            return false;
        }
    }
    true
}

/// A domain with at least one dot, `localhost`, or an address of a machine in brackets.
fn is_place(domain: &str) -> bool {
    if domain == "localhost" {
        return true;
    }
    if let Some(address) = domain.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        return address.parse::<IpAddr>().is_ok();
    }
    let Some((labels, top)) = domain.rsplit_once('.') else { return false };
    labels.split('.').all(is_label) && is_top(top)
}

fn is_label(label: &str) -> bool {
    (1..=LONGEST_LABEL).contains(&label.chars().count())
        && !label.starts_with('-')
        && !label.ends_with('-')
        && label.chars().all(|letter| is_letter(letter) || letter.is_ascii_digit() || letter == '-')
}

/// The last part has no digits, unless it is the spelling of a name in other letters.
fn is_top(label: &str) -> bool {
    let is_spelt = label.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("xn--"))
        && (5..=LONGEST_LABEL).contains(&label.len())
        && label.bytes().skip(4).all(|byte| byte.is_ascii_alphanumeric());
    is_spelt || is_label(label) && label.chars().count() >= 2 && !label.contains(|letter: char| letter.is_ascii_digit())
}

/// A letter of ASCII, or anything beyond that in the first plane of Unicode.
fn is_letter(letter: char) -> bool {
    letter.is_ascii_alphabetic() || ('\u{a1}'..='\u{ffff}').contains(&letter)
}
