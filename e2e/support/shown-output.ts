import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { rootDir } from './test-console.ts';
import { expect } from './test.ts';

/** Parts that change on every run: numbers, hashes and times, addresses and paths. */
const changing = /https?:\/\/\S+|\S*\/\S+|\S*\d\S*/g;
const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** A line of a page as an expression: `…` matches anything, and so do the parts that change. */
function expressionOf(line: string): RegExp {
  const parts = line.trim().split('…');
  const words = (part: string): string =>
    part
      .split(changing)
      .map((text) => escaped(text).replace(/\s+/g, '\\s+'))
      .join('\\S+');
  return new RegExp(parts.map(words).join('.*'));
}

/**
 * The lines that docs/first-remote.md shows below the command that begins so and that `output` does not have. Throws
 * where the page shows no such command.
 */
function linesNotShown(command: string, output: string): readonly string[] {
  const page = readFileSync(join(rootDir, 'docs', 'first-remote.md'), 'utf8');
  const plain = stripVTControlCharacters(output);
  const [, block] = page.split(`\n    $ ${command}`);
  if (block === undefined) throw new Error(`docs/first-remote.md shows no ${command}`);
  const [, ...lines] = block.split('\n');
  const end = lines.findIndex((line) => !line.startsWith('    ') || line.startsWith('    $ '));
  return lines.slice(0, end).filter((line) => !expressionOf(line).test(plain));
}

/** Expects the output that docs/first-remote.md shows for a command. */
export const expectShown = (command: string, output: string) => expect(linesNotShown(command, output)).toEqual([]);
