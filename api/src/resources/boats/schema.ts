/** The catalogue of kites and foils. Importable by the browser. */
import { z } from "zod";

export const BoatCatalogueEntry = z
  .strictObject({
    boat_type: z.enum(["Kite", "Foil"]),
    brand: z.string().min(1),
    name: z.string().min(1),
    sizes_or_wings: z
      .array(z.string().min(1))
      .min(1)
      .meta({ description: "Sizes of a kite in square metres; front wings of a foil as their maker names them" }),
    evidence: z.enum(["maker", "checked list", "two lists", "one list"]).meta({
      description:
        "Where the sizes are from: printed by the maker; a public list that was compared with the makers' data; two " +
        "public lists, which both have every size; one public list alone",
    }),
    sources: z.array(z.url()).min(1).meta({ description: "Addresses where the sizes were read" }),
  })
  .meta({ id: "BoatCatalogueEntry" });
export type BoatCatalogueEntry = z.infer<typeof BoatCatalogueEntry>;

export const BoatCatalogue = z
  .array(BoatCatalogueEntry)
  .meta({ id: "BoatCatalogue", description: "Kites, then foils, by brand and name" });
export type BoatCatalogue = z.infer<typeof BoatCatalogue>;
