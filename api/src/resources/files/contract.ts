/** Files by signed address. Importable by the browser. */
import { z } from "zod";
import { file, route } from "../../platform/http/route.ts";

export const FILE_ROUTES = {
  "GET /files/{key}/": route({
    tag: "Files",
    access: "signed_address",
    operationId: "readFile",
    summary: "A file by its signed address",
    params: z.object({ key: z.string().meta({ description: "May contain slashes" }) }),
    query: z.object({ expires: z.string(), user: z.string(), signature: z.string(), name: z.string() }).partial(),
    answers: { 200: file("image/png", "image/webp", "application/octet-stream") },
  }),
  "PUT /files/{key}/": route({
    tag: "Files",
    access: "signed_address",
    operationId: "storeFile",
    summary: "Store a file by a signed address",
    description:
      "Takes the bytes as they are, with the Content-Type for which the address was signed. Another call gives the address and then takes over the file.",
    params: z.object({ key: z.string().meta({ description: "May contain slashes" }) }),
    query: z.object({ expires: z.string(), max: z.string(), type: z.string(), signature: z.string() }).partial(),
    bytes: file("application/octet-stream", "text/plain"),
    answers: { 204: null },
    errors: [409, 413, 507],
  }),
} as const;
