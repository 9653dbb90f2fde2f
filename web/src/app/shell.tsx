import {
  FileSearch,
  LayoutDashboard,
  LogOut,
  type LucideIcon,
  Moon,
  Route,
  ShieldUser,
  Sun,
  SunMoon,
  Upload,
  UserRound,
  Users,
  Wind,
} from "lucide-react";
import { type ReactNode, Suspense, useEffect, useRef } from "react";
import { Link, NavLink, Outlet, ScrollRestoration, useLocation, useNavigate, useNavigation } from "react-router-dom";
import { useSnapshot } from "valtio";
import { shortDay } from "../format/times";
import { chooseTheme, type ThemeChoice, theme } from "../look/theme";
import { logOut } from "../people/account/log-out";
import { closedWelcome, welcomeFor } from "../people/welcome/state";
import { fullName, useUser } from "../server/session";
import { current, raceName } from "../tracks/current-track";
import { Avatar } from "../ui/avatar";
import { ButtonLink, IconButton } from "../ui/button";
import { classes } from "../ui/classes";
import { Logo } from "../ui/icon";
import { lazyClosable } from "../ui/lazy-component";
import { Menu } from "../ui/menu";
import styles from "./shell.module.css";

const Welcome = lazyClosable(() => import("../people/welcome/welcome").then((part) => part.Welcome));

/** Header, page and, on a phone, the bottom bar. */
export function Shell() {
  const { state } = useNavigation();
  const page = useFocusedPage();
  const units = useUnitsOfPage();
  return (
    <div className={styles.shell}>
      <a href="#page" className={styles.skip}>
        Skip to the page
      </a>
      <Header>
        {state === "loading" && <div className={styles.bar} role="progressbar" aria-label="Loading the page" />}
      </Header>
      <div className={styles.page} id="page" tabIndex={-1} ref={page}>
        <Suspense key={units}>
          <Outlet />
        </Suspense>
      </div>
      <BottomBar />
      <ScrollRestoration />
      <LateWelcome />
    </div>
  );
}

/** Loads the welcome for the users it is for. */
function LateWelcome() {
  const user = useUser();
  const closed = useSnapshot(closedWelcome);
  return user && welcomeFor(user, closed) && <Welcome />;
}

/**
 * Figures are written when a component is drawn. A page is drawn anew when the units of the account change, as they may
 * on another device; not the page of the account, whose form has just changed them.
 */
function useUnitsOfPage(): string {
  const user = useUser();
  const { pathname } = useLocation();
  return pathname.startsWith("/account") ? "" : JSON.stringify(user?.units);
}

/** Focuses the page after navigation, as the browser does after loading a document. */
function useFocusedPage() {
  const { pathname } = useLocation();
  const page = useRef<HTMLDivElement>(null);
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (!page.current?.contains(document.activeElement)) page.current?.focus({ preventScroll: true });
  }, [pathname]);
  return page;
}

/** `children`: what the whole page is doing, inside the landmark of the header. */
function Header({ children }: { children?: ReactNode }) {
  const user = useUser();
  const { pathname } = useLocation();
  return (
    <header className={styles.header}>
      {children}
      <Link to="/" className={styles.brand}>
        <Logo />
      </Link>
      <nav className={classes("only-wide", styles.nav)} aria-label="Main">
        {navigationLinks(user).map((place) => (
          <Link
            key={place.to}
            to={place.to}
            className={classes(styles.link, user !== null && place.to === "/analyze" && styles.late)}
            aria-current={place.within.test(pathname) ? "page" : undefined}
          >
            {place.label}
          </Link>
        ))}
      </nav>
      <Crumb />
      <span className="grow" />
      <ThemeButton />
      {user ? (
        <Person name={fullName(user)} image={user.profile_img} isAdministrator={user.role === 1} />
      ) : (
        <ButtonLink to="/login">Login</ButtonLink>
      )}
    </header>
  );
}

