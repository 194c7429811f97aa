//! `fieldpost serve`.

use crate::config::{Config, ServeArgs};
use crate::server::Application;
use crate::telemetry;
use anyhow::Result;
use std::process::ExitCode;

pub(super) const EXAMPLES: &str = "Examples:
  fieldpost serve --mailbox
      On this machine, letters in the mailbox at http://127.0.0.1:8080/mailbox.
  FIELDPOST_SMTP_HOST=mail.example.org FIELDPOST_MAIL_FROM=post@example.org \\
  FIELDPOST_SMTP_USER=post FIELDPOST_SMTP_PASSWORD=… \\
  fieldpost serve --bind 127.0.0.1:8080 --base-url https://play.example.org --trusted-proxy 127.0.0.1
      Behind a proxy that does TLS, letters by mail.";

pub(super) fn serve(args: &ServeArgs) -> Result<ExitCode> {
    let config = Config::from_args(args)?;
    telemetry::start(args.log_json);
    let unread = config.smtp.is_none() && !config.mailbox;
    actix_web::rt::System::new().block_on(async {
        let application = Application::build(config, domain::rulesets::standard()).await?;
        println!("Fieldpost is at {}", application.base_url());
        tracing::info!(address = %application.address(), "serving");
        if unread {
            tracing::warn!(
                "letters are kept and sent nowhere, so that nobody can sign in: name a mail server with FIELDPOST_SMTP_HOST, or, on a \
                 machine of your own, have them served at /mailbox with --mailbox"
            );
        }
        application.run().await
    })?;
    Ok(ExitCode::SUCCESS)
}
