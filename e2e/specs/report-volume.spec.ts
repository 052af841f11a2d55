import { addManyCommands } from '../support/history.ts';
import { watchTasks } from '../support/long-tasks.ts';
import { fetchReport, saveWorkbook, scrollToEnd, viewReport } from '../support/report-page.ts';
import { openAs } from '../support/open-as.ts';
import { expect, test } from '../support/test.ts';
import { isWholeRun } from '../support/whole-run.ts';

const ROWS = isWholeRun ? 100_000 : 20_000;

test.use({ timezoneId: 'UTC', viewport: { width: 1920, height: 900 } });
test.describe.configure({ timeout: 180_000 });

test(`R2 R7 D23 ${ROWS} rows are fetched, viewed, scrolled, filtered and exported, and the page never freezes`, async ({
  page,
  testConsole,
}) => {
  addManyCommands(testConsole, 'unblockapp', ROWS, '2024-05-01T00:00:00Z');
  await openAs(page, 'admin@example.com', '/reports/unblockapp');
  await expect(page.getByLabel('StartDate')).toBeVisible();
  const { step, end } = await watchTasks(page);
  const table = page.getByRole('table', { name: 'Executed Commands History' });
  await step('fetch', () => fetchReport(page, '2024-05-01', '2024-05-31'));
  await step('view', () => viewReport(page));
  await step('scroll', () => scrollToEnd(table, ROWS));
  await step('sort', async () => {
    await table.getByRole('button', { name: 'Date and Time' }).click();
    await expect(table.locator('tbody tr:not([aria-hidden])').first()).toContainText(String(ROWS));
  });
  await step('filter', async () => {
    await page
      .getByRole('region', { name: 'Executed Commands History' })
      .first()
      .getByLabel('Filter')
      .fill('350000000012345');
    await expect(page.getByText(`1 of ${ROWS.toLocaleString('en-IN')} rows`)).toBeVisible({ timeout: 30_000 });
  });
  await step('export', async () => {
    const { sheets } = await saveWorkbook(page, 'Download (Excel)');
    expect(sheets['commands']).toHaveLength(ROWS + 1);
    expect(sheets['commands']?.[ROWS]?.[2]).toBe('350000000000000');
  });
  await end();
});
