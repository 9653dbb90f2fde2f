import definitions from "virtual:definitions";
import { useState } from "react";
import { useLocation } from "react-router-dom";
import { countText } from "../format/numbers";
import { SearchField } from "../ui/field";
import styles from "./definition-list.module.css";
import type { Definition } from "./documents";
import { DefinitionText, metricName, metricPlace, sourceText } from "./metric-names";

/** The definition of every figure of the screens, by its place there, with a search. */
export function DefinitionList() {
  const [typed, setTyped] = useState("");
  const { hash } = useLocation();
  const found = searchDefinitions(definitions, typed);
  const places = [...new Set(found.map(metricPlace))];
  return (
    <div className={styles.list}>
      <SearchField
        label="Search the definitions"
        placeholder="Search a figure, such as loss or VMG"
        value={typed}
        onChange={setTyped}
      />
      <p className="small secondary" role="status">
        {countText(found.length, "definition")}
      </p>
      {found.length === 0 && <p>No figure of this name. Try a shorter word.</p>}
      {places.map((place) => (
        <section key={place} aria-label={place}>
          <h3>{place}</h3>
          <dl>
            {found
              .filter((one) => metricPlace(one) === place)
              .map((one) => (
                <Row key={one.id} definition={one} isNamed={decodeURIComponent(hash.slice(1)) === one.id} />
              ))}
          </dl>
        </section>
      ))}
    </div>
  );
}

function Row({ definition, isNamed }: { definition: Definition; isNamed: boolean }) {
  const { id, text, unit, window, source } = definition;
  return (
    <div id={id} tabIndex={-1} className={isNamed ? styles.named : styles.row}>
      <dt>{metricName(definition)}</dt>
      <dd>
        <DefinitionText text={text} />
      </dd>
      <dd className="caption">
        Unit: {unit}
        {window !== "—" && `; over: ${window}`}; source: {sourceText(source)}
      </dd>
    </div>
  );
}

/** Those that have every word in name, field, place or definition, those with it in the name first. */
export function searchDefinitions(definitions: readonly Definition[], typed: string): Definition[] {
  const words = typed.trim().toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...definitions];
  const nameOf = (one: Definition) => `${metricName(one)} ${one.field}`.toLowerCase();
  const textOf = (one: Definition) => `${nameOf(one)} ${metricPlace(one)} ${one.text}`.toLowerCase();
  const hasAll = (text: string) => words.every((word) => text.includes(word));
  const found = definitions.filter((one) => hasAll(textOf(one)));
  return [...found.filter((one) => hasAll(nameOf(one))), ...found.filter((one) => !hasAll(nameOf(one)))];
}
