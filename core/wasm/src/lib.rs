//! Forwarders to the engine for the browser.
