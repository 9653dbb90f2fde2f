/** What the menu of a report opens, in one file of the build: the first script names fewer. */
export { RacePaper } from "./race-paper";
export { RacesDialog } from "./races-dialog";
export { RatingsDialog } from "./ratings-dialog";
