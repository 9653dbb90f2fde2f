import { LegalText } from "./legal-text";

/** What is stored in the browser: the key in localStorage, the name of the database or of the cache, and its meaning. */
const STORED: { key: string; what: string; text: string }[] = [
  {
    key: "leebow.session",
    what: "Your session",
    text: "Who you are and a token, so that you need not log in at every visit. Removed when you log out.",
  },
  {
    key: "leebow.devices",
    what: "This device",
    text: "A token for each account that logged in here, so that wrong passwords tried by others do not delay you. It stays after logging out and opens nothing by itself.",
  },
  {
    key: "leebow-analyze",
    what: "Files that you analyze",
    text: "Files opened on the analyze page and your corrections, so that a reload does not lose them. Removed when you remove them there; never sent.",
  },
  {
    key: "leebow-analyze-page",
    what: "The analyze page",
    text: "The program of this page and the coast of the world, 14 MB, so that it opens again without a network. Nothing of yours, and no answer of the server. A newer version replaces it.",
  },
  {
    key: "leebow.theme",
    what: "Light or dark",
    text: "Only if you chose one. Removed when you choose to follow the system.",
  },
  {
    key: "leebow.units",
    what: "Units",
    text: "The units that you chose on the analyze page. With an account they are stored with it instead.",
  },
  {
    key: "leebow.welcome",
    what: "The welcome",
    text: "That you have seen the film, and whether you closed the question for your boat class.",
  },
  {
    key: "leebow.wind-left-open",
    what: "Winds left open",
    text: "Sessions for which you answered that you do not know the wind, so that you are not asked again.",
  },
  {
    key: "leebow.parts-line-closed",
    what: "What is left out of your season",
    text: "That you have closed the line about it.",
  },
  {
    key: "leebow.targets",
    what: "Polar files",
    text: "Polars that you chose as targets without an account. With an account they are stored with it instead.",
  },
  {
    key: "leebow.wind-by-hand",
    what: "Wind strengths",
    text: "The wind strength that you gave for a session without a measured one, for its % of target.",
  },
  {
    key: "leebow.straights",
    what: "Your straight-line report",
    text: "Which of its sections are folded, and which columns are hidden.",
  },
];

export function Page() {
  return (
    <LegalText
      title="Cookie Policy"
      lead="Leebow sets no cookies for advertising or counting. It keeps a few things in your browser so that it works."
    >
      <dl>
        {STORED.map(({ key, what, text }) => (
          <div key={key}>
            <dt>{what}</dt>
            <dd>
              {text} <code>{key}</code>
            </dd>
          </div>
        ))}
      </dl>
      <p>
        All of it lies in the storage of this browser; only the tokens are sent, and to this server alone. Clearing the
        site's data in the browser removes it. If a payment provider is connected, its own pages may set cookies of
        their own.
      </p>
    </LegalText>
  );
}
