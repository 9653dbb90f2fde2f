import type { Map as LibreMap } from "maplibre-gl";
import { expect, it, vi } from "vitest";
import { MapPointer } from "../src/map/map-camera";

it("a boat that was pointed at is drawn as the others once the pointer has left the map", () => {
  const handlers = new Map<string, (event: object) => void>();
  const style = { cursor: "" };
  const map = {
    on: (event: string, handler: () => void) => handlers.set(event, handler),
    getCanvas: () => ({ style }),
  };
  const onHover = vi.fn();
  const hits = { boatAt: () => 2, maneuverAt: () => null, starAt: () => null };
  const pointer = new MapPointer(map as unknown as LibreMap, hits, { onHover }, () => 0);
  handlers.get("mousemove")?.({ point: { x: 5, y: 5 } });
  expect(pointer.hovered).toBe(2);
  handlers.get("mouseout")?.({});
  expect([pointer.hovered, style.cursor]).toEqual([-1, ""]);
  expect(onHover).toHaveBeenCalledTimes(2);
});
