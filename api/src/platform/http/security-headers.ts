import { createHash } from "node:crypto";
import { createMiddleware } from "hono/factory";
import type { Config } from "../config.ts";

type Policy = Pick<Config, "map_style_url" | "public_url"> & Partial<Pick<Config, "s3">>;

/**
 * Content security policy of the screens: resources of this origin only, WASM, workers, and images from blobs. An online
 * map style or object storage adds its host, but not to a page opened by a share link, which requests nothing from others. Inline scripts
 * of the page are allowed by their hash.
 */
export function contentPolicy(config: Policy, url: string, script_hashes: string[] = []): string {
  const hostOf = (address: string | null | undefined) =>
    address && !isShareLink(url) ? ` ${new URL(address).origin}` : "";
  const [map, files] = [hostOf(config.map_style_url), hostOf(config.s3?.public_endpoint)];
  const scripts = script_hashes.map((hash) => ` '${hash}'`).join("");
  return [
    "default-src 'self'",
    `script-src 'self' 'wasm-unsafe-eval'${scripts}`,
    "worker-src 'self' blob:",
    // Components set positions by style attributes.
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob:${map}`,
    "font-src 'self'",
    // A video of the session: a local file, or the address of one, which a shared page does not request.
    `media-src 'self' blob:${isShareLink(url) ? "" : " https:"}`,
    `connect-src 'self' data: blob:${map}${files}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** Hashes of a page's inline scripts, as sources of a content security policy. */
export function inlineScriptHashes(html: string): string[] {
  const bodies = [...html.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/gi)].map(
    (match) => match[1] ?? "",
  );
  return bodies.map((body) => `sha256-${createHash("sha256").update(body).digest("base64")}`);
}

/** Whether an address has the share id of a race: whoever knows it may open it. */
const isShareLink = (url: string) => new URL(url).searchParams.has("share_id");

/** Security headers of every answer; a content security policy that is set already stays. */
export function securityHeaders(config: Policy) {
  const secure = config.public_url.startsWith("https://");
  return createMiddleware(async (c, next) => {
    await next();
    const set = (name: string, value: string) => c.res.headers.set(name, value);
    const isShared = isShareLink(c.req.url);
    if (!c.res.headers.has("Content-Security-Policy")) {
      set("Content-Security-Policy", contentPolicy(config, c.req.url));
    }
    set("X-Content-Type-Options", "nosniff");
    set("X-Frame-Options", "DENY");
    // The address of a shared page opens it: no other site and no search engine learns it.
    set("Referrer-Policy", isShared ? "no-referrer" : "same-origin");
    if (isShared) set("X-Robots-Tag", "noindex");
    set("Cross-Origin-Opener-Policy", "same-origin");
    set("Cross-Origin-Resource-Policy", "same-origin");
    set("Permissions-Policy", "camera=(), microphone=(), geolocation=()");
    if (secure) set("Strict-Transport-Security", "max-age=31536000");
  });
}
