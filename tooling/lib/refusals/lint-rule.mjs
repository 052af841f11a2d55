// The table of refusals as a lint rule, for editors and for the check in a build.
/** @import { Rule, SourceCode } from 'eslint' */
/** @import { Refusal, RefusalId } from './table.mjs' */
import { refusalOf, refusals } from './table.mjs';
import { withoutLinks } from './texts.mjs';

/**
 * The fields of a syntax node that the rule reads; its type decides which are there.
 * @typedef {{
 *   type: string,
 *   parent?: unknown,
 *   operator?: unknown,
 *   object?: unknown,
 *   property?: unknown,
 * }} SyntaxNode
 *
 * A name or a literal.
 * @typedef {SyntaxNode & { name?: unknown, value?: unknown }} Word
 *
 * @typedef {(id: RefusalId, node: SyntaxNode, found: string) => void} Report
 */

/**
 * The node with ESLint's type, which covers only JavaScript.
 * @type {(node: SyntaxNode) => Rule.Node}
 */
const asKnown = (node) => /** @type {Rule.Node} */ (/** @type {unknown} */ (node));

const globalObjects = ['window', 'globalThis', 'self'];

/** @type {(id: RefusalId) => string} */
const plainText = (id) => {
  const { what, instead } = refusalOf(id);
  return withoutLinks(`Refused: ${what}. Instead: ${instead}.`);
};

/**
 * The identifiers of a file that it does not define itself, except types.
 * @type {(sourceCode: SourceCode) => { name: string, node: SyntaxNode }[]}
 */
function globalNames({ scopeManager }) {
  const { through = [], variables = [] } = scopeManager.globalScope ?? {};
  const declaredNowhere = variables.filter(({ defs }) => defs.length === 0).flatMap(({ references }) => references);
  return [...through, ...declaredNowhere]
    .filter((reference) => /** @type {{ isValueReference?: boolean }} */ (reference).isValueReference !== false)
    .map(({ identifier }) => ({ name: identifier.name, node: identifier }))
    .filter(({ node }) => !isAskedFor(node));
}

/**
 * True in `typeof Worker`, which only checks whether the name exists.
 * @type {(node: SyntaxNode) => boolean}
 */
function isAskedFor(node) {
  const parent = /** @type {SyntaxNode} */ (node.parent);
  return parent.type === 'UnaryExpression' && parent.operator === 'typeof';
}

/**
 * The names that `const { fetch, … } = window` destructures from `node`.
 * @type {(node: SyntaxNode, parent: SyntaxNode & { init?: unknown, id?: unknown }) => unknown[]}
 */
function takenOut(node, { type, init, id }) {
  const pattern = /** @type {(SyntaxNode & { properties?: { key?: unknown }[] }) | undefined} */ (id);
  if (type !== 'VariableDeclarator' || init !== node || pattern?.type !== 'ObjectPattern') return [];
  return (pattern.properties ?? []).flatMap(({ key }) => (key ? [wordOf(key)] : []));
}

/** @type {(node: unknown) => unknown} */
function wordOf(node) {
  const { name, value } = /** @type {Word} */ (node);
  return name ?? value;
}

/**
 * Reports every use of a browser global named in `rows`, also as `window.name`.
 * @type {(context: Rule.RuleContext, rows: readonly Refusal[], report: Report) => Rule.RuleListener}
 */
function watchGlobals(context, rows, report) {
  /** @type {Map<unknown, RefusalId>} */
  const rowOf = new Map(rows.flatMap(({ id, globals = [] }) => globals.map((name) => [name, id])));
  /** @type {(name: unknown, node: SyntaxNode) => void} */
  const look = (name, node) => {
    const id = rowOf.get(name);
    if (id !== undefined) report(id, node, String(name));
  };
  return {
    'Program:exit'() {
      for (const { name, node } of globalNames(context.sourceCode)) {
        const parent = /** @type {SyntaxNode} */ (node.parent);
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
 * @type {(row: Refusal) => string[]}
 */
const selectorsOf = ({ selectors = [], imports = [] }) => [
  ...selectors,
  ...imports.map(({ source }) => `${importing}[value=/${source.replaceAll('\\/', '\\x2f')}/]`),
];

/** @type {(context: Rule.RuleContext, rows: readonly Refusal[], report: Report) => Rule.RuleListener} */
function watchSyntax(context, rows, report) {
  /** @type {(node: Word) => string} */
  const excerpt = (node) => {
    const text = typeof node.value === 'string' ? node.value : context.sourceCode.getText(asKnown(node));
    return (text.split('\n')[0] ?? '').slice(0, 60);
  };
  return Object.fromEntries(
    rows.flatMap((row) =>
      selectorsOf(row).map((selector) => [
        selector,
        (/** @type {SyntaxNode} */ node) => report(row.id, node, excerpt(node)),
      ]),
    ),
  );
}

/**
 * With `packagesOnly`, checks only what packages must not contain either.
 * @type {Rule.RuleModule}
 */
export const refusalRule = {
  meta: {
    type: 'problem',
    schema: [{ type: 'object', properties: { packagesOnly: { type: 'boolean' } }, additionalProperties: false }],
    messages: Object.fromEntries(refusals.map(({ id }) => [id, `{{found}}: ${plainText(id)}`])),
  },
  create(context) {
    const { packagesOnly = false } = context.options[0] ?? {};
    const rows = refusals.filter(({ inPackages = false }) => inPackages || !packagesOnly);
    /** @type {Report} */
    const report = (id, node, found) => context.report({ node: asKnown(node), messageId: id, data: { found } });
    return {
      ...watchGlobals(context, rows, report),
      ...watchSyntax(context, rows, report),
    };
  },
};
