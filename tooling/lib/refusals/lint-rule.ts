// The table of refusals as a lint rule, for editors and for the check in a build.
import { createRequire } from 'node:module';
import { extname } from 'node:path';
import type * as eslintModule from 'eslint';
import type { Linter, Rule, Scope } from 'eslint';
import { type Refusal, type RefusalId, describeRefusal, refusals } from './table.ts';

type Report = (id: RefusalId, node: Rule.Node, found: string) => void;

const globalObjects = ['window', 'globalThis', 'self'];

/** Reports every use of a browser global named in `rows`, also as `window.name`. */
function watchGlobals({ sourceCode }: Rule.RuleContext, rows: readonly Refusal[], report: Report): Rule.RuleListener {
  const rowOf = new Map<unknown, RefusalId>(rows.flatMap(({ id, globals = [] }) => globals.map((name) => [name, id])));
  const look = ({ identifier }: Scope.Reference): void => {
    const node = identifier as Rule.Node;
    const { parent } = node;
    // `typeof Worker` only checks whether the name exists.
    if (parent?.type === 'UnaryExpression' && parent.operator === 'typeof') return;
    const isObject = globalObjects.includes(identifier.name);
    const member = isObject && parent?.type === 'MemberExpression' && parent.object === node ? parent : null;
    const name = member ? wordOf(member.property) : identifier.name;
    const id = rowOf.get(name);
    if (id !== undefined) report(id, member ?? node, String(name));
  };
  return {
    'Program:exit'() {
      const { through = [], variables = [] } = sourceCode.scopeManager.globalScope ?? {};
      const undeclared = variables.filter(({ defs }) => defs.length === 0).flatMap(({ references }) => references);
      [...through, ...undeclared].filter(isOfValue).forEach(look);
    },
  };
}

/** False for a name in a type, which TypeScript's parser tells. */
const isOfValue = (reference: Scope.Reference & { isValueReference?: boolean }): boolean =>
  reference.isValueReference !== false;

const wordOf = (node: object): unknown => ('name' in node ? node.name : 'value' in node && node.value);

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
  const excerpt = (node: Rule.Node): string => {
    const text =
      node.type === 'Literal' && typeof node.value === 'string' ? node.value : context.sourceCode.getText(node);
    return (text.split('\n')[0] ?? '').slice(0, 60);
  };
  return Object.fromEntries(
    rows.flatMap((row) =>
      selectorsOf(row).map((selector) => [selector, (node: Rule.Node) => report(row.id, node, excerpt(node))]),
    ),
  );
}

/** With `packagesOnly`, checks only what packages must not contain either. */
export const refusalRule: Rule.RuleModule = {
  meta: {
    type: 'problem',
    schema: [{ type: 'object', properties: { packagesOnly: { type: 'boolean' } }, additionalProperties: false }],
    messages: Object.fromEntries(
      refusals.map(({ id }) => [id, `{{found}}: ${describeRefusal(id, []).replace('\n', ' ')}`]),
    ),
  },
  create(context) {
    const { packagesOnly = false } = context.options[0] ?? {};
    const rows = refusals.filter(({ inPackages = false }) => inPackages || !packagesOnly);
    const report: Report = (id, node, found) => context.report({ node, messageId: id, data: { found } });
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
