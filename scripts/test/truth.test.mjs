import { expect, test } from "vitest";
import { withRows } from "../../core/tests/truth.mjs";

test("the rows that were measured are replaced, new ones follow the table, all else stays", () => {
  const document =
    "# Rows\n\n| measure | met |\n|---|---|\n| a | yes |\n| b | NO |\n\nText\n\n| share | n |\n|---|---|\n| 0.1 | 2 |\n";
  const measured = "| measure | met    |\n|---------|--------|\n| b       | target |\n| c       | yes    |\n";
  expect(withRows(document, measured)).toBe(
    "# Rows\n\n| measure | met |\n|---|---|\n| a | yes |\n| b | target |\n| c | yes |\n\nText\n\n| share | n |\n|---|---|\n| 0.1 | 2 |\n",
  );
});
