import { LegalText } from "./legal-text";

export function Page() {
  return (
    <LegalText
      title="Privacy Policy"
      lead="Leebow runs on the server of whoever set it up for you: your club, your coach, or yourself. What you give it stays there."
    >
      <p>Effective February 2020.</p>
      <h2>What is kept</h2>
      <ul>
        <li>Your name, email, boat class and settings. Your password is kept only as a hash.</li>
        <li>
          The track files you upload, as they came, and what was worked out from them: positions, times, speeds and
          whatever else the device recorded, a heart rate for instance.
        </li>
        <li>
          A list of open sessions with the network address each was opened from, so that sessions can be ended and
          attacks slowed down.
        </li>
      </ul>
      <h2>Who sees your tracks</h2>
      <p>
        A public track is seen by everyone with an account on this server. A private one is seen by you, by the
        teammates or coaches whom you allow it on the page of a team, and by the administrators of this server.
      </p>
      <h2>What leaves the server</h2>
      <p>
        Nothing, unless whoever runs it connected something: a mail server for reset links, an online map, which then
        learns which part of the sea you look at, a payment provider for whoever buys a plan, or Garmin for whoever
        connects an account there. There are no advertisements, no counters of visits and no fonts from elsewhere.
      </p>
      <h2>Analyzing a file without an account</h2>
      <p>The file is read in your browser. It is not sent anywhere.</p>
      <h2>Having it removed</h2>
      <p>
        Deleting a track removes its file and its results. On the page of your account you can export all your data as
        one file, and delete the account with all that belongs to it; backups of the server have it until newer ones
        replace them.
      </p>
    </LegalText>
  );
}
