//! Logging in, staying logged in, and being refused.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use retort_client::auth::{Authorizer, Error, LoggedOut, Login, Secret, Tokens, Way, login, logout};
use serde_json::json;

use crate::authority::Authority;

/// A store of its own for one test, which goes with it.
struct Folder(Tokens);

impl Folder {
    fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("retort-auth-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        Self(Tokens::at(std::env::temp_dir().join(name)))
    }

    fn files(&self) -> Vec<PathBuf> {
        let entries = std::fs::read_dir(self.0.dir()).into_iter().flatten();
        entries.map(|entry| entry.unwrap().path()).filter(|path| path.extension().unwrap() == "json").collect()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(self.0.dir());
    }
}

/// A person who says yes to everything, and remembers the last page.
#[derive(Clone, Default)]
struct Person(Arc<Mutex<Option<tokio::task::JoinHandle<String>>>>);

impl Person {
    fn open(&self) -> impl Fn(&str) + Send + Sync + 'static {
        let page = Arc::clone(&self.0);
        move |url| {
            let url = url.to_owned();
            let visit = tokio::spawn(async move { reqwest::get(url).await.unwrap().text().await.unwrap() });
            *page.lock().unwrap() = Some(visit);
        }
    }

    async fn page(&self) -> String {
        let visit = self.0.lock().unwrap().take().expect("no page was opened");
        visit.await.unwrap()
    }
}

/// Posts to the server as a transport does. Gives the last status.
async fn call(url: &str, authorizer: &Authorizer, body: &'static str) -> Result<u16, Error> {
    loop {
        let header = authorizer.header().await?;
        let mut request = reqwest::Client::new().post(url).body(body);
        if let Some(header) = &header {
            request = request.header("authorization", header);
        }
        let response = request.send().await.unwrap();
        let status = response.status().as_u16();
        if !matches!(status, 401 | 403) {
            return Ok(status);
        }
        let challenge = response.headers().get("www-authenticate").map(|value| value.to_str().unwrap());
        authorizer.challenged(status, challenge, header.as_deref()).await?;
    }
}

fn impatient() -> Login {
    let mut login = Login::default();
    login.timeout = Duration::from_millis(500);
    login
}

#[tokio::test]
async fn a_person_logs_in_and_the_token_is_kept() {
    let (server, folder, person) = (Authority::start().await, Folder::new(), Person::default());
    let stored = login(&server.url(), &Login::default(), &folder.0, person.open()).await.unwrap();
    assert_eq!((stored.client_id.as_str(), stored.scopes.as_slice()), ("registered", &["read".to_owned()][..]));
    assert!(stored.renewable && stored.expires_at.is_some());
    assert!(person.page().await.contains("You are logged in"));
    let asked = server.book().questions[0]["resource"].clone();
    assert_eq!(asked, server.url());

    let authorizer = Authorizer::new(&server.url(), &folder.0).unwrap();
    assert_eq!(authorizer.header().await.unwrap().as_deref(), Some("Bearer access-1"));
    assert_eq!(call(&server.url(), &authorizer, "list").await, Ok(200));
    assert!(!format!("{authorizer:?} {stored:?} {:?}", folder.0).contains("access-1"));
    assert_eq!(folder.0.list().unwrap(), [stored]);
}

#[cfg(unix)]
#[tokio::test]
async fn only_the_user_can_read_the_token() {
    use std::os::unix::fs::PermissionsExt;
    let (server, folder, person) = (Authority::start().await, Folder::new(), Person::default());
    std::fs::create_dir_all(folder.0.dir()).unwrap();
    std::fs::set_permissions(folder.0.dir(), std::fs::Permissions::from_mode(0o755)).unwrap();
    login(&server.url(), &Login::default(), &folder.0, person.open()).await.unwrap();
    let mode = |path: &std::path::Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(folder.0.dir()), 0o700);
    assert_eq!(folder.files().len(), 1);
    assert_eq!(mode(&folder.files()[0]), 0o600);
}

