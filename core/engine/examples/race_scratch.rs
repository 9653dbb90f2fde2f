use leebow_engine::{Options, analyze};
use leebow_engine::pipeline::race_track;
fn main() {
    let mut class = None;
    let mut tracks = Vec::new();
    for path in std::env::args().skip(1) {
        if let Some(c) = path.strip_prefix("class=") { class = Some(c.to_string()); continue }
        let bytes = std::fs::read(&path).unwrap();
        let options = Options { boat_class: class.clone(), ..Options::default() };
        match analyze(&path, &bytes, None, &options) {
            Ok(a) => { let mut t = race_track(&a); t.facts.name = path.rsplit('/').next().unwrap().to_string();
              eprintln!("{} wind {:?}", t.facts.name, a.report.wind.as_ref().map(|w| (w.twd_deg, w.sd_deg, w.flip_probability)));
              tracks.push(t) }
            Err(e) => eprintln!("{path}: {e:?}"),
        }
    }
    let t0 = std::time::Instant::now();
    let r = leebow_engine::race::analyze(&tracks, &Default::default());
    eprintln!("{:?}", t0.elapsed());
    println!("{}", serde_json::to_string_pretty(&r.day).unwrap());
}
