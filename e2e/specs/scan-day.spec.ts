import type { Page } from '@playwright/test';
import { wireClient } from '../support/api.ts';
import { freshImeis } from '../support/batch-page.ts';
import { shiftsOf, watchShifts } from '../support/layout-shift.ts';
import { openAs } from '../support/open-as.ts';
import { expect, test } from '../support/test.ts';
import { isWholeRun } from '../support/whole-run.ts';

/** The full run is a whole day's work. */
const DEVICES = isWholeRun ? 300 : 8;

declare global {
  interface Window {
    focusSeen?: Set<string>;
  }
}

/** Everything that had the focus since, by name; the page itself if the focus was lost. */
async function watchFocus(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.evaluate(() => {
    const seen = new Set<string>();
    const look = (): void => {
      seen.add(document.activeElement?.tagName ?? 'none');
      requestAnimationFrame(look);
    };
    look();
    window.focusSeen = seen;
  });
  return () => page.evaluate(() => [...(window.focusSeen ?? [])]);
}

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test(`C1 L3 D17d D26 ${DEVICES} devices by scan and Enter alone: no focus lost, no card of another, no shift`, async ({
  page,
  testConsole,
}) => {
  test.setTimeout(60_000 + DEVICES * 2_000);
  const imeis = await freshImeis(await wireClient(testConsole, 'admin@example.com'), DEVICES);
  await watchShifts(page);
  await openAs(page, 'admin@example.com', '/lockDevice');
  const card = page.getByRole('region', { name: 'One device' });
  const field = card.getByRole('textbox');
  await expect(field).toBeFocused();
  await shiftsOf(page, 'opening');
  const focusSeen = await watchFocus(page);
  const shifts: string[] = [];
  for (const imei of imeis) {
    await page.keyboard.insertText(imei);
    await page.keyboard.press('Enter');
    await expect(card.getByRole('status').filter({ hasText: imei })).toBeVisible();
    await expect(field).toBeFocused();
    await expect(field).toHaveValue('');
    const beside = page.getByRole('region', { name: 'The device' }).getByRole('group');
    await expect(beside).toHaveAccessibleName(`Device ${imei}`);
    await expect(beside).toContainText(/^Lock/);
    shifts.push(...(await shiftsOf(page, imei)));
  }
  await expect(page.getByRole('region', { name: 'The device' }).getByRole('group')).toContainText(/^Locked just now/);
  const log = page.getByRole('region', { name: 'Log of this session', exact: true });
  await expect(log.getByText(`${DEVICES} sent`, { exact: true })).toBeVisible();
  await expect(log.getByRole('rowheader').first()).toHaveText(imeis.at(-1) ?? '');
  expect(await focusSeen()).toEqual(['INPUT']);
  expect(shifts).toEqual([]);
});
