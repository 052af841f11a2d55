// Translates stack traces of published builds by their source maps.
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';

/**
 * A stack frame: the text before its name, its name and position, and its script's source map.
 * @typedef {{ map: TraceMap | null | undefined, at: string, name: string, row: number, column: number }} Frame
 */

const frame = /^(\s*at )(?:(.*?) \()?([a-z][a-z0-9+.-]*:\S+?):(\d+):(\d+)\)?$/i;

/**
 * Sources as they are named in the repository, without webpack's scheme.
 * @type {(source: string) => string}
 */
const plainSource = (source) =>
  source.replace(/^webpack:\/\/([^/]*)\/(?:\.\/)?/, (_all, name) => (name ? `${name}/` : ''));

/** @type {(line: string, frame: Frame) => string} */
function readable(line, { map, at, name, row, column }) {
  if (!map) return line;
  // Columns count from 0 in maps, and from 1 in stacks.
  const found = originalPositionFor(map, { line: row, column: column - 1 });
  if (found.source === null) return line;
  const where = `${plainSource(found.source)}:${found.line}:${found.column + 1}`;
  const known = found.name ?? name;
  return known ? `${at}${known} (${where})` : `${at}${where}`;
}

/**
 * The stack with source positions. Frames without a map stay as they are. `mapOf(url)` returns a map's text, or null.
 * @type {(text: string, mapOf: (url: string) => Promise<string | null>) => Promise<string>}
 */
export async function readableStack(text, mapOf) {
  /** @type {Map<string, TraceMap | null>} */
  const maps = new Map();
  /** @type {(url: string) => Promise<TraceMap | null>} */
  const load = async (url) => {
    const found = await mapOf(url);
    return found === null ? null : new TraceMap(found);
  };
  const lines = [];
  for (const line of text.split('\n')) {
    const [, at = '', name = '', url = '', row = '', column = ''] = frame.exec(line) ?? [];
    if (url !== '' && !maps.has(url)) maps.set(url, await load(url));
    lines.push(readable(line, { map: maps.get(url), at, name, row: Number(row), column: Number(column) }));
  }
  return lines.join('\n');
}
