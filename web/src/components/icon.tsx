import type { LucideIcon } from "lucide-react";

/** A drawn sign: 16 px, stroke 1.75. It never carries meaning alone; whoever holds it has a name. */
export function Icon({
  of: Glyph,
  size = 16,
  className,
}: {
  of: LucideIcon;
  size?: number;
  className?: string | undefined;
}) {
  return (
    <Glyph
      size={size}
      strokeWidth={1.75}
      aria-hidden="true"
      focusable="false"
      style={{ flex: "none" }}
      className={className}
    />
  );
}
