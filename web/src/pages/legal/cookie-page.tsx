import { LegalText } from "./legal-text";

/** What is stored in the browser: the key in localStorage or of the cookie, and its meaning. */
const STORED: { key: string; what: string; text: string }[] = [
  {
    key: "leebow.session",
    what: "Your session",
    text: "Who you are and a token, so that you need not log in at every visit. Removed when you log out.",
  },
  {
    key: "leebow.theme",
    what: "Light or dark",
    text: "Only if you chose one. Removed when you choose to follow the system.",
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
        All of it lies in the local storage of this browser; only the token is sent, and to nobody but this server.
        Clearing the site's data in the browser removes it. If a payment provider is connected, its own pages may set
        cookies of their own.
      </p>
    </LegalText>
  );
}
