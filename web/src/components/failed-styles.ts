/**
 * Style sheets of code that is loaded lazily. The loader of the build requests each once: after a failure it would show the
 * code without them.
 */
const failed = new Set<HTMLLinkElement>();

/** Notes style sheets that could not be loaded, from the start of the page on. */
export function watchStyles(): void {
  addEventListener(
    "error",
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.rel === "stylesheet") failed.add(target);
    },
    { capture: true },
  );
}

/** Requests the style sheets again that could not be loaded; rejects when one fails again. */
export async function reloadFailedStyles(): Promise<void> {
  await Promise.all([...failed].map(reload));
}

function reload(link: HTMLLinkElement): Promise<void> {
  return new Promise((resolve, reject) => {
    const next = link.cloneNode() as HTMLLinkElement;
    next.onload = () => resolve();
    next.onerror = () => reject(new Error(`The style sheet ${link.href} could not be loaded.`));
    failed.delete(link);
    link.replaceWith(next);
  });
}
