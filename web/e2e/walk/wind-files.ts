/** Wind files and their reports. */
import { createAccount } from "../helpers";
import { storeLog, withWind } from "./seeds";
import { dialog, fills, presses, sees, seesThe, types } from "./steps";
import { DESK, PHONE, type Row } from "./walk";

const BOTH = [DESK, PHONE];
const asOwner = async () => (await withWind()).account;

export const WIND_FILES: Row[] = [
  {
    name: "/wind",
    at: "/wind",
    as: asOwner,
    states: [
      {
        name: "a log",
        reach: [seesThe((at) => at.getByRole("article", { name: "committee-boat.txt" }).getByRole("img"))],
        sizes: BOTH,
      },
      {
        name: "another file than a log",
        reach: [
          presses("Upload Wind File"),
          (page) =>
            page
              .getByRole("dialog")
              .locator('input[type="file"]')
              .setInputFiles({ name: "wind.csv", mimeType: "text/plain", buffer: Buffer.from("a") }),
          seesThe((at) => at.getByRole("dialog").getByRole("alert")),
        ],
        fits: [],
      },
      {
        name: "a new report",
        reach: [
          types("Escape"),
          presses("Create Report"),
          dialog("Create Report"),
          fills("Name", "First beat"),
          seesThe((at) => at.getByRole("slider", { name: "End of the report" })),
        ],
        sizes: [PHONE],
        fits: [],
      },
    ],
  },
  {
    name: "a wind report",
    at: async () => `/wind-report/${(await withWind()).report}`,
    as: asOwner,
    states: [
      {
        name: "its figures and its chart",
        reach: [
          seesThe((at) => at.getByRole("slider", { name: /^Wind speed and direction/ })),
          sees("Trend per 1 min"),
          (page) => page.getByRole("slider", { name: /^Wind speed and direction/ }).press("Home"),
        ],
        sizes: BOTH,
      },
    ],
  },
  {
    name: "a text without wind",
    at: "/wind",
    as: async () => {
      const account = await createAccount();
      await storeLog(account, Buffer.from("The wind was from the left.\n".repeat(20)));
      return account;
    },
    states: [{ name: "its row", reach: [sees("There was an error processing this wind file.")] }],
  },
];
