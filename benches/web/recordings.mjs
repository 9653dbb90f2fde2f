/** Recordings made for the benchmarks of the screens: a boat that beats and runs between two marks, without noise. */

const METRES_PER_DEGREE = 111_195;
const LEG_S = 600;
const TACK_S = 90;
const START_MS = Date.parse("2026-06-13T11:00:00Z");

/** Fixes of one boat: `rate_hz`, `seconds`, and a number that sets her apart from others. */
function* fixes({ rate_hz, seconds, boat = 0 }) {
  let lat_deg = 54.4 + boat * 2e-5;
  let lon_deg = 10.2 + (boat % 20) * 1e-4;
  const shift_s = boat % 37;
  for (let n = 0; n < seconds * rate_hz; n++) {
    const time_s = n / rate_hz;
    const isBeat = Math.floor(time_s / LEG_S) % 2 === 0;
    const side = Math.floor((time_s + shift_s) / TACK_S) % 2 === 0 ? 1 : -1;
    const course_deg = (isBeat ? side * 45 : 180 + side * 35) + 4 * Math.sin(time_s / 11 + boat) + 360;
    // She loses speed for some seconds after each turn.
    const since_turn_s = (time_s + shift_s) % TACK_S;
    const speed_mps = (isBeat ? 4.5 : 6.5) * (1 - 0.5 * Math.exp(-since_turn_s / 5)) + 0.2 * Math.sin(time_s / 17);
    const course = (course_deg * Math.PI) / 180;
    lat_deg += (speed_mps * Math.cos(course)) / rate_hz / METRES_PER_DEGREE;
    lon_deg += (speed_mps * Math.sin(course)) / rate_hz / METRES_PER_DEGREE / Math.cos((lat_deg * Math.PI) / 180);
    yield { time_ms: START_MS + Math.round(time_s * 1000), lat_deg, lon_deg, speed_mps, course_deg: course_deg % 360 };
  }
}

/** The recording as a table in the layout of Vakaros. */
export function tableOf(boat) {
  const rows = ["timestamp,latitude,longitude,sog_kts,cog,hdg_true,heel,trim"];
  for (const { time_ms, lat_deg, lon_deg, speed_mps, course_deg } of fixes(boat)) {
    const time = new Date(time_ms).toISOString().replace("Z", "+0000");
    const course = course_deg.toFixed(1);
    rows.push(
      `${time},${lat_deg.toFixed(7)},${lon_deg.toFixed(7)},${(speed_mps / 0.514444).toFixed(2)},${course},${course},12.5,1.0`,
    );
  }
  return `${rows.join("\n")}\n`;
}
