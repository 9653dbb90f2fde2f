import styles from "./avatar.module.css";
import { classes } from "./classes";

/** Backgrounds of white letters, contrast at least 4.5:1 each. */
const PAINTS = ["#2E5E6E", "#7A4327", "#4B4F8F", "#6B5B1E", "#7B3560"];

/** The picture, or the initials on a colour that is a function of the name. */
export function Avatar({
  name,
  image,
  size = "medium",
}: {
  name: string;
  image?: string | null;
  size?: "small" | "medium" | "large";
}) {
  const look = classes(styles.avatar, styles[size]);
  if (image) return <img src={image} alt="" className={look} />;
  const initials = name
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => word[0])
    .slice(0, 2)
    .join("")
    .toUpperCase();
  const sum = [...name].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0);
  return (
    <span
      className={look}
      style={{ background: PAINTS[sum % PAINTS.length] }}
      data-initials={initials}
      aria-hidden="true"
    />
  );
}
