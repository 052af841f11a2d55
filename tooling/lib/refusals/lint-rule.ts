// The table of refusals as a lint rule, for editors and for the check in a build.
import { createRequire } from 'node:module';
import { extname } from 'node:path';
import { type Refusal, type RefusalId, refusalOf, refusals, withoutLinks } from './table.ts';
import type * as eslintModule from 'eslint';
import type { Linter, Rule, SourceCode } from 'eslint';

/** The fields of a syntax node that the rule reads; its type decides which are there. */
type SyntaxNode = { type: string; parent?: unknown; operator?: unknown; object?: unknown; property?: unknown };

/** A name or a literal. */
type Word = SyntaxNode & { name?: unknown; value?: unknown };

type Report = (id: RefusalId, node: SyntaxNode, found: string) => void;

/** The node with ESLint's type, which covers only JavaScript. */
const asKnown = (node: SyntaxNode): Rule.Node => node as unknown as Rule.Node;

const globalObjects = ['window', 'globalThis', 'self'];

const plainText = (id: RefusalId): string => {
  const { what, instead } = refusalOf(id);
  return withoutLinks(`Refused: ${what}. Instead: ${instead}.`);
};

/** The identifiers of a file that it does not define itself, except types. */
function globalNames({ scopeManager }: SourceCode): { name: string; node: SyntaxNode }[] {
  const { through = [], variables = [] } = scopeManager.globalScope ?? {};
  const declaredNowhere = variables.filter(({ defs }) => defs.length === 0).flatMap(({ references }) => references);
  return [...through, ...declaredNowhere]
    .filter((reference) => (reference as { isValueReference?: boolean }).isValueReference !== false)
    .map(({ identifier }) => ({ name: identifier.name, node: identifier }))
    .filter(({ node }) => !isAskedFor(node));
}

/** True in `typeof Worker`, which only checks whether the name exists. */
function isAskedFor(node: SyntaxNode): boolean {
  const parent = node.parent as SyntaxNode;
  return parent.type === 'UnaryExpression' && parent.operator === 'typeof';
}

/** The names that `const { fetch, … } = window` destructures from `node`. */
function takenOut(node: SyntaxNode, { type, init, id }: SyntaxNode & { init?: unknown; id?: unknown }): unknown[] {
  const pattern = id as (SyntaxNode & { properties?: { key?: unknown }[] }) | undefined;
  if (type !== 'VariableDeclarator' || init !== node || pattern?.type !== 'ObjectPattern') return [];
  return (pattern.properties ?? []).flatMap(({ key }) => (key ? [wordOf(key)] : []));
}

const wordOf = (node: unknown): unknown => (node as Word).name ?? (node as Word).value;

/** Reports every use of a browser global named in `rows`, also as `window.name`. */
function watchGlobals(context: Rule.RuleContext, rows: readonly Refusal[], report: Report): Rule.RuleListener {
  const rowOf = new Map<unknown, RefusalId>(rows.flatMap(({ id, globals = [] }) => globals.map((name) => [name, id])));
  const look = (name: unknown, node: SyntaxNode): void => {
    const id = rowOf.get(name);
    if (id !== undefined) report(id, node, String(name));
  };
  return {
    'Program:exit'() {
      for (const { name, node } of globalNames(context.sourceCode)) {
        const parent = node.parent as SyntaxNode;
        look(name, node);
        if (globalObjects.includes(name) && parent.type === 'MemberExpression' && parent.object === node)
          look(wordOf(parent.property), parent);
        if (globalObjects.includes(name)) for (const key of takenOut(node, parent)) look(key, parent);
      }
    },
  };
}

const importing =
  ':matches(ImportDeclaration, ExportNamedDeclaration, ExportAllDeclaration, ImportExpression)' +
  ':not([importKind="type"], [exportKind="type"]) > Literal.source';

/**
 * The selectors of a row, including those of its imports. Slashes are escaped: a selector's pattern cannot contain one.
 */
const selectorsOf = ({ selectors = [], imports = [] }: Refusal): string[] => [
  ...selectors,
  ...imports.map(({ source }) => `${importing}[value=/${source.replaceAll('\\/', '\\x2f')}/]`),
];

function watchSyntax(context: Rule.RuleContext, rows: readonly Refusal[], report: Report): Rule.RuleListener {
  const excerpt = (node: Word): string => {
    const text = typeof node.value === 'string' ? node.value : context.sourceCode.getText(asKnown(node));
    return (text.split('\n')[0] ?? '').slice(0, 60);
  };
  return Object.fromEntries(
    rows.flatMap((row) =>
      selectorsOf(row).map((selector) => [selector, (node: SyntaxNode) => report(row.id, node, excerpt(node))]),
    ),
  );
}

/** With `packagesOnly`, checks only what packages must not contain either. */
export const refusalRule: Rule.RuleModule = {
  meta: {
    type: 'problem',
    schema: [{ type: 'object', properties: { packagesOnly: { type: 'boolean' } }, additionalProperties: false }],
    messages: Object.fromEntries(refusals.map(({ id }) => [id, `{{found}}: ${plainText(id)}`])),
  },
  create(context) {
    const { packagesOnly = false } = context.options[0] ?? {};
    const rows = refusals.filter(({ inPackages = false }) => inPackages || !packagesOnly);
    const report: Report = (id, node, found) => context.report({ node: asKnown(node), messageId: id, data: { found } });
    return { ...watchGlobals(context, rows, report), ...watchSyntax(context, rows, report) };
  },
};

const require = createRequire(import.meta.url);

/** Loads ESLint and its parser on demand: that takes half a second. */
function linting() {
  const { Linter }: typeof eslintModule = require('eslint');
  const parser: Linter.Parser = require('@typescript-eslint/parser');
  return { linter: new Linter(), parser };
}
let loaded: ReturnType<typeof linting> | undefined;

export const isScript = (file: string): boolean => /\.[cm]?[jt]sx?$/.test(file);

/** In a package's code, only rows with `inPackages` count. Throws if the text cannot be parsed. */
export function sourceFaults(text: string, { file, isPackage = false }: { file: string; isPackage?: boolean }) {
  loaded ??= linting();
  const { linter, parser } = loaded;
  const options = isPackage ? [{ packagesOnly: true }] : [];
  const config: Linter.Config = {
    files: ['**/*.{js,mjs,cjs,jsx,ts,mts,cts,tsx}'],
    languageOptions: { parser, parserOptions: { ecmaFeatures: { jsx: true } } },
    plugins: { 'device-console': { rules: { refused: refusalRule } } },
    rules: { 'device-console/refused': ['error', ...options] },
  };
  const messages = linter.verify(text, [config], { filename: `source${extname(file)}`, allowInlineConfig: false });
  const unread = messages.find(({ ruleId }) => ruleId === null);
  if (unread) throw new Error(`${file} cannot be read: ${unread.message} (line ${unread.line})`);
  return messages.map(({ messageId, line, column, message }) => ({
    id: messageId as RefusalId,
    line,
    column: column - 1,
    found: message.slice(0, message.indexOf(': Refused:')),
  }));
}
