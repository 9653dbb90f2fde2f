/** What the flows of the account and of teams have in common. */
import { expect, type Page } from "@playwright/test";

/** The address in links of the server; the session of the browser belongs to it. */
export const LOCALHOST = `http://localhost:${process.env.LEEBOW_E2E_PORT ?? 4390}`;

/** Does something, and expects the notice that follows; it is shown for 3 s only. */
export async function expectNotice(page: Page, text: string, act: () => Promise<unknown>): Promise<void> {
  const shown = page.getByText(text, { exact: true }).first().waitFor();
  await act();
  await shown;
}

/** A red picture of 8 by 8 pixels. */
export const PICTURE = {
  name: "face.png",
  mimeType: "image/png",
  buffer: Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEUlEQVR4nGM4ISeHFTEMLQkAkL9BAbKfPiIAAAAASUVORK5CYII=",
    "base64",
  ),
};

export const TEXT_FILE = { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("no picture") };

/** Expects the reason of a disabled button in its tooltip when the keyboard reaches it. */
export async function expectReason(page: Page, button: string, reason: string): Promise<void> {
  const blocked = page.getByRole("button", { name: button, exact: true });
  await expect(blocked).toBeDisabled();
  await expect(blocked).toHaveAccessibleDescription(reason);
  await page.keyboard.press("Tab");
  await blocked.focus();
  await expect(page.locator("[data-side][data-open]").getByText(reason)).toBeVisible();
}
