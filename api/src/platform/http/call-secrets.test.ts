import { expect, it } from "vitest";
import { secretsOfText } from "../log.ts";

it("a link's token in a mail is a secret, also one that has no digit by chance, and a long word is none", () => {
  const [noDigit, ordinary] = ["VrAWjcrLedhlvdaXcQPyZpKQ", "9f2kLmQ0aTzXw7bB1cYdE3gH"];
  const mail = `Windsurfing-Championships: set it at http://leebow.test/reset/${noDigit} or /reset/${ordinary}`;
  expect(secretsOfText(mail)).toEqual([noDigit, ordinary]);
});
