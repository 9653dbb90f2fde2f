/**
 * A naive analysis of a track, as the benchmark's comparison: what a sailor who programs writes in an evening.
 *
 * - Course and speed come from positions at least 1 s apart, over 4 s; steps faster than 60 kn are left out.
 * - A turn is a course change of more than 60° within 20 s, at the moment where that change is largest.
 * - The wind is one direction for the session, that with the largest sum of three: the histogram of courses is symmetric
 *   about it (the two tacks, the two gybes) without courses close to it; turns pass through it or its opposite; the boat
 *   is slower towards it.
 * - A turn through the wind is a tack, one through its opposite a gybe; from above 90° to below or back is a bear-away
 *   or a douse.
 * - Records are the best means of the recorded speed, or of that from positions 1 s apart where none is recorded.
 *
 * It is given neither the boat's class nor what device recorded the track. Its constants were chosen on the cases of
 * this benchmark, which favours it.
 */
const KN_PER_MPS = 3600 / 1852;
const M_PER_DEG = (6371008.8 * Math.PI) / 180;
const TURN_DEG = 60;
const HALF_TURN_S = 10;
const BIN_DEG = 5;
const BINS = 360 / BIN_DEG;
/** Courses are spread over so many bins to both sides, so that tacks of 86 and 94° are symmetric, too. */
const SPREAD = 3;
/** No boat sails closer to the wind. */
const NO_GO_DEG = 25;
/** The bisector of the courses of a tack or a gybe is within this angle of the wind or its opposite. */
const BISECTOR_DEG = 20;

const wrap = (deg) => ((((deg + 180) % 360) + 360) % 360) - 180;

/** Answers for a track: fixes of time (ms), lat_deg, lon_deg and, where recorded, sog_mps. */
export function analyzeNaively(fixes) {
  const track = withoutJumps(fixes);
  if (track.length < 10) return { turns: [], wind: [], records: [] };
  const legs = coursesOf(track.filter(atLeastApart(1)));
  const changes = turnsOf(legs);
  const twd_deg = windOf(legs, changes);
  const named = ({ time, from_deg, change_deg }) => ({ time, kind: nameOf(from_deg, change_deg, twd_deg) });
  const hasSpeed = track.some(({ mps }) => Number.isFinite(mps));
  const records = recordsOf(hasSpeed ? track : track.filter(atLeastApart(1)));
  return { turns: changes.map(named), wind: [{ time: null, twd_deg }], records };
}

/** Positions in metres; without fixes to which the boat would have moved faster than 60 kn, and without equal times. */
function withoutJumps(fixes) {
  const kept = [];
  const east = M_PER_DEG * Math.cos((fixes[0]?.lat_deg * Math.PI) / 180);
  for (const fix of fixes) {
    const at = { s: fix.time / 1000, x: fix.lon_deg * east, y: fix.lat_deg * M_PER_DEG, mps: fix.sog_mps };
    const last = kept.at(-1);
    if (!last || (at.s > last.s && distance(last, at) / (at.s - last.s) < 60 / KN_PER_MPS)) kept.push(at);
  }
  return kept;
}

function atLeastApart(seconds) {
  let last = -Infinity;
  return ({ s }) => {
    if (s - last < seconds - 0.05) return false;
    last = s;
    return true;
  };
}

const distance = (a, b) => Math.hypot(b.x - a.x, b.y - a.y);

/** Course and speed at each fix, from the positions 2 s before and after it, or of its neighbours. */
function coursesOf(track) {
  return track.slice(1, -1).map((fix, k) => {
    let [i, j] = [k, k + 2];
    while (i > 0 && fix.s - track[i].s < 1.95) i--;
    while (j < track.length - 1 && track[j].s - fix.s < 1.95) j++;
    const [a, b] = [track[i], track[j]];
    const cog_deg = (Math.atan2(b.x - a.x, b.y - a.y) * 180) / Math.PI;
    return { s: fix.s, cog_deg, mps: distance(a, b) / (b.s - a.s) };
  });
}

