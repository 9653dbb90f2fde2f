//! The classes and families of boats. All values are *guess*.

use super::BoatModel;

const BASE: BoatModel = BoatModel {
    name: "Other",
    upwind_kn: [3.0, 4.8, 5.8, 6.3, 6.5],
    downwind_kn: [2.6, 5.0, 7.0, 8.6, 10.5],
    upwind_deg: 44.0,
    downwind_deg: 150.0,
    turn_dps: 20.0,
    deceleration_tau_s: 3.2,
    acceleration_tau_s: 5.5,
    tack_speed_retention: 0.45,
    gybe_speed_retention: 0.66,
    foiling_kn: 0.0,
    leg_m: 850.0,
    heel_deg: 10.0,
    drift_share: 0.0,
};

const SKIFF: BoatModel = BoatModel {
    name: "49er",
    upwind_kn: [4.0, 7.2, 9.3, 10.3, 11.0],
    downwind_kn: [4.5, 9.8, 13.6, 16.6, 19.5],
    upwind_deg: 43.0,
    downwind_deg: 143.0,
    turn_dps: 24.0,
    gybe_speed_retention: 0.7,
    leg_m: 1250.0,
    heel_deg: 4.0,
    ..BASE
};

const DINGHY: BoatModel = BoatModel {
    name: "470",
    upwind_kn: [3.1, 5.0, 5.9, 6.3, 6.5],
    downwind_kn: [2.8, 5.3, 7.2, 9.2, 11.5],
    upwind_deg: 43.0,
    downwind_deg: 158.0,
    turn_dps: 21.0,
    deceleration_tau_s: 3.4,
    acceleration_tau_s: 4.5,
    gybe_speed_retention: 0.72,
    leg_m: 900.0,
    heel_deg: 6.0,
    ..BASE
};

const SINGLEHANDER: BoatModel = BoatModel {
    name: "Laser",
    upwind_kn: [2.9, 4.4, 5.0, 5.3, 5.4],
    downwind_kn: [2.4, 4.4, 5.6, 6.9, 8.6],
    upwind_deg: 44.0,
    downwind_deg: 169.0,
    turn_dps: 22.0,
    deceleration_tau_s: 3.0,
    acceleration_tau_s: 4.0,
    gybe_speed_retention: 0.72,
    leg_m: 800.0,
    heel_deg: 5.0,
    ..BASE
};

const KITE: BoatModel = BoatModel {
    name: "Formula Kite",
    upwind_kn: [4.0, 15.5, 20.5, 22.5, 24.0],
    downwind_kn: [4.5, 20.0, 26.5, 30.0, 33.0],
    upwind_deg: 49.0,
    downwind_deg: 143.0,
    turn_dps: 32.0,
    deceleration_tau_s: 3.4,
    acceleration_tau_s: 3.6,
    tack_speed_retention: 0.52,
    gybe_speed_retention: 0.68,
    foiling_kn: 9.0,
    leg_m: 1900.0,
    heel_deg: 24.0,
    drift_share: 0.0,
};

const SPORTSBOAT: BoatModel = BoatModel {
    name: "J70",
    upwind_kn: [3.6, 5.5, 6.1, 6.4, 6.6],
    downwind_kn: [3.3, 5.8, 7.1, 9.6, 13.0],
    upwind_deg: 43.0,
    downwind_deg: 153.0,
    turn_dps: 12.0,
    deceleration_tau_s: 5.5,
    acceleration_tau_s: 7.5,
    tack_speed_retention: 0.52,
    gybe_speed_retention: 0.78,
    leg_m: 1200.0,
    heel_deg: 16.0,
    ..BASE
};

/// The classes of the specification; the first is that of unknown names.
pub(super) const BOATS: &[BoatModel] = &[
    BASE,
    SKIFF,
    DINGHY,
    SINGLEHANDER,
    KITE,
    SPORTSBOAT,
    BoatModel { name: "49erFX", downwind_kn: [4.3, 9.2, 12.8, 15.6, 18.0], ..SKIFF },
    BoatModel {
        name: "29er",
        upwind_kn: [3.4, 5.7, 7.0, 7.6, 8.0],
        downwind_kn: [3.6, 7.2, 10.2, 13.0, 15.5],
        downwind_deg: 142.0,
        leg_m: 950.0,
        ..SKIFF
    },
    BoatModel { name: "C420", upwind_deg: 44.0, downwind_deg: 160.0, ..SLOW_DINGHY },
    BoatModel { name: "CFJ", upwind_deg: 44.0, downwind_deg: 160.0, leg_m: 650.0, ..SLOW_DINGHY },
    BoatModel { name: "i420", upwind_deg: 44.0, downwind_deg: 162.0, ..SLOW_DINGHY },
    BoatModel {
        name: "Melges 24",
        downwind_kn: [3.8, 7.3, 10.2, 13.2, 16.5],
        upwind_deg: 42.0,
        downwind_deg: 148.0,
        turn_dps: 14.0,
        acceleration_tau_s: 6.5,
        ..SPORTSBOAT
    },
    BoatModel {
        name: "Viper 640",
        downwind_kn: [3.8, 7.4, 10.6, 13.4, 16.5],
        downwind_deg: 146.0,
        turn_dps: 17.0,
        deceleration_tau_s: 4.2,
        acceleration_tau_s: 5.5,
        heel_deg: 10.0,
        ..SPORTSBOAT
    },
    BoatModel {
        name: "Moth",
        upwind_kn: [3.2, 13.2, 16.5, 18.0, 19.0],
        downwind_kn: [3.4, 16.5, 21.5, 24.5, 27.0],
        upwind_deg: 47.0,
        turn_dps: 26.0,
        heel_deg: -18.0,
        leg_m: 1500.0,
        ..KITE
    },
    BoatModel {
        name: "Nacra 17",
        upwind_kn: [4.4, 10.6, 13.8, 15.2, 16.0],
        downwind_kn: [4.6, 14.2, 20.0, 23.5, 26.0],
        upwind_deg: 48.0,
        downwind_deg: 145.0,
        turn_dps: 20.0,
        acceleration_tau_s: 4.6,
        heel_deg: 6.0,
        foiling_kn: 8.0,
        leg_m: 1500.0,
        ..KITE
    },
    BoatModel {
        name: "Foil Pumping",
        upwind_kn: [3.0, 10.5, 13.5, 14.8, 15.5],
        downwind_kn: [3.2, 13.0, 17.2, 19.5, 21.0],
        downwind_deg: 140.0,
        turn_dps: 35.0,
        foiling_kn: 7.0,
        leg_m: 900.0,
        heel_deg: 12.0,
        ..KITE
    },
    BoatModel {
        name: "Kite Flying",
        upwind_kn: [3.4, 13.0, 17.0, 19.0, 20.0],
        downwind_kn: [3.6, 16.5, 21.5, 24.5, 27.0],
        upwind_deg: 50.0,
        downwind_deg: 135.0,
        leg_m: 1400.0,
        ..KITE
    },
];

