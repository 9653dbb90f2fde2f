import { FileSearch, LogOut, Moon, Sun, SunMoon, UserRound } from "lucide-react";
import type { ReactNode } from "react";
import { Link, NavLink, useLocation, useNavigate } from "react-router-dom";
import { useSnapshot } from "valtio";
import { Avatar } from "../components/avatar";
import { ButtonLink, IconButton } from "../components/button";
import { classes } from "../components/classes";
import { Logo } from "../components/logo";
import { Menu } from "../components/menu";
import { shortDay } from "../format/times";
import { chooseTheme, type ThemeChoice, theme } from "../look/theme";
import { logOut } from "../queries/log-out";
import { current, raceName } from "../stores/current-track";
import { fullName, session } from "../stores/session";
import styles from "./header.module.css";
import { ADMIN_LINK, navigationLinks } from "./links";

/** `children`: what the whole page is doing, inside the landmark of the header. */
export function Header({ children }: { children?: ReactNode }) {
  const { user } = useSnapshot(session);
  const { pathname } = useLocation();
  return (
    <header className={styles.header}>
      {children}
      <Link to="/" className={styles.brand}>
        <Logo />
      </Link>
      <nav className={styles.nav} aria-label="Main">
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
      <div className={styles.crumb}>
        <b className="two-lines">{windReport.name}</b>
        <span className={styles.when}>Wind report, {shortDay(windReport.start_time, windReport.tz)}</span>
      </div>
    );
  if (race)
    return (
      <div className={styles.crumb}>
        <b className="two-lines">{raceName(race)}</b>
        {race.start_time && <span className={styles.when}>{shortDay(race.start_time, race.tz)}</span>}
      </div>
    );
  if (!track) return null;
  return (
    <div className={styles.crumb}>
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

interface PersonProps {
  name: string;
  image: string | null;
  isAdministrator: boolean;
}

/** Account and logout: as links on wide screens, and in the menu of the picture. */
function Person({ name, image, isAdministrator }: PersonProps) {
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
