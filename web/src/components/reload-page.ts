/**
 * Loads the page anew when the server answers. Some browsers keep the failed request of a module for as long as the page is
 * there, and an update of the server gives modules other names: trying again on the same page would fail for ever.
 */
export async function reloadWhenConnected(): Promise<void> {
  const answer = await fetch("/", { method: "HEAD", cache: "no-store" }).catch(() => null);
  if (answer?.ok) location.reload();
}
