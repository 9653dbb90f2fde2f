import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../config.ts";
import { PAGE_STYLE } from "./page-style.ts";

/** A text as the content of an element or attribute. */
export const htmlText = (raw: string) => raw.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** The logo of the screens (web/src/components/logo.tsx). */
const LOGO = `<svg width="22" height="22" viewBox="0 0 24 24" aria-hidden="true"><path d="M9.2 1.6C4.6 7 2.9 13.4 3.8 22.4h4.6C9.9 15 10.2 8.3 9.2 1.6Z" fill="currentColor"/><path d="M17.2 9.2c-4 3.6-5.7 8-5.6 13.2h5.2c1.5-4.5 1.6-8.8.4-13.2Z" fill="var(--accent)" stroke="currentColor" stroke-width="1.4" stroke-linejoin="round"/></svg>`;

/**
 * A page of the server without scripts, with the look of the screens, which no search engine lists. `body` is HTML: its
 * texts go through {@link htmlText}, and it begins with the only h1.
 */
export function htmlPage({ web, public_url }: Pick<Config, "web" | "public_url">, title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${htmlText(title)} · Leebow</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${fontFace(web)}${PAGE_STYLE}</style></head>
<body><header><a href="${htmlText(public_url)}/">${LOGO}<span>Leebow</span></a></header><main>${body}</main></body>
</html>`;
}

/** A form with one button and no script. */
export const buttonForm = (action: string, label: string, kind: "primary" | "outline" = "outline") =>
  `<form method="post" action="${htmlText(action)}"><button class="${kind}">${htmlText(label)}</button></form>`;

const fontFaces = new Map<string, string>();

/** The font of the screens, where they are installed; its name has a hash. */
function fontFace(web: string | null): string {
  if (!web) return "";
  let face = fontFaces.get(web);
  if (face === undefined) {
    const file = fontFile(web);
    face = file
      ? `@font-face{font-family:"IBM Plex Sans Variable";font-weight:100 700;font-stretch:85% 100%;src:url(/assets/${file}) format("woff2")}`
      : "";
    fontFaces.set(web, face);
  }
  return face;
}

function fontFile(web: string): string | undefined {
  try {
    return readdirSync(join(web, "assets")).find((name) =>
      /^ibm-plex-sans-latin-standard-normal-.*\.woff2$/.test(name),
    );
  } catch {
    // The screens are not built: the page has the system's font.
    return undefined;
  }
}
