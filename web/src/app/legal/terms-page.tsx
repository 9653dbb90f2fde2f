import { Link } from "react-router-dom";
import { LegalText, Operator } from "./legal-text";

export function Page() {
  return (
    <LegalText
      title="Terms and Conditions"
      lead="Leebow is free software. Whoever runs this server decides who may use it and for how long."
    >
      <Operator />
      <h2>Your files</h2>
      <p>
        What you upload stays yours. You let this server keep it, analyze it, and show it to those you allow, as the{" "}
        <Link to="/privacy-policy">privacy policy</Link> says.
      </p>
      <h2>Fair use</h2>
      <p>
        Upload only recordings and photos you may pass on. Do not try to reach the tracks of others by going around the
        rules of this page, and do not load the server so that others cannot use it.
      </p>
      <h2>Subscriptions</h2>
      <p>
        Prices and what a plan contains stand under <Link to="/account/plan">Plan</Link>. A plan renews until you cancel
        it there; after that it stays until the end of the time that is paid. Refunds and taxes are settled by whoever
        runs this server: their terms for it are missing here until they add them.
      </p>
      <h2>No navigation</h2>
      <p>
        The map shows a simplified coast and no depths, marks or hazards. It is for looking at what was sailed. Never
        navigate by it.
      </p>
      <h2>No warranty</h2>
      <p>
        Losses, angles and wind are estimates. They come as they are, without warranty of any kind, as the MIT licence
        says. Keep the original files of your devices.
      </p>
      <h2>Law and place</h2>
      <p>Whoever runs this server fills in which law applies and which courts decide. Nothing is named here yet.</p>
    </LegalText>
  );
}
