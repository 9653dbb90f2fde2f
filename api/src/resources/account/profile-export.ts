import type { AppContext } from "../../platform/context.ts";
import { jsonEntry } from "../../platform/files/json-entry.ts";
import type { ArchiveEntry } from "../../platform/files/zip.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import { presentUser } from "./present.ts";

const about = (context: AppContext) => `Your data on Leebow.

profile.json     your profile
${context.resources.flatMap(({ account }) => account?.about ?? []).join("\n")}
other/           everything else that is stored about you, a file a table of the database

Times are ISO 8601 in UTC. Unknown is null.
`;

export async function* exportProfile(context: AppContext, user: Viewer): AsyncGenerator<ArchiveEntry> {
  yield { path: "README.txt", content: Buffer.from(about(context)) };
  const { profile_img: _, can: _can, teammates: _teammates, ...profile } = await presentUser(user, context);
  yield jsonEntry("profile.json", { ...profile, created: user.created_at.toISOString() });
  const picture = user.image && (await context.storage.open(user.image));
  if (picture) yield { path: "profile.webp", content: picture.stream() };
}
