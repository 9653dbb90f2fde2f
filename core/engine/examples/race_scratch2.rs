use leebow_engine::config::boat_class;
use leebow_engine::pipeline::{Known, analyze_recording, race_track};
use leebow_engine::race::{RaceOptions, analyze};
use leebow_engine::calendar::ms_from_iso;
use leebow_simulator::*;
fn main() {
    let verbose = std::env::var("V").is_ok();
    let seeds: u64 = std::env::args().nth(1).and_then(|s| s.parse().ok()).unwrap_or(3);
    let base = std::env::args().nth(2).and_then(|s| s.parse().ok()).unwrap_or(1u64);
    let variants: Vec<(&str, &str)> = vec![
        ("plain", r#"{}"#),
        ("gate", r#"{"gate":true}"#),
        ("offset", r#"{"offset_m":80}"#),
        ("two races, up finish", r#"{"races":2,"finish":"up"}"#),
        ("practice+recall", r#"{"practice_starts":2,"general_recalls":1}"#),
        ("triangle", r#"{"triangle":true}"#),
        ("speed", r#"{"start_at_speed":true}"#),
    ];
    let mut guns = vec![]; let (mut found, mut total, mut falses) = (0, 0, 0);
    let (mut legs_ok, mut legs_all) = (0, 0); let mut pe: Vec<f64> = vec![]; let (mut miss, mut all) = (0, 0);
    for class in ["Laser", "49er", "J70", "Nacra 17", "Formula Kite"] { for (name, race) in &variants { for k in 0..seeds {
        let seed = base + 100 * k;
        let race = race.replacen('{', r#"{"stops_after_finish":true,"#, 1).replace(",}", "}");
        let json = format!(r#"{{"class":"{class}","seed":{seed},"wind_seed":{},"scenario":"race","minutes":75,"race":{race},"tws_kn":{}}}"#, seed + 7, 8 + (seed % 3) * 3);
        let spec = match Spec::from_json(&json) { Ok(s) => s, Err(e) => { println!("{e:?}"); continue } };
        let boats: Vec<Simulation> = spec.fleet(8).into_iter().map(|s| simulate(&s).unwrap()).collect();
        let bc = boat_class(class).unwrap();
        let tracks: Vec<_> = boats.iter().enumerate().filter_map(|(i, b)| {
            let a = analyze_recording("", "", b.recording(DeviceColumns::SpeedAndCourse), bc, Known::default()).ok()?;
            let mut t = race_track(&a); t.facts.name = i.to_string(); Some(t) }).collect();
        let r = analyze(&tracks, &RaceOptions::default());
        let truth = &boats[0].truth.races;
        let g: Vec<f64> = r.day.races.iter().map(|x| (ms_from_iso(&x.start_time).unwrap() - spec.start_time_ms) / 1000.0).collect();
        total += truth.len();
        let mut used = vec![false; g.len()];
        let mut line = String::new();
        for (ti, t) in truth.iter().enumerate() {
            let Some(i) = (0..g.len()).filter(|i| (g[*i] - t.gun_s).abs() < 60.0).min_by(|a, b| (g[*a]-t.gun_s).abs().total_cmp(&(g[*b]-t.gun_s).abs())) else { line += &format!(" MISSED {}", t.gun_s); continue };
            used[i] = true; found += 1; guns.push((g[i] - t.gun_s).abs());
            let rep = &r.day.races[i];
            line += &format!(" gun {:+.0} {:?} wp {}/{} ", g[i] - t.gun_s, rep.gun_basis, rep.waypoints.len() - 1, t.waypoints.len());
            for b in &rep.boats {
                let bi: usize = b.track.parse().unwrap();
                let Some(tb) = boats[bi].truth.races.get(ti) else { continue };
                legs_all += 1; if rep.waypoints.len() - 1 == t.waypoints.len() { legs_ok += 1 }
                for p in tb.passings_s.iter().flatten() {
                    all += 1;
                    let ts = spec.start_time_ms + p * 1000.0;
                    let best = b.passings.iter().flatten().map(|x| (ms_from_iso(&x.time).unwrap() - ts) / 1000.0).min_by(|a, b| a.abs().total_cmp(&b.abs()));
                    match best { Some(e) if e.abs() < 15.0 => pe.push(e), _ => miss += 1 }
                }
            }
            let st: Vec<String> = rep.boats.iter().map(|b| format!("{:?}", b.state).chars().take(1).collect()).collect();
            line += &st.join("");
        }
        let f = used.iter().filter(|u| !**u).count(); falses += f;
        if verbose || f > 0 || line.contains("MISSED") { println!("{class} {name} {seed}: {line} false {:?} practice {:?} truth {:?} recalls {:?} notes {:?}", g.iter().zip(&used).filter(|u| !*u.1).map(|u| u.0).collect::<Vec<_>>(), r.day.practice_starts.iter().map(|t| (ms_from_iso(t).unwrap()-spec.start_time_ms)/1000.0).collect::<Vec<_>>(), truth.iter().map(|t| (t.gun_s, t.recalls_s.clone(), t.practice_starts_s.clone(), t.passings_s.clone())).collect::<Vec<_>>(), r.day.races.iter().flat_map(|x| &x.recalls).collect::<Vec<_>>(), r.day.notes.iter().map(|n| n.code).collect::<Vec<_>>()); }
    } } }
    guns.sort_by(f64::total_cmp); let mut a: Vec<f64> = pe.iter().map(|e| e.abs()).collect(); a.sort_by(f64::total_cmp);
    let q = |v: &[f64], p: f64| v.get((p * v.len() as f64) as usize).copied().unwrap_or(f64::NAN);
    println!("found {found}/{total} false {falses} gun med {} P90 {} whole {} legs {legs_ok}/{legs_all} passings {all} missed {miss} med {:.2} P90 {:.2}", q(&guns, 0.5), q(&guns, 0.9), guns.iter().filter(|g| **g < 1.0).count(), q(&a, 0.5), q(&a, 0.9));
}
