import type { BoatCatalogue } from "@leebow/api/contract";
import { useQuery } from "@tanstack/react-query";
import { Button } from "../components/button";
import { Slider } from "../components/slider";
import { SuggestField, type Suggestion } from "../components/suggest-field";
import { boatCatalogueOptions } from "../queries/journal-entries";
import { type GearField, type KiteDraft, MAX_CHARS } from "./entry-draft";
import styles from "./kite-tab.module.css";
import type { EntryForm } from "./use-entry-form";

/** Kite, foil and how it felt. The catalogue offers what it knows; any other text stays as written. */
export function KiteTab({ form }: { form: EntryForm }) {
  const { draft, change } = form;
  const { kite } = draft;
  const { data = [], isError } = useQuery(boatCatalogueOptions());
  const set = (part: Partial<KiteDraft>) => change({ kite: { ...kite, ...part } });
  return (
    <div className={styles.tab}>
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
  form: EntryForm;
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
