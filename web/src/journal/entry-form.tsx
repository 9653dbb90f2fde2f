import { type BoatCatalogue, JOURNAL_TAGS, LIMITS } from "@leebow/api/contract";
import { useQuery } from "@tanstack/react-query";
import { Check, History, Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "../ui/button";
import { Notice } from "../ui/empty-state";
import { Field, FieldError, TextArea } from "../ui/field";
import { Icon } from "../ui/icon";
import { Slider } from "../ui/slider";
import { SuggestField, type Suggestion } from "../ui/suggest-field";
import { type Tab, Tabs } from "../ui/tabs";
import { boatCatalogueOptions } from "./entries";
import {
  type EntryTab,
  type GearField,
  isKiteFilled,
  isNotesFilled,
  isRegattaFilled,
  type KiteDraft,
  MAX_CHARS,
} from "./entry-draft";
import styles from "./entry-form.module.css";
import { PhotosField } from "./photos-field";
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

/** Notes with tags and photos. */
function NotesTab({ form }: { form: Form }) {
  const { draft, change, errors } = form;
  const tag_error = Object.entries(errors).find(([path]) => path.startsWith("tags"))?.[1];
  return (
    <div className={styles.tab}>
      <TextArea
        label="Notes"
        rows={5}
        maxLength={MAX_CHARS.content}
        value={draft.content}
        error={errors.content}
        onChange={(event) => change({ content: event.target.value })}
      />
      <TagChoice tags={draft.tags} error={tag_error} onChange={(tags) => change({ tags })} />
      <PhotosField form={form} />
    </div>
  );
}

interface TagChoiceProps {
  tags: readonly string[];
  error: string | undefined;
  onChange: (tags: readonly string[]) => void;
}

/** The tags on offer, those that the entry has besides, and a field for another one. */
function TagChoice({ tags, error, onChange }: TagChoiceProps) {
  const offered = [...new Set<string>([...JOURNAL_TAGS, ...tags])];
  return (
    <div>
      <p className={styles.label} id="journal-tags">
        Tags
      </p>
      <div className={styles.tags} role="group" aria-labelledby="journal-tags">
        {offered.map((tag) => {
          const isOn = tags.includes(tag);
          return (
            <button
              key={tag}
              type="button"
              className={isOn ? styles.on : styles.tag}
              aria-pressed={isOn}
              onClick={() => onChange(isOn ? tags.filter((one) => one !== tag) : [...tags, tag])}
            >
              {isOn && <Icon of={Check} size={14} />}
              {tag}
            </button>
          );
        })}
        <OwnTag onAdd={(tag) => onChange([...new Set([...tags, tag])])} />
      </div>
      {error && <FieldError>{error}</FieldError>}
    </div>
  );
}

/** A button that becomes a field for a tag that is not on offer. Enter adds it. */
function OwnTag({ onAdd }: { onAdd: (tag: string) => void }) {
  const [text, setText] = useState<string | null>(null);
  if (text === null)
    return (
      <Button kind="quiet" icon={Plus} onClick={() => setText("")}>
        Other tag
      </Button>
    );
  const add = () => {
    const tag = text.trim();
    const offered = JOURNAL_TAGS.find((one) => one.toLowerCase() === tag.toLowerCase());
    if (tag) onAdd(offered ?? tag);
    setText(null);
  };
  return (
    <Field
      bare
      autoFocus
      label="Other tag"
      placeholder="Tag"
      value={text}
      maxLength={LIMITS.journal_tag_chars}
      className={styles.own}
      onChange={(event) => setText(event.target.value)}
      onBlur={add}
      onKeyDown={(event) => {
        if (event.key === "Enter") add();
        if (event.key !== "Escape") return;
        event.stopPropagation();
        setText(null);
      }}
    />
  );
}

/** Kite, foil and how it felt. The catalogue offers what it knows; any other text stays as written. */
function KiteTab({ form }: { form: Form }) {
  const { draft, change } = form;
  const { kite } = draft;
  const { data = [], isError } = useQuery(boatCatalogueOptions());
  const set = (part: Partial<KiteDraft>) => change({ kite: { ...kite, ...part } });
  return (
    <div className={styles.kiteTab}>
      <Gear
        title="Kite"
        parts={KITE}
        catalogue={data.filter((one) => one.boat_type === "Kite")}
        form={form}
        set={set}
      />
      <Gear
        title="Foil"
        parts={FOIL}
        catalogue={data.filter((one) => one.boat_type === "Foil")}
        form={form}
        set={set}
      />
      {isError && (
        <p className="small secondary">The list of kites and foils could not be read. Write the names yourself.</p>
      )}
      <div className={styles.feel}>
        <Slider
          label="Feel"
          min={1}
          max={5}
          ends={["Bad", "Great"]}
          value={kite.feel < 1 ? null : kite.feel}
          format={(value) => `${value} of 5`}
          onChange={(feel) => set({ feel })}
        />
        <Button kind="quiet" disabled={kite.feel < 1} aria-label="Clear the feel" onClick={() => set({ feel: -1 })}>
          Clear
        </Button>
      </div>
    </div>
  );
}

interface Parts {
  brand: GearField;
  model: GearField;
  size: GearField;
  size_label: string;
}

const KITE: Parts = { brand: "kite_brand", model: "kite_model", size: "kite_size", size_label: "Size, m²" };
const FOIL: Parts = { brand: "foil_brand", model: "foil_model", size: "foil_wing", size_label: "Wing" };

interface GearProps {
  title: string;
  parts: Parts;
  catalogue: BoatCatalogue;
  form: Form;
  set: (part: Partial<KiteDraft>) => void;
}

/** Brand, model and size; each offers what fits those before it. */
function Gear({ title, parts, catalogue, form: { draft, errors }, set }: GearProps) {
  const { kite } = draft;
  const of_brand = catalogue.filter(({ brand }) => isEmptyOrSame(kite[parts.brand], brand));
  const of_model = of_brand.filter(({ name }) => isEmptyOrSame(kite[parts.model], name));
  const fields = [
    { name: parts.brand, label: "Brand", known: catalogue.map(({ brand }) => brand) },
    { name: parts.model, label: "Model", known: of_brand.map(({ name }) => name) },
    { name: parts.size, label: parts.size_label, known: of_model.flatMap(({ sizes_or_wings }) => sizes_or_wings) },
  ];
  return (
    <fieldset>
      <legend className={styles.title}>{title}</legend>
      <div className={styles.gear}>
        {fields.map(({ name, label, known }) => (
          <SuggestField
            key={name}
            label={label}
            value={kite[name]}
            maxLength={MAX_CHARS.name}
            error={errors[name]}
            suggestions={offered(known, kite[name])}
            onChange={(text) => set({ [name]: text })}
          />
        ))}
      </div>
    </fieldset>
  );
}

const same = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase();
const isEmptyOrSame = (chosen: string, one: string): boolean => chosen.trim() === "" || same(chosen, one);

/** Those that contain what is written, each once. Once one is written in full it is first, and the others follow. */
export function offered(known: readonly string[], text: string): Suggestion[] {
  const all = [...new Set(known)];
  const words = text.trim().toLowerCase();
  const chosen = all.find((one) => same(one, text));
  const fitting =
    chosen === undefined
      ? all.filter((one) => one.toLowerCase().includes(words))
      : [chosen, ...all.filter((one) => one !== chosen)];
  return fitting.map((one) => ({ id: one, text: one }));
}
