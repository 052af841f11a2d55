import { join } from 'node:path';
import { menuLink } from '../support/menu.ts';
import { interrupt } from '../support/programs.ts';
import { portOf } from '../support/ports.ts';
import { expect, logIn, test } from '../support/test.ts';
import { copyWorkspace } from '../support/workspace-copy.ts';

test(
  'a new remote passes the gate of its package untouched and stands in the console, with no other package ' + 'changed',
  async ({ page }) => {
    test.setTimeout(600_000);
    const workspace = copyWorkspace();
    const { run } = workspace;
    try {
      run('git', ['init', '--quiet']);
      run('git', ['add', '--all']);
      expect(run('npx', ['device-console', 'create-remote', 'mf-warranty'])).toContain(
        'mf-warranty is made, with the screen "Warranty"',
      );
      const changed = [run('git', ['diff', '--name-only']), run('git', ['ls-files', '--others', '--exclude-standard'])]
        .join('')
        .trim()
        .split('\n');
      const isOwn = (file: string): boolean =>
        file.startsWith('mf-warranty/') || file === '.github/workflows/mf-warranty.yml' || file === 'package-lock.json';
      expect(changed.filter((file) => !isOwn(file))).toEqual([]);

      // Its types, lint and tests: outside.spec.ts, of the same template.
      run('npx', ['oxfmt', '--check', 'mf-warranty']);
      run('npx', ['depcruise', '--config', '.dependency-cruiser.cjs', 'mf-warranty/src']);
      run('npx', ['knip', '--workspace', 'mf-warranty']);

      const port = portOf('scaffold', test.info());
      const address = `http://localhost:${port}`;
      const started = await workspace.start(
        ['tooling/start.js'],
        { PORT: String(port), DATA_DIR: join(workspace.folder, '.data') },
        'Ctrl-C ends it.',
      );
      try {
        await logIn(page, 'operator@example.com', address);
        await menuLink(page, 'Warranty').click();
        await expect(page.getByRole('heading', { name: 'Warranty', exact: true })).toBeVisible();
        await page.getByRole('textbox', { name: 'IMEI number' }).fill('356938030000005');
        await expect(page.getByRole('rowheader', { name: '356938030000005' })).toBeVisible();
        // Before its console goes.
        await page.close();
      } finally {
        expect(await interrupt(started)).toBe(0);
      }
    } finally {
      workspace.remove();
    }
  },
);
