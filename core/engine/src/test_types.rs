//! The TypeScript declarations and JSON schemas of what crosses the boundary of the engine, derived from the Rust types, in a
//! file each of `core/js`. A file that is not up to date is written anew, and the test fails once.

use std::any::TypeId;
use std::collections::{BTreeMap, HashSet};

use schemars::generate::SchemaSettings;
use ts_rs::{Config, TS, TypeVisitor};

use crate::{api, channel, config, dashboard, debrief, fleet, polar, race, verdict, write};

/// Calls a generic method of the receiver for each input and result; the types of their fields follow from these.
macro_rules! for_each_exported {
    ($receiver:ident.$method:ident) => {
        for_each_exported! { $receiver.$method:
            api::DuelRequest,
            api::FileAnalysis,
            api::Options,
            api::Regression,
            api::StraightAnalysis,
            api::StraightAnalysisRequest,
            api::Why,
            channel::Channel,
            config::BoatClass,
            dashboard::ExpectedLoss,
            dashboard::Finish,
            dashboard::Improvement,
            dashboard::LeaderboardRow,
            dashboard::Session,
            dashboard::TimeOnWater,
            dashboard::TurnLosses,
            dashboard::UserStats,
            dashboard::WindConditions,
            dashboard::WindLog,
            dashboard::WindReport,
            debrief::Debrief,
            debrief::DebriefFacts,
            debrief::DebriefOptions,
            fleet::FleetAnswer,
            polar::Polar,
            polar::PolarOptions,
            polar::SessionPolar,
            race::Duel,
            race::RaceDay,
            race::RaceOptions,
            race::RaceTrackFacts,
            verdict::Judged,
            write::Head,
        }
    };
    ($receiver:ident.$method:ident: $($exported:ty,)+) => {
        $($receiver.$method::<$exported>();)+
    };
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
    for_each_exported!(declarations.visit);
    let texts: Vec<String> = declarations.by_name.into_values().collect();
    let head = "// Generated from the Rust types by the unit tests of the engine (core/engine/src/test_types.rs).\n\n";
    assert_is_current("engine.ts", &format!("{head}{}", texts.join("\n")));
}

/// By the names of the types, as serde writes them.
#[test]
fn the_schemas_of_core_js_are_those_of_the_engine() {
    let mut generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    for_each_exported!(generator.subschema_for);
    let schemas = generator.take_definitions(true);
    let mut lines: Vec<String> =
        schemas.iter().map(|(name, schema)| format!("\"{name}\": {schema}")).collect();
    lines.sort();
    assert_is_current("engine.schema.json", &format!("{{\n{}\n}}\n", lines.join(",\n")));
}

fn assert_is_current(name: &str, text: &str) {
    let path = format!("{}/../js/src/generated/{name}", env!("CARGO_MANIFEST_DIR"));
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    if written != text {
        assert!(std::fs::write(&path, text).is_ok(), "{path} cannot be written");
    }
    assert!(written == text, "core/js/src/generated/{name} was not up to date and has been written");
}
