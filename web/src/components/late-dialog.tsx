import { type ComponentType, createElement, useEffect, useState } from "react";
import { notify } from "../stores/notices";

const NOT_LOADED = "This could not be loaded. Check your connection and try again.";

/**
 * A dialog whose code is loaded when it is opened. When it can not be loaded, a notice says so and the dialog is closed;
 * the next opening loads it again.
 */
export function lateDialog<Props extends { onClose: () => void }>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null;
  return function LateDialog(props: Props) {
    const [dialog, setDialog] = useState<ComponentType<Props> | null>(() => loaded);
    const { onClose } = props;
    // biome-ignore lint/correctness/useExhaustiveDependencies: the code is loaded once, when the dialog is opened.
    useEffect(() => {
      let isGone = false;
      load().then(
        (component) => {
          loaded = component;
          if (!isGone) setDialog(() => component);
        },
        () => {
          if (isGone) return;
          notify.error(NOT_LOADED);
          onClose();
        },
      );
      return () => {
        isGone = true;
      };
    }, []);
    return dialog ? createElement(dialog, props) : null;
  };
}
