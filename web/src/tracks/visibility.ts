import type { Permission } from "@leebow/api/contract";

/** The choices of a track's visibility; the hints say who sees it, as the server decides it. */
export const VISIBILITIES: { value: Permission; label: string; hint: string }[] = [
  { value: "PUBLIC", label: "Public", hint: "Everyone who is logged in sees it." },
  {
    value: "PRIVATE",
    label: "Private",
    hint: "You see it, those of your teams whom you allow it, and the administrators of this server.",
  },
];
