import styles from "./team-logo.module.css";

interface TeamLogoProps {
  /** Address of the picture; null shows the default logo. */
  logo: string | null;
  size?: "small" | "large";
}

/** The logo of a team; beside its name, so it has no text of its own. */
export function TeamLogo({ logo, size = "small" }: TeamLogoProps) {
  const look = `${styles.logo} ${styles[size]}`;
  if (logo) return <img src={logo} alt="" className={look} />;
  return (
    <svg viewBox="0 0 56 56" className={look} data-logo="default" aria-hidden="true">
      <rect width="56" height="56" fill="#12384b" />
      <path d="M12 40c6-3 10-3 16 0s10 3 16 0" fill="none" stroke="#fff" strokeWidth="2.5" />
      <path d="M27 10v24H14C16 24 20 16 27 10ZM30 15c6 5 9 11 11 19H30Z" fill="#fff" />
    </svg>
  );
}
