import styles from "./page.module.css";

const TOKENS = [
  "ink",
  "ink-2",
  "ink-3",
  "line-strong",
  "line",
  "sunken",
  "bg",
  "surface",
  "accent",
  "port",
  "starboard",
  "wind",
  "warn",
  "danger",
  "sea",
  "land",
  "boat-1",
  "boat-2",
  "boat-3",
  "boat-4",
  "boat-5",
  "boat-6",
  "boat-7",
  "boat-8",
  "scale-1",
  "scale-2",
  "scale-3",
  "scale-4",
  "compass-1",
  "compass-2",
  "compass-3",
  "compass-4",
];

export function Colours() {
  return (
    <div className={styles.swatches}>
      {TOKENS.map((name) => (
        <div key={name}>
          <i style={{ background: `var(--${name})` }} />
          <span>{name}</span>
        </div>
      ))}
    </div>
  );
}

export function Type() {
  return (
    <div className={styles.type}>
      <p style={{ fontSize: "var(--fs-display)", fontWeight: 500, letterSpacing: "-.02em" }}>
        12.84<span className="unit">kn</span>
      </p>
      <p style={{ fontSize: "var(--fs-figure)", fontWeight: 500, letterSpacing: "-.02em" }}>
        108<span className="unit">° ± 6°</span>
      </p>
      <p className="title">Jon Etxeberria, 21 June 2025</p>
      <p style={{ fontSize: "var(--fs-lead)" }}>Card title on the phone, 16</p>
      <p>Everything else, 14. Numbers keep their columns: 1111 8888</p>
      <p className="small secondary">Second lines and badges, 12</p>
      <p className="caption">Axis ticks and table heads, 11, width 87 %</p>
    </div>
  );
}
