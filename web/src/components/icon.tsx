import type { LucideIcon } from "lucide-react";

/** An icon, 16 px with stroke 1.75, hidden from assistive technology: the element around it has a name. */
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
