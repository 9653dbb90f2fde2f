import { type ReactNode, useEffect, useState } from "react";
import { serverConfig } from "../../server/client";
import { LegalLinks } from "../../ui/legal-links";
import { useTitle } from "../../ui/title";
import styles from "./legal-text.module.css";

/** A page of text with links to the other legal pages. */
export function LegalText({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  useTitle(title);
  return (
    <main className={styles.main}>
      <article className={styles.paper}>
        <h1>{title}</h1>
        {lead && <p className={styles.lead}>{lead}</p>}
        {children}
      </article>
      <LegalLinks hasNumbers className={styles.legalLinks} />
    </main>
  );
}

/** Who runs this server and how to reach them, or plainly that they have not said. */
export function Operator() {
  const [operator, setOperator] = useState<{ name: string | null; contact: string | null } | null>(null);
  useEffect(() => {
    void serverConfig().then((config) => setOperator(config?.operator ?? { name: null, contact: null }));
  }, []);
  if (!operator) return <p>Reading who runs this server.</p>;
  const { name, contact } = operator;
  return (
    <p>
      {name
        ? `This server is run by ${name}.`
        : "Whoever runs this server has not given their name here yet (OPERATOR_NAME)."}{" "}
      {contact ? (
        <>
          Write to <Contact contact={contact} /> about your data, this text, or a problem.
        </>
      ) : (
        "A contact is missing here, too (OPERATOR_CONTACT): ask the person who gave you the address of this page."
      )}
    </p>
  );
}

/** An e-mail address or a web address as a link, anything else as it is. */
function Contact({ contact }: { contact: string }) {
  if (/^https?:\/\//.test(contact)) return <a href={contact}>{contact}</a>;
  return /^[^\s@]+@[^\s@]+$/.test(contact) ? <a href={`mailto:${contact}`}>{contact}</a> : contact;
}