/** The wind direction with the best score, in steps of 5°. */
function windOf(legs, turns) {
  const { seconds, metres } = histogramsOf(legs);
  const sum = (values) => values.reduce((total, value) => total + value, 0);
  const at = (bin) => (bin + 2 * BINS) % BINS;
  const score = (wind) => {
    const within = (histogram, from_deg, to_deg) =>
      sum(
        histogram.filter((_, bin) => {
          const off_deg = Math.abs(wrap((bin - wind) * BIN_DEG));
          return off_deg >= from_deg && off_deg < to_deg;
        }),
      );
    const symmetric = sum(seconds.map((_, off) => Math.min(seconds[at(wind + off)], seconds[at(wind - off)])));
    const noGo = within(seconds, 0, NO_GO_DEG);
    const up_mps = within(metres, 0, 90) / (within(seconds, 0, 90) || 1);
    const down_mps = within(metres, 90, 181) / (within(seconds, 90, 181) || 1);
    // Twice the angle, so that the wind and its opposite are the same.
    const off_deg = ({ from_deg, change_deg }) => wrap(2 * (from_deg + change_deg / 2 - wind * BIN_DEG)) / 2;
    const through = turns.filter((turn) => Math.abs(off_deg(turn)) < BISECTOR_DEG).length;
    return (
      (symmetric - 2 * noGo) / (sum(seconds) || 1) +
      (0.5 * through) / (turns.length || 1) +
      (0.5 * (down_mps - up_mps)) / (down_mps + up_mps || 1)
    );
  };
  const scores = Array.from(seconds, (_, wind) => score(wind));
  return scores.indexOf(Math.max(...scores)) * BIN_DEG;
}

/** Seconds and metres sailed on the courses of each bin, above 1 kn. */
function histogramsOf(legs) {
  const [seconds, metres] = [new Float64Array(BINS), new Float64Array(BINS)];
  for (const [i, { s, cog_deg, mps }] of legs.entries()) {
    const dt_s = Math.min(10, s - (legs[i - 1]?.s ?? s));
    if (mps * KN_PER_MPS < 1) continue;
    for (let off = -SPREAD; off <= SPREAD; off++) {
      const bin = (Math.round((cog_deg + 360) / BIN_DEG) + off + BINS) % BINS;
      const share_s = (dt_s * (SPREAD + 1 - Math.abs(off))) / (SPREAD + 1) ** 2;
      seconds[bin] += share_s;
      metres[bin] += share_s * mps;
    }
  }
  return { seconds, metres };
}

/** The turns: where the course changes by more than 60° within 20 s, at the largest change of the neighbouring 15 s. */
function turnsOf(legs) {
  let [i, j] = [0, 0];
  const changes = legs.map((leg) => {
    while (leg.s - legs[i].s > HALF_TURN_S + 0.05) i++;
    while (j < legs.length - 1 && legs[j].s - leg.s < HALF_TURN_S - 0.05) j++;
    // Course changes add up over the way, so that one of more than 180° keeps its sense.
    let change_deg = 0;
    for (let k = i; k < j; k++) change_deg += wrap(legs[k + 1].cog_deg - legs[k].cog_deg);
    const sails = leg.mps * KN_PER_MPS > 1 && legs[j].s - legs[i].s <= 3 * HALF_TURN_S;
    return { time: leg.s * 1000, from_deg: legs[i].cog_deg, change_deg: sails ? change_deg : 0 };
  });
  const turns = [];
  for (const change of changes) {
    if (Math.abs(change.change_deg) <= TURN_DEG) continue;
    const last = turns.at(-1);
    if (!last || change.time - last.time > 15_000) turns.push(change);
    else if (Math.abs(change.change_deg) > Math.abs(last.change_deg)) turns[turns.length - 1] = change;
  }
  return turns;
}

function nameOf(from_deg, change_deg, twd_deg) {
  const passes = (direction_deg) => {
    const ahead = wrap(direction_deg - from_deg);
    return ahead * change_deg > 0 && Math.abs(ahead) < Math.abs(change_deg);
  };
  if (passes(twd_deg)) return "tack";
  if (passes(twd_deg + 180)) return "gybe";
  const upwind = (deg) => Math.abs(wrap(twd_deg - deg)) < 90;
  const [before, after] = [upwind(from_deg), upwind(from_deg + change_deg)];
  return before === after ? "turn" : before ? "bear_away" : "douse";
}

/** The best 10 s, 500 m and nautical mile, kn. */
function recordsOf(track) {
  const way = [0];
  for (let k = 1; k < track.length; k++) {
    const [a, b] = [track[k - 1], track[k]];
    const recorded = Number.isFinite(a.mps) && Number.isFinite(b.mps);
    way.push(way[k - 1] + (recorded ? ((a.mps + b.mps) / 2) * (b.s - a.s) : distance(a, b)));
  }
  const best = (reached) => {
    let fastest = 0;
    for (let i = 0, j = 0; j < track.length; j++) {
      while (i + 1 < j && reached(i + 1, j)) i++;
      if (i < j && reached(i, j)) fastest = Math.max(fastest, (way[j] - way[i]) / (track[j].s - track[i].s));
    }
    return fastest * KN_PER_MPS;
  };
  const far = (metres) => (i, j) => way[j] - way[i] >= metres;
  const all = {
    "10_s": best((i, j) => track[j].s - track[i].s >= 9.95),
    "500_m": best(far(500)),
    "1852_m": best(far(1852)),
  };
  const rows = Object.entries(all).map(([record, speed_kn]) => ({ record, speed_kn }));
  return rows.filter(({ speed_kn }) => speed_kn > 0);
}
