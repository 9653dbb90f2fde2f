/** The links of the header and the bottom bar. */
import { FileSearch, LayoutDashboard, type LucideIcon, Route, ShieldUser, Upload, Users, Wind } from "lucide-react";

export interface NavigationLink {
  to: string;
  label: string;
  icon: LucideIcon;
  /** Addresses for which the link is marked as current. */
  within: RegExp;
}

const tracks: NavigationLink = {
  to: "/home",
  label: "Tracks",
  icon: Route,
  within: /^\/(home|tracks|reports|straight-analysis|races\/\d+\/report)/,
};
const dashboard: NavigationLink = {
  to: "/dashboard/journal",
  label: "Dashboard",
  icon: LayoutDashboard,
  within: /^\/dashboard/,
};
const teams: NavigationLink = { to: "/teams", label: "Teams", icon: Users, within: /^\/teams/ };
const wind: NavigationLink = { to: "/wind", label: "Wind", icon: Wind, within: /^\/wind/ };
const upload: NavigationLink = { to: "/upload", label: "Upload", icon: Upload, within: /^\/upload/ };
const analyze: NavigationLink = { to: "/analyze", label: "Analyze a file", icon: FileSearch, within: /^\/analyze/ };

/** On a phone it is in the menu of the picture. */
export const ADMIN_LINK: NavigationLink = { to: "/admin", label: "Admin", icon: ShieldUser, within: /^\/admin/ };

/** For this user; null without a login. */
export const navigationLinks = (user: { readonly role: number | null } | null): NavigationLink[] =>
  user ? [tracks, teams, dashboard, wind, upload, analyze, ...(user.role === 1 ? [ADMIN_LINK] : [])] : [analyze];

/** On a phone; there "Analyze a file" is in the menu of the picture. */
export const BAR_LINKS: readonly NavigationLink[] = [tracks, teams, dashboard, wind, upload];
