import { FileText } from "lucide-react";
import { useNavigate } from "react-router-dom";
import { ButtonLink } from "../../components/button";
import type { ReplayModel } from "../../session/replay-model";
import styles from "./page.module.css";

interface ReportLinkProps {
  model: ReplayModel;
  id: number;
  /** Of the address, for a viewer who came by the link. */
  share_id: string | null;
}

/** Leads to the report of the race, with the focus boat and the moment of the replay. */
export function ReportLink({ model, id, share_id }: ReportLinkProps) {
  const navigate = useNavigate();
  const pathname = `/races/${id}/report`;
  const shared: Record<string, string> = share_id ? { share_id } : {};
  return (
    <ButtonLink
      kind="quiet"
      icon={FileText}
      className={styles.action}
      aria-label="Race Report"
      to={{ pathname, search: new URLSearchParams(shared).toString() }}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        const t = new Date(model.playback.time_ms).toISOString();
        const search = new URLSearchParams({ ...shared, boat: String(model.data.id), t }).toString();
        void navigate({ pathname, search });
      }}
    >
      <span className={styles.word}>Race Report</span>
    </ButtonLink>
  );
}
