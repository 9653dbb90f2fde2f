/** What parameters mean that have one meaning in all calls; a field with a description of its own says more. */

const NAMED: Record<string, string> = {
  b: "Id of the other boat's track, as the report names it",
  checkout_session_id: "The provider's id of the checkout",
  class: "Sessions of this boat class; all without it",
  code: "What the provider gives for its consent",
  code_challenge: "S256 challenge of RFC 7636",
  cursor: "`next` or `previous` of another page of this list; the first page without it",
  end: "Last day, in the zone of each track; open without it",
  end_date: "Last day, in the zone of each track",
  end_time: "End of the window, later than its start",
  error: "Why the provider has refused",
  expires: "Part of the signed address: until when it is good",
  filter_users: "Tracks of these people; repeat the parameter for several",
  group: "Which accounts; all without it",
  max: "Part of the signed address: the most bytes that it takes",
  name: "Of the kind of job; all without it",
  notrackpoints: "true: without the points of the track",
  order: "Ascending or descending",
  owner: "Of the caller, of his teams, or of everybody (administrators only)",
  photo_id: "Id of the photo, as the entry names it",
  price_id: "Id of the price, as the list of plans names it",
  redirect_uri: "Where the consent leads back to",
  reply_id: "Id of the reply, as the entry names it",
  search: "Words that all occur in an entry of the list",
  secret: "Of the webhook, as it is registered with the provider",
  share_id: "Of the link to a shared race, which needs no session",
  side: "One tack alone; both without it",
  signature: "Part of the signed address",
  sort: "What the list is sorted by",
  start: "First day, in the zone of each track; open without it",
  start_date: "First day, in the zone of each track",
  start_time: "Start of the window",
  state: "Unguessable text that ties the answer to the request for it",
  tag: "T: tacks, G: gybes",
  team: "Id of the team whose athletes it is about, in the place of one person",
  theme: "Colours of the picture",
  time: "The moment, with its zone",
  token: "Of the link in the mail",
  track: "Id of the track",
  track_id: "Id of the track",
  type: "Part of the signed address: the content type that it takes",
  user: "Id of the person whose sessions it is about; the caller without it",
  wind: "Sessions in this wind; all without it",
};

/** Of a parameter of this call, by its name; undefined when it has no meaning of its own everywhere. */
export function descriptionOf(
  place: "path" | "query",
  name: string,
  path: string,
  things: Record<string, string>,
): string | undefined {
  const segments = path.split("/");
  const thing = place === "path" ? things[segments[segments.indexOf(`{${name}}`) - 1] ?? ""] : undefined;
  return thing ? `Id of the ${thing}` : NAMED[name];
}
