/** The words of a search; each has to occur. */
export const searchWords = (search = ""): string[] => search.split(/\s+/).filter(Boolean);

/** The pattern of `like` for texts that hold this one. */
export const likePattern = (text: string): string => `%${text.replaceAll(/[\\%_]/g, "\\$&")}%`;
