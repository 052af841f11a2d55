import { calls } from '@device-console/shared-lib/contract';
import type { Page } from '@playwright/test';
import { demoImeis } from './demo-data.ts';
import { expect } from './test.ts';
import type { WireClient } from './api.ts';

/** `count` demo devices that take commands, from the demo device with index `from` on. */
export async function commandableImeis(client: WireClient, from: number, count: number): Promise<readonly string[]> {
  const found: string[] = [];
  for (const imei of demoImeis(from, count * 2)) {
    const { items } = await client.call(calls.deviceDetails, { imei });
    if (items.some(({ claimstatus }) => claimstatus === 'ENROLLED')) found.push(imei);
    if (found.length === count) return found;
  }
  throw new Error(`Only ${found.length} of the wanted ${count} demo devices take commands.`);
}

/** Chooses a CSV file on the batch card. */
export async function chooseFile(page: Page, name: string, content: string, mimeType = 'text/csv'): Promise<void> {
  await page.getByLabel('CSV file').setInputFiles({ name, mimeType, buffer: Buffer.from(content, 'utf8') });
}

/** Starts the chosen file's batch and confirms it; a dialog that asks for the count of devices gets it (D14). */
export async function startBatch(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Start batch|Continue with)/ }).click();
  await confirmBatch(page);
}

/** Confirms the batch that the dialog asks about. */
export async function confirmBatch(page: Page): Promise<void> {
  const dialog = page.getByRole('alertdialog');
  const count = dialog.getByRole('textbox');
  await expect(dialog).toBeVisible();
  if ((await count.count()) > 0)
    await count.fill(/"?(\d+)"?/.exec((await dialog.locator('label').first().textContent()) ?? '')?.[1] ?? '');
  await dialog.getByRole('button', { name: 'Start batch' }).click();
}

/** A figure of the batch summary. */
export async function expectSummary(page: Page, figures: Readonly<Record<string, string | RegExp>>): Promise<void> {
  const summary = page.getByRole('region', { name: 'Batch Summary' });
  for (const [term, value] of Object.entries(figures)) {
    await expect(
      summary
        .locator('div')
        .filter({ has: page.locator('dt', { hasText: new RegExp(`^${term}$`) }) })
        .locator('dd'),
    ).toHaveText(value);
  }
}
