import { read } from "../../server/read";

/**
 * What cost most in a session, against earlier ones and the boats of its races; anew with another wind. What it is compared
 * with changes with other tracks: it is not kept.
 */
export const debriefOptions = (id: number, twd_deg: number | null) =>
  read(
    ["tracks", "debrief", id, twd_deg],
    "GET /tracks/{id}/debrief/",
    { params: { id } },
    { gcTime: 0, structuralSharing: false },
  );
