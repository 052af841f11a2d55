// Makes the entry of a finished build ask the host for the hash of each script and style that it loads, as the entries
// of remotePlugin() do (integrity-runtime.ts).
import ts from 'typescript';

/** A hash that matches no file. It makes browsers block files whose hash is not in the registry. */
const noHash = `sha384-${'A'.repeat(64)}`;
/** The property that starts loading, by element. */
const addresses = { script: 'src', link: 'href' } as Readonly<Record<string, string>>;

/**
 * Returns the entry's text with the lookups added. Throws if the entry creates no script element, or if it creates a
 * script or link whose address cannot be followed.
 */
export function askingForHashes(text: string): string {
  const source = ts.createSourceFile('entry.js', text, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS);
  const made = nodesIn(source).flatMap((node) => elementOf(node) ?? []);
  if (!made.some(({ tag }) => tag === 'script'))
    throw new Error('its entry loads no scripts by script elements, the one way in which browsers compare hashes.');
  const edits: Map<ts.Node, string> = new Map();
  for (const { node, tag, name } of made) {
    const address = addresses[tag] ?? '';
    const loads = nodesIn(scopeOf(node)).filter((inner) => isLoad(inner, name, address));
    if (name === '' || loads.length === 0)
      throw new Error(`its entry makes a ${tag} element whose address cannot be followed: ${excerpt(node)}`);
    for (const load of loads)
      edits.set(
        load,
        `(${load.getText()},${name}.crossOrigin="anonymous",${name}.integrity=` +
          `globalThis.deviceConsoleIntegrity?.(${name}.${address})??"${noHash}")`,
      );
  }
  return [...edits]
    .sort(([one], [other]) => other.getStart() - one.getStart())
    .reduce((edited, [node, by]) => edited.slice(0, node.getStart()) + by + edited.slice(node.getEnd()), text);
}

function nodesIn(node: ts.Node): ts.Node[] {
  const all: ts.Node[] = [];
  const visit = (inner: ts.Node): void => {
    all.push(inner);
    ts.forEachChild(inner, visit);
  };
  visit(node);
  return all;
}

/**
 * Recognises `createElement("script")` and `createElement("link")`. `name` is the variable that gets the element; empty
 * if none does.
 */
function elementOf(node: ts.Node): { node: ts.Node; tag: string; name: string } | null {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return null;
  const [first] = node.arguments;
  if (node.expression.name.text !== 'createElement' || !first || !ts.isStringLiteralLike(first)) return null;
  if (!(first.text in addresses)) return null;
  const { parent } = node;
  if (ts.isVariableDeclaration(parent)) return { node, tag: first.text, name: parent.name.getText() };
  return { node, tag: first.text, name: assignedName(parent) };
}

function assignedName(node: ts.Node): string {
  if (ts.isParenthesizedExpression(node)) return assignedName(node.expression);
  const isAssignment = ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken;
  return isAssignment && ts.isIdentifier(node.left) ? node.left.text : '';
}

/** Whether a node sets the address of the element in the variable `name`. */
function isLoad(node: ts.Node, name: string, address: string): boolean {
  const isElement = (element: ts.Expression): boolean => element.getText() === name || assignedName(element) === name;
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken)
    return (
      ts.isPropertyAccessExpression(node.left) && node.left.name.text === address && isElement(node.left.expression)
    );
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false;
  const [first] = node.arguments;
  const isSet = node.expression.name.text === 'setAttribute' && first && ts.isStringLiteralLike(first);
  return Boolean(isSet) && first?.getText().slice(1, -1) === address && isElement(node.expression.expression);
}

function scopeOf(node: ts.Node): ts.Node {
  let scope = node.parent;
  while (!ts.isFunctionLike(scope) && !ts.isSourceFile(scope)) scope = scope.parent;
  return scope;
}

const excerpt = (node: ts.Node): string => node.parent.getText().slice(0, 80);
