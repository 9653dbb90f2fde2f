import type { CSSProperties } from "react";
import styles from "./skeleton.module.css";

/** A placeholder in the shape of content that is loading. */
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
