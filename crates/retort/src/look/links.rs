//! Whether the terminal makes text clickable (OSC 8). None tells when it is asked, so they are known by what they set in the
//! environment. One that is not known shows addresses instead: a link that nobody can follow or read is worse.

/// The terminals that can, by `TERM_PROGRAM` and by how `TERM` begins.
const PROGRAMS: &[&str] =
    &["iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper", "terminology", "Tabby", "rio", "zed", "WarpTerminal"];
const TERMS: &[&str] = &["xterm-kitty", "xterm-ghostty", "alacritty", "foot", "contour", "wezterm", "rio"];
/// What those set that can, whatever else they say.
const MARKS: &[&str] = &["WT_SESSION", "DOMTERM", "KITTY_WINDOW_ID", "KONSOLE_VERSION"];
/// The first version of the library behind GNOME Terminal and its kin that can without trouble.
const VTE: u32 = 5000;

/// Whether text can be clicked, as the environment tells. `FORCE_HYPERLINK` outweighs the rest, as it does for others.
pub(super) fn are_clickable(variable: impl Fn(&str) -> Option<String>) -> bool {
    let set = |name: &str| variable(name).filter(|value| !value.is_empty());
    if let Some(forced) = variable("FORCE_HYPERLINK") {
        return forced != "0";
    }
    let term = set("TERM").unwrap_or_default();
    // What draws between the program and the terminal may not pass links on, and says nothing of what is behind it.
    let is_between =
        set("TMUX").is_some() || set("STY").is_some() || ["screen", "tmux"].iter().any(|name| term.starts_with(name));
    if is_between || term == "dumb" || term == "linux" {
        return false;
    }
    MARKS.iter().any(|name| set(name).is_some())
        || TERMS.iter().any(|name| term.starts_with(name))
        || set("TERM_PROGRAM").is_some_and(|program| PROGRAMS.contains(&&*program))
        || set("COLORTERM").is_some_and(|term| term == "xfce4-terminal")
        || set("VTE_VERSION").and_then(|version| version.parse().ok()).is_some_and(|version: u32| version >= VTE)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clickable(environment: &[(&str, &str)]) -> bool {
        are_clickable(|wanted| {
            environment.iter().find(|(name, _)| *name == wanted).map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn terminals_that_can_are_known() {
        let known = [
            ("TERM", "xterm-kitty"),
            ("TERM_PROGRAM", "iTerm.app"),
            ("VTE_VERSION", "7600"),
            ("WT_SESSION", "1"),
            ("FORCE_HYPERLINK", "1"),
            ("FORCE_HYPERLINK", ""),
        ];
        assert!(known.iter().all(|variable| clickable(&[*variable])));
    }

    #[test]
    fn others_show_addresses() {
        let unknown = [
            ("TERM", "linux"),
            ("TERM", "xterm-256color"),
            ("TERM_PROGRAM", "Apple_Terminal"),
            ("VTE_VERSION", "4602"),
        ];
        assert!(!unknown.iter().any(|variable| clickable(&[*variable])));
        assert!(!clickable(&[("TERM", "tmux-256color"), ("TERM_PROGRAM", "tmux"), ("VTE_VERSION", "7600")]));
        assert!(!clickable(&[("TERM", "screen"), ("KITTY_WINDOW_ID", "1")]));
        assert!(!clickable(&[("TERM", "xterm-kitty"), ("FORCE_HYPERLINK", "0")]));
    }
}
