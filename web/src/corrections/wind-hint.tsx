import type { WindChoice, WindReport } from "../session/correction-source";
import { lazyQuiet } from "../ui/lazy-component";

/** Loads the control; afterwards it needs no network. */
export const loadWindHint = () => import("./wind-form");

/** Loaded by itself: its popover and form weigh as much as the rest of the panel, and not every replay needs it. */
const Control = lazyQuiet(() => loadWindHint().then((part) => part.WindHint));

/** Control to set, change and remove the wind direction given by the user. */
export function WindHint(props: { report: WindReport; choice: WindChoice }) {
  return <Control {...props} />;
}
