import { LegalText } from "./legal-text";

export function Page() {
  return (
    <LegalText
      title="Terms and Conditions"
      lead="Leebow is free software. Whoever runs this server decides who may use it and for how long."
    >
      <h2>Your files</h2>
      <p>
        What you upload stays yours. You let this server keep it, work it out, and show it to those you allow: everyone
        with an account for public tracks, the few named in the privacy policy for private ones.
      </p>
      <h2>Fair use</h2>
      <p>
        Upload only recordings you may pass on. Do not try to reach the tracks of others by going around the rules of
        this page, and do not load the server so that others cannot use it.
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
    </LegalText>
  );
}
