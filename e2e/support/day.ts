import { calls, type CallDefinition } from '@device-console/shared-lib/contract';
import { expect, type Page, type Request } from '@playwright/test';
import { callOf, isApiCall } from './api.ts';

declare global {
  interface Window {
    /** What the document has counted since {@link countWork}. */
    work?: { presses: number; questions: number };
  }
}

/** What one job takes by the specification. */
interface Work {
  /** Presses of buttons and links. Typing, choosing from a list and picking a file do not count. */
  readonly presses: number;
  /** Dialogs that appear on the way. */
  readonly questions: number;
  /** Method and path of each call, in order. */
  readonly calls: readonly string[];
}

/** Calls beyond the specification. The frame makes some when idle, so they are not counted. */
const beyond = Object.values<CallDefinition>(calls)
  .filter((call) => call.beyond === true)
  .map(({ method, path }) => `${method} ${path}`);

/** What shows a device beside a command's form asks, which only reads: a deviation. */
export const besideForm = ['POST devicedetails.php', 'POST auditReportByImei.php'];

async function startCounting(page: Page): Promise<void> {
  await page.evaluate(() => {
    const dialog = '[role=dialog], [role=alertdialog]';
    const counts = { presses: 0, questions: 0 };
    const seen = new WeakSet<Element>();
    addEventListener('pointerdown', () => (counts.presses += 1), true);
    new MutationObserver(() => {
      for (const element of document.querySelectorAll(dialog)) {
        if (!seen.has(element)) counts.questions += 1;
        seen.add(element);
      }
    }).observe(document.body, { subtree: true, childList: true });
    window.work = counts;
  });
}

/** Presses that a job takes on the page that is open. */
export async function pressesOf(page: Page, job: () => Promise<void>): Promise<number> {
  await startCounting(page);
  await job();
  return page.evaluate(() => window.work?.presses ?? 0);
}

/**
 * Does a job on the page that is open, and compares what it took with the specification's count (D0). Calls of `beside`
 * are not counted. Returns the requests of the others.
 */
export async function expectWork(
  page: Page,
  job: () => Promise<void>,
  work: Work,
  beside: readonly string[] = [],
): Promise<readonly Request[]> {
  const made: Request[] = [];
  const ignored = new Set([...beyond, ...beside]);
  const listen = (request: Request): void => {
    if (isApiCall(request) && !ignored.has(callOf(request))) made.push(request);
  };
  await startCounting(page);
  page.on('request', listen);
  await job();
  page.off('request', listen);
  const counted = await page.evaluate(() => window.work);
  expect({ ...counted, calls: made.map(callOf) }).toEqual(work);
  return made;
}
