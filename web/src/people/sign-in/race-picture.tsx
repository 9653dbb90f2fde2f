/** Decorative picture of four boats on the second beat. */
import { WindDial } from "../../chart/wind-dial";
import { BoatSign } from "../../ui/icon";

interface Boat {
  color: number;
  sail: string;
  /** Corners of the path in picture units; the last is the position of the boat. */
  way: [number, number][];
  tack: "port" | "starboard";
  heading: number;
}

const WIND = [{ twd_deg: 108, sd_deg: 6 }];

const pointsOf = (text: string) => text.split(" ").map((point) => point.split(",").map(Number) as [number, number]);

/** Wind from 108°: the run goes left at 258° and 318°, the beat goes right at 70° and 146°. */
const BOATS: Boat[] = [
  {
    color: 1,
    sail: "307",
    tack: "starboard",
    heading: 70,
    way: pointsOf("1021,517 825,559 604,314 428,352 356,296 497,249 559,340 702,288"),
  },
  {
    color: 2,
    sail: "293",
    tack: "starboard",
    heading: 70,
    way: pointsOf("1021,517 860,339 448,427 350,306 423,400 640,322"),
  },
  {
    color: 3,
    sail: "311",
    tack: "port",
    heading: 146,
    way: pointsOf("1021,517 698,586 430,290 362,300 591,215 636,284"),
  },
  {
    color: 4,
    sail: "289",
    tack: "port",
    heading: 146,
    way: pointsOf("1021,517 941,428 647,491 513,343 372,366 352,310 412,280 488,394"),
  },
];

const MANEUVERS: [string, number, number][] = [
  ["G", 825, 559],
  ["G", 604, 314],
  ["G", 428, 352],
  ["D", 356, 298],
  ["T", 497, 249],
  ["T", 559, 340],
];

export function RacePicture() {
  return (
    <svg
      aria-hidden="true"
      width="960"
      height="900"
      viewBox="0 0 960 900"
      preserveAspectRatio="xMinYMid slice"
      style={{ width: "100%", height: "100%" }}
    >
      <rect width="960" height="900" fill="var(--sea)" />
      <Graticule />
      <Coast />
      <text
        x="508"
        y="700"
        textAnchor="middle"
        fontSize="12"
        fontStyle="italic"
        letterSpacing=".06em"
        fill="var(--map-label)"
      >
        Open water
      </text>
      {[...BOATS].reverse().map((boat) => (
        <Way key={boat.sail} boat={boat} />
      ))}
      {MANEUVERS.map(([letter, x, y]) => (
        <Maneuver key={`${x}`} letter={letter} x={x} y={y} />
      ))}
      {[...BOATS].reverse().map((boat) => (
        <Hull key={boat.sail} boat={boat} />
      ))}
      <svg aria-hidden="true" x="720" y="34" width="200" height="200">
        <WindDial winds={WIND} />
      </svg>
    </svg>
  );
}

function Graticule() {
  const lines = Array.from({ length: 8 }, (_, at) => at);
  return (
    <g stroke="var(--graticule)" fill="none">
      {lines.map((at) => (
        <path key={at} d={`M${39.5 + at * 132} 0V900M0 ${45.5 + at * 169.5}H960`} />
      ))}
    </g>
  );
}

function Coast() {
  const line = "M-20 150C8 236 2 330 16 420C26 500 34 520 60 560C78 590 52 634 66 690C82 750 108 800 116 920";
  return (
    <>
      <path d={line} fill="none" stroke="var(--shallow)" strokeWidth="56" />
      <path d={`${line}L-20 920Z`} fill="var(--land)" stroke="var(--coast)" />
    </>
  );
}

/** Corners are rounded from this many units before to this many after. */
const CURVE = 12;

function curved(way: [number, number][]): string {
  const parts = way.map(([x, y], at) => {
    const before = way[at - 1];
    const after = way[at + 1];
    if (!before) return `M${x} ${y}`;
    if (!after) return `L${x} ${y}`;
    return `L${towards([x, y], before)}Q${x} ${y} ${towards([x, y], after)}`;
  });
  return parts.join("");
}

function towards([x, y]: [number, number], [toX, toY]: [number, number]): string {
  const share = CURVE / Math.hypot(toX - x, toY - y);
  return `${(x + (toX - x) * share).toFixed(1)} ${(y + (toY - y) * share).toFixed(1)}`;
}

function Way({ boat }: { boat: Boat }) {
  if (boat.color !== 1)
    return (
      <path
        d={curved(boat.way)}
        fill="none"
        stroke={`var(--boat-${boat.color})`}
        strokeOpacity=".42"
        strokeLinejoin="round"
      />
    );
  const leeMark = 4;
  return (
    <g fill="none" strokeLinejoin="round" strokeLinecap="round">
      <path d={curved(boat.way)} stroke="var(--sea)" strokeWidth="4.75" strokeOpacity=".8" />
      <path d={curved(boat.way.slice(0, leeMark + 1))} stroke="var(--scale-3)" strokeWidth="2.25" />
      <path d={curved(boat.way.slice(leeMark))} stroke="var(--scale-2)" strokeWidth="2.25" />
    </g>
  );
}

function Maneuver({ letter, x, y }: { letter: string; x: number; y: number }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <circle r="8" fill="var(--surface)" stroke="var(--ink-2)" />
      <text textAnchor="middle" y="4" fontSize="11" fontWeight="650" fill="var(--ink)">
        {letter}
      </text>
    </g>
  );
}

function Hull({ boat }: { boat: Boat }) {
  const [x = 0, y = 0] = boat.way.at(-1) ?? [];
  return (
    <g transform={`translate(${x} ${y})`}>
      {boat.color === 1 && (
        <circle r="20" fill="var(--accent)" fillOpacity=".16" stroke="var(--on-accent)" strokeWidth="5" />
      )}
      {boat.color === 1 && <circle r="20" fill="none" stroke="var(--accent)" strokeWidth="3" />}
      <g transform={`rotate(${boat.heading})`}>
        <BoatSign fill={`var(--boat-${boat.color})`} tack={boat.tack} />
      </g>
      <text
        x="18"
        y={boat.color === 1 ? -14 : 16}
        fontSize="12"
        fontWeight="600"
        fill={`var(--boat-${boat.color})`}
        stroke="var(--sea)"
        strokeWidth="3"
        paintOrder="stroke"
      >
        {boat.sail}
      </text>
    </g>
  );
}
