//! The TypeScript declarations of what crosses the boundary of the engine, derived from the Rust types, in one file of
//! `core/js`. A file that is not up to date is written anew, and the test fails once.

use std::any::TypeId;
use std::collections::{BTreeMap, HashSet};

use ts_rs::{Config, TS, TypeVisitor};

use crate::{api, channel, config, dashboard, debrief, fleet, polar, race, verdict, write};

/// Inputs and results. The types of their fields are exported with them.
fn visit_exported(types: &mut impl TypeVisitor) {
    types.visit::<api::DuelRequest>();
    types.visit::<api::FileAnalysis>();
    types.visit::<api::Options>();
    types.visit::<api::Regression>();
    types.visit::<api::StraightAnalysis>();
    types.visit::<api::StraightAnalysisRequest>();
    types.visit::<api::Why>();
    types.visit::<channel::Channel>();
    types.visit::<config::BoatClass>();
    types.visit::<dashboard::ExpectedLoss>();
    types.visit::<dashboard::Finish>();
    types.visit::<dashboard::Improvement>();
    types.visit::<dashboard::LeaderboardRow>();
    types.visit::<dashboard::Session>();
    types.visit::<dashboard::TimeOnWater>();
    types.visit::<dashboard::TurnLosses>();
    types.visit::<dashboard::UserStats>();
    types.visit::<dashboard::WindConditions>();
    types.visit::<dashboard::WindLog>();
    types.visit::<dashboard::WindReport>();
    types.visit::<debrief::Debrief>();
    types.visit::<debrief::DebriefFacts>();
    types.visit::<debrief::DebriefOptions>();
    types.visit::<fleet::FleetAnswer>();
    types.visit::<polar::Polar>();
    types.visit::<polar::PolarOptions>();
    types.visit::<polar::SessionPolar>();
    types.visit::<race::Duel>();
    types.visit::<race::RaceDay>();
    types.visit::<race::RaceOptions>();
    types.visit::<race::RaceTrackFacts>();
    types.visit::<verdict::Judged>();
    types.visit::<write::Head>();
}

#[derive(Default)]
struct Declarations {
    seen: HashSet<TypeId>,
    by_name: BTreeMap<String, String>,
}

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        let is_declared = T::output_path().is_some();
        if !is_declared || !self.seen.insert(TypeId::of::<T>()) {
            return;
        }
        let config = Config::default();
        let text = format!("{}export {}\n", T::docs().unwrap_or_default(), T::decl(&config));
        self.by_name.insert(T::ident(&config), text);
        T::visit_dependencies(self);
    }
}

#[test]
fn the_types_of_core_js_are_those_of_the_engine() {
    let mut declarations = Declarations::default();
    visit_exported(&mut declarations);
    let texts: Vec<String> = declarations.by_name.into_values().collect();
    let head = "// Generated from the Rust types by the unit tests of the engine (core/engine/src/test_types.rs).\n\n";
    assert_is_current("engine.ts", &format!("{head}{}", texts.join("\n")));
}

fn assert_is_current(name: &str, text: &str) {
    let path = format!("{}/../js/src/generated/{name}", env!("CARGO_MANIFEST_DIR"));
    if std::fs::read_to_string(&path).is_ok_and(|written| written == text) {
        return;
    }
    std::fs::write(&path, text).unwrap();
    panic!("core/js/src/generated/{name} was not up to date and has been written");
}
