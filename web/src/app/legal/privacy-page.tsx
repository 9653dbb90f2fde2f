import { Link } from "react-router-dom";
import { LegalText, Operator } from "./legal-text";

export function Page() {
  return (
    <LegalText
      title="Privacy Policy"
      lead="Leebow runs on the server of whoever set it up for you: your club, your coach, or yourself. What you give it stays there, except where this page says otherwise."
    >
      <p>Effective February 2020.</p>
      <h2>Who is responsible</h2>
      <Operator />
      <h2>What is kept</h2>
      <ul>
        <li>Your name, email, boat class, picture and settings. Your password is kept only as a hash.</li>
        <li>
          The track files you upload, as they came, and what was calculated from them: positions, times, speeds and
          whatever else the device recorded, a heart rate for instance.
        </li>
        <li>Wind logs, journals with their photos, teams, tags and analyses that you write or make.</li>
        <li>
          A list of open sessions with the network address each was opened from, so that sessions can be ended and
          attacks slowed down.
        </li>
        <li>Where you subscribe: your plan and the number your payment provider knows you by, never a card.</li>
      </ul>
      <p>Photos lose the place where they were taken before they are kept.</p>
      <h2>Who sees your tracks</h2>
      <p>
        A public track is seen by everyone with an account on this server. A private one is seen by you, by the
        administrators of this server, and in a team by whom you chose there: your coaches alone, or all teammates.
        Until you have chosen, a team sees none of them. Whoever has the link of a shared race sees the race, its tracks
        and its journal without an account, until the link is withdrawn or ends.
      </p>
      <h2>What leaves the server</h2>
      <p>
        Nothing, unless whoever runs it connected something: a mail server for reset links; an online map, which then
        learns which part of the sea you look at; a payment provider, which learns your email and your plan; Garmin,
        which sends your activities here once you connect your account. There are no advertisements, no trackers and no
        fonts from elsewhere.
      </p>
      <p>
        This server counts how often each kind of page is opened, a track or a report for instance. It does not record
        who opened it or which one, and the page that analyzes a file is not counted.
      </p>
      <h2>Analyzing a file without an account</h2>
      <p>
        The file is <Link to="/analyze">read in your browser</Link>. It is not sent anywhere, and stays in this browser
        until you remove it there.
      </p>
      <h2>Your copy, and having it removed</h2>
      <p>
        Under <Link to="/account">My Account</Link> you can download all your data as one file and delete your account
        with what belongs to it. Deleting a track removes its file and its results at once. Backups of the server may
        hold deleted data for as long as whoever runs it keeps them; ask them for how long.
      </p>
    </LegalText>
  );
}
