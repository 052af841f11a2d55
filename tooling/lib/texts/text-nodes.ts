// Finds the nodes of a syntax tree that are texts for people.

/** The fields of a node that are read here. Its type decides which exist. */
export type TextNode = {
  [Part in 'parent' | 'left' | 'right' | 'key' | 'callee' | 'object' | 'property' | 'test']?: TextNode;
} & { type: string; value?: unknown; operator?: string; quasis?: { value: { cooked: string } }[]; name?: unknown };

/** Properties of objects and of components that hold texts. */
const textNames = new Set([
  'title',
  'label',
  'header',
  'hint',
  'text',
  'message',
  'help',
  'description',
  'placeholder',
  'lead',
  'caption',
  'emptyText',
  'term',
  'confirmLabel',
  'confirm',
  'alt',
  'aria-label',
  'aria-description',
  'pendingLabel',
]);
/** Properties that hold values rather than texts, even in files of texts. */
const valueNames = new Set(['id', 'path', 'tone', 'value', 'kind', 'icon', 'permission', 'anyPermission', 'from']);

const hasWord = (text: string) => /\p{L}{2}/u.test(text);
const isIdentifier = (text: string) => /^[a-z]+([A-Z][a-z]+)+$/.test(text);
const isSentence = (text: string) => /^\p{Lu}[^\n]*\s[^\n]*\p{Ll}/u.test(text) && !/^[A-Z_]+$/.test(text);

/**
 * The text of a literal, of a template, or of several joined by +, with ·x· for each value in it; null for anything
 * else.
 */
function textOf(node: TextNode | undefined): string | null {
  if (node?.type === 'Literal') return typeof node.value === 'string' ? node.value : null;
  if (node?.type === 'TemplateLiteral') return (node.quasis ?? []).map(({ value }) => value.cooked).join('·x·');
  if (node?.type !== 'BinaryExpression' || node.operator !== '+') return null;
  const left = textOf(node.left);
  const right = textOf(node.right);
  return left === null || right === null ? null : left + right;
}

const keyOf = (node: TextNode | undefined): string => String(node?.name ?? node?.value ?? '');

const passedThrough = ['ConditionalExpression', 'LogicalExpression', 'JSXExpressionContainer', 'TSAsExpression'];

/** The node that uses a text, such as a property, an attribute or a call. Looks through conditions. */
function userOf(node: TextNode): TextNode {
  let inner = node;
  let user = node.parent ?? node;
  while (passedThrough.includes(user.type) && user.test !== inner && user.parent) {
    if (user.type === 'JSXExpressionContainer' && user.parent.type !== 'JSXAttribute') return user;
    inner = user;
    user = user.parent;
  }
  return user;
}

function above(node: TextNode): TextNode[] {
  const found = [];
  for (let one = node.parent; one; one = one.parent) found.push(one);
  return found;
}

/** True inside a call of a translator, in a thrown error, and where a literal is not a value. */
function isElsewhere(node: TextNode): boolean {
  const { parent } = node;
  if (!parent || /^(Import|Export(Named|All)|TS(?!As|NonNull|Satisfies))/.test(parent.type)) return true;
  if (parent.type === 'BinaryExpression' && (parent.operator !== '+' || textOf(parent) !== null)) return true;
  if ((parent.type === 'Property' || parent.type === 'MemberExpression') && (parent.key ?? parent.property) === node)
    return true;
  return above(node).some(
    ({ type, callee }) =>
      type === 'ThrowStatement' ||
      type === 'TSTypeAnnotation' ||
      (callee !== undefined && (isTranslator(callee) || /Error$|^(Date|RegExp|Intl)$/.test(keyOf(callee)))),
  );
}

const isTranslator = (callee: TextNode): boolean =>
  keyOf(callee) === 't' || (callee.type === 'MemberExpression' && keyOf(callee.object) === 't');

/**
 * True for a text that starts like a label and is passed to a function of the file, which makes a column or row of it.
 */
const isLabelGiven = (user: TextNode, text: string): boolean =>
  user.type === 'CallExpression' && user.callee?.type === 'Identifier' && /^[A-Z][a-z]+( |$)/.test(text);

/**
 * True for a text for people outside t(). In a file of texts (`isTextFile`), every literal counts except values of
 * other kinds.
 */
export function isUntranslated(node: TextNode, isTextFile: boolean): boolean {
  if (node.type === 'JSXText') return hasWord(String(node.value));
  const text = textOf(node);
  if (text === null || !hasWord(text) || isIdentifier(text) || isElsewhere(node)) return false;
  const user = userOf(node);
  const name = keyOf(user.key ?? (user.type === 'JSXAttribute' ? (user.name as TextNode) : undefined));
  if (valueNames.has(name)) return false;
  if (user.type === 'JSXExpressionContainer') return true;
  if (user.type === 'JSXAttribute' || textNames.has(name)) return textNames.has(name);
  if (user.type === 'SwitchCase' || user.type === 'TSAsExpression') return false;
  if (isTextFile) return name !== '' || isSentence(text) || user.type === 'ArrowFunctionExpression';
  if (isLabelGiven(user, text)) return true;
  return isSentence(text) && !['NewExpression', 'ArrayExpression'].includes(user.type);
}
