/** Target polars of a visitor without an account, kept in this browser. */

import type { Target } from "@leebow/api/contract";
import { polarFileDamage, readPolarFile } from "@leebow/core";
import { proxy } from "valtio";
import { readStored, writeStored } from "../../server/stored";

const KEY = "leebow.targets";

export const localTargets = proxy<{ list: Target[] }>({ list: listOf(readStored(KEY)) });

const isTarget = (one: unknown): one is Target =>
  typeof one === "object" && one !== null && Array.isArray((one as Target).winds);

function listOf(stored: unknown): Target[] {
  return Array.isArray(stored) ? stored.filter(isTarget) : [];
}

function write(list: Target[]): void {
  localTargets.list = list;
  writeStored(KEY, list);
}

/** Keeps a file for its class. Throws the sentence of a file that is no polar. */
export function keepLocalTarget(kept: Pick<Target, "boat_class" | "name" | "over_ground"> & { file: string }): Target {
  const { file, ...named } = kept;
  const read = readPolarFile(new TextEncoder().encode(file));
  const target: Target = {
    ...named,
    id: 1 + Math.max(0, ...localTargets.list.map(({ id }) => id)),
    in_use: true,
    format: read.format,
    damage: polarFileDamage(read),
    winds: read.polar.winds,
    created: new Date().toISOString(),
  };
  write([...withoutUse(target.boat_class), target]);
  return target;
}

const withoutUse = (boat_class: string) =>
  localTargets.list.map((one) => (one.boat_class === boat_class ? { ...one, in_use: false } : one));

export function putLocalTarget(target: Pick<Target, "id" | "boat_class">, in_use: boolean): void {
  write(withoutUse(target.boat_class).map((one) => (one.id === target.id ? { ...one, in_use } : one)));
}

export function deleteLocalTarget(id: number): void {
  write(localTargets.list.filter((one) => one.id !== id));
}

/** Wind speeds that were given by hand, kn, by the SHA-256 of the recording or the start of the race. */
const WIND_KEY = "leebow.wind-by-hand";
export const windByHand = proxy<{ tws_kn: Record<string, number> }>({
  tws_kn: (readStored(WIND_KEY) as Record<string, number> | null) ?? {},
});

export function setWindByHand(of: string, tws_kn: number | null): void {
  const { [of]: _, ...others } = windByHand.tws_kn;
  windByHand.tws_kn = tws_kn === null ? others : { ...others, [of]: tws_kn };
  writeStored(WIND_KEY, windByHand.tws_kn);
}
