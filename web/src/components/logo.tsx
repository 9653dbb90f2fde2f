/** The logo, two sails, with or without the name. */
export function Logo({ size = 22, name = true }: { size?: number; name?: boolean }) {
  return (
    <>
      <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" style={{ flex: "none" }}>
        <path d="M9.2 1.6C4.6 7 2.9 13.4 3.8 22.4h4.6C9.9 15 10.2 8.3 9.2 1.6Z" fill="currentColor" />
        <path
          d="M17.2 9.2c-4 3.6-5.7 8-5.6 13.2h5.2c1.5-4.5 1.6-8.8.4-13.2Z"
          fill="var(--accent)"
          stroke="currentColor"
          strokeWidth="1.4"
          strokeLinejoin="round"
        />
      </svg>
      {name && <span>Leebow</span>}
    </>
  );
}
