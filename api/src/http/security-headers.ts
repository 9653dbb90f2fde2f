import { createMiddleware } from "hono/factory";
import type { Config } from "../config.ts";

/**
 * What our pages may do: load from us alone, run WASM and workers, show pictures they made themselves. An online map
 * style adds its own host, nothing else.
 */
export function securityHeaders(config: Pick<Config, "map_style_url" | "public_url">) {
  const map = config.map_style_url ? ` ${new URL(config.map_style_url).origin}` : "";
  const policy = [
    "default-src 'self'",
    "script-src 'self' 'wasm-unsafe-eval'",
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
