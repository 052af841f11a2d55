// The commands that a document shows, for tests that follow it as a reader does.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rootDir } from '../lib/paths.mjs';

/** Returns the commands of the indented blocks below a heading, one a line; a backslash at its end joins the next. */
export function shownCommands(document: string, heading: string): string[] {
  const text = readFileSync(join(rootDir, document), 'utf8');
  const [, , section] = new RegExp(`^(#+) ${heading}\\n([^]*?)(?=^#{1,3} |$(?![^]))`, 'm').exec(text) ?? [];
  if (section === undefined) throw new Error(`${document} has no heading "${heading}".`);
  const lines = section.split('\n').filter((line) => line.startsWith('    '));
  return lines
    .map((line) => line.trim())
    .join('\n')
    .replaceAll(/ *\\\n */g, ' ')
    .split('\n');
}