#[tokio::test]
async fn two_that_need_a_new_token_fetch_one() {
    let (server, folder, person) = (Authority::start().await, Folder::new(), Person::default());
    server.book().lifetime = Some(0);
    login(&server.url(), &Login::default(), &folder.0, person.open()).await.unwrap();
    server.book().lifetime = Some(3600);
    server.book().delay = Duration::from_millis(200);
    // As two processes would: each with its own eyes on the same folder.
    let one = Authorizer::new(&server.url(), &folder.0).unwrap();
    let two = Authorizer::new(&server.url(), &folder.0).unwrap();
    let (first, second, third) = tokio::join!(one.header(), two.header(), one.header());
    for header in [first, second, third] {
        assert_eq!(header.unwrap().as_deref(), Some("Bearer access-2"));
    }
    assert_eq!(server.grants("refresh_token"), 1);
    assert_eq!(call(&server.url(), &two, "list").await, Ok(200));
    let request = server.book().token_requests[1].clone();
    assert_eq!((&request["resource"], &request["client_id"]), (&server.url(), &"registered".to_owned()));
}

#[tokio::test]
async fn a_refused_token_is_renewed_once() {
    let (server, folder, person) = (Authority::start().await, Folder::new(), Person::default());
    login(&server.url(), &Login::default(), &folder.0, person.open()).await.unwrap();
    let authorizer = Authorizer::new(&server.url(), &folder.0).unwrap();
    server.book().tokens.clear();
    assert_eq!(call(&server.url(), &authorizer, "list").await, Ok(200));
    assert_eq!(server.grants("refresh_token"), 1);

    server.book().tokens.clear();
    let error = call(&server.url(), &authorizer, "list").await.unwrap_err();
    assert_eq!(server.grants("refresh_token"), 1, "a token that was just renewed is not renewed again");
    assert_eq!(error.to_string(), format!("{url} asks for a log-in", url = server.url()));
}

#[tokio::test]
async fn a_refresh_token_that_is_refused_is_not_offered_again() {
    let (server, folder, person) = (Authority::start().await, Folder::new(), Person::default());
    server.book().lifetime = Some(0);
    login(&server.url(), &Login::default(), &folder.0, person.open()).await.unwrap();
    server.book().token_answer = Some((400, json!({"error": "invalid_grant"}).to_string()));
    let authorizer = Authorizer::new(&server.url(), &folder.0).unwrap();
    assert_eq!(authorizer.header().await, Ok(None));
    assert_eq!(authorizer.header().await, Ok(None));
    assert_eq!(server.grants("refresh_token"), 1);
    assert!(!folder.0.list().unwrap()[0].renewable);
}

#[tokio::test]
async fn a_failure_that_may_pass_keeps_the_log_in() {
    let (server, folder, person) = (Authority::start().await, Folder::new(), Person::default());
    server.book().lifetime = Some(0);
    login(&server.url(), &Login::default(), &folder.0, person.open()).await.unwrap();
    server.book().token_answer = Some((503, "<h1>Later</h1>".to_owned()));
    let authorizer = Authorizer::new(&server.url(), &folder.0).unwrap();
    assert!(authorizer.header().await.unwrap_err().to_string().contains("503"));
    server.book().token_answer = None;
    server.book().lifetime = Some(3600);
    assert_eq!(authorizer.header().await.unwrap().as_deref(), Some("Bearer access-2"));
}

#[tokio::test]
async fn an_answer_with_another_state_is_refused() {
    let (server, folder, person) = (Authority::start().await, Folder::new(), Person::default());
    server.book().answer = vec![("state", "forged")];
    let error = login(&server.url(), &impatient(), &folder.0, person.open()).await.unwrap_err();
    assert!(matches!(&error, Error::Timeout { last: Some(last), .. } if last.contains("state")), "{error}");
    assert!(person.page().await.contains("The log-in failed"));
    assert!(server.book().token_requests.is_empty() && folder.files().is_empty());
}

#[tokio::test]
async fn answers_of_others_do_not_end_the_log_in() {
    let (server, folder, person) = (Authority::start().await, Folder::new(), Person::default());
    server.book().noise = vec![
        vec![("state", "forged")],
        vec![("state", "forged"), ("code", ""), ("error", "access_denied")],
        vec![("state", "")],
        vec![("code", "")],
    ];
    login(&server.url(), &Login::default(), &folder.0, person.open()).await.unwrap();
}

