// Makes the stack of a published build readable by its source maps.
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';

const frame = /^(\s*at )(?:(.*?) \()?([a-z][a-z0-9+.-]*:\S+?):(\d+):(\d+)\)?$/i;

/** Sources as they are named in the repository, without webpack's scheme. */
const plainSource = (source) =>
  source.replace(/^webpack:\/\/([^/]*)\/(?:\.\/)?/, (_all, name) => (name ? `${name}/` : ''));

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
 * The stack with the places of its sources; a frame whose map is not there stays as it is. `mapOf(url)` answers a map's
 * text or null.
 */
export async function readableStack(text, mapOf) {
  const maps = new Map();
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
