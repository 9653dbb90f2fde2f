import { Check, Copy } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { notify } from "../server/notices";
import { Button } from "./button";
import { classes } from "./classes";
import styles from "./copy-link.module.css";
import { Field } from "./field";

interface CopyLinkProps {
  label: string;
  /** The label is the accessible name only, not visible. */
  bare?: boolean;
  /** Empty until the link is known. */
  link: string;
  placeholder?: string;
  /** Between the link and the button. */
  children?: ReactNode;
}

/** A link in a field, and a button that copies it. */
export function CopyLink({ label, bare = false, link, placeholder, children }: CopyLinkProps) {
  const [copied, setCopied] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      notify.success("Copied to clipboard!");
      setCopied(link);
    } catch {
      field.current?.select();
      notify.info("This browser does not let a page copy. The link is selected: copy it from here.");
    }
  };
  const isCopied = link !== "" && copied === link;
  return (
    <div className={classes("flex bottom gap-8", children !== undefined && styles.more)}>
      <Field
        ref={field}
        label={label}
        bare={bare}
        readOnly
        value={link}
        placeholder={placeholder}
        className={styles.link}
        onFocus={(event) => event.target.select()}
      />
      {children}
      <Button kind="primary" icon={isCopied ? Check : Copy} disabled={!link} onClick={() => void copy()}>
        {isCopied ? "Copied" : "Copy"}
      </Button>
    </div>
  );
}