#[tokio::test]
async fn an_answer_from_another_issuer_is_refused() {
    let (server, folder, person) = (Authority::start().await, Folder::new(), Person::default());
    server.book().answer = vec![("iss", "https://evil.example")];
    let error = login(&server.url(), &Login::default(), &folder.0, person.open()).await.unwrap_err();
    assert!(matches!(&error, Error::Issuer { received, .. } if received == "https://evil.example"), "{error}");

    server.book().answer = Vec::new();
    server.book().metadata = json!({"authorization_response_iss_parameter_supported": true});
    let error = login(&server.url(), &Login::default(), &folder.0, person.open()).await.unwrap_err();
    assert!(matches!(error, Error::Issuer { .. }), "{error}");
    assert!(server.book().token_requests.is_empty() && folder.files().is_empty());
}

#[tokio::test]
async fn what_the_authorisation_server_says_is_shown() {
    let (server, folder, person) = (Authority::start().await, Folder::new(), Person::default());
    server.book().answer =
        vec![("code", ""), ("error", "access_denied"), ("error_description", "<b>not</b>\u{1b}[31m today")];
    let error = login(&server.url(), &Login::default(), &folder.0, person.open()).await.unwrap_err();
    assert!(error.to_string().ends_with("refused: access_denied (<b>not</b>\\u{1b}[31m today)"), "{error}");
    let page = person.page().await;
    assert!(page.contains("access_denied (&lt;b&gt;not&lt;/b&gt;"), "{page}");

    server.book().answer = Vec::new();
    server.book().token_answer =
        Some((400, json!({"error": "invalid_client", "error_description": "who?"}).to_string()));
    let error = login(&server.url(), &Login::default(), &folder.0, person.open()).await.unwrap_err();
    assert!(error.to_string().ends_with("/token refused: invalid_client (who?)"), "{error}");
    assert!(person.page().await.contains("invalid_client (who?)"));
}

#[tokio::test]
async fn answers_without_a_token_are_refused() {
    let (server, folder, person) = (Authority::start().await, Folder::new(), Person::default());
    for (answer, word) in [
        ("{}".to_owned(), "access_token"),
        ("<html>".to_owned(), "not JSON"),
        (json!({"access_token": "a\nb"}).to_string(), "characters"),
        (format!("{{\"access_token\": \"{}\"}}", "a".repeat(2 << 20)), "1048576 bytes"),
    ] {
        server.book().token_answer = Some((200, answer));
        let error = login(&server.url(), &Login::default(), &folder.0, person.open()).await.unwrap_err();
        assert!(error.to_string().contains(word), "{error}");
    }
    assert!(folder.files().is_empty());
}

#[tokio::test]
async fn a_page_that_is_none_is_never_opened() {
    let (server, folder) = (Authority::start().await, Folder::new());
    for page in ["file:///etc/passwd", "javascript:alert(1)", "calculator://run/1", "http://169.254.169.254/"] {
        server.book().metadata = json!({"authorization_endpoint": page});
        let open = |url: &str| panic!("{url} was opened");
        let error = login(&server.url(), &Login::default(), &folder.0, open).await.unwrap_err();
        assert!(matches!(error, Error::Refused { .. }), "{page}: {error}");
    }
}

#[tokio::test]
async fn logging_out_forgets() {
    let (server, folder, person) = (Authority::start().await, Folder::new(), Person::default());
    login(&server.url(), &Login::default(), &folder.0, person.open()).await.unwrap();
    assert_eq!(folder.0.forget(&server.url()), Ok(true));
    assert_eq!(folder.0.forget(&server.url()), Ok(false));
    assert_eq!(folder.0.list(), Ok(Vec::new()));
    let authorizer = Authorizer::new(&server.url(), &folder.0).unwrap();
    assert_eq!(authorizer.header().await, Ok(None));
    assert!(matches!(call(&server.url(), &authorizer, "list").await, Err(Error::LoginNeeded { .. })));
}

#[tokio::test]
async fn logging_out_ends_the_tokens_where_the_server_can() {
    let (server, folder, person) = (Authority::start().await, Folder::new(), Person::default());
    let url = server.url();
    let endpoint = url.replace("/mcp", "/revoke");
    server.book().metadata = json!({"revocation_endpoint": endpoint});
    assert_eq!(logout(&url, &folder.0).await, Ok(LoggedOut::NoLogin));
    login(&url, &Login::default(), &folder.0, person.open()).await.unwrap();
    assert_eq!(logout(&url, &folder.0).await, Ok(LoggedOut::Revoked));
    let revoked: Vec<String> = server.book().revoked.iter().map(|form| form["token_type_hint"].clone()).collect();
    assert_eq!(revoked, ["refresh_token", "access_token"]);
    assert!(server.book().tokens.is_empty());
    assert_eq!(folder.0.list(), Ok(Vec::new()));
}

