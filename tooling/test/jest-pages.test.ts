// Component tests end like pages: what a page left running does nothing afterwards.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { rootDir, toolingDir } from '../lib/paths.mjs';
import { ended } from '../test-support/run-here.ts';

mkdirSync(join(rootDir, '.cache'), { recursive: true });
const folder = mkdtempSync(join(rootDir, '.cache', 'jest-pages-'));
after(() => rmSync(folder, { recursive: true }));
const write = (name: string, lines: readonly string[]): void => writeFileSync(join(folder, name), lines.join('\n'));

test('work of WebCrypto that outlasts its test file fails no other file of the same process', () => {
  write('package.json', ['{ "name": "jest-pages", "type": "module" }']);
  write('jest.config.mjs', [
    "import { jestConfig } from '@device-console/tooling/jest';",
    'export default jestConfig(import.meta.url);',
  ]);
  for (const name of ['one', 'other'])
    write(`${name}.test.tsx`, [
      'async function goOn(): Promise<void> {',
      "  await crypto.subtle.digest('SHA-256', new Uint8Array(1));",
      "  expect(document.baseURI).toBe('http://localhost/');",
      '  return goOn();',
      '}',
      "it('works as well, and leaves something running', async () => {",
      "  for (let at = 0; at < 500; at += 1) await crypto.subtle.digest('SHA-256', new Uint8Array(at));",
      '  void goOn();',
      '});',
    ]);
  const jest = join(toolingDir, 'jest', 'run.mjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [jest, '--runInBand'], {
    cwd: folder,
    encoding: 'utf8',
  });
  ended({ code: status ?? 1, stdout, stderr, output: stdout + stderr }, 0, /2 total/);
});
