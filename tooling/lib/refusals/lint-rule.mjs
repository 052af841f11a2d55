// The table of refusals as a rule of ESLint: for the editor, and for the check that a build runs.
import { refusalOf, refusals, withoutLinks } from './table.mjs';

const globalObjects = ['window', 'globalThis', 'self'];

const plainText = (id) => {
  const { what, instead } = refusalOf(id);
  return withoutLinks(`Refused: ${what}. Instead: ${instead}.`);
};

/** The references of a file to names that it does not define itself; those of types apart. */
function globalReferences({ scopeManager }) {
  const { through, variables } = scopeManager.globalScope;
  const declaredNowhere = variables.filter(({ defs }) => defs.length === 0).flatMap(({ references }) => references);
  return [...through, ...declaredNowhere].filter(
    (reference) => reference.isValueReference !== false && !isAskedFor(reference.identifier),
  );
}

/** `typeof Worker` asks whether there is one. */
const isAskedFor = ({ parent }) => parent.type === 'UnaryExpression' && parent.operator === 'typeof';

/** Reports every name of `rows` that stands for the browser's own, also as `window.name`. */
function watchGlobals(context, rows, report) {
  const rowOf = new Map(rows.flatMap(({ id, globals = [] }) => globals.map((name) => [name, id])));
  return {
    'Program:exit'() {
      for (const { identifier } of globalReferences(context.sourceCode)) {
        const { parent } = identifier;
        if (rowOf.has(identifier.name)) report(rowOf.get(identifier.name), identifier, identifier.name);
        const isMember =
          globalObjects.includes(identifier.name) && parent.type === 'MemberExpression' && parent.object === identifier;
        const name = isMember ? (parent.property.name ?? parent.property.value) : undefined;
        if (rowOf.has(name)) report(rowOf.get(name), parent, name);
      }
    },
  };
}

/** Reports every import that a row of `rows` names. */
function watchImports(rows, report) {
  const look = ({ source }) => {
    if (typeof source?.value !== 'string') return;
    const row = rows.find(({ imports = [] }) => imports.some((pattern) => pattern.test(source.value)));
    if (row) report(row.id, source, source.value);
  };
  const isOfTypes = (node) => node.importKind === 'type' || node.exportKind === 'type';
  const lookAtCode = (node) => isOfTypes(node) || look(node);
  return {
    ImportDeclaration: lookAtCode,
    ExportNamedDeclaration: lookAtCode,
    ExportAllDeclaration: lookAtCode,
    ImportExpression: look,
  };
}

function watchSyntax(context, rows, report) {
  const excerpt = (node) => context.sourceCode.getText(node).split('\n')[0].slice(0, 60);
  return Object.fromEntries(
    rows.flatMap(({ id, selectors = [] }) =>
      selectors.map((selector) => [selector, (node) => report(id, node, excerpt(node))]),
    ),
  );
}

/**
 * The rule. Its option `packagesOnly` leaves what is looked for in the code of packages that a remote brings with it.
 */
const refusalRule = {
  meta: {
    type: 'problem',
    schema: [{ type: 'object', properties: { packagesOnly: { type: 'boolean' } }, additionalProperties: false }],
    messages: Object.fromEntries(refusals.map(({ id }) => [id, `{{found}}: ${plainText(id)}`])),
  },
  create(context) {
    const { packagesOnly = false } = context.options[0] ?? {};
    const rows = refusals.filter(({ inPackages = false }) => inPackages || !packagesOnly);
    const report = (id, node, found) => context.report({ node, messageId: id, data: { found } });
    return {
      ...watchGlobals(context, rows, report),
      ...watchImports(rows, report),
      ...watchSyntax(context, rows, report),
    };
  },
};

/** The rule as a plugin of ESLint. */
export const refusalPlugin = { rules: { refused: refusalRule } };
