//! Web server, outbox worker, inbox worker, channels, house players and the watch over the clocks in one process.

use crate::config::{Config, SmtpTls};
use crate::service::{Courier, Service};
use crate::web::{self, AppState, body, csrf, headers, limits::Limits, wrong};
use actix_web::dev::ServerHandle;
use actix_web::middleware::{Compress, from_fn};
use actix_web::web::Data;
use actix_web::{App, HttpServer};
use anyhow::{Context, Result};
use domain::referee::Registry;
use fieldpost_post::{
    Credentials, Dkim, Office, Returns, Schedule, Security, Sender, Smtp, SmtpSettings, Transport, Worker,
};
use fieldpost_store::{SERVING_ENDS, Serving, Time};
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;
use tracing_actix_web::TracingLogger;

/// A server that listens, not yet serving.
pub struct Application {
    address: SocketAddr,
    state: AppState,
    office: Office,
    serving: Arc<Serving>,
    server: actix_web::dev::Server,
}

/// How often this server says that it is the one that serves its database: three times before its claim would end.
const CLAIM: Duration = Duration::from_secs(SERVING_ENDS.as_secs() / 3);

impl Application {
    /// Binds, opens the storage, and puts everything together. With port 0 a free port is taken: see
    /// [`Application::address`].
    ///
    /// # Errors
    /// When the address cannot be listened on, the storage cannot be opened, or another server serves it, with a sentence that says which.
    pub async fn build(config: Config, registry: Registry) -> Result<Self> {
        let listener = TcpListener::bind(config.bind)
            .with_context(|| format!("{} cannot be listened on: choose another with --bind.", config.bind))?;
        let address = listener.local_addr()?;
        let base_url = config.base_url.clone().unwrap_or_else(|| format!("http://{address}"));
        let secure = base_url.starts_with("https://");
        let service = Service::open(&config, base_url, registry).await?;
        let mut office = office(&config, &service)?;
        if let (Some(domain), true) = (&config.reply_domain, config.smtp.is_some()) {
            office.returns = Some(Returns::open(&service.store, domain).await?);
        }
        let who = format!("The process {} at {}", std::process::id(), service.base_url);
        let serving = Arc::new(service.store.serve(who, Time::now()).await?);
        // Behind the claim: no second server begins a register while the first goes on with its own.
        if let Err(trouble) = service.register().open(&config).await {
            serving.release().await?;
            return Err(trouble);
        }
        let state = AppState {
            service,
            limits: Arc::new(Limits::new(config.leeway)),
            trusted_proxy: config.trusted_proxy,
            loopback: address.ip().is_loopback(),
            mailbox: config.serves_mailbox(address),
            patience: config.patience,
            secure,
        };
        let data = Data::new(state.clone());
        let server = HttpServer::new(move || {
            App::new()
                .app_data(data.clone())
                .configure(web::configure)
                // The last wrap is the outermost.
                .wrap(from_fn(body::read))
                .wrap(from_fn(csrf::guard))
                .wrap(from_fn(wrong::draw))
                .wrap(Compress::default())
                .wrap(TracingLogger::<web::trace::Spans>::new())
                .wrap(from_fn(headers::secure))
        })
        .workers(std::thread::available_parallelism().map_or(2, |n| n.get().min(8)))
        .client_request_timeout(config.patience)
        .max_connections(config.connections)
        // An answer waits for nothing: without this a short one is held back until the client has acknowledged the one before it, which
        // takes some 40 ms.
        .tcp_nodelay(true)
        .shutdown_timeout(10)
        .disable_signals()
        .listen(listener)?
        .run();
        Ok(Application { address, state, office, serving, server })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The address players use.
    pub fn base_url(&self) -> &str {
        &self.state.service.base_url
    }

    /// The use cases, for setting a demo up.
    pub fn service(&self) -> &Arc<Service> {
        &self.state.service
    }

    /// The post office, for tests that deliver at a moment of their own.
    pub fn office(&self) -> &Office {
        &self.office
    }

    /// A handle to stop it with.
    pub fn handle(&self) -> ServerHandle {
        self.server.handle()
    }

    /// Serves until the handle stops it, or SIGTERM or Ctrl-C comes: then requests under way are finished first.
    ///
    /// # Errors
    /// When the server fails.
    pub async fn run(self) -> Result<()> {
        let handle = self.server.handle();
        let state = self.state.clone();
        let tidy = tokio::spawn(async move {
            let mut minute = tokio::time::interval(Duration::from_secs(60));
            loop {
                minute.tick().await;
                state.limits.tidy();
                state.service.limits.tidy();
                state.service.accounts().sweep_guests(Time::now()).await;
            }
        });
        let claim = tokio::spawn(keep_claim(self.serving.clone(), handle.clone()));
        let bots = tokio::spawn(self.state.service.clone().run_bots());
        let inbox = tokio::spawn(self.state.service.clone().run_inbox());
        let clocks = tokio::spawn(self.state.service.clone().run_clocks());
        let revisions = tokio::spawn(self.state.service.clone().run_revisions());
        let register = tokio::spawn(self.state.service.clone().run_register());
        let ages = tokio::spawn(self.state.service.clone().run_ages());
        let archive = tokio::spawn(self.state.service.clone().run_archive());
        let channels = tokio::spawn(self.state.service.clone().run_channels());
        let worker = Worker::start(self.office);
        let stopper = tokio::spawn(async move {
            stop_signal().await;
            tracing::info!("stopping");
            handle.stop(true).await;
        });
        let ended = self.server.await;
        stopper.abort();
        tidy.abort();
        // A house player that is just thinking has stored nothing yet; it begins again at the next start.
        bots.abort();
        // A letter that is just being read is read again at the next start, and carried out once.
        inbox.abort();
        clocks.abort();
        // A game that is just moving up is held against the new rules again at the next start.
        revisions.abort();
        // A head that is just being signed is kept or was never given away.
        register.abort();
        // A game that is just looked at is looked at again at the next start.
        ages.abort();
        // A game that is just taken in is found missing at the next start.
        archive.abort();
        // A notice that is just being sent is sent again at the next start, with the same id.
        channels.abort();
        worker.stop().await;
        claim.abort();
        // The next server need not wait.
        if let Err(error) = self.serving.release().await {
            tracing::warn!(%error, "the claim to serve this database could not be given up; it ends by itself");
        }
        self.state.service.store.close().await;
        ended.context("the web server failed")
    }
}

/// Says that this server is alive, until another one serves its database: that is only possible when this one was cut off for long, and
/// then it stops.
async fn keep_claim(serving: Arc<Serving>, handle: ServerHandle) {
    let mut beat = tokio::time::interval(CLAIM);
    loop {
        beat.tick().await;
        match serving.renew(Time::now()).await {
            Ok(true) => {}
            Ok(false) => {
                tracing::error!("another server serves this database by now: this one stops");
                return handle.stop(true).await;
            }
            // Nobody else can write the claim then either.
            Err(error) => tracing::error!(%error, "the claim to serve this database could not be renewed"),
        }
    }
}

/// How letters leave: by the mail server of the settings, or into the mailbox.
fn office(config: &Config, service: &Arc<Service>) -> Result<Office> {
    let host = service.base_url.split("//").nth(1).and_then(|h| h.split(':').next()).unwrap_or("localhost");
    // An address needs a domain: an IP address or a bare host name is none that mail knows.
    let domain = if host.contains(|c: char| c.is_ascii_alphabetic()) && host.contains('.') {
        host
    } else {
        "fieldpost.localhost"
    };
    let address = config.mail_from.clone().unwrap_or_else(|| format!("post@{domain}"));
    let (transport, dkim) = match &config.smtp {
        None => (Transport::Mailbox, None),
        Some(smtp) => {
            let settings = SmtpSettings {
                host: smtp.host.clone(),
                port: smtp.port,
                security: match smtp.tls {
                    SmtpTls::Starttls => Security::StartTls,
                    SmtpTls::Tls => Security::Tls,
                    SmtpTls::None => Security::None,
                },
                credentials: (smtp.login.clone()).map(|(user, password)| Credentials { user, password }),
                roots: smtp.roots.clone(),
                hello: smtp.hello.clone(),
                timeout: Duration::from_secs(60),
                connections: 2,
            };
            let dkim = smtp.dkim.as_ref().map(|d| Dkim::new(&d.domain, &d.selector, &d.key)).transpose();
            let dkim = dkim.context("FIELDPOST_DKIM_KEY holds no key that can sign")?;
            (Transport::Smtp(Smtp::new(&settings).context("the mail settings make no sense")?), dkim)
        }
    };
    Ok(Office {
        store: service.store.clone(),
        lease: Default::default(),
        renderer: Arc::new(Courier::new(service.clone(), config.letter_maps)),
        sender: Sender { name: "Fieldpost".to_owned(), address },
        dkim,
        transport,
        schedule: Schedule::default(),
        returns: None,
    })
}

async fn stop_signal() {
    let interrupt = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
            Ok(mut terminate) => tokio::select! {
                _ = interrupt => {}
                _ = terminate.recv() => {}
            },
            Err(_) => {
                let _heard = interrupt.await;
            }
        }
    }
    #[cfg(not(unix))]
    {
        let _heard = interrupt.await;
    }
}
