/** The constants of a Rust file, each with its provenance (docs/algorithms.md, section 1). */

/** Marks of values that decide results, and of those that follow from others or bound cost and rounding alone. */
export const TUNED = ["fitted", "measured", "hand-tuned", "from", "guess"];
export const UNTUNED = ["derived", "definition", "numerical"];
const MARK = new RegExp(`\\*(${[...TUNED, ...UNTUNED].join("|")})\\b[^*]*\\*`);

const CONSTANT = /^\s*(?:pub(?:\([a-z :]+\))? )?const ([A-Z][A-Z0-9_]*): (.+?) =(?: (.*))?$/;
/** Texts, enumerations and blank values are no numbers. */
const OTHER_TYPE = /str\b|^Self$|^\[(Part|WindMethod)/;

/**
 * The numeric constants in the lines of a file: name, value, doc comment and the mark of its provenance. That is the first
 * mark in its doc comment, else in that of the constant directly above (a comment stands for all constants up to the next
 * one), else in the line "// All constants below are ..." above it, or in the first line of the module's comment; undefined for none.
 */
export function constantsIn(lines) {
  const found = [];
  let [doc, block, forAll, isGroup] = [[], [], moduleMark(lines[0]), false];
  for (const [i, line] of lines.entries()) {
    const text = line.trim();
    if (text.startsWith("///")) doc.push(text.slice(3).trim());
    else if (/^\/\/ All constants below/.test(text)) forAll = text.match(MARK)?.[1];
    else if (!text.startsWith("#[")) {
      const [, name, type, value = ""] = line.match(CONSTANT) ?? [];
      if (name && !OTHER_TYPE.test(type)) {
        if (doc.length > 0 || !isGroup) block = doc;
        const meaning = block.join(" ");
        const mark = meaning.match(MARK)?.[1] ?? forAll;
        found.push({ line: i + 1, name, value: value.replace(/;$/, ""), meaning, mark });
      }
      isGroup = text !== "" && (isGroup || Boolean(name));
      doc = [];
    }
  }
  return found;
}

const moduleMark = (line) => (line.startsWith("//!") ? line.match(MARK)?.[1] : undefined);
