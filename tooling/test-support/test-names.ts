// The names of all tests of the repository, and the requirement ids at their beginning.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** A test with ids in its name. */
type NamedTest = { file: string; title: string; ids: string[] };

const folders = (remotes: readonly string[]): string[] => [
  ...['shared-lib', 'shell', 'reference-api', ...remotes].map((name) => `${name}/src`),
  'e2e/specs',
  'tooling/test',
];
/** Suites that several tests share are in `testing`. */
const testFile = /(\.test\.tsx?|\.spec\.ts|[/\\]testing[/\\][^/\\]+\.tsx?)$/;
const functions = new Set(['it', 'test', 'describe']);
const leading = /^(?:[A-Z]\d+[a-z]? )+/;

/** The function that a call begins with: `it` of `it.each(rows)('…', …)`. */
function rootOf(expression: ts.Expression): string {
  if (ts.isCallExpression(expression) || ts.isPropertyAccessExpression(expression))
    return rootOf(expression.expression);
  return ts.isIdentifier(expression) ? expression.text : '';
}

/**
 * The beginning of a title: of a template, the text before its first placeholder; of texts joined by +, all of them.
 */
function beginningOf(node: ts.Node): string | null {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isBinaryExpression(node)) {
    const start = beginningOf(node.left);
    return start === null ? null : `${start}${beginningOf(node.right) ?? ''}`;
  }
  return ts.isTemplateExpression(node) ? node.head.text : null;
}

/** Every text in a table of cases, for titles that come from a case. */
function textsIn(node: ts.Node): string[] {
  const found = ts.isStringLiteralLike(node) ? [node.text] : [];
  ts.forEachChild(node, (child) => {
    found.push(...textsIn(child));
  });
  return found;
}

function titlesOf(call: ts.CallExpression): string[] {
  if (!functions.has(rootOf(call.expression)) || call.arguments.length === 0) return [];
  const [first] = call.arguments;
  const title = first ? beginningOf(first) : null;
  if (title === null) return [];
  // `it.each(rows)('%s', …)`: the name is in the row.
  const isFromRow = /^[%$]/.test(title) && ts.isCallExpression(call.expression);
  return isFromRow ? call.expression.arguments.flatMap(textsIn) : [title];
}

export function titlesIn(name: string, text: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
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
export const idsOf = (title: string): string[] => leading.exec(title)?.[0].trim().split(' ') ?? [];

export function testsIn(file: string, text: string): NamedTest[] {
  return titlesIn(file, text)
    .map((title) => ({ file, title, ids: idsOf(title) }))
    .filter(({ ids }) => ids.length > 0);
}

export function namedTests(rootDir: string, remotes: readonly string[]): NamedTest[] {
  const files = folders(remotes).flatMap((folder) =>
    readdirSync(join(rootDir, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  );
  return files
    .filter((file) => testFile.test(file))
    .flatMap((file) => testsIn(file, readFileSync(join(rootDir, file), 'utf8')));
}
