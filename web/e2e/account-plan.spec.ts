import { expectNotice, failing, LOCALHOST } from "./account-pages";
import { expect, test } from "./flow";
import { accessible, asCoach, confirmAddress, createAccount, fitsTheScreen, logIn } from "./helpers";

// The payment page leads back to the public address of the server.
test.use({ baseURL: LOCALHOST });

test("the plans show prices in dollars without decimals and their features; the current one cannot be chosen", async ({
  page,
}) => {
  await logIn(page, await createAccount());
  await page.goto("/account");
  await page.getByRole("navigation", { name: "My Account" }).getByRole("link", { name: "Plan" }).click();
  await expect(page).toHaveURL(/\/account\/plan$/);
  const table = page.getByRole("table", { name: "Current subscription" });
  for (const name of ["Plan", "Status", "Next Bill"])
    await expect(table.getByRole("columnheader", { name, exact: true })).toBeVisible();
  await expect(table.getByRole("cell", { name: "Sailor" })).toBeVisible();
  const sailor = page.getByRole("article", { name: "Sailor" });
  await expect(sailor).toContainText("$0/month");
  await expect(sailor.getByRole("button", { name: "Current plan" })).toBeDisabled();
  await expect(sailor.getByText("Without Coach Tools")).toBeAttached();
  const coach = page.getByRole("article", { name: "Coach" });
  await expect(coach).toContainText("$25/month");
  for (const feature of ["View tracks", "Athlete Tools", "Auto Segmentation", "Coach Tools"])
    await expect(coach.getByText(feature, { exact: true })).toBeVisible();
  await expect(page.getByText(/This server is a demonstration: its plans cost nothing\./)).toBeVisible();
  await expect(coach.getByRole("button", { name: "Choose" })).toBeEnabled();
  await expect(page.getByRole("button", { name: "Cancel" })).toHaveCount(0);
  await accessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await fitsTheScreen(page);
});

test("a declined payment and a made one keep their page; the features of the plan work at once", async ({ page }) => {
  const account = await createAccount();
  await confirmAddress(account);
  await logIn(page, account);
  await page.goto("/account/plan");
  await page.getByRole("button", { name: "Choose Coach" }).click();
  await expect(page).toHaveURL(/\/api\/billing\/checkout\//);
  await expect(page.getByText(/This server takes no money and asks for no card/)).toBeVisible();
  await accessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await fitsTheScreen(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole("button", { name: "Decline" }).click();
  await expect(page.getByText("Payment failed. Please try another payment method.")).toBeVisible();
  await expect(page.getByText("Nothing was charged. You are still on the Sailor plan.")).toBeVisible();
  await accessible(page);
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("button", { name: "Pay" }).click();
  await expect(page.getByText("Subscription successful, thank you!")).toBeVisible();
  await expect(page.getByText(/Coach is on\. The next bill is on .+, \$25\./)).toBeVisible();
  await accessible(page);
  await page.goto("/teams");
  await expect(page.getByRole("button", { name: "+ New Team" })).toBeVisible();
});

test("a payment that is not decided yet is asked for again after 3 s", async ({ page }) => {
  await logIn(page, await createAccount());
  const asked: number[] = [];
  await page.route("**/api/billing/checkout-result/**", (route) => {
    asked.push(Date.now());
    return route.fulfill({ json: { status: asked.length < 3 ? "wait" : "fail", price_id: "embedded_coach" } });
  });
  await page.goto("/account/plan?checkout_session_id=pending");
  await expect(page.getByText("Waiting for your payment")).toBeVisible();
  await expect(page.getByText(/Coach, \$25 a month\. This takes a few seconds/)).toBeVisible();
  await expect(page.getByText("Payment failed. Please try another payment method.")).toBeVisible();
  expect(asked[1]! - asked[0]!).toBeGreaterThan(2900);
  expect(asked).toHaveLength(3);
});

test("cancelling asks first with the focus on keeping, and the plan stays until its end", async ({ page }) => {
  await logIn(page, await asCoach(await createAccount()));
  await page.goto("/account/plan");
  const coach = page.getByRole("article", { name: "Coach" });
  await expect(coach.getByRole("button", { name: "Current plan" })).toBeDisabled();
  const table = page.getByRole("table", { name: "Current subscription" });
  await expect(table).toContainText("Active");
  await expect(table).toContainText(/\d+ \w+ 20\d\d, \$25/);
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  const question = page.getByRole("dialog", { name: "Cancel subscription?" });
  await expect(question).toContainText("Then you return to the Sailor plan, the starter plan");
  await expect(question.getByRole("button", { name: "Keep Coach" })).toBeFocused();
  await accessible(page);
  await page.keyboard.press("Enter");
  await expect(question).toHaveCount(0);
  // The free plan is chosen by cancelling.
  await page.getByRole("button", { name: "Choose Sailor" }).click();
  await expectNotice(page, "Subscription cancelled.", () =>
    question.getByRole("button", { name: "Cancel subscription" }).click(),
  );
  await expect(page.getByText(/Cancelled: Coach stays until .+\. Then you return to the Sailor plan\./)).toBeVisible();
  await expect(table.getByRole("cell").last()).toHaveText("None");
  await expect(page.getByRole("button", { name: "Choose Sailor" })).toBeDisabled();
});

test("plans that cannot be read say why and are asked for again; a server that sells none says so", async ({
  page,
}) => {
  await logIn(page, await createAccount());
  await failing(page, "**/api/billing/prices/", 503);
  await page.goto("/account/plan");
  await expect(page.getByText("The plans could not be read")).toBeVisible();
  await page.unroute("**/api/billing/prices/");
  await page.route("**/api/billing/prices/", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: (await response.json()).slice(0, 1) });
  });
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(
    page.getByText("This server sells no plans. Ask its administrator for the features you need."),
  ).toBeVisible();
});
