import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import { notify } from "../stores/notices";

export const NOT_LOADED = "This could not be loaded. Check your connection, then load the page again.";

interface Closable {
  /** Called when the code could not be loaded. Chromium does not fetch a module again before the page is loaded anew. */
  onClose?: () => void;
}

/**
 * A component whose code is loaded when it is first shown: `placeholder` until then. When the code can not be loaded, a
 * notice says so and the component is closed.
 */
export function late<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  placeholder: ReactNode = null,
): ComponentType<Props & Closable> {
  let Loaded: ComponentType<Props> | null = null;
  return function Late(props: Props & Closable) {
    const [, setLoaded] = useState(Loaded !== null);
    const { onClose } = props;
    // biome-ignore lint/correctness/useExhaustiveDependencies: the code is loaded once, when the component is shown.
    useEffect(() => {
      if (Loaded) return;
      let isShown = true;
      load().then(
        (component) => {
          Loaded = component;
          if (isShown) setLoaded(true);
        },
        () => {
          if (!isShown) return;
          notify.error(NOT_LOADED);
          onClose?.();
        },
      );
      return () => {
        isShown = false;
      };
    }, []);
    return Loaded ? <Loaded {...props} /> : placeholder;
  };
}
