// Extracts the texts of a package, which are the keys of its catalogues: arguments of t(), and texts in its data.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts, { type Expression, type Node } from 'typescript';
import { rootDir } from '../paths.mjs';
import { evaluateRemote } from '../evaluate-remote.ts';
import { commandDisplayName, commandList, permissionNames, registrationFilters, reports } from '../publishing/rules.ts';
import { declaredTitles } from '../remote-languages.ts';

/** The texts of a package, and faulty calls of t(). */
type Extracted = { texts: Set<string>; problems: string[] };

const isOfTests = /\.test(-d)?\.tsx?$|(^|\/)test-[a-z-]+\.tsx?$|(^|\/)testing\//;

/** The value of a string literal, or of several joined by +; null for anything else. */
function staticText(node: Expression | undefined): string | null {
  if (!node) return null;
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.PlusToken) return null;
  const left = staticText(node.left);
  const right = staticText(node.right);
  return left === null || right === null ? null : left + right;
}

export function textsOfSource(source: string, name: string): Extracted {
  const file = ts.createSourceFile(name, source, ts.ScriptTarget.Latest, true);
  const found: Extracted = { texts: new Set(), problems: [] };
  const visit = (node: Node) => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 't') {
      const text = staticText(node.arguments[0]);
      const line = file.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      if (text === null)
        found.problems.push(`${name}:${line} gives t() something that is no text; data go to t.known()`);
      else found.texts.add(text);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/**
 * Titles and texts of commands, their choices, reports and filters, names of commands in records, and names of
 * permissions: data of the contract that screens show.
 */
function contractTexts(): string[] {
  const ofCommands = commandList.flatMap(({ title, heading, cardTitle, successText, confirmText, variants }) => [
    title,
    heading,
    cardTitle,
    successText,
    confirmText,
    ...variants.flatMap(({ reportedAs, choice }) => [commandDisplayName(reportedAs), choice?.title]),
  ]);
  const titles = [...reports, ...registrationFilters].map(({ title }) => title);
  return [...ofCommands, ...titles, ...permissionNames].filter((text) => text !== undefined);
}

async function dataTexts(packageName: string): Promise<string[]> {
  if (packageName === 'shared-lib') return contractTexts();
  return packageName === 'shell' ? [] : declaredTitles(await evaluateRemote(join(rootDir, packageName)));
}

export async function textsOf(packageName: string): Promise<Extracted> {
  const folder = join(rootDir, packageName, 'src');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => /\.tsx?$/.test(name) && !isOfTests.test(name));
  const sources = files.map((name) =>
    textsOfSource(readFileSync(join(folder, name), 'utf8'), `${packageName}/src/${name}`),
  );
  return {
    texts: new Set([...sources.flatMap(({ texts }) => [...texts]), ...(await dataTexts(packageName))]),
    problems: sources.flatMap(({ problems }) => problems),
  };
}
