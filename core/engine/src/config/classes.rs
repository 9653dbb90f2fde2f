//! Boat classes that sailors name beyond those of the specification: each has the priors of its family
//! (docs/algorithms.md, section 4.6) and a length of its own.

use std::sync::OnceLock;

use super::families::BOARD_ANGLES_DEG;
use super::{BoatClass, board, class, foil, keel};

/// Classes of a family: the name and its other spellings, separated by `=`, then the length, m; a class ends with `;`.
/// Capitals, spaces and signs in a name do not matter. Sources: World Sailing's classes, class rules; of a kind of boat the
/// usual length, with one decimal.
type Family = (BoatClass, &'static str);

/// The families, each with the priors of the class of the specification that is sailed most like it.
const FAMILIES: [Family; 12] = [
    // Dinghies without a spinnaker.
    (
        class("", 0.0, (44.0, 170.0), 18.0, 1.05, 30.0),
        "ILCA 6=Laser Radial=Radial 4.2;ILCA 4=Laser 4.7 4.2;Finn 4.5;Europe 3.4;OK Dinghy=OK 4.0;Optimist=Opti 2.3;\
         Sunfish 4.2;Solo 3.8;Topper 3.4;RS Aero=RS Aero 5=RS Aero 6=RS Aero 7=RS Aero 9 4.0;\
         Contender 4.9;Melges 14 4.3;Open Skiff=O'pen Skiff=Open Bic 2.8;Snipe 4.7;Hansa 303 3.0;\
         Dinghy 4.2;",
    ),
    // Dinghies with a spinnaker.
    (
        class("", 0.0, (43.0, 158.0), 18.0, 1.15, 35.0),
        "505=5o5=International 505 5.0;Fireball 4.9;Flying Dutchman=FD 6.0;420=Club 420 4.2;Lightning 5.8;GP14 4.3;\
         Cadet 3.2;Merlin Rocket 4.3;\
         Flying Scot 5.8;Tasar 4.5;",
    ),
    // Skiffs and dinghies with a gennaker.
    (
        class("", 0.0, (43.0, 143.0), 18.0, 1.4, 45.0),
        "RS Feva=Feva 3.6;RS200 4.0;RS400 4.5;RS500 4.3;RS700 4.7;RS800 4.8;Musto Skiff 4.5;\
         International 14=Int 14=I14 4.3;16ft Skiff 4.9;18ft Skiff=18 footer 5.5;B14 4.3;\
         Melges 15 4.5;VX One 5.8;Skiff 4.9;",
    ),
    // Keelboats with a gennaker, and cruisers that race.
    (
        keel("", 0.0, (43.0, 155.0), 1.15),
        "J22 6.9;J24 7.3;J80 8.0;J88 8.9;J99 9.9;J105 10.5;J109 10.8;J111 11.1;J120 12.2;J121 12.2;J122 12.2;\
         First 24 7.3;First 27 8.0;First 31.7 9.6;First 34.7 10.3;First 35 10.7;First 36 11.0;First 36.7 11.0;\
         First 40 12.2;First 40.7 12.0;First 44.7 13.5;Sun Fast 3300 10.0;Sun Fast 3600 10.8;Farr 30=Mumm 30 9.4;\
         Farr 40 12.4;IC37 11.4;Swan 42 13.0;Swan 45 13.8;ClubSwan 36 11.0;ClubSwan 50 15.2;\
         X-35 10.6;X-41 12.4;JPK 10.30 10.3;JPK 10.80 10.8;\
         Elliott 6m=Elliott 6 6.0;Cruiser=Yacht 11.0;Keelboat=ORC=IRC=PHRF 9.0;\
         Figaro 2 10.2;",
    ),
    // Keelboats with a symmetrical spinnaker or none.
    (
        keel("", 0.0, (43.0, 165.0), 1.1),
        "Star 6.9;Dragon 8.9;Etchells 9.3;Soling 8.2;2.4mR=2.4 metre 4.2;\
         Folkboat=Nordic Folkboat 7.7;H-Boat=H-Boot 8.3;Flying Fifteen=F15 6.1;Sonar 7.0;\
         5.5 Metre=5.5mR 9.5;6 Metre=6mR 11.0;",
    ),
    // Planing keelboats.
    (
        keel("", 0.0, (42.0, 148.0), 1.35),
        "Melges 20 6.1;Melges 32 9.7;SB20=SB3 6.2;RS21 6.3;Cape 31 9.6;Fast 40 12.2;TP52 15.9;\
         RC44 13.4;Class 40 12.2;VO65 20.4;Maxi 24.0;First 18=Seascape 18 5.5;Sport Boat 7.5;",
    ),
    // Keelboats with foils.
    (
        BoatClass { foil_speed_kn: Some(15.0), ..keel("", 0.0, (45.0, 145.0), 1.35) },
        "Figaro 3 9.8;IMOCA=IMOCA 60 18.3;69F=Persico 69F 6.9;",
    ),
    // Catamarans and trimarans.
    (
        class("", 0.0, (46.0, 143.0), 18.0, 1.4, 45.0),
        "F18=Formula 18 5.5;F16=Formula 16 5.0;Nacra 15 4.7;Nacra F20 6.1;Hobie 16=Hobie Cat 16 5.0;Hobie Tiger 5.5;\
         Dart 18 5.5;Tornado 6.1;Diam 24 7.3;M32 9.8;\
         Weta 4.4;Catamaran=Trimaran=Multihull 5.5;",
    ),
    // Boats that foil on two hulls, and the yachts of the America's Cup.
    (
        foil("", 0.0, (48.0, 145.0), 1.35, 12.0),
        "A-Class=A Cat 5.5;F50=SailGP=SailGP F50 15.0;AC40 11.8;AC45=AC45F 13.4;AC50 15.0;AC75 20.7;GC32 10.0;\
         TF35 10.7;",
    ),
    // Dinghies that foil.
    (foil("", 0.0, (47.0, 143.0), 1.35, 11.0), "WASZP 3.4;Switch=Switch One Design 4.0;UFO 3.1;"),
    // Boards under a sail or kite without a foil.
    (
        BoatClass { board: true, ..class("", 0.0, BOARD_ANGLES_DEG, 12.0, 1.25, 60.0) },
        "Windsurf=Windsurfer=Windsurfing 2.5;RS:X 2.9;Techno 293=Bic Techno 293 2.9;Windsurfer LT 3.7;Raceboard 3.8;\
         Mistral=IMCO 3.7;Formula Windsurfing 2.3;Slalom=Windsurf Slalom=Windsurf Fin 2.4;\
         Kitesurf=Kite=Kiteboard=Kitesurfing=Twin Tip=TT:R 1.4;",
    ),
    // Boards under a sail, wing or kite that foil.
    (
        board("", 0.0, BOARD_ANGLES_DEG, 1.25, 9.0),
        "iQFOiL 2.2;Windfoil=Windsurf Foil=Foil Windsurf 2.2;Wing Foil=Wing=Wingfoiling=Wingsurf=X-15 1.6;\
         Kite Foil=Kite Foiling=A's Youth Foil 1.5;Foil=Foil Board=Pump Foil 1.5;",
    ),
];

/// Other spellings of classes of the specification.
const ALSO_CALLED: &str = "Laser=ILCA=ILCA 7=Laser Standard ;49erFX=FX ;CFJ=Club FJ ;Melges 24=M24 ;Viper 640=Viper ;\
                           Moth=International Moth ;";

/// The class of another name than those of the specification, in any spelling.
pub(super) fn find(name: &str) -> Option<&'static BoatClass> {
    let mut own = None;
    visit(ALSO_CALLED, &mut |spellings, _| {
        if is_spelling(spellings, name) {
            own = super::BOAT_CLASSES.iter().find(|class| class.name == first(spellings));
        }
    });
    own.or_else(|| all().iter().find(|(spellings, _)| is_spelling(spellings, name)).map(|(_, class)| class))
}

