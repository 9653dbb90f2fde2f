/** Entries, teams and photos for the flows of the journal. */
import { expect, type Locator, type Page } from "@playwright/test";
import { type Account, asCoach, confirmAddress, createAccount, newPerson, withApi } from "./helpers";

const authorized = ({ access }: Account) => ({ authorization: `Bearer ${access}` });

/** Writes an entry through the API. Returns its id. */
export async function writeEntry(by: Account, data: object): Promise<number> {
  return withApi(async (api) => {
    const response = await api.post("/api/journals/", { headers: authorized(by), data });
    expect(response.status(), await response.text()).toBe(201);
    return (await response.json()).id;
  });
}

export async function writeReply(by: Account, entry: number, content: string): Promise<void> {
  await withApi(async (api) => {
    const response = await api.post(`/api/journals/${entry}/reply/`, { headers: authorized(by), data: { content } });
    expect(response.status(), await response.text()).toBe(201);
  });
}

/** A coach and an athlete of the same team, each with a session that knows the other. */
export async function newTeam(): Promise<{ coach: Account; athlete: Account }> {
  const coach = await asCoach(await createAccount());
  const athlete = await createAccount(newPerson("Iker", "Sanz"));
  await confirmAddress(athlete);
  return withApi(async (api) => {
    const made = await api.post("/api/teams/", { headers: authorized(coach), multipart: { name: "Squad" } });
    expect(made.status(), await made.text()).toBe(201);
    const { id } = await made.json();
    const path = `/api/teams/${id}/members/`;
    const added = await api.post(path, { headers: authorized(coach), data: { email: athlete.email } });
    expect(added.ok(), await added.text()).toBe(true);
    // Who has not chosen yet shows the team nothing of his own.
    const chosen = await api.patch(`/api/teams/${id}/membership/`, {
      headers: authorized(athlete),
      data: { permissions: "ALL" },
    });
    expect(chosen.ok(), await chosen.text()).toBe(true);
    const renewed = async (one: Account): Promise<Account> => {
      const user = await (await api.get("/api/users/me/", { headers: authorized(one) })).json();
      return { ...one, session: { user, access: one.access } };
    };
    return { coach: await renewed(coach), athlete: await renewed(athlete) };
  });
}

/** Chooses an entry of the menu of an article of the journal. */
export async function chooseInMenu(page: Page, entry: Locator, item: "Edit" | "Delete") {
  await entry
    .getByRole("button", { name: /'s entry$/ })
    .first()
    .click();
  await page.getByRole("menuitem", { name: item }).click();
}

/** A JPEG as a phone writes it: 200 × 100 pixels, red left and blue right, to be shown turned by 90°, with its place. */
export async function photoOfPhone(page: Page): Promise<Buffer> {
  const base64 = await page.evaluate(() => {
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [200, 100];
    const context = canvas.getContext("2d")!;
    for (const [at, colour] of ["#f00", "#00f"].entries()) {
      context.fillStyle = colour;
      context.fillRect(100 * at, 0, 100, 100);
    }
    return canvas.toDataURL("image/jpeg").split(",")[1]!;
  });
  const plain = Buffer.from(base64, "base64");
  return Buffer.concat([plain.subarray(0, 2), exifSegment(), plain.subarray(2)]);
}

const EXIF_TYPE = { ascii: 2, short: 3, long: 4, rational: 5 };

/** The segment of a JPEG that says "turn me by 90° to the right" and "39° 28' 12.34'' north". */
function exifSegment(): Buffer {
  const tag = (id: number, type: number, count: number, value: number) => {
    const bytes = Buffer.alloc(12);
    bytes.writeUInt16LE(id, 0);
    bytes.writeUInt16LE(type, 2);
    bytes.writeUInt32LE(count, 4);
    bytes.writeUInt32LE(value, 8);
    return bytes;
  };
  const folder = (...tags: Buffer[]) => {
    const count = Buffer.alloc(2);
    count.writeUInt16LE(tags.length);
    return Buffer.concat([count, ...tags, Buffer.alloc(4)]);
  };
  const head = Buffer.from([0x49, 0x49, 0x2a, 0, 8, 0, 0, 0]);
  // Each folder of two tags has 30 bytes: the second begins at 38, the numbers behind it at 68.
  const first = folder(tag(0x0112, EXIF_TYPE.short, 1, 6), tag(0x8825, EXIF_TYPE.long, 1, 38));
  const place = folder(tag(1, EXIF_TYPE.ascii, 2, 0x4e), tag(2, EXIF_TYPE.rational, 3, 68));
  const degrees = Buffer.alloc(24);
  for (const [at, value] of [39, 1, 28, 1, 1234, 100].entries()) degrees.writeUInt32LE(value, 4 * at);
  const body = Buffer.concat([Buffer.from("Exif\0\0", "latin1"), head, first, place, degrees]);
  const marker = Buffer.alloc(4);
  marker.writeUInt16BE(0xffe1, 0);
  marker.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([marker, body]);
}
