/** Colours of text against what it stands on, in both themes, as far as style sheets say it. */
import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { describe, expect, it } from "vitest";

const SOURCES = join(import.meta.dirname, "../src");
/** WCAG 2.2, 1.4.3. */
const LEAST_CONTRAST = 4.5;

/** Text in each of these stands on each of the surfaces. */
const TEXT = ["ink", "ink-2", "ink-3", "port", "starboard", "wind", "warn", "danger", "map-label"];
const SURFACES = [
  ...["bg", "surface", "raised", "sunken", "hover", "sea", "land"],
  ...["accent", "port", "starboard", "wind", "warn", "danger"].map((name) => `${name}-soft`),
];
/** Text of these stands on nothing else. */
const PAIRS = { "on-ink": "ink", "on-accent": "accent" };

/** Elements and parts without text: `i` and `u` are drawn, as is what a style sheet adds. */
const isMark = (selector: string) => /(^|[\s>+~])[iu](\.[\w-]+|\[[^\]]*\])*$|::(before|after)$/.test(selector);
/** Rules with the background of a mark that hold no text, or whose text has its colour elsewhere. */
const WITHOUT_TEXT: Record<string, string[]> = {
  "people/admin/cards.module.css": [".quota .full"],
  "tracks/damage-report.module.css": [".bar .lost"],
  "chart/chart.module.css": [".hair"],
  // The colour is that of .primary.
  "ui/button.module.css": [".primary:hover", ".primary:active"],
  "ui/choices.module.css": [
    ".box[data-checked]",
    ".box[data-indeterminate]",
    ".switch",
    ".switch[data-checked]",
    ".switch[data-disabled]",
  ],
  "ui/menu.module.css": [".line"],
  // On paper.
  "ui/paper.module.css": [":global(body):has(.paper)"],
  "ui/slider.module.css": [".track", ".indicator", ".mark", ".slider[data-disabled] .indicator"],
  "ui/tabs.module.css": [".dot"],
  "journal/entry-card.module.css": [".bars .full"],
  "analysis/debrief/finding.module.css": [".bar"],
  // The colour is that of .remove.
  "journal/entry-form.module.css": [".photo .remove:hover"],
  // On paper.
  "look/base.css": ["body", "#root > *"],
  "analysis/instruments/instruments-view.module.css": [".bar", ".full"],
  "analysis/passage/passage-view.module.css": [".closeHauled", ".reach", ".run", ".noWind", ".engine"],
  "analysis/polar/polar-view.module.css": [".half"],
  "race/report/duel-card.module.css": [".legend .sd"],
  "race/report/boat-cell.module.css": [".bar"],
  "race/report/start-card.module.css": [".line"],
  "replay/transport/transport.module.css": [".dots .on"],
  "replay/video/video-pane.module.css": [".screen"],
  "analysis/report/loss-card.module.css": [".port", ".starboard", ".legend .line"],
  "season/days-card.module.css": [
    ...[1, 2, 3, 4].flatMap((step) => [`.day[data-step="${step}"]`, `.swatch[data-step="${step}"]`]),
    ".outside",
  ],
  "wind-log/attach-wind-file.module.css": [".bar", ".wind"],
  "wind-log/wind-chart.module.css": [".hair"],
  // A surface behind which the page or the map shines through.
  "ui/dialog.module.css": [".backdrop"],
  "home/page.module.css": [".over"],
  "replay/map/map-overlay.module.css": [".words"],
  "replay/map/wind-preview.module.css": [".rim"],
  // A colour of its own for each value; the walk in e2e looks at them in both themes.
  "analysis/straights/correlation.module.css": [".cell", ".sure"],
};
/** Other colours: initials on the colour of a person, paper, and icons, of which the last two are on a mark within. */
const OTHER_COLORS: Record<string, string> = {
  "ui/avatar.module.css": "#fff",
  "ui/paper.module.css": "#000",
  "ui/calendar.module.css": "var(--line-strong)",
  "ui/choices.module.css": "var(--on-ink)",
  "journal/entry-card.module.css": "var(--on-accent)",
};

