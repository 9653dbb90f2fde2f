import { LANDSCAPE, PHONE, useMedia } from "../look/use-media";

/** Whether the layout for phones held upright is used. On its side a phone shows map, chart and panel beside each other. */
export const useNarrow = (): boolean => useMedia(`${PHONE} and (not (${LANDSCAPE}))`);
