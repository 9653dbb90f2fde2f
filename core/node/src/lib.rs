//! Forwarders to the engine for Node.
