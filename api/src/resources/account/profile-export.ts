import type { AppContext } from "../../platform/context.ts";
import { jsonEntry } from "../../platform/files/json-entry.ts";
import type { ArchiveEntry } from "../../platform/files/zip.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import { presentUser } from "./present.ts";

const ABOUT = `Your data on Leebow.

profile.json     your profile
tracks/          a folder a track: the file you uploaded, the track, its analysis, your corrections
wind/            your wind logs as you uploaded them, and the reports on them
journals.json    your journal; photos/ has the photos you added
teams.json       your teams
other/           everything else that is stored about you, a file a table of the database

Times are ISO 8601 in UTC. Unknown is null.
`;

export async function* exportProfile(context: AppContext, user: Viewer): AsyncGenerator<ArchiveEntry> {
  yield { path: "README.txt", content: Buffer.from(ABOUT) };
  const { profile_img: _, can: _can, teammates: _teammates, ...profile } = await presentUser(user, context);
  yield jsonEntry("profile.json", { ...profile, created: user.created_at.toISOString() });
  const picture = user.image && (await context.storage.open(user.image));
  if (picture) yield { path: "profile.webp", content: picture.stream() };
}
