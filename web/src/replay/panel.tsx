import { FileWarning } from "lucide-react";
import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import { useSnapshot } from "valtio";
import type { StarSource } from "../journal/stars";
import { isParted } from "../playback/rows";
import {
  type CorrectionSource,
  hasWindQuestion,
  type StraightSource,
  type WindChoice,
} from "../session/correction-source";
import type { ReplayModel } from "../session/replay-model";
import { setMarks } from "../session/star-state";
import { Button } from "../ui/button";
import { Notice } from "../ui/empty-state";
import { lazyPanel, lazyQuiet } from "../ui/lazy-component";
import { type Tab, Tabs } from "../ui/tabs";
import { DataPanel } from "./panels/data-panel";
import styles from "./replay-view.module.css";

/** A tab added by the page, before or after the others. */
export interface ExtraTab {
  label: string;
  content: ReactNode;
  last?: boolean;
  /** Shown above the tabs while this tab is not open. */
  warning?: ReactNode;
}

/** What a page lets its user do with the session beside watching it; each is absent where it is not possible. */
export interface PanelSources {
  stars?: StarSource | undefined;
  corrections?: CorrectionSource | undefined;
  /** Analyses of selected straights. */
  straights?: StraightSource | undefined;
  /** Address of a maneuver in the report. */
  reportLink?: ((id: number) => string) | undefined;
}

interface PanelProps extends PanelSources {
  model: ReplayModel;
  showSegments: boolean;
  extra?: ExtraTab | undefined;
  /** Choice of the wind, where it is a question; null for a viewer who may not change it. */
  windChoice: WindChoice | null;
  /** Content of the tab Data, by default that of one recording. */
  dataPanel?: ComponentType<{ model: ReplayModel }> | undefined;
  /** Notices above the tabs. */
  notice?: ReactNode;
  foot?: ReactNode;
}

const Maneuvers = lazyPanel(() => import("./panels/maneuvers-panel").then((part) => part.ManeuversPanel));
const Straights = lazyPanel(() => import("./panels/straights-panel").then((part) => part.StraightsPanel));
const Stars = lazyPanel(() => import("./stars/star-panel").then((part) => part.StarPanel));
const StarDeletion = lazyQuiet(() => import("./stars/star-deletion").then((part) => part.StarDeletion));

const Parts = lazyQuiet(() => import("./parts/parts-list").then((part) => part.PartsList));

const Clock = lazyQuiet(() => import("./parts/clock-part").then((part) => part.ClockPart));
const WindClock = lazyQuiet(() => import("./parts/clock-part").then((part) => part.WindClock));

const ClockNotice = lazyQuiet(() => import("./parts/clock-notice").then((part) => part.ClockNotice));

const WindAnswer = lazyQuiet(() => import("../corrections/wind-answer").then((part) => part.WindAnswer));

/** Loads the tabs of a local file; afterwards they need no network. */
export const loadPanels = () =>
  Promise.all([
    WindAnswer.load(),
    Maneuvers.load(),
    Straights.load(),
    Parts.load(),
    Clock.load(),
    ClockNotice.load(),
    import("./parts/part-band"),
    import("./panels/maneuvers-panel").then((part) => part.loadDetails()),
    import("./panels/straights-panel").then((part) => part.loadStraightList()),
  ]);

type TabId = "extra" | "data" | "maneuvers" | "straights" | "stars";

