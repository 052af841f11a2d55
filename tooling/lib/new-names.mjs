// Which names of shared-lib are new or changed since a release: older consoles do not have them.
/** @import { Types } from './public-types.mjs' */
/** @import { NamesOfSubpath, SinceTable } from './since.mjs' */
import ts from 'typescript';

/**
 * A declaration of a report: its text, the names in it, and of a constant that is an object its members. `joined` are
 * the constants that one consists of: `typeof deviceCalls & typeof reportCalls`.
 * @typedef {{ text: string, names: Set<string>, isExported: boolean, members: Map<string, Part>, joined: string[] }}
 *   Declaration
 * @typedef {Pick<Declaration, 'text' | 'names'>} Part
 * @typedef {Map<string, Declaration>} Report
 */

/**
 * The table after the release of `version`: the one before, with what is new or changed now. A major starts anew.
 * @type {(before: SinceTable | null, version: string, types: Types, released: Types) => SinceTable}
 */
export function tableAfter(before, version, types, released) {
  if (!before || before.first.split('.')[0] !== version.split('.')[0]) return { first: version, version, names: {} };
  /** @type {SinceTable['names']} */
  const names = {};
  for (const [subpath, text] of types) {
    const known = before.names[subpath] ?? {};
    const all = { ...known, ...newNames(readReport(text), readReport(released.get(subpath) ?? ''), known, version) };
    if (Object.keys(all).length > 0) names[subpath] = all;
  }
  return { first: before.first, version, names };
}

/** @type {(now: Report, before: Report, known: NamesOfSubpath, version: string) => NamesOfSubpath} */
function newNames(now, before, known, version) {
  const reaches = reaching(now, before);
  /** @type {NamesOfSubpath} */
  const names = {};
  for (const [name, declaration] of now) {
    if (!declaration.isExported || !reaches(name)) continue;
    const owners = [name, ...declaration.joined];
    const members = owners.flatMap((owner) =>
      [...(now.get(owner)?.members ?? [])].filter(
        ([member, part]) => before.get(owner)?.members.get(member)?.text !== part.text || [...part.names].some(reaches),
      ),
    );
    const isObject = owners.some((owner) => (now.get(owner)?.members.size ?? 0) > 0);
    const older = known[name];
    names[name] = isObject
      ? {
          ...(typeof older === 'object' && older),
          ...Object.fromEntries(members.map(([member]) => [member, version])),
          '*': version,
        }
      : version;
  }
  return names;
}

/**
 * Returns whether the declaration of a name, or one that it leads to, has changed.
 * @type {(now: Report, before: Report) => (name: string) => boolean}
 */
function reaching(now, before) {
  /** @type {Map<string, Set<string>>} */
  const usedBy = new Map();
  for (const [name, { names }] of now)
    for (const used of names) usedBy.set(used, (usedBy.get(used) ?? new Set()).add(name));
  const waiting = [...now].filter(([name, { text }]) => before.get(name)?.text !== text).map(([name]) => name);
  const reached = new Set(waiting);
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop())
    for (const user of usedBy.get(name) ?? [])
      if (!reached.has(user)) {
        reached.add(user);
        waiting.push(user);
      }
  return (name) => reached.has(name);
}

/** @type {(text: string) => Report} */
function readReport(text) {
  /** @type {Report} */
  const report = new Map();
  const source = ts.createSourceFile('report.ts', text, ts.ScriptTarget.Latest, true);
  for (const statement of source.statements)
    for (const [name, declaration] of declarationsOf(statement)) {
      const earlier = report.get(name);
      report.set(name, earlier ? together(earlier, declaration) : declaration);
    }
  return report;
}

/**
 * Two declarations of one name, such as a function's overloads.
 * @type {(one: Declaration, other: Declaration) => Declaration}
 */
const together = (one, other) => ({
  ...one,
  text: `${one.text}\n${other.text}`,
  names: new Set([...one.names, ...other.names]),
  isExported: one.isExported || other.isExported,
});

/** @type {(statement: ts.Statement) => [name: string, declaration: Declaration][]} */
function declarationsOf(statement) {
  const { text, names } = partOf(statement);
  const isExported =
    ts.canHaveModifiers(statement) &&
    (ts.getModifiers(statement) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
  const plain = { text, names, isExported, members: new Map(), joined: [] };
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.map(({ name, type }) => [
      name.getText(),
      { ...plain, members: membersOf(type), joined: joinedBy(type) },
    ]);
  if (ts.isExportDeclaration(statement) && statement.exportClause && ts.isNamedExports(statement.exportClause))
    return statement.exportClause.elements.map(({ name, propertyName }) => [
      name.text,
      { ...plain, isExported: true, names: new Set(propertyName ? [propertyName.text] : []) },
    ]);
  const { name } = /** @type {{ name?: ts.Identifier }} */ (/** @type {unknown} */ (statement));
  return name ? [[name.text, plain]] : [];
}

/** @type {(type: ts.TypeNode | undefined) => Map<string, Part>} */
const membersOf = (type) =>
  new Map(
    type && ts.isTypeLiteralNode(type)
      ? type.members.flatMap((member) => (member.name ? [[member.name.getText(), partOf(member)]] : []))
      : [],
  );

/** @type {(type: ts.TypeNode | undefined) => string[]} */
const joinedBy = (type) =>
  type && ts.isIntersectionTypeNode(type) && type.types.every(ts.isTypeQueryNode)
    ? type.types.map((query) => /** @type {ts.TypeQueryNode} */ (query).exprName.getText())
    : [];

/** @type {(node: ts.Node) => Part} */
function partOf(node) {
  /** @type {Set<string>} */
  const names = new Set();
  /** @type {(inner: ts.Node) => void} */
  const visit = (inner) => {
    if (ts.isIdentifier(inner)) names.add(inner.text);
    ts.forEachChild(inner, visit);
  };
  visit(node);
  return { text: node.getText(), names };
}
