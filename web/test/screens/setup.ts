import { startEachTestAnew } from "./screen";

// Lists, menus and dialogs are gone at once: on a busy machine Base UI waited for some of their animations without end. The
// flows have them.
(globalThis as { BASE_UI_ANIMATIONS_DISABLED?: boolean }).BASE_UI_ANIMATIONS_DISABLED = true;

startEachTestAnew();
