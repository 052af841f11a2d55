import { calls } from '@device-console/shared-lib/contract';
import { wireClient } from '../support/api.ts';
import { freshImeis } from '../support/batch-page.ts';
import { addManyCommands } from '../support/history.ts';
import { openAs } from '../support/open-as.ts';
import { expect, test } from '../support/test.ts';

/** More rows than tables show without scrolling. */
const COMMANDS = 300;

/** Width of A4 without its margins, in pixels of CSS. */
const PAPER_WIDTH = Math.floor(((210 - 24) / 25.4) * 96);

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
    await openAs(page, 'admin@example.com', `/auditReport#imei=${imei}`);
    const table = page.getByRole('table', { name: `Executed Commands of ${imei}` });
    await expect(table).toBeVisible();

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
    await expect(table.locator('tbody tr')).toHaveCount(commands.length);
    for (const hidden of ['banner', 'navigation', 'textbox', 'button'] as const)
      await expect(page.getByRole(hidden).filter({ visible: true })).toHaveCount(0);
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
});
