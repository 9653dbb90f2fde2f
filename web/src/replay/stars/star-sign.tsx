import { STAR_PATH } from "../../look/shapes";

/** The yellow star. */
export function StarSign() {
  return (
    <svg width="20" height="20" viewBox="-11 -11 22 22" aria-hidden="true" style={{ flex: "none" }}>
      <path d={STAR_PATH} fill="var(--accent)" stroke="var(--on-accent)" strokeWidth="1.3" strokeLinejoin="round" />
    </svg>
  );
}
