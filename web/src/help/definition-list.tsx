import definitions from "virtual:definitions";
import { useState } from "react";
import { useLocation } from "react-router-dom";
import { SearchField } from "../components/field";
import { countText } from "../format/counts";
import styles from "./definition-list.module.css";
import { DefinitionText } from "./definition-text";
import type { Definition } from "./documents";
import { metricName, metricPlace, sourceText } from "./metric-names";
import { searchDefinitions } from "./search-definitions";

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
