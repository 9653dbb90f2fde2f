import { beforeAll } from "vitest";
import { startEachTestAnew } from "./screen";

/** Vite serves the code of the pages file by file: beside builds the first page takes longer than a test may. */
const PAGES = import.meta.glob("../../src/**/*page.tsx");
beforeAll(() => Promise.all(Object.values(PAGES).map((load) => load())), 240_000);

// Lists, menus and dialogs are gone at once: on a busy machine Base UI waited for some of their animations without end. The
// flows have them.
(globalThis as { BASE_UI_ANIMATIONS_DISABLED?: boolean }).BASE_UI_ANIMATIONS_DISABLED = true;

startEachTestAnew();
