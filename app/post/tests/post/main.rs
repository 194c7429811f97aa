//! The post office against a real SMTP server on loopback (`tests/smtp/server.py`), and what it sends read and verified by
//! programs that are not ours.

mod common;
mod dkim;
mod letters;
mod retries;
mod security;
mod server;
mod worker;
