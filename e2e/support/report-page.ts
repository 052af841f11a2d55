import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import readWorkbook from 'read-excel-file/node';
import { expect } from './test.ts';

/** Fetches the report of the current page for these days. */
export async function fetchReport(page: Page, start: string, end: string): Promise<void> {
  await page.getByLabel('StartDate').fill(start);
  await page.getByLabel('EndDate').fill(end);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText(/rows?, fetched at/)).toBeVisible({ timeout: 60_000 });
}

/** Goes to the tables of the fetched report. */
export async function viewReport(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'View', exact: true }).click();
  await expect(page.getByRole('table').first()).toBeVisible();
}

/** A cell of a workbook as text: a date as its ISO 8601 wall-clock time to the second, an empty cell as ''. */
export type Cell = string | number;

/** Every sheet of a workbook by name, read by another library than the one that wrote it. */
async function readSheets(path: string): Promise<Readonly<Record<string, readonly (readonly Cell[])[]>>> {
  const sheets = await readWorkbook(await readFile(path), { trim: false });
  const cellOf = (value: unknown): Cell => {
    if (value instanceof Date) return new Date(Math.round(value.getTime() / 1_000) * 1_000).toISOString().slice(0, 19);
    return typeof value === 'number' ? value : String(value ?? '');
  };
  return Object.fromEntries(sheets.map(({ sheet, data }) => [sheet, data.map((row) => row.map(cellOf))]));
}

/** Presses a button that saves a workbook; returns the file's name and sheets. */
export async function saveWorkbook(page: Page, button: string) {
  const saved = page.waitForEvent('download', { timeout: 60_000 });
  await page.getByRole('button', { name: button }).click();
  const download = await saved;
  return { name: download.suggestedFilename(), sheets: await readSheets(await download.path()) };
}

/** The texts of a table's rows that are in the document, by their place from 1 on; headers are left out. */
export function rowsInSight(table: Locator): Promise<readonly (readonly string[])[]> {
  return table
    .locator('tbody tr:not([aria-hidden])')
    .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent ?? '')));
}

/** The height of a table's scroll area, in pixels; throws if the whole table fits. */
export function scrollHeight(table: Locator): Promise<number> {
  return table.evaluate((element) => {
    const region = element.closest('[role=region]');
    if (!region || region.scrollHeight <= region.clientHeight) throw new Error('The table does not scroll.');
    return region.getBoundingClientRect().height;
  });
}

/** Scrolls a table to its end and waits for the last row's number. */
export async function scrollToEnd(table: Locator, lastNumber: number): Promise<void> {
  await table.evaluate((element) => {
    const region = element.closest('[role=region]');
    region?.scrollTo({ top: region.scrollHeight });
  });
  await expect(table.getByRole('cell', { name: String(lastNumber), exact: true }).first()).toBeVisible();
}
