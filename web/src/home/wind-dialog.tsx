import type { Track } from "@leebow/api/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { WindPicker } from "../corrections/wind-picker";
import { day } from "../format/times";
import type { WindChoice } from "../session/correction-source";
import { StaticMap } from "../tracks/static-map";
import { reportOptions } from "../tracks/track";
import { Dialog } from "../ui/dialog";
import { Async } from "../ui/empty-state";
import { Spinner } from "../ui/progress";
import styles from "./wind-dialog.module.css";

const LOADING = <Spinner size={20} label="Loading the winds of this track" />;

/** The choice of the wind of a track in the list: the same cards and dial as beside its map. */
export function WindDialog({ track, choice, onClose }: { track: Track; choice: WindChoice; onClose: () => void }) {
  const query = useQuery(reportOptions(useQueryClient(), track.id));
  return (
    <Dialog
      open
      onClose={onClose}
      closable
      size="medium"
      title="The wind of this track"
      description={`${track.full_name}, ${day(track.start_time, track.tz)}.`}
    >
      <div className={styles.picker}>
        <Async query={query} loading={LOADING}>
          {(report) =>
            report ? (
              <WindPicker
                asked
                report={report.analysis}
                choice={withClose(choice, onClose)}
                picture={<StaticMap track={track} alt="" to={null} />}
                onAnswer={onClose}
              />
            ) : (
              LOADING
            )
          }
        </Async>
      </div>
    </Dialog>
  );
}

/** Taking the wind back is an answer, too. */
const withClose = (choice: WindChoice, onClose: () => void): WindChoice => ({
  ...choice,
  onChange: (deg) => {
    choice.onChange(deg);
    if (deg === null) onClose();
  },
});
