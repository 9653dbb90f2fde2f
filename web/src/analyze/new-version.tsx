import { RefreshCw } from "lucide-react";
import { useSnapshot } from "valtio";
import { Button } from "../components/button";
import { Notice } from "../components/notice";
import { analyzeStore } from "./analyze-store";
import { offline, takeNewVersion } from "./offline";

/** Offers a version of this page that is newer than the one in use. */
export function NewVersion() {
  const { waiting } = useSnapshot(offline);
  const { files, isKept } = useSnapshot(analyzeStore);
  if (!waiting) return null;
  return (
    <Notice icon={RefreshCw} action={<Button onClick={takeNewVersion}>Use the new version</Button>}>
      A new version of this page is on this computer.
      {files.length > 0 && (isKept ? " Your files stay open." : " Your files have to be opened again.")}
    </Notice>
  );
}
