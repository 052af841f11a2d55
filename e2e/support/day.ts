import { calls, type CallDefinition } from '@device-console/shared-lib/contract';
import { expect, type Page, type Request } from '@playwright/test';
import { isApiCall } from './api.ts';

declare global {
  interface Window {
    /** What the document has counted since {@link countWork}. */
    work?: { presses: number; questions: number };
  }
}

/** What one job takes by the specification. */
export interface Work {
  /** Presses of buttons and links. Typing, choosing from a list and picking a file do not count. */
  readonly presses: number;
  /** Dialogs that appear on the way. */
  readonly questions: number;
  /** Method and path of each call, in order. */
  readonly calls: readonly string[];
}

const nameOf = ({ method, path }: { method: string; path: string }): string => `${method} ${path}`;

const beyond = new Set(
  Object.values<CallDefinition>(calls)
    .filter((call) => call.beyond === true)
    .map(nameOf),
);

/** The specification's call that a request makes; undefined for others. */
function callOf(request: Request): string | undefined {
  if (!isApiCall(request)) return undefined;
  const call = nameOf({
    method: request.method(),
    path: new URL(request.url()).pathname.replace('/api/', ''),
  });
  return beyond.has(call) ? undefined : call;
}

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

/**
 * Does a job on the page that is open, and compares what it took with the specification's count. Calls of `beside` are
 * not counted.
 */
export async function expectWork(
  page: Page,
  job: () => Promise<void>,
  work: Work,
  beside: readonly string[] = [],
): Promise<void> {
  const made: string[] = [];
  const listen = (request: Request): void => {
    const call = callOf(request);
    if (call !== undefined && !beside.includes(call)) made.push(call);
  };
  await startCounting(page);
  page.on('request', listen);
  await job();
  page.off('request', listen);
  const counted = await page.evaluate(() => window.work);
  expect({ ...counted, calls: made }).toEqual(work);
}