#[tokio::test]
async fn a_log_in_is_forgotten_also_where_the_server_does_not_end_it() {
    let (server, folder, person) = (Authority::start().await, Folder::new(), Person::default());
    let url = server.url();
    let logged_out = async |metadata, answer: Option<(u16, &str)>| {
        server.book().metadata = metadata;
        server.book().revocation_answer = answer.map(|(status, words)| (status, words.to_owned()));
        login(&url, &Login::default(), &folder.0, person.open()).await.unwrap();
        let how = logout(&url, &folder.0).await.unwrap();
        assert_eq!(folder.0.list(), Ok(Vec::new()), "{how:?}");
        how
    };
    let offered = json!({"revocation_endpoint": url.replace("/mcp", "/revoke")});
    assert_eq!(logged_out(json!({}), None).await, LoggedOut::Forgotten);
    let no = logged_out(offered.clone(), Some((400, r#"{"error":"invalid_client"}"#))).await;
    assert!(matches!(no, LoggedOut::NotRevoked(Error::Denied { .. })), "{no:?}");
    let broken = logged_out(offered.clone(), Some((500, "oh"))).await;
    assert!(matches!(broken, LoggedOut::NotRevoked(Error::Answer { .. })), "{broken:?}");
    let elsewhere = logged_out(json!({"revocation_endpoint": "http://93.184.216.34/revoke"}), None).await;
    assert!(matches!(elsewhere, LoggedOut::NotRevoked(Error::Refused { .. })), "{elsewhere:?}");
    assert_eq!(logged_out(offered, Some((200, "thanks"))).await, LoggedOut::Revoked);
}

#[tokio::test]
async fn an_authorisation_server_has_to_say_that_it_protects_codes() {
    let (server, folder, person) = (Authority::start().await, Folder::new(), Person::default());
    let url = server.url();
    for methods in [json!(null), json!([]), json!(["plain"])] {
        server.book().metadata = json!({"code_challenge_methods_supported": methods});
        let open = |url: &str| panic!("{url} was opened");
        let error = login(&url, &Login::default(), &folder.0, open).await.unwrap_err();
        assert!(matches!(error, Error::Pkce { .. }), "{methods}: {error}");
    }
    // Nobody catches a code where none is sent.
    let mut by_itself = Login::default();
    by_itself.way = Way::Client { key: None };
    by_itself.client_id = Some("registered".to_owned());
    by_itself.client_secret = Some(Secret::new("hush"));
    login(&url, &by_itself, &folder.0, |_| {}).await.unwrap();
    // A server of 2025-03-26 had no place to say it.
    (server.book().old, server.book().metadata) = (true, json!({"code_challenge_methods_supported": null}));
    login(&url, &Login::default(), &folder.0, person.open()).await.unwrap();
}

#[tokio::test]
async fn more_scopes_are_asked_for_when_the_server_wants_them() {
    let (server, folder, person) = (Authority::start().await, Folder::new(), Person::default());
    let authorizer = Authorizer::new(&server.url(), &folder.0).unwrap().with_login(Login::default(), person.open());
    assert_eq!(call(&server.url(), &authorizer, "list").await, Ok(200));
    assert_eq!(call(&server.url(), &authorizer, "admin").await, Ok(200));
    let asked: Vec<String> = server.book().questions.iter().map(|question| question["scope"].clone()).collect();
    assert_eq!(asked, ["read", "read admin"]);

    folder.0.forget(&server.url()).unwrap();
    login(&server.url(), &Login::default(), &folder.0, person.open()).await.unwrap();
    let silent = Authorizer::new(&server.url(), &folder.0).unwrap();
    let error = call(&server.url(), &silent, "admin").await.unwrap_err();
    assert!(error.to_string().ends_with("wants more than this log-in allows: read, admin"), "{error}");
}

#[tokio::test]
async fn many_refused_requests_ask_the_person_once() {
    let (server, folder, person) = (Authority::start().await, Folder::new(), Person::default());
    let authorizer = Authorizer::new(&server.url(), &folder.0).unwrap().with_login(Login::default(), person.open());
    let url = server.url();
    let calls = tokio::join!(call(&url, &authorizer, "a"), call(&url, &authorizer, "b"), call(&url, &authorizer, "c"));
    assert_eq!(calls, (Ok(200), Ok(200), Ok(200)));
    assert_eq!(server.book().questions.len(), 1);
}

#[tokio::test]
async fn a_person_is_not_asked_for_ever() {
    let (server, folder, person) = (Authority::start().await, Folder::new(), Person::default());
    let authorizer = Authorizer::new(&server.url(), &folder.0).unwrap().with_login(Login::default(), person.open());
    assert_eq!(call(&server.url(), &authorizer, "list").await, Ok(200));
    for _ in 0..5 {
        let header = authorizer.header().await.unwrap();
        let challenge = Some("Bearer error=\"insufficient_scope\", scope=\"read\"");
        let error = authorizer.challenged(403, challenge, header.as_deref()).await.unwrap_err();
        assert!(matches!(error, Error::Forbidden { .. }), "{error}");
    }
    assert_eq!(server.book().questions.len(), 1);
}

#[tokio::test]
async fn a_client_with_a_secret_logs_in_and_renews_by_itself() {
    let (server, folder) = (Authority::start().await, Folder::new());
    server.book().lifetime = Some(0);
    let mut robot = Login::default();
    robot.way = Way::Client { key: None };
    robot.client_id = Some("robot".to_owned());
    robot.client_secret = Some(Secret::new("p:ss"));
    login(&server.url(), &robot, &folder.0, |_| panic!("nobody is asked")).await.unwrap();
    server.book().lifetime = Some(3600);
    let authorizer = Authorizer::new(&server.url(), &folder.0).unwrap();
    assert_eq!(authorizer.header().await.unwrap().as_deref(), Some("Bearer access-2"));
    let expected = Some("Basic cm9ib3Q6cCUzQXNz".to_owned());
    assert_eq!(server.book().proofs, [expected.clone(), expected], "robot:p%3Ass, in base64");
    assert!(!format!("{robot:?}").contains("p:ss"));
}

#[tokio::test]
async fn a_confidential_client_renews_with_its_secret() {
    let (server, folder, person) = (Authority::start().await, Folder::new(), Person::default());
    server.book().lifetime = Some(0);
    server.book().metadata = json!({"token_endpoint_auth_methods_supported": ["client_secret_post"]});
    let mut mine = Login::default();
    mine.client_id = Some("mine".to_owned());
    mine.client_secret = Some(Secret::new("hush"));
    login(&server.url(), &mine, &folder.0, person.open()).await.unwrap();
    server.book().lifetime = Some(3600);
    Authorizer::new(&server.url(), &folder.0).unwrap().header().await.unwrap();
    let secrets: Vec<String> = server.book().token_requests.iter().map(|form| form["client_secret"].clone()).collect();
    assert_eq!(secrets, ["hush", "hush"]);
}

#[tokio::test]
async fn a_server_without_a_log_in_is_said_to_have_none() {
    let (server, folder) = (Authority::start().await, Folder::new());
    server.book().open = true;
    server.book().silent = true;
    let open = |url: &str| panic!("{url} was opened");
    let error = login(&server.url(), &Login::default(), &folder.0, open).await.unwrap_err();
    assert_eq!(error, Error::NoLogin { url: server.url() });
}

#[tokio::test]
async fn a_server_that_asks_only_when_it_matters_has_a_log_in() {
    let (server, folder, person) = (Authority::start().await, Folder::new(), Person::default());
    server.book().open = true;
    login(&server.url(), &Login::default(), &folder.0, person.open()).await.unwrap();
}

#[tokio::test]
async fn a_log_in_can_be_used_from_any_thread() {
    let (server, folder, person) = (Authority::start().await, Folder::new(), Person::default());
    let authorizer = Authorizer::new(&server.url(), &folder.0).unwrap().with_login(Login::default(), person.open());
    let task = tokio::spawn(async move {
        authorizer.challenged(401, None, None).await?;
        authorizer.header().await
    });
    assert_eq!(task.await.unwrap().unwrap().as_deref(), Some("Bearer access-1"));
}
