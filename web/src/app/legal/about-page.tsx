import { Link } from "react-router-dom";
import { Film } from "../../people/welcome/film";
import { LegalText, Operator } from "./legal-text";

/** Third-party software and data, as in the project's NOTICE. */
const OTHERS: { what: string; who: string; licence: string; link: string }[] = [
  {
    what: "Coastline",
    who: "OpenStreetMap contributors",
    licence: "Open Database License 1.0",
    link: "https://www.openstreetmap.org/copyright",
  },
  {
    what: "Place names",
    who: "GeoNames",
    licence: "Creative Commons Attribution 4.0",
    link: "https://www.geonames.org",
  },
  {
    what: "Time zones",
    who: "timezone-boundary-builder",
    licence: "Open Database License 1.0",
    link: "https://github.com/evansiroky/timezone-boundary-builder",
  },
  { what: "Typeface", who: "IBM Plex Sans", licence: "SIL Open Font License 1.1", link: "https://github.com/IBM/plex" },
  { what: "Icons", who: "Lucide", licence: "ISC License", link: "https://lucide.dev" },
  { what: "Map drawing", who: "MapLibre GL JS", licence: "BSD 3-Clause", link: "https://maplibre.org" },
];

export function Page() {
  return (
    <LegalText
      title="About Leebow"
      lead="Leebow reads what boats recorded, finds out what the crew did and what it cost, and shows it: on a map in motion and in reports."
    >
      <p>
        It takes the files of watches, phones and racing instruments, finds the tacks, gybes, bear-aways and douses,
        says how many metres each one cost against sailing on, and estimates the wind from the track itself. What is
        only estimated is shown with its doubt; what is not known stays empty.{" "}
        <Link to="/about-these-numbers">About these numbers</Link> says how they are found, and how well.
      </p>
      <p>
        One engine does all the reckoning. It is the same in this page, on the server and in the terminal, so the
        numbers are the same too. You can <Link to="/analyze">analyze a file</Link> without an account: your browser
        reads it, nothing is uploaded.
      </p>
      <h2>The film</h2>
      <Film />
      <h2>Who runs this server</h2>
      <Operator />
      <h2>The name</h2>
      <p>To lee-bow is to tack just ahead and to leeward of another boat, so that she sails in your bad air.</p>
      <h2>Licence</h2>
      <p>Leebow is free software under the MIT licence. You may run it, change it and pass it on.</p>
      <h2>Made with the work of others</h2>
      <dl>
        {OTHERS.map(({ what, who, licence, link }) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>
              <a href={link} rel="noreferrer">
                {who}
              </a>
              , {licence}
            </dd>
          </div>
        ))}
      </dl>
    </LegalText>
  );
}