type Theme = 0 | 1;
const tokens = new Map(
  [
    ...readFileSync(join(SOURCES, "look/tokens.css"), "utf8").matchAll(
      /--([\w-]+): (?:light-dark\((#\w{6}), (#\w{6})\)|(#\w{6}));/g,
    ),
  ].map(([, name, light, dark, both]) => [name!, [light ?? both!, dark ?? both!] as const]),
);

/** Relative luminance by WCAG. */
function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}

function contrast(text: string, surface: string, theme: Theme): number {
  const [dark, light] = [text, surface].map((name) => luminance(tokens.get(name)![theme])).sort((a, b) => a - b);
  return (light! + 0.05) / (dark! + 0.05);
}

const rules = readdirSync(SOURCES, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".css"))
  .flatMap((file) => {
    const text = readFileSync(join(SOURCES, file), "utf8").replace(/\/\*[\s\S]*?\*\//g, "");
    return [...text.matchAll(/([^{};]+)\{([^{}]*)\}/g)].map(([, selectors, body]) => ({
      file: file.replaceAll(sep, "/"),
      selectors: selectors!.split(/,(?![^(]*\))/).map((one) => one.trim().replace(/\s+/g, " ")),
      colors: valuesOf(body!, "color"),
      backgrounds: valuesOf(body!, "background(?:-color)?"),
      fills: valuesOf(body!, "fill"),
    }));
  });

function valuesOf(body: string, property: string): string[] {
  return [...body.matchAll(new RegExp(`(?:^|[;\\s])${property}: ([^;]+)`, "g"))].map(([, value]) => value!.trim());
}

const tokenOf = (value: string) => /^var\(--([\w-]+)\)$/.exec(value)?.[1];

describe.each(["light", "dark"])("in the %s theme", (name) => {
  const theme: Theme = name === "light" ? 0 : 1;

  it.each(TEXT)("text in %s is read on every surface", (text) => {
    const faint = SURFACES.filter((surface) => contrast(text, surface, theme) < LEAST_CONTRAST);
    expect(faint).toEqual([]);
  });

  it.each(Object.entries(PAIRS))("text in %s is read on %s", (text, surface) => {
    expect(contrast(text, surface, theme)).toBeGreaterThanOrEqual(LEAST_CONTRAST);
  });
});

describe("the style sheets", () => {
  it("give text no other colours", () => {
    const others = rules.flatMap(({ file, selectors, colors }) =>
      colors
        .filter((value) => !/^(inherit|currentColor|transparent)$/.test(value))
        .filter((value) => ![...TEXT, ...Object.keys(PAIRS)].includes(tokenOf(value) ?? ""))
        .filter((value) => OTHER_COLORS[file] !== value)
        .map((value) => `${file}: ${selectors.join(", ")} { color: ${value} }`),
    );
    expect(others).toEqual([]);
  });

  it("give a background that is no surface to marks, or with the text of that background", () => {
    const isSurface = (value: string) =>
      /^(none|transparent|inherit|currentColor|unset)$/.test(value) || SURFACES.includes(tokenOf(value) ?? "");
    const others = rules.flatMap(({ file, selectors, colors, backgrounds }) =>
      backgrounds
        .filter((value) => !isSurface(value))
        .filter((value) => {
          const text = tokenOf(colors[0] ?? "") as keyof typeof PAIRS | undefined;
          return !(text && PAIRS[text] && PAIRS[text] === tokenOf(value));
        })
        .flatMap((value) =>
          selectors
            .filter((selector) => !isMark(selector) && !WITHOUT_TEXT[file]?.includes(selector))
            .map((selector) => `${file}: ${selector} { background: ${value} }`),
        ),
    );
    expect(others).toEqual([]);
  });

  it("use the text of a background on that background alone", () => {
    const others = rules.flatMap(({ file, selectors, colors, backgrounds }) =>
      colors
        .filter((value) => OTHER_COLORS[file] !== value)
        .map((value) => tokenOf(value))
        .filter((text): text is keyof typeof PAIRS => Object.keys(PAIRS).includes(text ?? ""))
        .filter((text) => !backgrounds.some((value) => tokenOf(value) === PAIRS[text]))
        .map((text) => `${file}: ${selectors.join(", ")} { color: ${text} }`),
    );
    expect(others).toEqual([]);
  });

  it("draw with tokens", () => {
    const others = rules.flatMap(({ file, fills }) =>
      fills
        .filter(
          (value) => !/^(none|currentColor|transparent|inherit)$/.test(value) && !tokens.has(tokenOf(value) ?? ""),
        )
        .map((value) => `${file}: fill ${value}`),
    );
    expect(others).toEqual([]);
  });
});
