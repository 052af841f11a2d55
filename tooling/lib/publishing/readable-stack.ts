// Translates stack traces of published builds by their source maps.
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';

/** A stack frame: the text before its name, its name and position, and its script's source map. */
type Frame = { map: TraceMap | null | undefined; at: string; name: string; row: number; column: number };

const frame = /^(\s*at )(?:(.*?) \()?([a-z][a-z0-9+.-]*:\S+?):(\d+):(\d+)\)?$/i;

/** Sources as they are named in the repository, without webpack's scheme. */
const plainSource = (source: string): string =>
  source.replace(/^webpack:\/\/([^/]*)\/(?:\.\/)?/, (_all, name) => (name ? `${name}/` : ''));

function readable(line: string, { map, at, name, row, column }: Frame): string {
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
 */
export async function readableStack(text: string, mapOf: (url: string) => Promise<string | null>): Promise<string> {
  const maps: Map<string, TraceMap | null> = new Map();
  const load = async (url: string): Promise<TraceMap | null> => {
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
