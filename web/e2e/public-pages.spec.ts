import { expect, test } from "./flow";

test("the privacy policy says that no contact is named yet, and how whoever runs the server names one", async ({
  page,
}) => {
  await page.goto("/privacy-policy");
  await expect(page.getByText("Effective February 2020.")).toBeVisible();
  await expect(page.getByText(/OPERATOR_NAME.*OPERATOR_CONTACT/)).toBeVisible();
});

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

test("the public pages link to each other and need no login", async ({ page }) => {
  await page.goto("/cookie-policy");
  await expect(page.getByText("leebow.session")).toBeVisible();
  const pages = page.getByRole("navigation", { name: "About this site" });
  for (const name of ["Privacy Policy", "Terms and Conditions", "Cookie Policy", "About"]) {
    await pages.getByRole("link", { name, exact: true }).click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText(name);
  }
});

test("the film can be watched again from About, also on a phone", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/about");
  await expect(page.getByLabel("Film: from the file to the first tack")).toBeVisible();
});
