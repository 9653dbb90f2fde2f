import { createHash } from "node:crypto";
import { createMiddleware } from "hono/factory";
import type { Config } from "../config.ts";

type Policy = Pick<Config, "map_style_url" | "public_url">;

/**
 * What our pages may do: load from us alone, run WASM and workers, show pictures they made themselves. An online map
 * style adds its own host, nothing else; a script inside our own page is named by its hash.
 */
export function contentPolicy(config: Policy, script_hashes: string[] = []): string {
  const map = config.map_style_url ? ` ${new URL(config.map_style_url).origin}` : "";
  const scripts = script_hashes.map((hash) => ` '${hash}'`).join("");
  return [
    "default-src 'self'",
    `script-src 'self' 'wasm-unsafe-eval'${scripts}`,
    "worker-src 'self' blob:",
    // Components set positions as style attributes; there are no inline style sheets of strangers to fear.
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob:${map}`,
    "font-src 'self'",
    `connect-src 'self' data: blob:${map}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** Hashes of the scripts that stand in a page itself, as a policy names them. */
export function inlineScriptHashes(html: string): string[] {
  const bodies = [...html.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/gi)].map(
    (match) => match[1] ?? "",
  );
  return bodies.map((body) => `sha256-${createHash("sha256").update(body).digest("base64")}`);
}

/** Headers of every answer; one that brings its own policy keeps it. */
export function securityHeaders(config: Policy) {
  const policy = contentPolicy(config);
  const secure = config.public_url.startsWith("https://");
  return createMiddleware(async (c, next) => {
    await next();
    const set = (name: string, value: string) => c.res.headers.set(name, value);
    if (!c.res.headers.has("Content-Security-Policy")) set("Content-Security-Policy", policy);
    set("X-Content-Type-Options", "nosniff");
    set("X-Frame-Options", "DENY");
    set("Referrer-Policy", "same-origin");
    set("Cross-Origin-Opener-Policy", "same-origin");
    set("Cross-Origin-Resource-Policy", "same-origin");
    set("Permissions-Policy", "camera=(), microphone=(), geolocation=()");
    if (secure) set("Strict-Transport-Security", "max-age=31536000");
  });
}
