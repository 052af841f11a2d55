import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { anyOf, fileMessages } from '../support/messages.ts';
import { interrupt } from '../support/programs.ts';
import { portOf } from '../support/ports.ts';
import { expect, logIn, test } from '../support/test.ts';
import { copyWorkspace } from '../support/workspace-copy.ts';

// Of edits that do not compile, of the screen that throws, and of the console while it is down. When it comes back, an
// open page may ask for the build that it knew before it is told of the new one: its hash differs, and it is not run.
const expected = anyOf(fileMessages, /webpack-dev-server|not yet|ERR_CONNECTION|WebSocket|Failed to load/);
test.use({ expectedMessages: expected });

test(
  'an edited screen shows at once under npm run dev, with what is typed kept, also over faults that are ' + 'mended',
  async ({ page }) => {
    test.setTimeout(600_000);
    const workspace = copyWorkspace();
    const edit = (file: string, from: string, to: string): void => {
      const path = join(workspace.folder, 'mf-reports', 'src', file);
      const text = readFileSync(path, 'utf8');
      expect(text).toContain(from);
      writeFileSync(path, text.replace(from, to));
    };
    try {
      const port = portOf('dev server', test.info());
      const start = () =>
        workspace.start(
          ['tooling/dev.js', 'mf-reports'],
          { PORT: String(port), DATA_DIR: join(workspace.folder, '.data') },
          'Ctrl-C ends it.',
        );
      let started = await start();
      try {
        await logIn(page, 'admin@example.com', `http://localhost:${port}/auditReport`);
        const field = page.getByRole('textbox', { name: 'IMEI number' });
        await field.fill('3569380');
        await page.evaluate(() => Object.assign(window, { notReloaded: true }));

        edit('audit/audit-screen.tsx', "title={t('Audit Report By IMEI')}", 'title="Audit Report, second edition"');
        await expect(page.getByRole('heading', { name: 'Audit Report, second edition' })).toBeVisible({
          timeout: 60_000,
        });
        await expect(field).toHaveValue('3569380');
        edit('audit/audit-screen.tsx', 'second edition', 'third edition');
        await expect(page.getByRole('heading', { name: 'Audit Report, third edition' })).toBeVisible({
          timeout: 60_000,
        });
        await expect(field).toHaveValue('3569380');
        edit('audit/audit-screen.tsx', "title={t('Find a device')}", 'title="Edited: Find a device"');
        await expect(page.getByRole('heading', { name: /^Edited: / })).toBeVisible({ timeout: 60_000 });
        await expect(field).toHaveValue('3569380');

        // A fault of a screen, and one of the declaration: nothing changes until they are mended, and the page says
        // where they are.
        for (const [file, from, broken] of [
          ['audit/audit-screen.tsx', 'third edition"', 'third edition" oops="'],
          ['remote.ts', 'export const remote', 'export const = remote'],
        ] as const) {
          edit(file, from, broken);
          await expect(page.getByRole('alert')).toContainText(file, { timeout: 60_000 });
          edit(file, broken, from);
          await expect(page.getByRole('alert')).toHaveCount(0, { timeout: 60_000 });
        }
        edit('audit/audit-screen.tsx', 'third edition', 'fourth edition');
        await expect(page.getByRole('heading', { name: 'Audit Report, fourth edition' })).toBeVisible({
          timeout: 60_000,
        });
        await expect(field).toHaveValue('3569380');
        expect(await page.evaluate(() => 'notReloaded' in window)).toBe(true);

        // A failed screen shows by itself once it is mended.
        const menu = page.getByRole('navigation', { name: 'Console' });
        edit('reports/reports-screen.tsx', 'import ', "throw new Error('not yet');\nimport ");
        await menu.getByRole('link', { name: 'Reports', exact: true }).click();
        await expect(page.getByRole('alert')).toContainText('not yet');
        edit('reports/reports-screen.tsx', "throw new Error('not yet');\n", '');
        await expect(page.getByRole('heading', { name: 'Reports', level: 1 })).toBeVisible({ timeout: 60_000 });

        // Nothing of the remote is on the page: the entry under the pointer would be fetched ahead.
        await page.mouse.move(640, 5);
        await page.goto(`http://localhost:${port}/`);
        // Home has its figures: calls pending when the console ends would show as failed.
        await page.waitForLoadState('networkidle');
        expect(await interrupt(started)).toBe(0);
        await menu.getByRole('link', { name: 'Audit Report' }).click();
        await expect(page.getByRole('alert')).toContainText('Its server does not answer');
        started = await start();
        await expect(page.getByRole('heading', { name: 'Audit Report, fourth edition' })).toBeVisible({
          timeout: 60_000,
        });

        await page.reload();
        await expect(page.getByRole('heading', { name: 'Audit Report, fourth edition' })).toBeVisible();
        await menu.getByRole('link', { name: 'User Management' }).click();
        await expect(page.getByText('operator@example.com')).toBeVisible();
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
