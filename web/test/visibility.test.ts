import { expect, it } from "vitest";
import { VISIBILITIES } from "../src/tracks/downloads";

it("the hint of a private track names its owner, the teams he allows it, and the administrators, as the server decides", () => {
  const hint = VISIBILITIES.find(({ value }) => value === "PRIVATE")?.hint;
  expect(hint).toBe("You see it, those of your teams whom you allow it, and the administrators of this server.");
});
