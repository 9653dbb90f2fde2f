import type { Routes } from "@leebow/api/contract";

/** The contracts of all resources of the server, without its code. */
const CONTRACTS = import.meta.glob<Record<string, object>>("../../api/src/resources/*/contract.ts", { eager: true });

const isTable = (exported: object) => Object.keys(exported).some((name) => /^[A-Z]+ \//.test(name));

/** Every call by method and path, as the server has them. */
export const ROUTES: Routes = Object.assign({}, ...Object.values(CONTRACTS).flatMap(Object.values).filter(isTable));
