//! `leebow-wasm-bindgen INPUT.wasm FOLDER NAME` writes `NAME.js`, `NAME_bg.wasm` and their type declarations into
//! FOLDER, as `wasm-bindgen --target web --out-dir FOLDER --out-name NAME INPUT.wasm` does.

use std::env;
use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let args: Vec<String> = env::args().skip(1).collect();
    let [input, folder, name] = args.as_slice() else {
        eprintln!("Usage: leebow-wasm-bindgen INPUT.wasm FOLDER NAME");
        return ExitCode::from(2);
    };
    let mut bindgen = Bindgen::new();
    // The module finds its WASM file beside itself, as with the command line.
    bindgen.input_path(input).out_name(name).typescript(true).omit_default_module_path(false);
    match bindgen.web(true).and_then(|bindgen| bindgen.generate(folder)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}
