import { readFileSync } from "node:fs";
import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { buttonForm, htmlPage, PAGE_TOKENS } from "./html-page.ts";

const SERVER = { web: null, public_url: "https://leebow.test" };

describe("a page of the server", () => {
  it("has the colours of the screens", () => {
    const tokens = readFileSync(join(import.meta.dirname, "../../../../web/src/look/tokens.css"), "utf8");
    for (const [name, value] of Object.entries(PAGE_TOKENS)) expect(tokens).toContain(`${name}: ${value};`);
  });

  it("has the font of the screens where these are installed, under the name with its hash", async () => {
    const web = await mkdtemp(join(tmpdir(), "leebow-web-"));
    await mkdir(join(web, "assets"));
    await writeFile(join(web, "assets/ibm-plex-sans-latin-standard-normal-Dew2wRiQ.woff2"), "");
    const page = htmlPage({ ...SERVER, web }, "Checkout", "<h1>Coach</h1>");
    expect(page).toContain("src:url(/assets/ibm-plex-sans-latin-standard-normal-Dew2wRiQ.woff2)");
    expect(htmlPage(SERVER, "Checkout", "")).not.toContain("@font-face");
    expect(htmlPage({ ...SERVER, web: join(web, "none") }, "Checkout", "")).not.toContain("@font-face");
  });

  it("writes texts as texts, has no script and leads to the screens", () => {
    const page = htmlPage(SERVER, "<script>", buttonForm('/a?b="c"&d', "<b>"));
    expect(page).not.toMatch(/<script|<b>/);
    expect(page).toContain('action="/a?b=&#34;c&#34;&#38;d"');
    expect(page).toContain('<a href="https://leebow.test/">');
  });
});
