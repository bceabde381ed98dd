//! The tool that takes its time. It reports progress to clients that asked for it, and logs as it goes.

// The protocol advises against logging since 2026-07-28; clients still meet it.
#![expect(deprecated)]

use std::sync::atomic::Ordering;

use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{
    CallToolResult, ErrorData, LoggingLevel, LoggingMessageNotificationParam, ProgressNotificationParam,
};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, tool, tool_router};
use schemars::JsonSchema;
use serde::Deserialize;

use super::arguments::{Seconds, Within};
use super::handler::is_stateless;
use super::{Gallery, text};

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Slow {
    /// How long it takes in all.
    #[serde(default)]
    seconds: Seconds<3>,
    /// In how many steps. Progress is reported and logged after each.
    #[serde(default)]
    steps: Within<1, 1000, 10>,
}

#[tool_router(router = slow_tools, vis = "pub(super)")]
impl Gallery {
    /// Takes some seconds, in steps. After each step it reports progress, where the client gave a progress token, and
    /// sends a log message. It stops when the call is cancelled.
    #[tool(title = "Slow, with progress")]
    async fn slow(
        &self,
        Parameters(Slow { seconds, steps }): Parameters<Slow>,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResult, ErrorData> {
        let steps = u32::try_from(steps.get()).unwrap_or(u32::MAX);
        let pause = seconds.duration() / steps;
        self.log(&context, LoggingLevel::Info, format!("{steps} steps to do")).await;
        for step in 1..=steps {
            tokio::select! {
                () = tokio::time::sleep(pause) => {}
                () = context.ct.cancelled() => {
                    return Err(ErrorData::internal_error(format!("cancelled at step {step} of {steps}"), None));
                }
            }
            let said = format!("step {step} of {steps}");
            if let Some(token) = context.meta.get_progress_token() {
                let progress = ProgressNotificationParam::new(token, f64::from(step))
                    .with_total(f64::from(steps))
                    .with_message(&said);
                // A client that has gone does not miss its progress.
                let _ = context.peer.notify_progress(progress).await;
            }
            self.log(&context, LoggingLevel::Debug, said).await;
        }
        self.log(&context, LoggingLevel::Notice, "all steps are done".to_owned()).await;
        Ok(text(format!("Done: {steps} steps in {} seconds.", seconds.get())))
    }

    /// Sends a log message to a client that wants to hear it.
    async fn log(&self, context: &RequestContext<RoleServer>, level: LoggingLevel, said: String) {
        // Without sessions each request says what it wants to hear, and one that says nothing wants nothing.
        let wanted = if is_stateless(context) {
            context.meta.log_level().is_some_and(|least| level as u8 >= least as u8)
        } else {
            level as u8 >= self.log_level.load(Ordering::Relaxed)
        };
        if wanted {
            let message = LoggingMessageNotificationParam::new(level, said.into()).with_logger("gallery");
            let _ = context.peer.notify_logging_message(message).await;
        }
    }
}
