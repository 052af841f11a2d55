// Finds names of shared-lib that are new or changed since a release: older consoles do not have them.
import { isDeepStrictEqual } from 'node:util';
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
    const all = { ...known, ...newNames(surface, released.get(subpath), known, version) };
    if (Object.keys(all).length > 0) names[subpath] = all;
  }
  return { first: before.first, version, names };
}

function newNames(now: Surface, before: Surface | undefined, known: NamesOfSubpath, version: string): NamesOfSubpath {
  const names: NamesOfSubpath = {};
  for (const [name, { reached, members }] of now) {
    const released = before?.get(name);
    if (isDeepStrictEqual(reached, released?.reached)) continue;
    const changed = [...members]
      .filter(([member, texts]) => !isDeepStrictEqual(texts, released?.members.get(member)))
      .map(([member]) => [member, version]);
    const older = known[name];
    names[name] =
      members.size > 0
        ? { ...(typeof older === 'object' && older), ...Object.fromEntries(changed), '*': version }
        : version;
  }
  return names;
}
