/** The tests of a TypeScript or JavaScript file: their titles, whether they are skipped, and the texts in them. */
import { parseAst } from "vite";

const TESTS = new Set(["test", "it"]);
const GROUPS = new Set(["describe", "suite"]);
/** Members of `test` that define a test. Others, such as `test.use`, do not. */
const DEFINING = new Set(["each", "for", "skip", "skipIf", "runIf", "todo", "fixme", "fail", "fails", "concurrent"]);
const SKIPPING = new Set(["skip", "todo", "fixme"]);

/**
 * A parsed file: `tests` in their order, `declarations` outside of tests by name, `imports` by local name. A test has
 * its own `title`, the `groups` around it, the `tables` of rows of these groups, whether it is `skipped` without a
 * condition, and its `node`.
 */
export function parseScript(code, { tsx = false } = {}) {
  const file = { tests: [], declarations: new Map(), imports: new Map() };
  visit(parseAst(code, { lang: tsx ? "tsx" : "ts" }), { code, file, groups: [], tables: [], skipped: false });
  return file;
}

function visit(node, at) {
  if (node.type === "ImportDeclaration") return addImports(node, at.file);
  if (node.type === "CallExpression") {
    const call = testCall(node, at.code);
    if (call?.isTest) {
      const { title, isSkipped } = call;
      const { groups, tables } = at;
      at.file.tests.push({ title, groups, tables, skipped: at.skipped || isSkipped || skipsItself(node), node });
      return;
    }
    if (call) {
      const [groups, tables] = [
        [...at.groups, call.title],
        [...at.tables, node.callee],
      ];
      const inside = { ...at, groups, tables, skipped: at.skipped || call.isSkipped };
      for (const child of children(node)) visit(child, inside);
      return;
    }
  }
  if (node.type === "FunctionDeclaration" && node.id) declare(at.file, node.id.name, node);
  if (node.type === "VariableDeclarator") for (const name of boundNames(node.id)) declare(at.file, name, node);
  // The rows of a loop around tests are the texts of its variable.
  if (node.type === "ForOfStatement") for (const name of boundNames(node.left)) declare(at.file, name, node.right);
  for (const child of children(node)) visit(child, at);
}

function declare({ declarations }, name, node) {
  declarations.set(name, [...(declarations.get(name) ?? []), node]);
}

function addImports({ source, specifiers }, { imports }) {
  for (const { type, local, imported } of specifiers)
    if (type === "ImportSpecifier") imports.set(local.name, { from: source.value, name: imported.name });
}

/** What a call with a title and a function defines: a test or a group of tests; undefined for every other call. */
function testCall({ callee, arguments: args }, code) {
  const title = titleOf(args[0], code);
  if (title === undefined) return undefined;
  const names = chain(callee);
  if (names === undefined) return undefined;
  const [base, ...members] = names;
  const isSkipped = members.some((name) => SKIPPING.has(name));
  if (TESTS.has(base) && members.every((name) => DEFINING.has(name))) return { isTest: true, title, isSkipped };
  if (TESTS.has(base) && members[0] !== "describe") return undefined;
  const isGroup = TESTS.has(base) || GROUPS.has(base) || args.slice(1).some((each) => definesTests(each));
  return isGroup ? { isTest: false, title, isSkipped } : undefined;
}

/** `it.each(rows)("…")` → it, each; `test("…")` → test. */
function chain(callee) {
  if (callee.type === "Identifier") return [callee.name];
  if (callee.type === "CallExpression") return chain(callee.callee);
  if (callee.type === "TaggedTemplateExpression") return chain(callee.tag);
  if (callee.type !== "MemberExpression" || callee.computed) return undefined;
  const base = chain(callee.object);
  return base && [...base, callee.property.name];
}

/** The title as it is in the source: a template's expressions stay `${…}`, rows' `%s` and `$name` stay too. */
function titleOf(node, code) {
  if (node?.type === "Literal" && typeof node.value === "string") return node.value;
  return node?.type === "TemplateLiteral" ? code.slice(node.start + 1, node.end - 1) : undefined;
}

/** Whether a function's own statements define tests, which makes its caller a group. */
function definesTests(node) {
  if (!/Function/.test(node?.type ?? "")) return false;
  const statements = node.body.type === "BlockStatement" ? node.body.body : [];
  return statements.some(({ type, expression }) => {
    const names = type === "ExpressionStatement" && expression.type === "CallExpression" && chain(expression.callee);
    return names && (TESTS.has(names[0]) || GROUPS.has(names[0]));
  });
}

/** Whether the body begins with `test.skip()` or `test.fixme()` without a condition. */
function skipsItself({ arguments: args }) {
  const body = args.find((each) => /Function/.test(each.type))?.body;
  return (body?.body ?? []).some(({ type, expression }) => {
    if (type !== "ExpressionStatement" || expression.type !== "CallExpression") return false;
    const [base, member] = chain(expression.callee) ?? [];
    const condition = expression.arguments[0];
    return TESTS.has(base) && SKIPPING.has(member) && (!condition || condition.type === "Literal");
  });
}

function boundNames(id) {
  if (id.type === "Identifier") return [id.name];
  const found = [];
  const collect = (node) => {
    if (node.type === "Identifier") found.push(node.name);
    for (const child of children(node)) collect(child);
  };
  collect(id);
  return found;
}

export function children(node) {
  return Object.entries(node).flatMap(([key, value]) => {
    if (key === "type" || !value || typeof value !== "object") return [];
    return (Array.isArray(value) ? value : [value]).filter((each) => each && typeof each.type === "string");
  });
}

/** The texts and identifiers below a node; of a test without its title. */
export function contents(node, title) {
  const texts = [];
  const names = new Set();
  const collect = (each) => {
    if (each.type === "Literal") {
      if (each.regex) texts.push(each.regex.pattern.replace(/\\(.)/g, "$1"));
      else texts.push(String(each.value));
    } else if (each.type === "TemplateElement") texts.push(each.value.cooked ?? each.value.raw);
    else if (each.type === "Identifier") names.add(each.name);
    for (const child of children(each)) if (child !== title) collect(child);
  };
  collect(node);
  return { texts, names };
}
