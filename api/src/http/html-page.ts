/** A text as the content of an element or attribute. */
export const htmlText = (raw: string) => raw.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** A small page without scripts, which no search engine lists. `body` is HTML: its texts go through {@link htmlText}. */
export function htmlPage(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${htmlText(title)}</title><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">
<style>body{font:1rem/1.5 system-ui,sans-serif;max-width:28rem;margin:10vh auto;padding:0 1rem;color-scheme:light dark}
form{display:inline}button{font:inherit;padding:.6rem 1.4rem;margin:.5rem .5rem 0 0}</style></head>
<body><main>${body}</main></body>
</html>`;
}