/** The current race or wind report, or the current track with its date in its time zone. */
function Crumb() {
  const { track, race, windReport } = useSnapshot(current);
  if (windReport)
    return (
      <div className={classes("only-wide", styles.crumb)}>
        <b className="two-lines">{windReport.name}</b>
        <span className={styles.when}>Wind report, {shortDay(windReport.start_time, windReport.tz)}</span>
      </div>
    );
  if (race)
    return (
      <div className={classes("only-wide", styles.crumb)}>
        <b className="two-lines">{raceName(race)}</b>
        {race.start_time && <span className={styles.when}>{shortDay(race.start_time, race.tz)}</span>}
      </div>
    );
  if (!track) return null;
  return (
    <div className={classes("only-wide", styles.crumb)}>
      <b>Track {track.id}</b>
      <span className="truncate">
        {shortDay(track.start_time, track.tz)}, {track.full_name}
      </span>
    </div>
  );
}

const NEXT: Record<ThemeChoice, { choice: ThemeChoice; icon: typeof Sun; label: string }> = {
  system: { choice: "light", icon: SunMoon, label: "Colours follow the system. Change to light" },
  light: { choice: "dark", icon: Sun, label: "Light colours. Change to dark" },
  dark: { choice: "system", icon: Moon, label: "Dark colours. Follow the system" },
};

function ThemeButton() {
  const { choice } = useSnapshot(theme);
  const next = NEXT[choice];
  return <IconButton icon={next.icon} label={next.label} onClick={() => chooseTheme(next.choice)} />;
}

/** Account and logout: as links on wide screens, and in the menu of the picture. */
function Person({ name, image, isAdministrator }: { name: string; image: string | null; isAdministrator: boolean }) {
  const navigate = useNavigate();
  const leave = () => {
    logOut();
    void navigate("/login");
  };
  return (
    <>
      <NavLink to="/account" className={styles.aside}>
        My Account
      </NavLink>
      <button type="button" className={styles.aside} onClick={leave}>
        Logout
      </button>
      <Menu
        trigger={
          <button type="button" className={styles.face} aria-label={`${name}, account`}>
            <Avatar name={name} image={image} />
          </button>
        }
        head={<p className={styles.whose}>{name}</p>}
        entries={[
          { label: "My Account", icon: UserRound, to: "/account" },
          { label: "Analyze a file", icon: FileSearch, to: "/analyze" },
          ...(isAdministrator ? [{ label: "Administration", icon: ADMIN_LINK.icon, to: ADMIN_LINK.to }] : []),
          { label: "Logout", icon: LogOut, onSelect: leave, separated: true },
        ]}
      />
    </>
  );
}

/** Navigation on a phone. */
function BottomBar() {
  const user = useUser();
  const { pathname } = useLocation();
  if (!user) return null;
  return (
    <nav className={classes("only-phone", styles.bottomBar)} aria-label="Places">
      {BAR_LINKS.map(({ to, label, icon: Glyph, within }) => (
        <Link key={to} to={to} className={styles.barLink} aria-current={within.test(pathname) ? "page" : undefined}>
          <Glyph size={20} strokeWidth={1.75} aria-hidden="true" />
          {label}
        </Link>
      ))}
    </nav>
  );
}

// The links of the header and the bottom bar.

interface NavigationLink {
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
const ADMIN_LINK: NavigationLink = { to: "/admin", label: "Admin", icon: ShieldUser, within: /^\/admin/ };

/** For this user; null without a login. */
const navigationLinks = (user: { readonly role: number | null } | null): NavigationLink[] =>
  user ? [tracks, teams, dashboard, wind, upload, analyze, ...(user.role === 1 ? [ADMIN_LINK] : [])] : [analyze];

/** On a phone; there "Analyze a file" is in the menu of the picture. */
const BAR_LINKS: readonly NavigationLink[] = [tracks, teams, dashboard, wind, upload];
