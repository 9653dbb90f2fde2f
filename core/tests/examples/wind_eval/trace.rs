//! A recording minute by minute: course, speed, the wind there was and the estimate of it.

use leebow_engine::angle::{circular_mean, wrap_180};
use leebow_engine::config::boat_class;
use leebow_engine::read::read;
use leebow_engine::wind::estimate::estimate;
use leebow_engine::{clean, motion, wind};

use crate::events::turn_events;
use crate::known::{FILES, Truth, around, csv_wind, folder};

pub fn run(filter: &str) {
    let folder = folder();
    for (file, class, truth, _) in FILES.iter().filter(|f| f.0.contains(filter)) {
        let name = file.rsplit('/').next().unwrap_or(file);
        let Ok(bytes) = std::fs::read(folder.join(file)) else { continue };
        let Ok(mut recording) = read(name, &bytes) else { continue };
        let class = std::env::var("CLASS").unwrap_or_else(|_| (*class).to_string());
        let Some(class) = boat_class(&class) else { continue };
        let measured = wind::measured_by(&recording).map(|(wind, _)| wind);
        let Ok(track) = clean::clean(&mut recording, class) else { continue };
        let motion = motion::smooth(&track, class);
        let turns = turn_events(&track, &motion, class);
        let found = estimate(&track, &motion, &turns, class, None);
        let csv = if let Truth::Csv(name) = truth {
            csv_wind(&folder.join("wind-truth").join(name))
        } else {
            Vec::new()
        };
        let known = |t: f64| match truth {
            Truth::Constant(deg) => Some(*deg),
            Truth::Csv(_) => around(&csv, t),
            Truth::OnBoard => measured.as_ref()?.at(t, 120.0).map(|w| w.twd_deg),
            Truth::None => None,
        };
        println!("{name} [{}] current {:?}", class.name, found.as_ref().ok().and_then(|s| s.current));
        let time = &track.columns.time_ms;
        let Some(&first) = time.first() else { continue };
        let mut from = 0;
        while from < time.len() {
            let minute = ((time[from] - first) / 60_000.0) as usize;
            let to = time.partition_point(|&t| t < first + (minute + 1) as f64 * 60_000.0);
            let t = 0.5 * (time[from] + time[to - 1]);
            let course =
                circular_mean(motion.cog_deg[from..to].iter().map(|&c| (c, 1.0))).unwrap_or((0.0, 0.0));
            let mps = motion.sog_mps[from..to].iter().sum::<f64>() / (to - from) as f64;
            let of = |e: &Result<wind::estimate::Estimate, wind::estimate::NoWind>| {
                let at = e.as_ref().ok()?.wind.at(t, 60.0)?;
                Some((at.twd_deg, at.sd_deg))
            };
            let truth = known(t);
            let show = |w: Option<(f64, f64)>| match w {
                Some((twd, sd)) => {
                    let off = truth.map_or(f64::NAN, |k| wrap_180(twd - k));
                    format!("{twd:4.0} ±{sd:3.0} off {off:4.0}")
                }
                None => "   -            ".to_string(),
            };
            let s = (t / 1000.0) as i64 % 86_400;
            let turned = turns.iter().filter(|e| (time[from]..time[to - 1]).contains(&e.time_ms));
            let turned: Vec<String> = turned
                .filter(|e| e.change_deg.abs() > 40.0)
                .map(|e| format!("{:.0}({:.0},{:.2})", e.middle_deg, e.change_deg, e.min_mps / e.entry_mps))
                .collect();
            println!(
                "{:02}:{:02} cog {:4.0} r {:.2} {mps:4.1} m/s twa {:4.0} true {:4.0} | estimate {} | {}",
                s / 3600,
                s / 60 % 60,
                course.0,
                course.1,
                truth.map_or(f64::NAN, |k| wrap_180(k - course.0)),
                truth.unwrap_or(f64::NAN),
                show(of(&found)),
                turned.join(" ")
            );
            from = to;
        }
    }
}
