//! Boat classes that sailors name beyond those of the specification: each has the priors of its family
//! (docs/algorithms.md, section 4.6) and a length of its own.

use std::sync::OnceLock;

use super::families::BOARD_ANGLES_DEG;
use super::{BoatClass, board, class, foil, keel};

/// Classes of a family: the name and its other spellings, separated by `=`, then the length, m; a class ends with `;`.
/// Capitals, spaces and signs in a name do not matter. Sources: World Sailing's classes, class rules; of a kind of boat the
/// usual length.
type Family = (BoatClass, &'static str);

/// The families, each with the priors of the class of the specification that is sailed most like it.
const FAMILIES: [Family; 13] = [
    // Dinghies without a spinnaker.
    (
        class("", 0.0, (44.0, 170.0), 18.0, 1.05, 30.0),
        "ILCA 6=Laser Radial=Radial 4.2;ILCA 4=Laser 4.7 4.2;Finn=Finn Dinghy 4.5;Europe=Europe Dinghy 3.4;\
         OK=OK Dinghy 4.0;Optimist=Opti=Oppie=International Optimist 2.3;Sunfish 4.2;Solo 3.8;Topper 3.4;Topaz 3.9;\
         RS Aero=RS Aero 5=RS Aero 6=RS Aero 7=RS Aero 9=Aero 4.0;RS Tera=Tera 2.9;RS Zest 3.6;RS Neo 3.6;Zoom 8 2.7;\
         Byte=Byte CII 3.7;Splash=Splash Blue 3.5;Streaker 3.9;British Moth 3.4;Contender 4.9;Phantom 4.4;Lightning 368 3.7;\
         Melges 14 4.3;MC Scow 4.9;C Scow 6.1;Butterfly Scow 3.7;Open Bic=O'pen Skiff=Open Skiff 2.8;Snipe 4.7;\
         Enterprise 4.0;Seggerling 4.3;D-One 4.2;Hartley 10 3.2;Hansa 303=Hansa 2.3 3.0;Finnjolle 4.5;Pirat 5.0;\
         Naples Sabot=Sabot 2.4;El Toro 2.4;Penguin 3.5;Force 5 4.2;Hobie Holder 4.2;Laser Pico=Pico 3.5;Feva XL Una 3.6;\
         Dinghy 4.2;",
    ),
    // Dinghies with a spinnaker.
    (
        class("", 0.0, (43.0, 158.0), 18.0, 1.15, 35.0),
        "505=5o5=International 505 5.0;Fireball 4.9;Flying Dutchman=FD 6.0;420=International 420=Club 420 4.2;Lightning 5.8;\
         GP14 4.3;Wayfarer 4.8;Mirror 3.3;Vaurien 4.1;Cadet=International Cadet 3.2;Flying Junior=FJ 4.0;Albacore 4.6;\
         Merlin Rocket 4.3;Scorpion 4.3;Firefly 3.7;National 12 3.7;National 18 5.5;Thistle 5.2;Y-Flyer 5.5;Ixylon 5.1;\
         Korsar 5.0;Conger 5.0;Jet 14 4.3;Highlander 6.1;Interlake 5.5;Flying Scot 5.8;Day Sailer 5.1;Tasar 4.5;\
         Laser 2 4.4;Bosun 4.3;Larchmont 420 4.2;RS Vision 4.6;RS Quest 4.3;RS Venture 5.0;E Scow=A Scow 8.5;\
         M-Scow 4.9;Pacer 3.8;Javelin 5.4;Osprey 5.4;Hornet 4.9;Caravelle 4.7;Yole OK 4.0;Equipe=L'Equipe 4.0;",
    ),
    // Skiffs and dinghies with a gennaker.
    (
        class("", 0.0, (43.0, 143.0), 18.0, 1.4, 45.0),
        "29erXX 4.4;RS Feva=Feva 3.6;RS200 4.0;RS300 4.2;RS400 4.5;RS500 4.3;RS600 4.5;RS700 4.7;RS800 4.8;Musto Skiff 4.5;\
         International 14=Int 14=I14 4.3;12ft Skiff=12 foot Skiff 3.7;13ft Skiff 4.0;16ft Skiff=16 foot Skiff 4.9;\
         18ft Skiff=18 foot Skiff=18 footer 5.5;B14 4.3;Cherub 3.7;59er 5.9;Laser 3000 4.4;Laser 4000 4.6;Laser 5000 5.0;\
         Laser Vago=Vago 4.2;Buzz 4.2;ISO 4.7;Hartley 12.2 3.7;Melges 15 4.5;VX One 5.8;VX Evo 4.5;K6 5.9;Laser SB3 6.2;\
         RS Vareo 4.3;RS100 4.3;Topaz Uno 3.9;9er 4.0;Skiff 4.9;SKUD 18 5.8;Spice 4.8;Ludic 4.2;",
    ),
    // Keelboats with a gennaker, and cruisers that race.
    (
        keel("", 0.0, (43.0, 155.0), 1.15),
        "J22 6.9;J24 7.3;J80 8.0;J27 8.2;J29 9.1;J30 9.1;J35 10.8;J88 8.9;J92 9.2;J97 9.6;J99 9.9;J100 10.0;J105 10.5;J109 10.8;\
         J111 11.1;J112 11.0;J120 12.2;J121 12.2;J122 12.2;J125 12.5;J133 13.1;J145 14.6;First 21.7 6.4;First 24 7.3;\
         First 27 8.0;First 27.7 8.2;First 30 9.6;First 31.7 9.6;First 34.7 10.3;First 35 10.7;First 36 11.0;First 36.7 11.0;\
         First 40 12.2;First 40.7 12.0;First 44.7 13.5;First 45 14.1;First 47.7 14.5;First 210 6.4;First 211 6.2;First 8 7.8;\
         First Class 8 8.5;Sun Fast 30 9.0;Sun Fast 3200 9.8;Sun Fast 3300 10.0;Sun Fast 3600 10.8;Sun Odyssey 12.0;\
         Farr 30=Mumm 30 9.4;Farr 40 12.4;Farr 280 8.8;Farr 36=Mumm 36 11.0;IC37 11.4;C&C 30 9.1;Beneteau 25=Platu 25 7.5;\
         Swan 36 11.0;Swan 42 13.0;Swan 45 13.8;Swan 50 15.2;Club Swan 36 11.0;ClubSwan 50 15.2;X-99 10.0;X-35 10.6;\
         X-332 10.0;X-41 12.4;Dufour 34 10.2;Dufour 40 12.2;Elan 31 9.4;Elan 333 10.0;Elan 340 10.3;Elan 350 10.6;\
         Hanse 12.0;Bavaria 12.0;Salona 12.0;Grand Soleil 12.0;A35 10.7;A31 9.6;A40 12.0;JPK 10.10 10.0;JPK 10.30 10.3;\
         JPK 10.80 10.8;Surprise 7.7;Grand Surprise 9.5;Esse 850 8.5;Blu 26 7.9;UFO 22 6.7;Tom 28 8.5;Longtze 6.8;\
         Hunter 707 7.1;Sonata 6.9;Impala 8.5;Sigma 33 9.9;Sigma 38 11.5;Contessa 32 9.8;Achilles 24 7.2;Catalina 22 6.6;\
         Catalina 30 9.1;Cal 20 6.1;Cal 25 7.6;Santana 20 6.1;Santana 22 6.7;Olson 25 7.6;Olson 30 9.1;Santa Cruz 27 8.2;\
         Express 27 8.3;Moore 24 7.3;Ultimate 20 6.2;Colgate 26 7.8;Ranger 23 7.0;S2 7.9 7.9;Tartan Ten=T10 10.1;\
         Elliott 6=Elliott 6m 6.0;Elliott 7 7.0;Match 40 12.2;Archambault 35 10.7;IMX 40 12.0;Cruiser=Yacht 11.0;\
         Keelboat=ORC=IRC=PHRF=Club Keelboat 9.0;Pogo 8.50 8.5;Pogo 30 9.1;Mini 6.50=Mini Transat=Mini 650 6.5;\
         Figaro 2=Figaro Beneteau 2 10.2;Benneteau Figaro 2 10.2;Open 5.70 5.7;Open 7.50 7.5;Flying Tiger 10 10.0;",
    ),
    // Keelboats with a symmetrical spinnaker or none.
    (
        keel("", 0.0, (43.0, 165.0), 1.1),
        "Star=Starboat 6.9;Dragon=Drachen 8.9;Etchells=E22 9.3;Soling 8.2;Tempest 6.7;Yngling 6.4;2.4mR=2.4 metre=2.4 4.2;\
         Folkboat=Nordic Folkboat=Folkeboot 7.7;International Folkboat=IF Boat 7.9;H-Boat=H-Boot 8.3;Dyas 7.2;\
         Kielzugvogel=Zugvogel 5.8;Flying Fifteen=F15=FF 6.1;Sonar 7.0;Ensign 6.9;Shields 9.2;Atlantic 9.3;IOD 10.2;\
         International One Design 10.2;5.5 Metre=5.5mR 9.5;6 Metre=6mR 11.0;8 Metre=8mR 14.5;12 Metre=12mR 20.0;Rhodes 19 5.8;\
         Squib 5.8;XOD=X One Design 6.3;Daring 9.9;Ajax 7.0;Loch Long 6.4;National Squib 5.8;Mermaid 7.3;Redwing 8.6;\
         Victory 6.4;Water Wag 4.3;Knarr 9.3;Albin Express 7.8;Albin Vega 8.3;Drabant 7.0;Bb 10 Metre 10.0;LA 28 8.5;\
         Schaerenkreuzer 30=30 Square Metre 12.0;Lacustre 9.5;Tumlaren 8.3;Vierwaldstaetter 7.0;Martin 16 4.9;",
    ),
    // Planing keelboats.
    (
        keel("", 0.0, (42.0, 148.0), 1.35),
        "Melges 20=Audi Melges 20 6.1;Melges 30 9.7;Melges 32 9.7;Melges 40 12.0;Melges IC37 11.4;SB20 6.2;RS21 6.3;\
         Cape 31 9.6;Fast 40=Fast 40+ 12.2;TP52=Transpac 52=Super Series 52 15.9;RC44 13.4;GP42 12.8;Botin 44 13.4;\
         HP30 9.1;GP26 7.9;Class 40=Class40 12.2;Class 30 9.1;Farr 25 7.5;VO65=Volvo Ocean 65 20.4;VO70=Volvo 70 21.5;\
         Maxi 72=Maxi 72 Class 22.0;Maxi=Mini Maxi 24.0;Wally 24.0;Soto 30 9.4;Soto 40 12.3;Ker 40 12.2;Ker 46 14.0;\
         Carkeek 40 12.2;Dehler 30=Dehler 30 OD 9.1;Seascape 18=First 18 5.5;Seascape 24 7.3;Seascape 27 8.0;\
         Bull 7000 7.0;Thompson 650 6.5;Shaw 650 6.5;Magic 25 7.6;Stewart 34 10.3;Sport Boat=Sportsboat 7.5;",
    ),
    // Keelboats with foils.
    (
        BoatClass { foil_speed_kn: Some(15.0), ..keel("", 0.0, (45.0, 145.0), 1.35) },
        "Figaro 3=Figaro Beneteau 3 9.8;IMOCA=IMOCA 60=Open 60 18.3;Persico 69F=69F 6.9;Beneteau Figaro 3 9.8;",
    ),
    // Catamarans and trimarans.
    (
        class("", 0.0, (46.0, 143.0), 18.0, 1.4, 45.0),
        "Formula 18=F18 5.5;Formula 16=F16=Viper F16 5.0;Nacra 15 4.7;Nacra F18=Nacra Infusion 5.5;Nacra 500 5.0;Nacra 570 5.7;\
         Nacra 5.0 5.0;Nacra 5.8 5.8;Nacra 5.2 5.2;Nacra 6.0 6.0;Nacra F20 6.1;Hobie 14 4.3;Hobie 16=Hobie Cat 16=Hobie Cat 5.0;\
         Hobie 17 5.2;Hobie 18 5.5;Hobie 20 6.1;Hobie Tiger 5.5;Hobie Wave 4.0;Dart 15=Sprint 15 4.5;Dart 16 4.8;Dart 18 5.5;\
         Dart Hawk 5.5;Tornado 6.1;Topcat K1=Topcat 5.2;Spitfire 5.0;Shearwater 5.1;Unicorn 5.5;Hurricane 5.9 5.9;Prindle 16 4.9;\
         Prindle 18 5.5;Arrow 4.9;SL16 5.0;S9 2.7;Diam 24=Diam 24 OD 7.3;Extreme 40 12.2;M32 9.8;D35=Decision 35 10.7;\
         Seacart 30 9.2;MOD70 21.2;Multi 50=Ocean Fifty 15.2;Ultim=Ultime 32.0;Corsair 28=Corsair 8.5;Dragonfly 8.5;F-27 8.3;\
         F-31 9.4;Weta 4.4;Windrider 5.2;Catamaran=Beach Cat=Multihull=Trimaran 5.5;Cruising Catamaran 13.0;Maricat 4.3;\
         Mosquito 4.9;Taipan 4.9 4.9;Paper Tiger 4.3;Inter 17 5.2;Inter 20 6.1;KL 15.5 4.7;",
    ),
    // Catamarans and yachts that foil.
    (
        foil("", 0.0, (48.0, 145.0), 1.35, 12.0),
        "A-Class=A Cat=A-Class Catamaran=A Class Cat 5.5;F50=SailGP=SailGP F50 15.0;AC40 11.8;AC45=AC45F 13.4;AC50 15.0;AC62 19.0;\
         AC72 22.0;AC75 20.7;GC32 10.0;TF35 10.7;TF10 10.7;Flying Phantom=Phantom Essentiel 5.5;iFLY15=iFLY 4.7;\
         Easy to Fly 8.0;Nacra F20 FCS=Nacra FCS 20 6.1;Whisper 5.4;Stunt S9 2.7;Foiling Catamaran=Foiler 5.5;Birdyfish 4.7;\
         C-Class 7.6;Gunboat G4 12.2;Eagle Class 53 16.0;Quant 23 7.0;",
    ),
    // Dinghies that foil.
    (
        foil("", 0.0, (47.0, 143.0), 1.35, 11.0),
        "WASZP=Waszp 3.4;Switch=Switch One Design 4.0;UFO Foiler=UFO 3.1;Onefly 3.9;Skeeta 3.5;Nikki 3.2;Peacoq 3.6;\
         Moth Foiler=International Moth=Foiling Moth 3.4;F101 3.6;Rocket Foiler 4.0;",
    ),
    // Windsurfers without a foil.
    (
        BoatClass { board: true, ..class("", 0.0, BOARD_ANGLES_DEG, 12.0, 1.25, 60.0) },
        "Windsurf=Windsurfer=Windsurfing=Sailboard 2.5;RS:X=RSX 2.9;Techno 293=Bic Techno 293=T293 2.9;Techno Plus 2.9;\
         Windsurfer LT=Windsurfer Class=Windsurfer One Design 3.7;Raceboard 3.8;Mistral=Mistral One Design=IMCO 3.7;\
         Formula Windsurfing=FW=Formula 2.3;Slalom=Windsurf Slalom=Fin Slalom=PWA Slalom 2.4;Windsurf Fin=Freeride 2.4;\
         Wave=Windsurf Wave=Freestyle 2.3;Speed=Speed Windsurf 2.3;Division 2 3.9;Kona=Kona One 3.5;\
         Kitesurf=Kite=Kiteboard=Kitesurfing=Kiteboarding=Twin Tip=Twintip=TT:R=Twin Tip Racing 1.4;Course Board 1.8;",
    ),
    // Windsurfers and wings that foil.
    (
        board("", 0.0, BOARD_ANGLES_DEG, 1.25, 9.0),
        "iQFOiL=IQ Foil=iQFOiL Youth 2.2;Windfoil=Windsurf Foil=Foil Windsurf=Windsurf Foiling 2.2;\
         Formula Foil 2.3;Foil Slalom 2.2;Wing Foil=Wing=Wingfoil=Wingfoiling=Wing Foiling=Wingsurf=Wing Surf=X-15=X15 1.6;\
         Parawing=Pump Foil=Foil=Foil Board 1.5;Techno Foil=Techno Wind Foil=Techno 293 Foil 2.2;",
    ),
    // Kites that foil.
    (
        board("", 0.0, (49.0, 143.0), 1.35, 12.0),
        "Kite Foil=Kitefoil=IKA Formula Kite=Foil Kite=Hydrofoil Kite=Kite Foiling 1.5;A's Youth Foil=AYF=Youth Foil 1.5;\
         KiteFoil Open=Open Kite Foil 1.5;",
    ),
];

/// Other spellings of classes of the specification.
const ALSO_CALLED: &str = "Laser=ILCA=ILCA 7=Laser Standard=Standard Laser=Laser 1;49erFX=FX;C420=Collegiate 420;\
                           CFJ=Collegiate FJ=Club FJ;i420=420 International;J70=J/70 One Design;Melges 24=M24=Melges;\
                           Viper 640=Viper;Nacra 17=Nacra 17 Foiling=N17;Formula Kite=FK;Foil Pumping=Pumping;Moth=Int Moth;";

/// The class of another name than those of the specification, in any spelling.
pub(super) fn find(name: &str) -> Option<&'static BoatClass> {
    let entry = |spellings: &str| spellings.split('=').any(|known| is_same_name(known, name));
    let listed = ALSO_CALLED.split_terminator(';').find(|spellings| entry(spellings));
    if let Some(own) = listed.and_then(|spellings| spellings.split('=').next()) {
        return super::BOAT_CLASSES.iter().find(|class| class.name == own);
    }
    all().iter().find(|(spellings, _)| entry(spellings)).map(|(_, class)| class)
}

/// All classes beyond those of the specification, family by family.
pub fn more_classes() -> impl Iterator<Item = &'static BoatClass> {
    all().iter().map(|(_, class)| class)
}

/// Every class with its spellings.
fn all() -> &'static [(&'static str, BoatClass)] {
    static ALL: OnceLock<Vec<(&'static str, BoatClass)>> = OnceLock::new();
    ALL.get_or_init(|| FAMILIES.iter().flat_map(members).collect())
}

fn members((family, classes): &'static Family) -> impl Iterator<Item = (&'static str, BoatClass)> {
    classes.split_terminator(';').filter_map(|entry| {
        let (spellings, length) = entry.rsplit_once(' ')?;
        let name = spellings.split('=').next()?;
        Some((spellings, BoatClass { name, listed: false, length_m: length.parse().ok()?, ..*family }))
    })
}

/// True for names that have the same letters and digits, and at least one.
pub(super) fn is_same_name(a: &str, b: &str) -> bool {
    let letters = |name| str::chars(name).filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase);
    letters(a).next().is_some() && letters(a).eq(letters(b))
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
