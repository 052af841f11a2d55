// Translates stack traces of published builds by their source maps.
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';

const frame = /^(\s*at )(?:(.*?) \()?([a-z][a-z0-9+.-]*:\S+?):(\d+):(\d+)\)?$/i;

/** Sources as they are named in the repository, without webpack's scheme. */
const plainSource = (source: string): string =>
  source.replace(/^webpack:\/\/([^/]*)\/(?:\.\/)?/, (_all, name) => (name ? `${name}/` : ''));

/**
 * The stack with source positions. Frames without a map stay as they are. `mapOf(url)` returns a map's text, or null.
 */
export async function readableStack(text: string, mapOf: (url: string) => Promise<string | null>): Promise<string> {
  const maps: Map<string, TraceMap | null> = new Map();
  const lines = [];
  for (const line of text.split('\n')) {
    const [, at = '', name = '', url = '', row, column] = frame.exec(line) ?? [];
    if (url !== '' && !maps.has(url)) {
      const found = await mapOf(url);
      maps.set(url, found === null ? null : new TraceMap(found));
    }
    const map = maps.get(url);
    // Columns count from 0 in maps, and from 1 in stacks.
    const found = map ? originalPositionFor(map, { line: Number(row), column: Number(column) - 1 }) : null;
    const where = found?.source ? `${plainSource(found.source)}:${found.line}:${found.column + 1}` : null;
    const known = found?.name ?? name;
    lines.push(where === null ? line : at + (known ? `${known} (${where})` : where));
  }
  return lines.join('\n');
}
