/**
 * The service worker of /analyze: answers it from the files that were stored when this version was installed, so that it
 * opens without a network. It controls no other page, and answers no request but those for these files.
 */
import { PrecacheController } from "workbox-precaching/PrecacheController.js";
import { TAKE_OVER } from "./take-over";

declare const self: ServiceWorkerGlobalScope;
/** Every file of this version with its digest; from the build (offline-plugin.ts). */
declare const FILES: { url: string; revision: string | null; integrity: string }[];

const SHELL = "/index.html";

const stored = new PrecacheController({ cacheName: "leebow-analyze-page" });
// Installed when all files are there, each with its digest; what only other versions need is removed when it takes over.
stored.precache(FILES);

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const isPage = request.mode === "navigate";
  if (isPage && new URL(request.url).pathname !== "/analyze") return;
  const cacheKey = stored.getCacheKeyForURL(isPage ? SHELL : request.url);
  if (!cacheKey || request.method !== "GET") return;
  const params = { cacheKey, integrity: stored.getIntegrityForCacheKey(cacheKey) };
  event.respondWith(stored.strategy.handle({ event, request, params }));
});

self.addEventListener("message", ({ data }) => {
  if (data === TAKE_OVER) void self.skipWaiting();
});
