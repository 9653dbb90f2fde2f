import type { FormEventHandler, ReactNode } from "react";
import { Link } from "react-router-dom";
import { FieldError } from "../../ui/field";
import { Logo } from "../../ui/icon";
import { useTitle } from "../../ui/title";
import styles from "./frame.module.css";
import { RacePicture } from "./race-picture";

interface FrameProps {
  title: string;
  /** Error that belongs to no field. */
  error?: string | undefined;
  onSubmit: FormEventHandler<HTMLFormElement>;
  children: ReactNode;
  /** Content below the form. */
  after?: ReactNode;
}

/** Layout of the login, registration and password pages: the form and a decorative picture. */
export function SignInFrame({ title, error, onSubmit, children, after }: FrameProps) {
  useTitle(title);
  return (
    <div className={styles.frame}>
      <div className={styles.side}>
        <header>
          <Link to="/login" className={styles.brand}>
            <Logo size={26} />
          </Link>
        </header>
        <main className={styles.main}>
          <form className={styles.form} onSubmit={onSubmit} noValidate aria-label={title}>
            <h1 className={styles.title}>{title}</h1>
            {error && <FieldError>{error}</FieldError>}
            {children}
          </form>
          {after}
          <p className={styles.analyze}>
            Only want to look at one file? <Link to="/analyze">Analyze it here</Link>, without an account. Nothing is
            uploaded.
          </p>
        </main>
        <nav className={styles.legalLinks} aria-label="About this site">
          <Link to="/about">About</Link>
          <Link to="/privacy-policy">Privacy Policy</Link>
          <Link to="/cookie-policy">Cookie Policy</Link>
          <Link to="/terms-and-conditions">Terms and Conditions</Link>
        </nav>
      </div>
      <div className={styles.picture} aria-hidden="true">
        <RacePicture />
      </div>
    </div>
  );
}
