/** Files by signed address. Importable by the browser. */
import { z } from "zod";
import { file, route } from "../http/route.ts";

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
} as const;
