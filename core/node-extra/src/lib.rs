//! Forwarders that few calls need, in a library of its own, because their dependencies take as long to compile as the
//! engine: the comparison with other readers, and [`parquet`] files of many rows.

// Public, because the lints treat functions that only Node calls as unused.
pub mod parquet;
#[path = "../../node/src/work.rs"]
pub mod work;

use leebow_engine::api;
use napi::bindgen_prelude::{AsyncTask, Uint8Array};
use napi_derive::napi;

use work::{Work, answer};

/// As in `core/node`.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Compares our reader with that of another crate on one file; JSON.
#[napi]
pub fn verify(name: String, bytes: Uint8Array) -> AsyncTask<Work<String>> {
    answer(move || leebow_cross_check::compare_all(&name, &bytes).map(|all| api::to_json(&all)))
}
