//! `retort serve`: one of Retort's own servers, over the standard streams or over HTTP.

use std::io::{self, IsTerminal};

use crate::Verdict;
use crate::args::ServeOptions;
use crate::failure::Failure;
use crate::live::{block_on, interrupted};
use crate::output::tell;

pub(crate) fn run(options: &ServeOptions) -> Result<Verdict, Failure> {
    block_on(async {
        let Some(address) = options.http else {
            let ready = options.server.ready(None).await?;
            if io::stdin().is_terminal() {
                let name = options.server.name();
                tell(format_args!(
                    "{name} waits for messages on its standard input, as a client that starts it sends them; to try it, call \
                     it by its command line (retort call 'retort serve {name} …' TOOL) or serve it with --http 127.0.0.1:8000"
                ));
            }
            tokio::select! {
                served = ready.serve_stdio(options.limits()) => served?,
                failure = interrupted() => return Err(failure),
            }
            return Ok(Verdict::Good);
        };
        let failed = |reason| Failure::Listen { address: address.to_string(), reason };
        let listener = tokio::net::TcpListener::bind(address).await.map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        let ready = options.server.ready(Some(address)).await?;
        tell(format_args!("serving {} at http://{address}/mcp; Ctrl-C ends it", options.server.name()));
        ready.serve_http(listener, options.limits()).await?;
        Ok(Verdict::Good)
    })
}
