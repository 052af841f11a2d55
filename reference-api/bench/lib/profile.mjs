// What a server did in a stretch of time, from the processor profile that it left.
import { readdirSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** Frames of the engine itself; idle time is counted apart. */
const ENGINE = new Map([
  ['(idle)', 'idle'],
  ['(garbage collector)', 'garbage collection'],
  ['(program)', 'native code and system calls'],
]);

/** Returns the time on the clock of profiles, in microseconds. */
export const profileTime = () => Number(process.hrtime.bigint() / 1000n);

/** Returns the package of a file, or the folder of our own sources. */
function moduleOfFile(file) {
  const [, ofPackage] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file) ?? [];
  if (ofPackage !== undefined) return ofPackage;
  const [, ours, folder] = /^([^/]+)\/src\/(?:([^/]+)\/)?/.exec(relative(ROOT, file)) ?? [];
  return ours === undefined ? 'the bundle' : [ours, folder].filter(Boolean).join('/');
}

/** Finds the module of a frame; for frames of the bundle, by its source map. */
function moduleFinder(bundle) {
  const map = new SourceMap(JSON.parse(readFileSync(`${bundle}.map`, 'utf8')));
  const found = new Map();
  const ofPlace = ({ functionName, url, lineNumber, columnNumber }) => {
    const engine = ENGINE.get(functionName);
    if (engine !== undefined) return engine;
    if (url === '') return `native ${functionName}`;
    if (url.startsWith('node:')) return `Node (${url.slice('node:'.length).split('/').slice(0, 2).join('/')})`;
    const file = url.startsWith('file:') ? fileURLToPath(url) : url;
    if (file !== bundle) return moduleOfFile(file);
    const { originalSource } = map.findEntry(lineNumber, columnNumber);
    return originalSource === undefined ? 'the bundle' : moduleOfFile(join(dirname(bundle), originalSource));
  };
  return (frame) => {
    const place = `${frame.functionName} ${frame.url}:${frame.lineNumber}:${frame.columnNumber}`;
    if (!found.has(place)) found.set(place, ofPlace(frame));
    return found.get(place);
  };
}

/** Adds a profile's own time by module within a stretch, in microseconds. */
function addProfile(times, { nodes, samples, timeDeltas, startTime }, { from, until }, moduleOf) {
  const modules = new Map(nodes.map(({ id, callFrame }) => [id, moduleOf(callFrame)]));
  let at = startTime;
  for (const [index, sample] of samples.entries()) {
    at += timeDeltas[index];
    if (at < from || at >= until) continue;
    const name = modules.get(sample);
    // A sample stands for the time until the next one.
    times.set(name, (times.get(name) ?? 0) + (timeDeltas[index + 1] ?? 0));
  }
}

/** Returns the busy share of a stretch, and the share of each module, the greatest first, from a folder's profiles. */
export function shareByModule(folder, bundle, stretch) {
  const moduleOf = moduleFinder(bundle);
  const times = new Map();
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.cpuprofile')))
    addProfile(times, JSON.parse(readFileSync(join(folder, name), 'utf8')), stretch, moduleOf);
  const idle = times.get('idle') ?? 0;
  times.delete('idle');
  const busy = [...times.values()].reduce((sum, time) => sum + time, 0);
  const rows = [...times].map(([name, time]) => ({ name, share: time / busy }));
  return { busy: busy / (busy + idle), rows: rows.toSorted((left, right) => right.share - left.share) };
}
