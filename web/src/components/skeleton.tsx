import type { CSSProperties } from "react";
import styles from "./skeleton.module.css";

/** The shape of what comes; it does not shimmer. */
export function Skeleton({
  width = "100%",
  height = 12,
  style,
}: {
  width?: number | string;
  height?: number | string;
  style?: CSSProperties;
}) {
  return <i className={styles.bone} style={{ width, height, ...style }} aria-hidden="true" />;
}
