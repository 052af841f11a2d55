// The names of all tests of the repository, and the ids of requirements that they begin with.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const folders = (remotes) => [
  ...['shared-lib', 'shell', 'reference-api', ...remotes].map((name) => `${name}/src`),
  'e2e/specs',
  'tooling/test',
];
/** Suites that several tests share lie in `testing`. */
const testFile = /(\.test\.tsx?|\.test\.mjs|\.spec\.ts|[/\\]testing[/\\][^/\\]+\.tsx?)$/;
const functions = new Set(['it', 'test', 'describe']);
const leading = /^(?:[A-Z]\d+[a-z]? )+/;

/** The function that a call begins with: `it` of `it.each(rows)('…', …)`. */
function rootOf(expression) {
  if (ts.isCallExpression(expression) || ts.isPropertyAccessExpression(expression))
    return rootOf(expression.expression);
  return ts.isIdentifier(expression) ? expression.text : '';
}

/** The beginning of a title: of a template as far as it is written down, of a sum its first text. */
function beginningOf(node) {
  if (ts.isBinaryExpression(node)) return beginningOf(node.left);
  if (ts.isStringLiteralLike(node)) return node.text;
  return ts.isTemplateExpression(node) ? node.head.text : null;
}

/** Every text of a table of cases, for titles that a case gives. */
function textsIn(node) {
  const found = ts.isStringLiteralLike(node) ? [node.text] : [];
  ts.forEachChild(node, (child) => {
    found.push(...textsIn(child));
  });
  return found;
}

function titlesOf(call) {
  if (!functions.has(rootOf(call.expression)) || call.arguments.length === 0) return [];
  const title = beginningOf(call.arguments[0]);
  if (title === null) return [];
  // `it.each(rows)('%s', …)`: the name stands in the row.
  const isFromRow = /^[%$]/.test(title) && ts.isCallExpression(call.expression);
  return isFromRow ? call.expression.arguments.flatMap(textsIn) : [title];
}

function titlesIn(name, text) {
  const found = [];
  const visit = (node) => {
    if (ts.isCallExpression(node)) found.push(...titlesOf(node));
    ts.forEachChild(node, visit);
  };
  visit(
    ts.createSourceFile(
      name,
      text,
      ts.ScriptTarget.Latest,
      true,
      name.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
    ),
  );
  return found;
}

/** The ids that a test's name begins with, such as S6 and S10 of "S6 S10 a logout remembers no address". */
export const idsOf = (title) => leading.exec(title)?.[0].trim().split(' ') ?? [];

/** Every test of some source with an id in its name: the file, the title, the ids. */
export function testsIn(file, text) {
  return titlesIn(file, text)
    .map((title) => ({ file, title, ids: idsOf(title) }))
    .filter(({ ids }) => ids.length > 0);
}

/** Every test of the repository with an id in its name. */
export function namedTests(rootDir, remotes) {
  const files = folders(remotes).flatMap((folder) =>
    readdirSync(join(rootDir, folder), { recursive: true }).map((name) => join(folder, name)),
  );
  return files
    .filter((file) => testFile.test(file))
    .flatMap((file) => testsIn(file, readFileSync(join(rootDir, file), 'utf8')));
}
