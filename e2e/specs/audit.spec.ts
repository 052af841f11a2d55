import { calls } from '@device-console/shared-lib/contract';
import type { Page } from '@playwright/test';
import { wireClient } from '../support/api.ts';
import { freshImeis } from '../support/batch-page.ts';
import { addManyCommands } from '../support/history.ts';
import { asWorkbook, expectedAudit } from '../support/report-answers.ts';
import { saveWorkbook } from '../support/report-page.ts';
import { openAs } from '../support/open-as.ts';
import { expect, test } from '../support/test.ts';

/** More than tables show without a window that scrolls. */
const COMMANDS = 300;

/** Width of A4 without its margins, in pixels of CSS. */
const PAPER_WIDTH = Math.floor(((210 - 24) / 25.4) * 96);

async function openAudit(page: Page, imei: string): Promise<void> {
  await page.goto(`/auditReport#imei=${imei}`);
  await expect(page.getByRole('table', { name: `Executed Commands of ${imei}` })).toBeVisible();
}

test.describe('audit of one device', () => {
  test.use({ timezoneId: 'UTC' });

  test(
    'A2 A4 R8 the workbook holds exactly what the API says, in the sheets registration, release, commands, ' +
      'de-enroll',
    async ({ page, testConsole }) => {
      const admin = await wireClient(testConsole, 'admin@example.com');
      const [imei = ''] = await freshImeis(admin, 1);
      for (const action of ['setwallpaper', 'lock', 'lock', 'disableapplevel1'])
        await admin.call(calls.lockNotification, { imei, action });
      await admin.call(calls.formattedDevice, { imei, action: 'formatteddevice' });
      await openAs(page, 'admin@example.com', '/auditReport');
      await openAudit(page, imei);
      const timeline = page.getByRole('list', { name: `Timeline of ${imei}, newest first` });
      await expect(timeline.getByText('SET WALLPAPER', { exact: true })).toBeVisible();
      await expect(timeline.getByText('2 times')).toBeVisible();
      await expect(page.getByRole('definition').first()).toContainText('De-enrolled');
      const { name, sheets } = await saveWorkbook(page, 'Download Report');
      expect(name).toBe(`audit-${imei}.xlsx`);
      expect(Object.keys(sheets)).toEqual(['registration', 'release', 'commands', 'de-enroll']);
      const statusless = (rows: readonly (readonly (string | number)[])[] | undefined) =>
        rows?.map((cells) => cells.filter((_cell, column) => column !== rows[0]?.indexOf('Status')));
      for (const expected of expectedAudit(await admin.call(calls.auditReportByImei, { imei1: imei }))) {
        // The gateway goes on delivering meanwhile, so a command's status may be another one.
        expect(statusless(sheets[expected.sheet])).toEqual(statusless(asWorkbook(expected)));
      }
    },
  );

  test('A4 a released device prints and saves its release', async ({ page, testConsole }) => {
    const admin = await wireClient(testConsole, 'admin@example.com');
    const [imei = ''] = await freshImeis(admin, 1);
    await admin.call(calls.lockNotification, { imei, action: 'release' });
    // A device is released when its phone has confirmed it.
    await expect.poll(async () => (await admin.call(calls.auditReportByImei, { imei1: imei })).release.length).toBe(1);
    await openAs(page, 'admin@example.com', '/auditReport');
    await openAudit(page, imei);
    await expect(
      page.getByText(
        'No Registration record found. Device might be released or not registered. Please check released record.',
      ),
    ).toBeVisible();
    await expect(page.getByRole('definition').first()).toContainText('Released');
    const { sheets } = await saveWorkbook(page, 'Download Report');
    expect(sheets['release']?.[1]?.[5]).toBe('RELEASED');
    expect(sheets['registration']).toHaveLength(1);
  });
});

test.describe('on paper', () => {
  test.use({ colorScheme: 'dark' });

  test('A4 an audit prints on A4 without navigation, in light colours, with every row', async ({
    page,
    testConsole,
  }) => {
    const admin = await wireClient(testConsole, 'admin@example.com');
    const [imei = ''] = await freshImeis(admin, 1);
    addManyCommands(testConsole, 'unlock', COMMANDS, '2025-03-01T00:00:00Z', imei);
    const { commands } = await admin.call(calls.auditReportByImei, { imei1: imei });
    expect(commands.length).toBeGreaterThanOrEqual(COMMANDS);
    await openAs(page, 'admin@example.com', '/auditReport');
    await openAudit(page, imei);

    // The browser itself announces the printing; this listener comes after the page's own and sees what goes to the
    // paper.
    await page.evaluate(
      (label) =>
        window.addEventListener('beforeprint', () => {
          document.body.dataset['printedRows'] = String(
            document.querySelectorAll(`table[aria-label="${label}"] tbody tr`).length,
          );
        }),
      `Executed Commands of ${imei}`,
    );
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    const boxes = [...pdf.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(([, width, height]) => [
      Math.round(Number(width)),
      Math.round(Number(height)),
    ]);
    await expect(page.locator('body')).toHaveAttribute('data-printed-rows', String(commands.length));
    expect(boxes.length).toBeGreaterThan(5);
    expect(boxes.every(([width, height]) => width === 595 && height === 842)).toBe(true);

    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize({ width: PAPER_WIDTH, height: 1_000 });
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
    const table = page.getByRole('table', { name: `Executed Commands of ${imei}` });
    await expect(table.locator('tbody tr')).toHaveCount(commands.length);
    for (const hidden of ['banner', 'navigation', 'textbox', 'button']) {
      for (const part of await page.getByRole(hidden as 'banner').all()) await expect(part).toBeHidden();
    }
    await expect(page.getByText(`Audit of IMEI ${imei}`)).toBeVisible();
    const look = await table.evaluate(
      (element, width) => ({
        heads: getComputedStyle(element.querySelector('thead') ?? element).display,
        cut: [...element.querySelectorAll('tr')].filter((row) => getComputedStyle(row).breakInside !== 'avoid').length,
        tooWide: document.documentElement.scrollWidth > width,
        paper: getComputedStyle(document.body).backgroundColor,
        ink: getComputedStyle(document.body).color,
      }),
      PAPER_WIDTH,
    );
    expect(look).toEqual({
      heads: 'table-header-group',
      cut: 0,
      tooWide: false,
      paper: 'rgb(255, 255, 255)',
      ink: 'rgb(18, 21, 28)',
    });
    const hiddenRows = await table
      .locator('tbody tr')
      .evaluateAll((rows) => rows.filter((row) => row.getBoundingClientRect().height === 0).length);
    expect(hiddenRows).toBe(0);
  });

  test('A4 Print Report asks the browser to print', async ({ page, testConsole }) => {
    const admin = await wireClient(testConsole, 'admin@example.com');
    const [imei = ''] = await freshImeis(admin, 1);
    await page.addInitScript(() => {
      window.print = () => document.body.setAttribute('data-printed', 'yes');
    });
    await openAs(page, 'admin@example.com', '/auditReport');
    await openAudit(page, imei);
    await page.getByRole('button', { name: 'Print Report' }).click();
    await expect(page.locator('body')).toHaveAttribute('data-printed', 'yes');
  });
});
