//! The page that a person sees when the browser comes back from the authorisation server.

/// A page: its status, its heading, its sentence.
pub(super) struct Page {
    /// The HTTP status.
    pub(super) status: &'static str,
    heading: &'static str,
    sentence: String,
}

impl Page {
    /// The log-in is done.
    pub(super) fn done() -> Self {
        let sentence = "You can close this page and go back to your terminal.".to_owned();
        Self { status: "200 OK", heading: "You are logged in", sentence }
    }

    /// The log-in failed.
    pub(super) fn failed(reason: &str) -> Self {
        Self { status: "400 Bad Request", heading: "The log-in failed", sentence: reason.to_owned() }
    }

    /// Nothing is here.
    pub(super) fn nothing() -> Self {
        let sentence = "This address only takes the answer of a log-in.".to_owned();
        Self { status: "404 Not Found", heading: "Nothing here", sentence }
    }

    /// The whole HTTP answer.
    pub(super) fn answer(&self) -> String {
        let body = format!(
            "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>Retort: {heading}</title>\n\
             <style>body{{font:1.1rem/1.5 system-ui,sans-serif;max-width:34rem;margin:20vh auto;padding:0 1rem;\
             color-scheme:light dark}}</style>\n<h1>{heading}</h1>\n<p>{sentence}</p>\n</html>\n",
            heading = self.heading,
            sentence = escape(&self.sentence),
        );
        format!(
            "HTTP/1.1 {}\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: {}\r\nCache-Control: no-store\r\n\
             Content-Security-Policy: default-src 'none'; style-src 'unsafe-inline'\r\nReferrer-Policy: no-referrer\r\n\
             Connection: close\r\n\r\n{body}",
            self.status,
            body.len(),
        )
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_cannot_bring_markup() {
        let answer = Page::failed("<script>alert(1)</script> & \"so\"").answer();
        assert!(answer.contains("&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;so&quot;"), "{answer}");
        assert!(!answer.contains("<script>"));
    }
}
