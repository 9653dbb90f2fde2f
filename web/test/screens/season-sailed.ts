/** A season of a sailor and one of a team, as the server answers them. */
import type { Season, SeasonLosses, SeasonTeam } from "@leebow/api/contract";

const DAY_MS = 86_400_000;

/** A number from 0 to 1 that is the same for the same place. */
const mixed = (n: number): number => ((Math.imul(n + 1, 2654435761) >>> 8) % 1000) / 1000;

/** Days of the year until `today` with a session: weekends, and some others in summer. */
function daysOf(today: string): Season["days"] {
  const first = Date.parse(`${today.slice(0, 4)}-01-01`);
  const count = (Date.parse(today) - first) / DAY_MS + 1;
  return Array.from({ length: count }, (_, n) => new Date(first + n * DAY_MS)).flatMap((at, n) => {
    const date = at.toISOString().slice(0, 10);
    const isWeekend = [0, 6].includes(at.getUTCDay());
    const season = 1 - Math.abs(at.getUTCMonth() - 6) / 9;
    if (date !== today && mixed(n) > (isWeekend ? 0.8 : 0.16) * season) return [];
    const water_time_s = 2400 + 10_800 * mixed(n + 500);
    const session = { track_id: n + 1, start_time: `${date}T13:02:00.000Z`, tz: "Europe/Madrid", location: "El Saler" };
    return [
      {
        date,
        water_time_s,
        distance_m: water_time_s * 2.1,
        tacks: Math.round(water_time_s / 160),
        gybes: Math.round(water_time_s / 280),
        sessions: [{ ...session, boat_class: "Laser", has_left_out: n % 3 === 0 }],
      },
    ];
  });
}

function lossesOf(today: string, from_m: number, slope_m: number, few: string): SeasonLosses {
  const months = Array.from({ length: Number(today.slice(5, 7)) }, (_, n) => n)
    .slice(1)
    .map((n) => {
      const median_m = from_m + slope_m * (n - 1) + 0.2 * mixed(n);
      const month = `${today.slice(0, 4)}-${String(n + 1).padStart(2, "0")}`;
      const count = month.endsWith(few) ? 9 : 44 + Math.round(200 * mixed(n + 9));
      return {
        month,
        count,
        compared: count >= 10,
        lower_m: median_m - 1.4,
        median_m,
        upper_m: median_m + 2,
      };
    });
  const compared = months.filter((month) => month.compared);
  const [first, last] = [compared[0]!, compared.at(-1)!];
  const change = { from: first.month, to: last.month, from_m: first.median_m, to_m: last.median_m, half_90_m: 0.41 };
  return { loss_basis: "vmg", months, change };
}

/** A year of sailing until today, with a clear change of the tacks and none of the gybes. */
export function sailedSeason(today: string): Season {
  const days = daysOf(today);
  const months = [...new Set(days.map(({ date }) => date.slice(0, 7)))].map((month) => {
    const own = days.filter(({ date }) => date.startsWith(month));
    const sum = (of: (day: Season["days"][number]) => number) => own.reduce((all, day) => all + of(day), 0);
    return {
      month,
      sessions: own.length,
      water_time_s: sum((day) => day.water_time_s),
      distance_m: sum((day) => day.distance_m),
    };
  });
  const best = (record: Season["bests"][number]["record"], speed_kn: number, n: number) => {
    const day = days.at(n)!;
    const start_time = `${day.date}T13:20:00Z`;
    const track_id = day.sessions[0]!.track_id;
    return { record, speed_kn, error_kn: 0.06, start_time, date: day.date, tz: "Europe/Madrid", track_id };
  };
  return {
    days,
    months,
    tack: lossesOf(today, 8.2, -0.21, "none"),
    gybe: lossesOf(today, 4.2, -0.02, "02"),
    bests: [
      best("best_2_s", 11.8, 40),
      best("best_10_s", 10.9, 40),
      best("best_500_m", 9.64, 40),
      best("alpha_500", 7.42, 60),
      best("best_hour", 4.91, -1),
      best("vmg_up_2_min", 3.62, -1),
      best("vmg_down_2_min", 5.94, -2),
    ],
    winds: [
      { wind: "Light", sessions: 31, from_kn: null, to_kn: null },
      { wind: "upwind_slow", sessions: 12, from_kn: 3.6, to_kn: 4.2 },
      { wind: "upwind_middle", sessions: 11, from_kn: 4.3, to_kn: 4.6 },
      { wind: "upwind_fast", sessions: 12, from_kn: 4.6, to_kn: 5.3 },
    ],
  };
}

/** Athletes of a team: two with a clear trend, one without, and one with too few tacks. */
export function sailedTeam(today: string, first_id: number): SeasonTeam {
  const { days } = sailedSeason(today);
  const athlete = (n: number, names: [string, string], hours: number, slope_m: number, half_90_m: number) => ({
    id: n === 0 ? first_id : 900_000 + n,
    first_name: names[0],
    last_name: names[1],
    profile_img: null,
    sessions: 40,
    water_time_s: hours * 3600,
    tacks: Math.round(hours * 9.5),
    last_date: today,
    loss: { median_m: 6.2 + 0.3 * n, half_90_m: 0.2 },
    months: Array.from({ length: 10 }, (_, month) => ({
      month: `${today.slice(0, 4)}-${String(month + 1).padStart(2, "0")}`,
      median_m: 7 + 0.3 * n + slope_m * month + 0.2 * mixed(month + n),
    })),
    trend: { slope_m, half_90_m },
  });
  return {
    name: "Snipe Valencia",
    athletes: [
      athlete(0, ["Marta", "Vidal"], 192.9, -0.24, 0.08),
      athlete(1, ["Tomás", "Roig"], 139.1, -0.02, 0.12),
      athlete(2, ["Paul", "Lindqvist"], 109.8, 0.24, 0.15),
      {
        ...athlete(3, ["Bastiaan", "van der Meulen-Koster"], 12.3, 0, 0),
        tacks: 8,
        loss: null,
        months: [],
        trend: null,
      },
    ],
    days: days.map(({ date, water_time_s }, n) => ({
      date,
      water_time_s,
      athletes: 1 + Math.round(6 * mixed(n + 77)),
    })),
    loss_basis: "vmg",
    boat_classes: ["Laser", "Snipe"],
    winds: [],
  };
}
