import type { ReactNode } from "react";
import { Button } from "../src/ui/button";
import { EmptyState } from "../src/ui/empty-state";
import { useTitle } from "../src/ui/title";
import { Buttons, Choosing, Dates, Inputs } from "./controls";
import { DatesAndTimes, Sliding, Writing } from "./more-inputs";
import styles from "./page.module.css";
import { SampleDrop } from "./sample-drop";
import { SampleTable } from "./sample-table";
import { Asking, Floating, Signs, Waiting } from "./signs";
import { Colours, Type } from "./swatches";

/** Every component in every state, for review. No page links here. */
export function Page() {
  useTitle("Components");
  return (
    <main className={styles.main}>
      <h1 className="title">Leebow components</h1>
      <div className={styles.grid}>
        <Part title="Buttons">
          <Buttons />
        </Part>
        <Part title="Inputs">
          <Inputs />
        </Part>
        <Part title="Tags and text">
          <Writing />
        </Part>
        <Part title="Slider">
          <Sliding />
        </Part>
        <Part title="Date and time">
          <DatesAndTimes />
        </Part>
        <Part title="Tabs and segments">
          <Choosing />
        </Part>
        <Part title="Badges and signs">
          <Signs />
        </Part>
        <Part title="Menu and tooltip">
          <Floating />
        </Part>
        <Part title="Date range">
          <Dates />
        </Part>
        <Part title="Dialogs and toasts">
          <Asking />
        </Part>
        <Part title="Empty state">
          <EmptyState title="No Tracks Match Your Search" action={<Button>Clear search</Button>}>
            Please try another search.
          </EmptyState>
        </Part>
        <Part title="Skeleton and progress">
          <Waiting />
        </Part>
        <Part title="Table">
          <SampleTable />
        </Part>
        <Part title="Drop zone">
          <SampleDrop />
        </Part>
        <Part title="Colour">
          <Colours />
        </Part>
        <Part title="Type">
          <Type />
        </Part>
      </div>
    </main>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.part}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}
