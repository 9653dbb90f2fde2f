import { History } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../components/button";
import { FieldError } from "../components/field";
import { Notice } from "../components/notice";
import { type Tab, Tabs } from "../components/tabs";
import { type EntryTab, isKiteFilled, isNotesFilled, isRegattaFilled } from "./entry-draft";
import styles from "./entry-form.module.css";
import { KiteTab } from "./kite-tab";
import { NotesTab } from "./notes-tab";
import { RegattaTab } from "./regatta-tab";
import { type EntryFormOptions, type EntryForm as Form, useEntryForm } from "./use-entry-form";

interface EntryFormProps extends EntryFormOptions {
  /** Content above the tabs: the choice of the track. */
  head?: ReactNode;
  onCancel: () => void;
}

/** The form of an entry. Its tabs are parts of one entry; a dot marks those that are filled. */
export function EntryForm({ head, onCancel, ...options }: EntryFormProps) {
  const form = useEntryForm(options);
  const { tab, setTab, problem, errors, save, isSaving, photos } = form;
  const wrong = Object.keys(errors).length > 0;
  return (
    <div ref={form.frame} className={styles.form}>
      <div className={styles.body}>
        {form.isRestored && <Notice icon={History}>This was written before and is not saved yet.</Notice>}
        {problem && <FieldError>{problem}</FieldError>}
        {head}
        <div>
          <Tabs
            label="Parts of the entry"
            tabs={tabsOf(form)}
            value={tab}
            onChange={setTab}
            flush
            panelClassName={styles.panel}
          >
            {tab === "notes" && <NotesTab form={form} />}
            {tab === "regatta" && <RegattaTab form={form} />}
            {tab === "kite" && <KiteTab form={form} />}
          </Tabs>
        </div>
      </div>
      <div className={styles.actions}>
        {wrong && !problem && <p className={styles.wrong}>Some fields need a change.</p>}
        <Button onClick={onCancel}>Cancel</Button>
        <Button kind="primary" busy={isSaving || photos.work !== null} onClick={() => void save()}>
          Save
        </Button>
      </div>
    </div>
  );
}

function tabsOf({ draft, hasKite, photos, entry }: Form): Tab<EntryTab>[] {
  const isFilled = "filled";
  const photo_count = photos.count + (entry?.photos.length ?? 0);
  const tabs: Tab<EntryTab>[] = [
    { id: "notes", label: "Notes", dot: isNotesFilled(draft) || photo_count > 0 ? isFilled : undefined },
    { id: "regatta", label: "Regatta Report", dot: isRegattaFilled(draft.regatta) ? isFilled : undefined },
  ];
  if (hasKite) tabs.push({ id: "kite", label: "Kite Notes", dot: isKiteFilled(draft.kite) ? isFilled : undefined });
  return tabs;
}
