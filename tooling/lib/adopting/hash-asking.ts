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
  const made = nodesIn(source).flatMap((node) => {
    const call = calledWithText(node);
    const isElement = call?.method === 'createElement' && call.text in addresses;
    return isElement ? [{ node, tag: call.text, name: assignedName(node.parent) }] : [];
  });
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

/** A call such as `x.createElement("script")`: of what, its method, and the text that it is given. */
function calledWithText(node: ts.Node): { of: ts.Expression; method: string; text: string } | null {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return null;
  const { expression: of, name } = node.expression;
  const [first] = node.arguments;
  return first && ts.isStringLiteralLike(first) ? { of, method: name.text, text: first.text } : null;
}

/** The variable that is given what a node holds; empty if there is none. */
function assignedName(node: ts.Node): string {
  if (ts.isVariableDeclaration(node)) return node.name.getText();
  if (ts.isParenthesizedExpression(node)) return assignedName(node.expression);
  return isAssignment(node) && ts.isIdentifier(node.left) ? node.left.text : '';
}

const isAssignment = (node: ts.Node): node is ts.BinaryExpression =>
  ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken;

/** Whether a node sets the address of the element in the variable `name`. */
function isLoad(node: ts.Node, name: string, address: string): boolean {
  const isElement = (element: ts.Expression): boolean => element.getText() === name || assignedName(element) === name;
  const call = calledWithText(node);
  if (call) return call.method === 'setAttribute' && call.text === address && isElement(call.of);
  if (!isAssignment(node) || !ts.isPropertyAccessExpression(node.left)) return false;
  return node.left.name.text === address && isElement(node.left.expression);
}

function scopeOf(node: ts.Node): ts.Node {
  let scope = node.parent;
  while (!ts.isFunctionLike(scope) && !ts.isSourceFile(scope)) scope = scope.parent;
  return scope;
}

const excerpt = (node: ts.Node): string => node.parent.getText().slice(0, 80);
