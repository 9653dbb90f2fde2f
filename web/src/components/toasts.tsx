import { Toast } from "@base-ui/react/toast";
import { CircleAlert, CircleCheck, Info } from "lucide-react";
import { useEffect } from "react";
import { NOTICE_MS, type Notice, subscribeToNotices } from "../stores/notices";
import { classes } from "./classes";
import { Icon } from "./icon";
import styles from "./toasts.module.css";

/** How long a notice with a button is shown, ms. *guess* */
const ACTION_MS = 8000;

const SIGNS = { success: CircleCheck, info: Info, error: CircleAlert };

/** Notices at the bottom for 3 s, longer while hovered or focused. Errors are announced assertively. */
export function Toasts() {
  return (
    <Toast.Provider timeout={NOTICE_MS} limit={4}>
      <Toast.Portal>
        <Toast.Viewport className={styles.viewport}>
          <Shown />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function Shown() {
  const { toasts, add, close } = Toast.useToastManager();
  useEffect(
    () =>
      subscribeToNotices(
        ({ type, text, action }) =>
          void add({
            title: text,
            type,
            priority: type === "error" ? "high" : "low",
            ...(action && {
              // Longer than a notice: the button has to be read, reached and pressed.
              timeout: ACTION_MS,
              actionProps: { children: action.label, onClick: action.run },
            }),
          }),
      ),
    [add],
  );
  return toasts.map((toast) => {
    const kind = (toast.type ?? "info") as Notice["type"];
    return (
      <Toast.Root
        key={toast.id}
        toast={toast}
        swipeDirection="down"
        // Base UI hides errors, which it announces apart, though they take the focus (axe: aria-hidden-focus).
        aria-hidden={false}
        className={classes(styles.toast, kind === "error" && styles.error)}
      >
        <Toast.Content className={styles.content}>
          <Icon of={SIGNS[kind]} />
          <Toast.Title render={<p />} className={styles.text} />
          {toast.actionProps && (
            // Base UI adds the label and the listener of `actionProps` to these.
            <Toast.Action className={styles.action} onClick={() => close(toast.id)} />
          )}
        </Toast.Content>
      </Toast.Root>
    );
  });
}
