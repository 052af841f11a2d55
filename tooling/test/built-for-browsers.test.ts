import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { tooNewFor } from '../lib/built-for-browsers.ts';

const folder = mkdtempSync(join(tmpdir(), 'device-console-built-'));
after(() => rmSync(folder, { recursive: true }));

for (const [name, content, expected] of [
  ['syntax.js', 'export const a = (using x = 1);', /Parsing error/],
  ['interface.js', 'new URLPattern("/x");', /URLPattern/],
  ['asked.js', 'globalThis.requestIdleCallback && requestIdleCallback(() => 1);', null],
  ['old.js', 'const [a] = [1].toSorted(); Promise.any([a]);', null],
  ['new.css', '.a { anchor-name: --x; }', /anchor-name/],
  ['convenient.css', '.a:has(b) { color: light-dark(red, blue); user-select: none; }', null],
] as const)
  test(`${name}: ${content}`, async () => {
    writeFileSync(join(folder, name), content);
    const faults = await tooNewFor([name], folder);
    if (expected === null) assert.deepEqual(faults, []);
    else assert.match(faults.join(), expected);
  });
