import sharp from "sharp";
import { expect, it } from "vitest";
import { onEveryDatabase, type Person } from "../../../test/test-server.ts";
import { grantFeatures } from "../account/features.ts";

onEveryDatabase("the privacy of a team", (at) => {
  async function coach(): Promise<Person> {
    const person = await at().signUp("Grace");
    await grantFeatures(at().context.db, person.session.user.id, ["coach_tools"]);
    return person;
  }
  const formOf = (fields: Record<string, string | Blob>) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    return form;
  };

  it("tells nobody by mail who has switched e-mail notifications off", async () => {
    const [grace, ada] = [await coach(), await at().signUp()];
    await ada.call("PATCH", "/api/users/", { json: { email_notifications: false } });
    const team = (await grace.call("POST", "/api/teams/", { form: formOf({ name: "Quiet Squad" }) })).body;
    expect(
      (await grace.call("POST", `/api/teams/${team.id}/members/`, { json: { email: ada.session.user.email } })).status,
    ).toBe(201);
    // A later mail has arrived, which always comes.
    await at().call("POST", "/api/users/forgot/", { json: { email: ada.session.user.email } });
    const mails = await at().mailsTo(ada.session.user.email);
    expect(mails).toHaveLength(1);
    expect(mails[0]).not.toContain("added you");
  });

  it("has a logo without the place where the picture was taken", async () => {
    const grace = await coach();
    const taken = await sharp({ create: { width: 64, height: 64, channels: 3, background: "#336699" } })
      .withExif({ IFD3: { GPSLatitudeRef: "N", GPSLatitude: "45/1 51/1 0/1" } })
      .jpeg()
      .toBuffer();
    const logo = new File([taken as BlobPart], "a.jpg");
    const { body } = await grace.call("POST", "/api/teams/", { form: formOf({ name: "Garda", logo }) });
    const { bytes } = await at().call("GET", body.logo);
    expect((await sharp(bytes).metadata()).exif).toBeUndefined();
    expect((await sharp(taken).metadata()).exif).toBeDefined();
  });
});
