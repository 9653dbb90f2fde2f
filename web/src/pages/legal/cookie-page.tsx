import { LegalText } from "./legal-text";

export function Page() {
  return (
    <LegalText
      title="Cookie Policy"
      lead="Leebow sets no cookies for advertising or counting. It keeps a few things in your browser so that it works."
    >
      <dl>
        <div>
          <dt>Your session</dt>
          <dd>Who you are and a token, so that you need not log in at every visit. Removed when you log out.</dd>
        </div>
        <div>
          <dt>Light or dark</dt>
          <dd>Only if you chose one. Removed when you choose to follow the system.</dd>
        </div>
      </dl>
      <p>
        Both lie in the local storage of this browser and are sent to nobody but this server. Clearing the site's data
        in the browser removes them.
      </p>
    </LegalText>
  );
}
