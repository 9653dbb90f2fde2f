/** The installed Chromium that flows and component tests start. */
import { existsSync } from "node:fs";

export const CHROMIUM_LAUNCH = {
  executablePath: [
    process.env.CHROMIUM,
    "/usr/bin/chromium-headless-shell",
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
  ].find((path) => path && existsSync(path)),
  args: ["--no-sandbox", "--disable-background-networking", "--enable-unsafe-swiftshader", "--disable-quic"],
};

/** The screen, language and time zone of every test. */
export const SCREEN = { width: 1440, height: 900 };
export const LOCALE = { locale: "en-GB", timezoneId: "Europe/Berlin" };
