//! How long two services take that differ only in what the reader may not know.
