import { type BoatCatalogue, JOURNAL_TAGS, LIMITS } from "@leebow/api/contract";
import { useQuery } from "@tanstack/react-query";
import { Camera, Check, History, ImagePlus, Plus, X } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Button, IconButton } from "../ui/button";
import { classes } from "../ui/classes";
import { useQuestion } from "../ui/dialog";
import { Notice } from "../ui/empty-state";
import { Field, FieldError, TextArea } from "../ui/field";
import field from "../ui/field.module.css";
import { Icon } from "../ui/icon";
import { Progress } from "../ui/progress";
import { Slider } from "../ui/slider";
import { SuggestField, type Suggestion } from "../ui/suggest-field";
import { type Tab, Tabs } from "../ui/tabs";
import { boatCatalogueOptions, useDeletePhoto } from "./entries";
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
      <p className={field.label} id="journal-tags">
        Tags
      </p>
      <div className="wrap gap-6" role="group" aria-labelledby="journal-tags">
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
    <div className="grid one-column gap-16">
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

/** Photos of an entry: chosen, several at a time, dropped anywhere, pasted, or taken with a phone's camera. */
function PhotosField({ form }: { form: Form }) {
  const { photos, entry } = form;
  const isOver = useGivenFiles(photos.add);
  const stored = entry?.photos.length ?? 0;
  return (
    <div role="group" aria-label="Photos">
      <p className={field.label}>Photos</p>
      <ul className="wrap gap-8">
        {entry?.photos.map(({ id, file }, at) => (
          <li key={id}>
            <StoredPhoto form={form} photo_id={id} url={file} label={`photo ${at + 1}`} />
          </li>
        ))}
        {photos.chosen.map(({ key, url }, at) => {
          const label = `photo ${stored + at + 1}`;
          return (
            <li key={key}>
              <Thumb url={url} label={`${label}, not sent yet`}>
                <IconButton
                  icon={X}
                  label={`Remove ${label}`}
                  tip={null}
                  className={styles.remove}
                  onClick={() => photos.remove(key)}
                />
              </Thumb>
            </li>
          );
        })}
        <li>
          <Add icon={ImagePlus} label="Choose photos" isOver={isOver} onFiles={photos.add} multiple>
            <span className="only-wide">{isOver ? "Let go" : "Drop, paste or choose"}</span>
            <span className="only-phone">Choose</span>
          </Add>
        </li>
        <li className="only-phone">
          <Add icon={Camera} label="Take a photo" onFiles={photos.add} capture="environment">
            Camera
          </Add>
        </li>
      </ul>
      {photos.work && <Progress label={photos.work.label} done={photos.work.done} />}
      {photos.errors.length > 0 && <FieldError>{photos.errors.join(" ")}</FieldError>}
      <p className="above-6 small quiet">Photos are sent without the place where they were taken.</p>
    </div>
  );
}

interface AddProps {
  icon: typeof Camera;
  label: string;
  onFiles: (files: readonly File[]) => void;
  children: ReactNode;
  multiple?: boolean;
  isOver?: boolean;
  /** Opens the camera in place of the files. */
  capture?: "environment";
}

function Add({ icon, label, onFiles, children, multiple, isOver, capture }: AddProps) {
  return (
    <label className={classes(styles.add, isOver && styles.over)}>
      <input
        type="file"
        accept="image/*"
        aria-label={label}
        multiple={multiple}
        capture={capture}
        className="visually-hidden"
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          // The same file may be chosen again.
          event.target.value = "";
        }}
      />
      <Icon of={icon} size={20} />
      <span aria-hidden="true">{children}</span>
    </label>
  );
}

const Thumb = ({ url, label, children }: { url: string; label: string; children: ReactNode }) => (
  <div className={styles.photo}>
    <img src={url} alt={label} />
    {children}
  </div>
);

interface StoredPhotoProps {
  form: Form;
  photo_id: number;
  url: string;
  label: string;
}

/** A photo that the server has; it is deleted at once, after a question. */
function StoredPhoto({ form: { entry, setEntry }, photo_id, url, label }: StoredPhotoProps) {
  const { mutateAsync } = useDeletePhoto(entry?.id ?? 0);
  const [question, ask] = useQuestion();
  const remove = async () => {
    await mutateAsync(photo_id);
    if (entry) setEntry({ ...entry, photos: entry.photos.filter(({ id }) => id !== photo_id) });
  };
  return (
    <Thumb url={url} label={label}>
      <IconButton
        icon={X}
        label={`Delete ${label}`}
        tip={null}
        className={styles.remove}
        onClick={() => ask({ question: "Delete this photo?", detail: "It is removed for good.", onYes: remove })}
      />
      {question}
    </Thumb>
  );
}

const filesOf = (data: DataTransfer | null): File[] => [...(data?.files ?? [])];
const hasFiles = (data: DataTransfer | null): boolean => data?.types.includes("Files") ?? false;

/** Takes files that are pasted or dropped anywhere while the field is shown. Returns whether files are over the page. */
function useGivenFiles(onFiles: (files: readonly File[]) => void): boolean {
  const [isOver, setOver] = useState(false);
  const take = useRef(onFiles);
  take.current = onFiles;
  useEffect(() => {
    const listening = new AbortController();
    // Before the page's own places for files, which are for tracks.
    const options = { signal: listening.signal, capture: true };
    const give = (event: Event, data: DataTransfer | null) => {
      const files = filesOf(data);
      if (files.length === 0) return;
      event.preventDefault();
      take.current(files);
    };
    window.addEventListener("paste", (event) => give(event, event.clipboardData), options);
    window.addEventListener("drop", (event) => [setOver(false), give(event, event.dataTransfer)], options);
    window.addEventListener(
      "dragover",
      (event) => {
        if (!hasFiles(event.dataTransfer)) return;
        event.preventDefault();
        setOver(true);
      },
      options,
    );
    window.addEventListener("dragleave", ({ relatedTarget }) => relatedTarget === null && setOver(false), options);
    return () => listening.abort();
  }, []);
  return isOver;
}
