import definitions from "virtual:definitions";
import { useState } from "react";
import { useLocation } from "react-router-dom";
import { SearchField } from "../components/field";
import { countText } from "../format/counts";
import styles from "./definition-list.module.css";
import { DefinitionText } from "./definition-text";
import type { Definition } from "./documents";
import { metricName, sourceText } from "./metric-names";
import { searchDefinitions } from "./search-definitions";

/** Every row of docs/metrics.md, by section, with a search. */
export function DefinitionList() {
  const [typed, setTyped] = useState("");
  const { hash } = useLocation();
  const found = searchDefinitions(definitions, typed);
  const sections = [...new Set(found.map(({ section }) => section))];
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
      {sections.map((section) => (
        <section key={section} aria-label={section}>
          <h3>{section}</h3>
          <dl>
            {found
              .filter((one) => one.section === section)
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
  const { id, field, text, unit, window, source } = definition;
  return (
    <div id={id} tabIndex={-1} className={isNamed ? styles.named : styles.row}>
      <dt>
        {metricName(definition)} <code>{field}</code>
      </dt>
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
