// Which nodes of a syntax tree are texts for people, and how each is written as a call of a translator.
/** @import { Rule, SourceCode } from 'eslint' */

/**
 * As much of a node as is looked at; which fields are there depends on its type.
 * @typedef {{
 *   type: string,
 *   parent?: TextNode,
 *   range?: [number, number],
 *   value?: unknown,
 *   operator?: string,
 *   left?: TextNode,
 *   right?: TextNode,
 *   quasis?: { value: { cooked: string } }[],
 *   expressions?: TextNode[],
 *   name?: unknown,
 *   key?: TextNode,
 *   computed?: boolean,
 *   callee?: TextNode,
 *   object?: TextNode,
 *   property?: TextNode,
 *   children?: TextNode[],
 *   expression?: TextNode,
 *   test?: TextNode,
 *   id?: TextNode,
 * }} TextNode
 *
 * A text with the expressions that stand in it: words and expressions take turns, words first.
 * @typedef {{ words: string[], values: TextNode[] }} Parts
 */

/** Properties of objects and of components that hold texts. */
const textNames = new Set([
  ...['title', 'label', 'header', 'hint', 'text', 'message', 'help', 'description', 'placeholder', 'lead', 'caption'],
  ...['emptyText', 'term', 'confirmLabel', 'confirm', 'alt', 'aria-label', 'aria-description', 'pendingLabel'],
]);
/** Properties that hold values, in files of texts too. */
const valueNames = new Set(['id', 'path', 'tone', 'value', 'kind', 'icon', 'permission', 'anyPermission', 'from']);

const hasWord = (/** @type {string} */ text) => /\p{L}{2}/u.test(text);
const isSentence = (/** @type {string} */ text) => /^\p{Lu}[^\n]*\s[^\n]*\p{Ll}/u.test(text) && !/^[A-Z_]+$/.test(text);

/**
 * The text of a literal, of a template, or of several of them added up; null for anything else.
 * @type {(node: TextNode | undefined) => Parts | null}
 */
export function partsOfText(node) {
  if (node?.type === 'Literal' && typeof node.value === 'string') return { words: [node.value], values: [] };
  if (node?.type === 'TemplateLiteral')
    return { words: (node.quasis ?? []).map(({ value }) => value.cooked), values: node.expressions ?? [] };
  if (node?.type !== 'BinaryExpression' || node.operator !== '+') return null;
  const [left, right] = [partsOfText(node.left), partsOfText(node.right)];
  return left && right && joined(left, right);
}

/** @type {(left: Parts, right: Parts) => Parts} */
const joined = (left, right) => ({
  words: [...left.words.slice(0, -1), (left.words.at(-1) ?? '') + (right.words[0] ?? ''), ...right.words.slice(1)],
  values: [...left.values, ...right.values],
});

/** @type {(node: TextNode | undefined) => string} */
const keyOf = (node) => String(node?.name ?? node?.value ?? '');

const passedThrough = ['ConditionalExpression', 'LogicalExpression', 'JSXExpressionContainer', 'TSAsExpression'];

/**
 * Where a text is used: the property, attribute or child that it is the value of, through conditions.
 * @type {(node: TextNode) => TextNode}
 */
function userOf(node) {
  let inner = node;
  let user = node.parent ?? node;
  while (passedThrough.includes(user.type) && user.test !== inner && user.parent) {
    if (user.type === 'JSXExpressionContainer' && user.parent.type !== 'JSXAttribute') return user;
    inner = user;
    user = user.parent;
  }
  return user;
}

/** @type {(node: TextNode) => TextNode[]} */
function above(node) {
  const found = [];
  for (let one = node.parent; one; one = one.parent) found.push(one);
  return found;
}

/**
 * True within a call of a translator, in what is thrown, and where literals are no values.
 * @type {(node: TextNode) => boolean}
 */
function isElsewhere(node) {
  const { parent } = node;
  if (!parent || /^(Import|Export(Named|All)|TS(?!As|NonNull|Satisfies))/.test(parent.type)) return true;
  if (parent.type === 'BinaryExpression' && (parent.operator !== '+' || partsOfText(parent))) return true;
  if ((parent.type === 'Property' || parent.type === 'MemberExpression') && (parent.key ?? parent.property) === node)
    return true;
  return above(node).some(
    ({ type, callee }) =>
      type === 'ThrowStatement' ||
      type === 'TSTypeAnnotation' ||
      (callee !== undefined && (isTranslator(callee) || /Error$|^(Date|RegExp|Intl)$/.test(keyOf(callee)))),
  );
}

