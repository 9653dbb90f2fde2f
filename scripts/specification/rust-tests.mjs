/** The tests of a Rust file: `#[test]` functions with their string literals; `#[ignore]` ones are skipped. */

const TEST = /((?:^[ \t]*#\[[^\n]*\]\n)+)[ \t]*fn (\w+)\(\)[^{]*\{/gm;
const STRING = /r(#*)"([\s\S]*?)"\1|"((?:\\[\s\S]|[^"\\])*)"/g;

export function parseRust(code) {
  const found = [...code.matchAll(TEST)].filter(([, attributes]) => /#\[test\]/.test(attributes));
  const tests = found.map((match) => {
    const start = match.index + match[0].length;
    const end = code.indexOf("\n#[", start);
    return {
      title: match[2],
      groups: [],
      skipped: /#\[ignore/.test(match[1]),
      literals: [...code.slice(start, end < 0 ? undefined : end).matchAll(STRING)].map(
        ([, , raw, text]) => raw ?? text,
      ),
    };
  });
  return { tests };
}