const BOARD: BoatModel = BoatModel {
    name: "Wing foil",
    upwind_kn: [3.0, 10.0, 13.0, 14.2, 15.0],
    downwind_kn: [3.2, 12.0, 16.2, 18.5, 20.0],
    upwind_deg: 51.0,
    downwind_deg: 140.0,
    turn_dps: 30.0,
    deceleration_tau_s: 2.6,
    acceleration_tau_s: 4.5,
    tack_speed_retention: 0.3,
    gybe_speed_retention: 0.55,
    foiling_kn: 7.0,
    leg_m: 700.0,
    heel_deg: 12.0,
    drift_share: 0.03,
};

/// Families without a class in the specification. *guess*; the gybes of the wing foil and the drift resemble the board
/// sessions of the recordings. The last two are keelboats of clubs.
pub(super) const FAMILY_BOATS: &[BoatModel] = &[
    BOARD,
    BoatModel {
        name: "Windsurf fin",
        upwind_kn: [2.5, 6.0, 13.0, 16.0, 18.0],
        downwind_kn: [2.6, 7.0, 17.5, 22.0, 25.0],
        upwind_deg: 54.0,
        downwind_deg: 130.0,
        tack_speed_retention: 0.12,
        gybe_speed_retention: 0.42,
        foiling_kn: 0.0,
        ..BOARD
    },
    BoatModel {
        name: "Windsurf foil",
        upwind_kn: [2.8, 11.0, 14.5, 16.0, 17.0],
        downwind_kn: [3.0, 13.5, 18.0, 20.5, 22.0],
        upwind_deg: 48.0,
        gybe_speed_retention: 0.52,
        ..BOARD
    },
    BoatModel {
        name: "Kite",
        upwind_kn: [2.0, 8.0, 14.0, 16.0, 17.5],
        downwind_kn: [2.2, 9.5, 16.5, 19.5, 22.0],
        upwind_deg: 56.0,
        downwind_deg: 132.0,
        tack_speed_retention: 0.25,
        gybe_speed_retention: 0.4,
        foiling_kn: 0.0,
        ..BOARD
    },
    BoatModel { leg_m: 1000.0, ..CLUB_KEELBOAT },
    BoatModel {
        name: "First 36.7",
        upwind_kn: [3.3, 5.7, 6.4, 6.6, 6.7],
        downwind_kn: [3.0, 5.3, 6.6, 7.2, 7.9],
        upwind_deg: 38.0,
        downwind_deg: 157.0,
        turn_dps: 9.0,
        deceleration_tau_s: 9.0,
        acceleration_tau_s: 13.0,
        ..CLUB_KEELBOAT
    },
];

/// Keelboats of clubs, which hardly slow down in turns. Speeds and angles: means of the published ORC certificates of the
/// J-24 (68) and the First 36.7 (43), *from* github.com/jieter/orc-data; below 6 kn of wind and the rest *guess*.
const CLUB_KEELBOAT: BoatModel = BoatModel {
    name: "J24",
    upwind_kn: [3.0, 4.9, 5.5, 5.6, 5.7],
    downwind_kn: [2.5, 4.5, 5.5, 6.2, 7.0],
    upwind_deg: 39.0,
    downwind_deg: 168.0,
    turn_dps: 12.0,
    deceleration_tau_s: 7.0,
    acceleration_tau_s: 9.0,
    tack_speed_retention: 0.93,
    gybe_speed_retention: 0.96,
    ..SPORTSBOAT
};

const SLOW_DINGHY: BoatModel = BoatModel {
    upwind_kn: [2.9, 4.6, 5.4, 5.8, 6.0],
    downwind_kn: [2.6, 4.8, 6.2, 7.8, 9.8],
    leg_m: 700.0,
    ..DINGHY
};
