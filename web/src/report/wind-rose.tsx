import styles from "./wind-block.module.css";

const [CENTRE, RADIUS] = [58, 50];

const at = (deg: number, radius: number): string => {
  const angle = (deg * Math.PI) / 180;
  return `${(CENTRE + radius * Math.sin(angle)).toFixed(1)},${(CENTRE - radius * Math.cos(angle)).toFixed(1)}`;
};

/** A wedge from the centre, `half` degrees to either side. */
const wedge = (deg: number, half: number): string =>
  `M${CENTRE},${CENTRE}L${at(deg - half, RADIUS)}A${RADIUS},${RADIUS} 0 ${half > 90 ? 1 : 0} 1 ${at(deg + half, RADIUS)}Z`;

/** A dial with the direction that the wind blows from; the dark wedge is ± 1 standard deviation, the pale one ± 2. */
export function WindRose({ twd_deg, sd_deg }: { twd_deg: number; sd_deg: number | null }) {
  const ticks = Array.from({ length: 36 }, (_, n) => `M${at(10 * n, RADIUS)}L${at(10 * n, n % 9 === 0 ? 44 : 47)}`);
  return (
    <svg
      width="116"
      height="122"
      viewBox="0 -6 116 122"
      role="img"
      aria-label={`Wind from ${Math.round(twd_deg) % 360}°`}
    >
      <path d={ticks.join("")} className={styles.ticks} />
      {sd_deg !== null && sd_deg < 80 && (
        <>
          <path d={wedge(twd_deg, 2 * sd_deg)} className={styles.pale} />
          <path d={wedge(twd_deg, sd_deg)} className={styles.dark} />
        </>
      )}
      <path d={`M${at(twd_deg, RADIUS)}L${CENTRE},${CENTRE}`} className={styles.shaft} />
      <path
        transform={`translate(${CENTRE},${CENTRE}) rotate(${twd_deg})`}
        d="M0,8L8,-7L0,-3L-8,-7Z"
        className={styles.arrow}
      />
      <text x={CENTRE} y="2" textAnchor="middle" className={styles.north}>
        N
      </text>
    </svg>
  );
}
