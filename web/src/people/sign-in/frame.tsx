import type { ReactNode } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { Link } from "react-router-dom";
import { Button } from "../../ui/button";
import { FieldError } from "../../ui/field";
import { submitHandler } from "../../ui/forms/submit-handler";
import { Logo } from "../../ui/icon";
import { LegalLinks } from "../../ui/legal-links";
import { useTitle } from "../../ui/title";
import styles from "./frame.module.css";
import picture from "./race-picture.svg?no-inline";

interface FrameProps<Form extends FieldValues> {
  title: string;
  form: UseFormReturn<Form>;
  /** Sends the values. */
  send: (values: Form) => Promise<void>;
  /** Text of the button that submits. */
  submit: string;
  children: ReactNode;
  /** Content below the form. */
  after?: ReactNode;
}

/** Layout of the login, registration and password pages: the form and a decorative picture. */
export function SignInFrame<Form extends FieldValues>(props: FrameProps<Form>) {
  const { title, form, send, submit, children, after } = props;
  const { errors, isSubmitting } = form.formState;
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
          <form className={styles.form} onSubmit={submitHandler(form, send)} noValidate aria-label={title}>
            <h1 className={styles.title}>{title}</h1>
            {errors.root?.message && <FieldError>{errors.root.message}</FieldError>}
            {children}
            <Button kind="primary" type="submit" wide busy={isSubmitting}>
              {submit}
            </Button>
          </form>
          {after}
          <p className={styles.analyze}>
            Only want to look at one file? <Link to="/analyze">Analyze it here</Link>, without an account. Nothing is
            uploaded.
          </p>
        </main>
        <LegalLinks />
      </div>
      <svg className={styles.picture} viewBox="0 0 960 900" preserveAspectRatio="xMinYMid slice" aria-hidden="true">
        {/* Not an image: it has the colours of the page. */}
        <use href={`${picture}#picture`} />
      </svg>
    </div>
  );
}

/** A link below the form. */
export const After = ({ to, children }: { to: string; children: ReactNode }) => (
  <div className={styles.after}>
    <Link to={to} className={styles.link}>
      {children}
    </Link>
  </div>
);
