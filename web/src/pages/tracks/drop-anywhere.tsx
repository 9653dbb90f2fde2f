import { Upload } from "lucide-react";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router-dom";
import { Icon } from "../../components/icon";
import { keepDropped } from "../../stores/dropped-files";
import styles from "./drop-anywhere.module.css";

const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") ?? false;
/** A dialog may have a place for files of its own. */
const isFree = (): boolean => document.querySelector("[role=dialog]") === null;

/** Track files that are dropped anywhere on the list are taken to the upload; else the browser would leave for the file. */
export function DropAnywhere() {
  const navigate = useNavigate();
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const listening = new AbortController();
    const on = (type: "dragover" | "dragleave" | "drop", act: (event: DragEvent) => void) =>
      window.addEventListener(type, act, { signal: listening.signal });
    on("dragover", (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(isFree());
    });
    on("dragleave", ({ relatedTarget }) => relatedTarget === null && setOver(false));
    on("drop", (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(false);
      if (!isFree()) return;
      keepDropped([...(event.dataTransfer?.files ?? [])]);
      void navigate("/upload");
    });
    return () => listening.abort();
  }, [navigate]);
  if (!isOver) return null;
  return (
    <div className={styles.over} role="status">
      <Icon of={Upload} size={20} />
      <b>Let go to upload these tracks</b>
    </div>
  );
}
