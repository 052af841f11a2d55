import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { interrupt } from '../support/programs.ts';
import { expect, firstPort, logIn, test } from '../support/test.ts';
import { copyWorkspace } from '../support/workspace-copy.ts';

test('an edited screen shows at once under npm run dev, without a reload and with what is typed kept', async ({ page }) => {
  test.setTimeout(600_000);
  const workspace = copyWorkspace();
  const edit = (file: string, from: string, to: string): void => {
    const path = join(workspace.folder, 'mf-reports', 'src', file);
    const text = readFileSync(path, 'utf8');
    expect(text).toContain(from);
    writeFileSync(path, text.replace(from, to));
  };
  try {
    const port = firstPort + 80;
    const started = await workspace.start(['tooling/dev.mjs', 'mf-reports'], { PORT: String(port), DATA_DIR: join(workspace.folder, '.data') }, 'Ctrl-C ends it.');
    try {
      await logIn(page, 'admin@example.com', `http://localhost:${port}/auditReport`);
      const field = page.getByRole('textbox', { name: 'IMEI number' });
      await field.fill('3569380');
      await page.evaluate(() => Object.assign(window, { notReloaded: true }));

      edit('audit/audit-screen.tsx', 'title={messages.audit}', 'title="Audit Report, second edition"');
      await expect(page.getByRole('heading', { name: 'Audit Report, second edition' })).toBeVisible({ timeout: 60_000 });
      await expect(field).toHaveValue('3569380');
      edit('audit/audit-screen.tsx', 'second edition', 'third edition');
      await expect(page.getByRole('heading', { name: 'Audit Report, third edition' })).toBeVisible({ timeout: 60_000 });
      await expect(field).toHaveValue('3569380');
      edit('messages.ts', "findDevice: '", "findDevice: 'Edited: ");
      await expect(page.getByRole('heading', { name: /^Edited: / })).toBeVisible({ timeout: 60_000 });
      await expect(field).toHaveValue('3569380');
      expect(await page.evaluate(() => 'notReloaded' in window)).toBe(true);

      await page.reload();
      await expect(page.getByRole('heading', { name: 'Audit Report, third edition' })).toBeVisible();
      await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'User Management' }).click();
      await expect(page.getByText('operator@example.com')).toBeVisible();
      // Before its console goes.
      await page.close();
    } finally {
      expect(await interrupt(started)).toBe(0);
    }
  } finally {
    workspace.remove();
  }
});
