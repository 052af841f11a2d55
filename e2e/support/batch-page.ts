import { readFile } from 'node:fs/promises';
import { calls } from '@device-console/shared-lib/contract';
import type { Locator, Page } from '@playwright/test';
import { demoImeis } from './demo-data.ts';
import { expect } from './test.ts';
import type { WireClient } from './api.ts';

/** Demo devices that tests name by index are below this. */
const FIRST_FRESH = 3_600;
const next = new Map<string, number>();

/** `count` demo devices that accept commands, never given to another test of this console. */
export async function freshImeis(client: WireClient, count: number): Promise<readonly string[]> {
  const found: string[] = [];
  while (found.length < count) {
    const from = next.get(client.address) ?? FIRST_FRESH;
    next.set(client.address, from + count - found.length);
    const imeis = demoImeis(from, count - found.length);
    const answers = await Promise.all(imeis.map((imei) => client.call(calls.deviceDetails, { imei })));
    for (const [index, { items }] of answers.entries()) {
      if (items.length === 0) throw new Error('The demo has no more devices: FIRST_FRESH has to lie lower.');
      if (items.some(({ claimstatus }) => claimstatus === 'ENROLLED')) found.push(imeis[index] ?? '');
    }
  }
  return found;
}

/** Chooses a CSV file on the batch card. */
export async function chooseFile(page: Page, name: string, content: string): Promise<void> {
  const buffer = Buffer.from(content, 'utf8');
  await page.getByLabel('CSV file').setInputFiles({ name, mimeType: 'text/csv', buffer });
}

/** The button that starts the chosen file's batch, by its label: `Lock 120 devices` (D14). */
export function startButton(page: Page): Locator {
  return page.getByRole('button', { name: /[\d,]+ (valid of [\d,]+ )?devices?$/ });
}

/** Starts the chosen file's batch. */
export async function startBatch(page: Page): Promise<void> {
  await startButton(page).click();
}

/** Reads the messages of the chosen file and sends them (T5). */
export async function previewAndSend(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Preview [\d,]+ / }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Send [\d,]+ messages?$/ })
    .click();
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

/** Presses a button that saves a file; returns the file. */
export async function savedText(page: Page, button: string): Promise<{ name: string; text: string }> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  const file = await download;
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
}
