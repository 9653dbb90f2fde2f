import { CircleAlert, CircleCheck, Info } from "lucide-react";
import { useCallback, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { classes } from "../components/classes";
import { Icon } from "../components/icon";
import { NOTICE_MS, type Notice, subscribeToNotices } from "../stores/notices";
import styles from "./notices.module.css";

/** How long a notice with a button is shown, ms: the button has to be read, reached and pressed. *guess* */
const ACTION_MS = 8000;
/** The latest notices; older ones give way. */
const MOST_SHOWN = 4;

const SIGNS = { success: CircleCheck, info: Info, error: CircleAlert };

interface Shown extends Notice {
  id: number;
}

/**
 * Notices at the bottom, the newest lowest. They stay while one is pointed at or focused. Errors are announced
 * assertively. In the first bundle: a failed request has to be reported also when no more code can be fetched.
 */
export function Notices() {
  const [shown, setShown] = useState<readonly Shown[]>([]);
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    let next_id = 0;
    return subscribeToNotices((notice) => {
      const added = { ...notice, id: next_id++ };
      setShown((before) => [...before, added].slice(-MOST_SHOWN));
    });
  }, []);
  const close = useCallback((id: number) => {
    setShown((before) => before.filter((one) => one.id !== id));
    // An element that is removed sends no event about the pointer or the focus leaving it.
    setHeld(false);
  }, []);
  return createPortal(
    <section
      // Its children are announced, and dialogs do not hide it from assistive technology.
      aria-live="polite"
      aria-label="Notifications"
      className={styles.notices}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {shown.map((notice) => (
        <Item key={notice.id} notice={notice} isHeld={isHeld} onClose={close} />
      ))}
    </section>,
    document.body,
  );
}

interface ItemProps {
  notice: Shown;
  isHeld: boolean;
  onClose: (id: number) => void;
}

function Item({ notice: { id, type, text, action }, isHeld, onClose }: ItemProps) {
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(onClose, action ? ACTION_MS : NOTICE_MS, id);
    return () => clearTimeout(timer);
  }, [id, action, isHeld, onClose]);
  const press = () => {
    onClose(id);
    action?.run();
  };
  return (
    <div
      className={classes(styles.notice, type === "error" && styles.error)}
      data-type={type}
      role={type === "error" ? "alert" : undefined}
    >
      <Icon of={SIGNS[type]} />
      <p className={styles.text}>{text}</p>
      {action && (
        <button type="button" className={styles.action} onClick={press}>
          {action.label}
        </button>
      )}
    </div>
  );
}
