//! Work on libuv's thread pool, off the event loop.

use std::panic::{AssertUnwindSafe, catch_unwind};

use napi::bindgen_prelude::{AsyncTask, ToNapiValue, TypeName};
use napi::{Env, Error, Result, Task};

/// Work that is run once and returns `T`. What it holds is dropped on the thread of the event loop.
pub struct Work<T>(Box<dyn FnMut() -> Result<T> + Send>);

/// Runs work on the thread pool.
pub fn off_loop<T>(work: impl FnMut() -> Result<T> + Send + 'static) -> AsyncTask<Work<T>>
where
    T: ToNapiValue + TypeName + Send + 'static,
{
    AsyncTask::new(Work(Box::new(work)))
}

/// The same of work whose errors are those of the engine.
pub fn answer<T>(
    mut work: impl FnMut() -> std::result::Result<T, leebow_engine::Error> + Send + 'static,
) -> AsyncTask<Work<T>>
where
    T: ToNapiValue + TypeName + Send + 'static,
{
    off_loop(move || work().map_err(to_js_error))
}

/// The engine's error as `core/js` expects it: JSON in the message.
pub fn to_js_error(error: leebow_engine::Error) -> Error {
    Error::from_reason(error.to_json())
}

impl<T: ToNapiValue + TypeName + Send + 'static> Task for Work<T> {
    type Output = T;
    type JsValue = T;

    /// Converts a panic, also of the other crates, into an error, as a trap is in the browser, so that the process continues.
    fn compute(&mut self) -> Result<T> {
        catch_unwind(AssertUnwindSafe(&mut self.0)).map_err(|_| Error::from_reason("the engine panicked"))?
    }

    fn resolve(&mut self, _env: Env, result: T) -> Result<T> {
        Ok(result)
    }
}
