/** The call of the catalogue of kites and foils. Importable by the browser. */
import { route } from "../../platform/http/route.ts";
import { BoatCatalogue } from "./schema.ts";

export const BOAT_ROUTES = {
  "GET /boats/": route({
    tag: "Boats",
    access: "signed_in",
    operationId: "listBoats",
    summary: "Kites and foils with their sizes and wings, each with its source",
    description: "A selection for the form of a journal, which takes other texts as well. Each entry names its source.",
    answers: { 200: BoatCatalogue },
  }),
} as const;
