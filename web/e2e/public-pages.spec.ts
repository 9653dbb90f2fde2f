import { expect, test } from "./flow";

test("the legal pages name who runs the server, with a link to write to them", async ({ page }) => {
  await page.route("**/api/config/", async (route) => {
    const operator = { name: "Sailing Club Weymouth", contact: "privacy@club.example" };
    await route.fulfill({ json: { version: "1", map_style_url: null, operator } });
  });
  for (const path of ["/privacy-policy", "/terms-and-conditions"]) {
    await page.goto(path);
    await expect(page.getByText("This server is run by Sailing Club Weymouth.")).toBeVisible();
    await expect(page.getByRole("link", { name: "privacy@club.example" })).toHaveAttribute(
      "href",
      "mailto:privacy@club.example",
    );
  }
});
