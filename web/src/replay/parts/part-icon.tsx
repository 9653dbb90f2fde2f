import type { TrackPart } from "@leebow/core";
import { Anchor, Bike, Car, CircleQuestionMark, Footprints, Fuel, Link, type LucideIcon, Sailboat } from "lucide-react";
import { Icon } from "../../ui/icon";

const BY_KIND: Record<string, LucideIcon> = {
  sailing: Sailboat,
  towed: Link,
  motoring: Fuel,
  on_land: Car,
  other_sport: Footprints,
  ashore: Anchor,
  at_rest: Anchor,
};

interface PartIconProps {
  part: Pick<TrackPart, "kind" | "sport">;
  size?: number;
}

/** The sign of what a part is. */
export function PartIcon({ part: { kind, sport }, size = 14 }: PartIconProps) {
  const isRide = sport !== null && /cycl|bik/i.test(sport);
  return <Icon of={isRide ? Bike : (BY_KIND[kind] ?? CircleQuestionMark)} size={size} />;
}