export function Panel({
  model,
  showSegments,
  extra,
  windChoice,
  dataPanel: Data = DataPanel,
  notice,
  foot,
  stars,
  ...sources
}: PanelProps) {
  const [chosen_tab, setTab] = useState<TabId | null>(null);
  const hasManeuver = useSnapshot(model.state).chosen >= 0 && showSegments && model.race === null;
  // Until the user opens one: a maneuver of the address is selected after the first picture.
  const first = extra && !extra.last ? "extra" : hasManeuver ? "maneuvers" : "data";
  const isPartChosen = useSnapshot(model.state).part >= 0 && model.race === null;
  const { draft, draft_of, deleting, opened } = useSnapshot(model.stars);
  const isWriting = draft !== null && draft_of === "star";
  const hasStars = stars !== undefined && (stars.stars.length > 0 || isWriting);
  const tab = chosen_tab === "stars" && !hasStars ? "data" : (chosen_tab ?? first);
  const hasParts = sources.corrections !== undefined;
  const list = stars?.stars;
  useEffect(() => setMarks(model.stars, list ?? []), [model, list]);
  const opened_id = opened?.id;
  useEffect(() => {
    if (isWriting || opened_id !== undefined) setTab("stars");
    else if (isPartChosen) setTab("extra");
  }, [isWriting, opened_id, isPartChosen]);
  return (
    <div className={styles.panel}>
      <div className={tab === "data" ? undefined : styles.notices}>
        {extra?.warning && tab !== "extra" && (
          <Notice warn icon={FileWarning} action={<Button onClick={() => setTab("extra")}>What was kept</Button>}>
            {extra.warning}
          </Notice>
        )}
        <ClockQuestion model={model} corrections={sources.corrections} onHand={() => setTab("extra")} />
        {notice}
      </div>
      {model.race === null && hasWindQuestion(model.data.report, windChoice) && (
        <WindAnswer model={model} choice={windChoice} />
      )}
      <Tabs
        label="About this session"
        tabs={tabsOf(model, { showSegments, extra, hasParts, starCount: hasStars ? stars.stars.length : null })}
        value={tab}
        onChange={setTab}
        panelClassName="stack rest"
      >
        {tab === "extra" && <FileTab model={model} extra={extra} corrections={sources.corrections} />}
        {tab === "data" && <Data model={model} />}
        {tab === "maneuvers" && <Maneuvers model={model} {...sources} />}
        {tab === "straights" && <Straights model={model} source={sources.straights} />}
        {tab === "stars" && stars && <Stars model={model} source={stars} />}
      </Tabs>
      {stars && deleting && <StarDeletion model={model} source={stars} />}
      {foot && <div className={styles.foot}>{foot}</div>}
    </div>
  );
}

interface ClockQuestionProps {
  model: ReplayModel;
  corrections: CorrectionSource | undefined;
  onHand: () => void;
}

/** Of a single recording whose clock the viewer may set. */
function ClockQuestion({ model, corrections, onHand }: ClockQuestionProps) {
  if (model.race !== null || !corrections?.edit) return null;
  return <ClockNotice model={model} source={corrections} onHand={onHand} />;
}

interface FileTabProps {
  model: ReplayModel;
  extra: ExtraTab | undefined;
  corrections: CorrectionSource | undefined;
}

/** What the file has: the page's content, and of a single recording its parts and its clock. */
function FileTab({ model, extra, corrections }: FileTabProps) {
  return (
    <div className={styles.extra}>
      {!extra?.last && extra?.content}
      {model.race === null && <Parts model={model} corrections={corrections} />}
      {model.race === null && corrections && <Clock model={model} source={corrections} />}
      {model.race === null && corrections && <WindClock model={model} source={corrections} />}
      {extra?.last && extra.content}
    </div>
  );
}

interface TabOptions {
  showSegments: boolean;
  extra: ExtraTab | undefined;
  /** The parts and the clock can be changed, also where the page has no tab of its own. */
  hasParts: boolean;
  /** Number of gold stars; null without their tab. */
  starCount: number | null;
}

function tabsOf({ data, race }: ReplayModel, { showSegments, extra, hasParts, starCount }: TabOptions): Tab<TabId>[] {
  const { maneuvers, straights, wind } = data.report;
  const hasFile = race === null && (hasParts || isParted(data.report));
  const own: Tab<TabId>[] = extra || hasFile ? [{ id: "extra", label: extra?.label ?? "File" }] : [];
  const isLast = extra?.last ?? true;
  const counted = maneuvers.filter((maneuver) => maneuver.counted).length;
  const segments: Tab<TabId>[] = [
    { id: "maneuvers", label: wind ? "Maneuvers" : "Turns", count: counted },
    { id: "straights", label: "Straights", count: straights.length },
  ];
  return [
    ...(isLast ? [] : own),
    { id: "data", label: "Data" },
    ...(showSegments && race === null ? segments : []),
    ...(starCount === null ? [] : [{ id: "stars" as const, label: "Gold Star", count: starCount }]),
    ...(isLast ? own : []),
  ];
}
