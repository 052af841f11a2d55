import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rootDir } from '../support/test-console.ts';
import { expect, test } from '../support/test.ts';
import { copyWorkspace } from '../support/workspace-copy.ts';

test('the same sources give the same files, with the same hashes, in whatever folder they are built', () => {
  test.setTimeout(300_000);
  const workspace = copyWorkspace();
  try {
    workspace.run('npm', ['run', 'build'], 'mf-devices');
    const declarationIn = (folder: string): string =>
      readFileSync(join(folder, 'mf-devices', 'dist', 'remote.json'), 'utf8');
    expect(declarationIn(workspace.folder)).toBe(declarationIn(rootDir));
  } finally {
    workspace.remove();
  }
});
