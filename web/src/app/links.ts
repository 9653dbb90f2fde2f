/** The places the header and the bottom bar lead to: only what is there. */
import { FileSearch, type LucideIcon, Route, Upload } from "lucide-react";

export interface Place {
  to: string;
  label: string;
  icon: LucideIcon;
  /** Addresses that count as being there. */
  within: RegExp;
}

const tracks: Place = { to: "/home", label: "Tracks", icon: Route, within: /^\/(home|tracks|reports)/ };
const upload: Place = { to: "/upload", label: "Upload", icon: Upload, within: /^\/upload/ };
const analyze: Place = { to: "/analyze", label: "Analyze a file", icon: FileSearch, within: /^\/analyze/ };

export const placesFor = (loggedIn: boolean): Place[] => (loggedIn ? [tracks, upload, analyze] : [analyze]);