/// All classes beyond those of the specification, family by family.
pub fn more_classes() -> impl Iterator<Item = &'static BoatClass> {
    all().iter().map(|(_, class)| class)
}

/// Every class with its spellings.
fn all() -> &'static [(&'static str, BoatClass)] {
    static ALL: OnceLock<Vec<(&'static str, BoatClass)>> = OnceLock::new();
    ALL.get_or_init(|| {
        let mut all = Vec::new();
        for (family, classes) in &FAMILIES {
            visit(classes, &mut |spellings, length_m| {
                let class = BoatClass { name: first(spellings), listed: false, length_m, ..*family };
                all.push((spellings, class));
            });
        }
        all
    })
}

/// Calls `of` with the spellings and the length of each class. By bytes: the library's searches in text would be larger in the
/// browser's module than the names.
fn visit(classes: &'static str, of: &mut dyn FnMut(&'static str, f64)) {
    let (mut from, mut space, mut tenths) = (0, 0, 0_u32);
    for (i, byte) in classes.bytes().enumerate() {
        match byte {
            b' ' => (space, tenths) = (i, 0),
            b'0'..=b'9' => tenths = (10 * tenths + u32::from(byte - b'0')) % 1000,
            b';' => {
                of(classes.get(from..space).unwrap_or_default(), 0.1 * f64::from(tenths));
                from = i + 1;
            }
            _ => {}
        }
    }
}

