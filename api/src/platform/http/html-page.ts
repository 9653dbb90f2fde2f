import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../config.ts";

/** A text as the content of an element or attribute. */
export const htmlText = (raw: string) => raw.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** The logo of the screens (web/src/ui/icon.tsx). */
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

/** Values of web/src/look/tokens.css that the pages of the server use; a test compares them. */
export const PAGE_TOKENS = {
  "--bg": "light-dark(#f4f5f3, #0b1116)",
  "--surface": "light-dark(#ffffff, #131b21)",
  "--hover": "light-dark(#eef1ee, #23303a)",
  "--line": "light-dark(#dfe3e0, #26323a)",
  "--line-strong": "light-dark(#75828b, #6b7a84)",
  "--ink": "light-dark(#0f1e29, #e9eff2)",
  "--ink-2": "light-dark(#41505a, #b3c0c8)",
  "--ink-3": "light-dark(#5c6a73, #8d9ba5)",
  "--on-ink": "light-dark(#ffffff, #0b1116)",
  "--accent": "light-dark(#ffcb1f, #ffd23f)",
  "--focus": "0 0 0 2px var(--surface), 0 0 0 4px var(--ink)",
} as const;

const tokens = Object.entries(PAGE_TOKENS).map(([name, value]) => `${name}:${value};`);

/** The look of the screens, for a page with one card. */
const PAGE_STYLE = `:root{color-scheme:light dark;${tokens.join("")}}
*{box-sizing:border-box}
body{margin:0;font:400 14px/1.45 "IBM Plex Sans Variable","IBM Plex Sans",system-ui,sans-serif;color:var(--ink);background:var(--bg);-webkit-text-size-adjust:100%}
header{display:flex;align-items:center;height:52px;padding:0 20px;background:var(--surface);border-bottom:1px solid var(--line)}
header a{display:flex;align-items:center;gap:9px;font-size:17px;font-weight:600;text-decoration:none}
a{color:inherit;text-underline-offset:3px;text-decoration-color:var(--line-strong)}
main{display:grid;grid-template-columns:minmax(0,1fr);overflow-wrap:anywhere;gap:14px;max-width:460px;margin:40px auto;padding:24px;background:var(--surface);border:1px solid var(--line);border-radius:10px}
h1,p,ul{margin:0;padding:0}
h1{font-size:20px;font-weight:600;line-height:1.25}
.secondary{color:var(--ink-2)}
.price{font-size:32px;font-weight:500;line-height:1.2}
.price span{font-size:14px;font-weight:400;color:var(--ink-2)}
ul{display:grid;gap:8px;list-style:none}
li{display:flex;gap:8px;align-items:center}
li::before{content:"";flex:none;width:10px;height:5px;border:solid var(--ink);border-width:0 0 1.75px 1.75px;transform:translateY(-2px) rotate(-45deg)}
.note{padding:10px 12px;border-radius:6px;background:var(--hover)}
.actions{display:flex;flex-direction:row-reverse;flex-wrap:wrap;gap:8px;margin-top:6px}
button,.actions a{display:grid;place-items:center;height:44px;width:100%;padding:0 16px;border:1px solid var(--line-strong);border-radius:6px;background:var(--surface);color:var(--ink);font:inherit;font-weight:500;text-decoration:none;cursor:pointer}
.actions>*{flex:1;min-width:120px}
button:hover,.actions a:hover{background:var(--hover)}
.primary{background:var(--ink);border-color:var(--ink);color:var(--on-ink)}
button.primary:hover{background:var(--ink-2)}
:focus{outline:none}
:focus-visible{outline:2px solid transparent;box-shadow:var(--focus);border-radius:6px}
@media(max-width:500px){main{margin:12px;padding:20px 16px}header{padding:0 16px}}`;
