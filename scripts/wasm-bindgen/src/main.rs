//! `wasm-bindgen INPUT.wasm --target bundler --out-dir FOLDER --out-name NAME [--typescript]`, the part of wasm-bindgen's
//! command line that builds of this project and wasm-pack use: writes `NAME.js`, `NAME_bg.js`, `NAME_bg.wasm` and their
//! type declarations into FOLDER. `--version` prints the version.

use std::env;
use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

struct Arguments {
    input: String,
    folder: String,
    name: String,
}

/// Refuses what it does not know: an option that changes the output must not be ignored.
fn parse(mut args: impl Iterator<Item = String>) -> Option<Arguments> {
    let (mut input, mut folder, mut name) = (None, None, None);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--target" => args.next().filter(|target| target == "bundler").map(|_| ())?,
            "--out-dir" => folder = Some(args.next()?),
            "--out-name" => name = Some(args.next()?),
            "--typescript" => {}
            option if option.starts_with('-') => return None,
            _ => input = Some(arg),
        }
    }
    Some(Arguments { input: input?, folder: folder?, name: name? })
}

fn main() -> ExitCode {
    if env::args().nth(1).as_deref() == Some("--version") {
        println!("wasm-bindgen {}", env!("CARGO_PKG_VERSION"));
        return ExitCode::SUCCESS;
    }
    let Some(Arguments { input, folder, name }) = parse(env::args().skip(1)) else {
        eprintln!(
            "Usage: wasm-bindgen INPUT.wasm --target bundler --out-dir FOLDER --out-name NAME [--typescript]"
        );
        return ExitCode::from(2);
    };
    let mut bindgen = Bindgen::new();
    bindgen.input_path(input).out_name(&name).typescript(true);
    match bindgen.bundler(true).and_then(|bindgen| bindgen.generate(folder)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}