fn first(spellings: &'static str) -> &'static str {
    let end = spellings.bytes().position(|byte| byte == b'=').unwrap_or(spellings.len());
    spellings.get(..end).unwrap_or_default()
}

fn is_spelling(spellings: &str, name: &str) -> bool {
    spellings.as_bytes().split(|byte| *byte == b'=').any(|known| is_same(known, name.as_bytes()))
}

/// True for names that have the same letters and digits of ASCII, and at least one.
pub(super) fn is_same_name(a: &str, b: &str) -> bool {
    is_same(a.as_bytes(), b.as_bytes())
}

fn is_same(a: &[u8], b: &[u8]) -> bool {
    let letters = |name: &[u8], at: &mut usize| {
        while let Some(byte) = name.get(*at) {
            *at += 1;
            if byte.is_ascii_alphanumeric() {
                return Some(byte.to_ascii_lowercase());
            }
        }
        None
    };
    let (mut at_a, mut at_b) = (0, 0);
    let mut is_empty = true;
    loop {
        match (letters(a, &mut at_a), letters(b, &mut at_b)) {
            (None, None) => return !is_empty,
            (one, other) if one != other => return false,
            _ => is_empty = false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{BOAT_CLASSES, boat_class};
    use super::*;

    #[test]
    fn sailors_spellings_of_a_class_are_one_class() {
        let name = |spelling| boat_class(spelling).map(|class| class.name);
        for (spellings, class) in [
            (["J/70", "j70", " J 70 "], "J70"),
            (["ILCA 7", "ilca7", "Laser Standard"], "Laser"),
            (["Laser Radial", "ILCA6", "radial"], "ILCA 6"),
            (["iQFoil", "IQ foil", "iqfoil"], "iQFOiL"),
            (["5o5", "505", "International 505"], "505"),
            (["Wing", "wingfoil", "Wing Foiling"], "Wing Foil"),
            (["F50", "SailGP", "sailgp f50"], "F50"),
            (["2.4mR", "2.4 Metre", "2.4MR"], "2.4mR"),
        ] {
            assert_eq!(spellings.map(name), [Some(class); 3]);
        }
        assert_eq!(["", "-", "Spaceship", "49"].map(name), [None; 4]);
    }

    #[test]
    fn a_class_has_the_priors_of_its_family_and_a_length_of_its_own() {
        let of = |name| boat_class(name).unwrap();
        assert_eq!((of("Finn").upwind_deg, of("Finn").length_m), (of("Laser").upwind_deg, 4.5));
        assert!(of("Dragon").keelboat && of("Dragon").length_m > 8.0 && !of("Finn").keelboat);
        assert!(of("WASZP").foil_speed_kn.is_some() && of("F18").foil_speed_kn.is_none());
        assert!(of("iQFOiL").board && of("Kite").board && !of("AC75").board);
    }

    #[test]
    fn every_class_is_read_and_found_by_each_of_its_spellings_alone() {
        let entries: usize = FAMILIES.iter().map(|(_, text)| text.split_terminator(';').count()).sum();
        assert_eq!(all().len(), entries);
        for (spellings, class) in all() {
            assert!(!class.listed && (1.0..=35.0).contains(&class.length_m), "{}", class.name);
            for spelling in spellings.split('=') {
                assert_eq!(boat_class(spelling), Some(class), "{spelling}");
            }
        }
        for class in BOAT_CLASSES {
            assert!(class.listed && boat_class(class.name) == Some(class));
        }
        for spellings in ALSO_CALLED.split_terminator(';') {
            let own = boat_class(spellings.split('=').next().unwrap());
            assert!(
                own.is_some() && spellings.split('=').all(|spelling| boat_class(spelling) == own),
                "{spellings}"
            );
        }
    }
}
