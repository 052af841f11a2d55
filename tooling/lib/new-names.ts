// Finds names of shared-lib that are new or changed since a release: older consoles do not have them.
import type { Surface, Types } from './public-types.ts';
import type { NamesOfSubpath, SinceTable } from './since.ts';

/**
 * The table after the release of `version`: the previous table, plus names that are new or changed. A new major starts
 * with an empty one.
 */
export function tableAfter(before: SinceTable | null, version: string, types: Types, released: Types): SinceTable {
  if (!before || before.first.split('.')[0] !== version.split('.')[0]) return { first: version, version, names: {} };
  const names: SinceTable['names'] = {};
  for (const [subpath, surface] of types) {
    const known = before.names[subpath] ?? {};
    const all = { ...known, ...newNames(surface, released.get(subpath) ?? new Map(), known, version) };
    if (Object.keys(all).length > 0) names[subpath] = all;
  }
  return { first: before.first, version, names };
}

function newNames(now: Surface, before: Surface, known: NamesOfSubpath, version: string): NamesOfSubpath {
  const reaches = reaching(now, before);
  const names: NamesOfSubpath = {};
  for (const [name, declaration] of now) {
    if (!declaration.isExported || !reaches(name)) continue;
    const members = [...declaration.members].filter(
      ([member, part]) => before.get(name)?.members.get(member)?.text !== part.text || [...part.names].some(reaches),
    );
    const older = known[name];
    names[name] =
      declaration.members.size > 0
        ? {
            ...(typeof older === 'object' && older),
            ...Object.fromEntries(members.map(([member]) => [member, version])),
            '*': version,
          }
        : version;
  }
  return names;
}

/** Returns whether the declaration of a name, or one that it leads to, has changed. */
function reaching(now: Surface, before: Surface): (name: string) => boolean {
  const usedBy: Map<string, Set<string>> = new Map();
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
