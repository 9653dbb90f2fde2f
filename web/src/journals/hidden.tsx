import { Eye, EyeOff } from "lucide-react";
import { Badge } from "../components/badge";
import type { MenuEntry } from "../components/menu";

/** That others do not see an entry or a reply. */
export const HiddenBadge = () => (
  <Badge tone="line" icon={EyeOff} hint="Others do not see it.">
    Hidden
  </Badge>
);

/** Hides what somebody wrote about the own track or race, or shows it again. */
export const hideAction = (hidden: boolean, onSelect: () => void): MenuEntry =>
  hidden ? { label: "Show to others", icon: Eye, onSelect } : { label: "Hide from others", icon: EyeOff, onSelect };
