import { createHash } from 'node:crypto';
import { folderOf, releaseWith, withFile } from '../support/builds.ts';
import { anyOf, fileMessages } from '../support/messages.ts';
import { menuLink } from '../support/menu.ts';
import { openAs } from '../support/open-as.ts';
import { changeEntry, keepingRegistry } from '../support/registry.ts';
import { expect, test } from '../support/test.ts';

const CODE = '0123456789abcdef0123456789abcdef';

test.describe('a preview', () => {
  test.use({ expectedMessages: anyOf(fileMessages, /preload/) });

  test(
    'a tester begins one by its link and leaves it; others keep what is live; altered, it does not run; a superadmin ' +
      'ends it',
    async ({ page, browser, testConsole }) => {
      const release = await releaseWith(testConsole, 'mf-reports', '3.0.0', [
        [/Audit Report By IMEI/, 'Preview edition'],
      ]);
      const publishedAt = new Date().toISOString();
      const link = createHash('sha256').update(`preview mf-reports ${publishedAt} ${CODE}`).digest('hex');
      const until = new Date(Date.now() + 3_600_000).toISOString();
      const live = page.getByRole('heading', { name: 'Audit Report By IMEI' });
      const preview = page.getByRole('heading', { name: 'Preview edition' });
      await keepingRegistry(testConsole, async () => {
        await changeEntry(testConsole, 'mf-reports', (entry) => ({
          ...entry,
          sequence: entry.sequence + 1,
          preview: { ...release, publishedAt, until, accounts: [], link },
        }));
        await openAs(page, 'operator@example.com', `/auditReport#preview=mf-reports.${CODE}`);
        await expect(live).toBeVisible();
        await page.getByRole('button', { name: 'Begin the preview' }).click();
        await expect(preview).toBeVisible();
        await expect(page.getByText('You try Reports 3.0.0, until')).toBeVisible();
        await page.reload();
        await expect(preview).toBeVisible();

        const other = await (await browser.newContext()).newPage();
        await openAs(other, 'admin@example.com', '/auditReport');
        await expect(other.getByRole('heading', { name: 'Audit Report By IMEI' })).toBeVisible();
        const file = release.declaration.assets.find((asset) => /audit-screen.*\.js$/.test(asset.file))?.file ?? '';
        await withFile(
          folderOf(testConsole, release.baseUrl),
          file,
          (text) => `${text}\n`,
          async () => {
            await openAs(other, 'admin@example.com', `/#preview=mf-reports.${CODE}`);
            await other.getByRole('button', { name: 'Begin the preview' }).click();
            await expect(other.getByText('You try Reports 3.0.0, until')).toBeVisible();
            await menuLink(other, 'Audit Report').click();
            await expect(other.getByText('The preview of Reports 3.0.0 failed here')).toBeVisible();
            await expect(other.getByRole('heading', { name: 'Audit Report By IMEI' })).toBeVisible();
          },
        );
        await other.context().close();

        await page.getByRole('button', { name: 'Leave the preview' }).click();
        await expect(live).toBeVisible();
        await page.goto('/');
        await page.goto(`/auditReport#preview=mf-reports.${CODE}`);
        await page.getByRole('button', { name: 'Begin the preview' }).click();
        await expect(preview).toBeVisible();

        const admin = await (await browser.newContext()).newPage();
        await openAs(admin, 'superadmin@example.com', '/superadmin/platform');
        await admin.getByRole('button', { name: 'End it for everybody' }).click();
        await admin.getByRole('button', { name: 'End it for everybody anyway' }).click();
        await expect(admin.getByRole('button', { name: 'End it for everybody' })).toBeHidden();
        await admin.context().close();
        await page.reload();
        await expect(live).toBeVisible();
        await expect(page.getByText('You try Reports')).toBeHidden();
      });
    },
  );
});