/** @type {(callee: TextNode) => boolean} */
const isTranslator = (callee) =>
  keyOf(callee) === 't' || (callee.type === 'MemberExpression' && keyOf(callee.object) === 't');

/**
 * True of what begins as a label does and is handed to a function of the file, which makes a column or row of it.
 * @type {(user: TextNode, text: string) => boolean}
 */
const isLabelGiven = (user, text) =>
  user.type === 'CallExpression' && user.callee?.type === 'Identifier' && /^[A-Z][a-z]+( |$)/.test(text);

/**
 * The parts of a text for people that stands outside a translator; null for every other node. In a file of texts
 * (`isTextFile`) every literal is one, but for values of other kinds.
 * @type {(node: TextNode, isTextFile: boolean) => Parts | null}
 */
export function untranslated(node, isTextFile) {
  const parts = partsOfText(node);
  if (!parts || !parts.words.some(hasWord) || isElsewhere(node)) return null;
  const user = userOf(node);
  const name = keyOf(user.key ?? (user.type === 'JSXAttribute' ? /** @type {TextNode} */ (user.name) : undefined));
  if (valueNames.has(name)) return null;
  if (user.type === 'JSXExpressionContainer') return parts;
  if (user.type === 'JSXAttribute') return textNames.has(name) ? parts : null;
  if (textNames.has(name)) return parts;
  const text = parts.words.join('x');
  if (user.type === 'SwitchCase' || user.type === 'TSAsExpression') return null;
  if (isTextFile) return name !== '' || isSentence(text) || user.type === 'ArrowFunctionExpression' ? parts : null;
  if (isLabelGiven(user, text)) return parts;
  return isSentence(text) && !['CallExpression', 'NewExpression', 'ArrayExpression'].includes(user.type) ? parts : null;
}

/**
 * The name of a placeholder for an expression: that of what it shows.
 * @type {(source: string) => string}
 */
function placeholderOf(source) {
  const names = [...source.matchAll(/(?<![\w$'"])[A-Za-z_$][\w$]*(?!\s*\(|[\w$])/g)].map(([name]) => name);
  const kept = names.filter((name) => !['length', 'String', 'undefined', 'null', 'size'].includes(name));
  const name = (/[?=&|]/.test(source) ? kept[0] : kept.at(-1)) ?? 'value';
  return /^[A-Z_\d]+$/.test(name)
    ? name.toLowerCase().replace(/_(\w)/g, (_all, /** @type {string} */ letter) => letter.toUpperCase())
    : name;
}

/** @type {(text: string) => string} */
const quoted = (text) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`;

/**
 * A text as it is written: one that does not fit into a line as several, added up.
 * @type {(text: string) => string}
 */
const literal = (text) =>
  (text.match(/.{1,100}(?: |$)/gs) ?? [text])
    .map((part) => (part.includes("'") && !part.includes('"') ? JSON.stringify(part) : quoted(part)))
    .join(' + ');

/**
 * The call that stands for a text; null for one that holds braces.
 * @type {(parts: Parts, sourceCode: SourceCode) => string | null}
 */
export function translatorCall({ words, values }, sourceCode) {
  if (words.some((word) => /[{}]/.test(word))) return null;
  /** @type {Map<string, string>} */
  const placed = new Map();
  const names = values.map((value) => {
    const source = sourceCode.getText(/** @type {Rule.Node} */ (/** @type {unknown} */ (value)));
    const wanted = placeholderOf(source);
    let name = wanted;
    for (let turn = 2; placed.has(name) && placed.get(name) !== source; turn += 1) name = `${wanted}${turn}`;
    placed.set(name, source);
    return name;
  });
  const text = words.map((word, index) => (index === 0 ? word : `{${names[index - 1]}}${word}`)).join('');
  const given = [...placed].map(([name, source]) => (name === source ? name : `${name}: ${source}`)).join(', ');
  return `t(${literal(text)}${given === '' ? '' : `, { ${given} }`})`;
}
