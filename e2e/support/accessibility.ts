import type { Page } from '@playwright/test';
import axe from 'axe-core';
import { expect } from './test.ts';

declare global {
  interface Window {
    /** Present once its source was evaluated. */
    axe: typeof axe;
  }
}

/** WCAG 2.2 A and AA, and axe-core's best practices, for example for landmarks and headings. */
const everything: axe.RunOptions = {
  runOnly: {
    type: 'tag',
    values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  },
  resultTypes: ['violations'],
  elementRef: false,
};

/** Which part is checked: all of a page, only its colours, or all but its colours. */
const scopes = {
  everything,
  colours: { ...everything, runOnly: { type: 'rule', values: ['color-contrast'] } },
  structure: { ...everything, rules: { 'color-contrast': { enabled: false } } },
} satisfies Record<string, axe.RunOptions>;

/** Stops all motion: colours between two themes belong to neither. */
export function holdStill(page: Page): Promise<void> {
  return page.evaluate(() => {
    const still = new CSSStyleSheet();
    still.replaceSync('*, ::before, ::after { transition: none !important; animation: none !important; }');
    document.adoptedStyleSheets.push(still);
  });
}

/** Every violation of the page as it is now, with the element's HTML; `where` begins each. */
export async function violationsOf(
  page: Page,
  where: string,
  scope: keyof typeof scopes = 'everything',
): Promise<readonly string[]> {
  // Evaluated through the browser's tools, because the page's security policy allows nothing else.
  if (!(await page.evaluate(() => 'axe' in window))) {
    await page.evaluate(axe.source);
    await holdStill(page);
  }
  const found = await page.evaluate(async (options) => {
    const { violations } = await window.axe.run(document, options);
    return violations.flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id}: ${help}: ${html}`));
  }, scopes[scope] as axe.RunOptions);
  return found.map((line) => `${where}: ${line}`);
}

/** Groups the same fault of many screens: the first of them, and how many there are. */
export function once(faults: readonly string[]): readonly string[] {
  const places = new Map<string, string[]>();
  for (const fault of faults) {
    const [where = '', ...what] = fault.replaceAll(/ (id|for|aria-\w+)="[^"]*"/g, '').split(': ');
    const text = what.join(': ');
    places.set(text, [...(places.get(text) ?? []), where]);
  }
  return [...places].map(([what, [first = '', ...more]]) =>
    more.length > 0 ? `${first} and ${more.length} more: ${what}` : `${first}: ${what}`,
  );
}

/** What is cut off on the right: the width that the page needs, if the window is narrower. */
export async function cutOff(page: Page, where: string): Promise<readonly string[]> {
  const { asked, width } = await page.evaluate(() => ({
    asked: document.documentElement.scrollWidth,
    width: document.documentElement.clientWidth,
  }));
  return asked > width ? [`${where}: the page is ${asked} pixels wide in a window of ${width}`] : [];
}

/** Goes to an address of the console like a link, without waiting. */
function followLink(page: Page, address: string): Promise<void> {
  return page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);
}

/**
 * Goes to an address of the console as a link does, without loading the page anew, and waits until its heading is there
 * and was told (D26) and nothing is on its way any more; returns the heading's text.
 */
export async function goTo(page: Page, address: string): Promise<string> {
  await page.evaluate(() => {
    const heading = document.querySelector('h1')?.textContent;
    // So that the next announcement is the next page's, whatever its heading is.
    for (const told of document.querySelectorAll('[role="status"]'))
      if (told.childElementCount === 0 && told.textContent === heading) told.textContent = '';
  });
  await followLink(page, address);
  const isTold = () =>
    page.evaluate(() => {
      const heading = document.querySelector('h1')?.textContent;
      const told = [...document.querySelectorAll('[role="status"]')].map(({ textContent }) => textContent);
      return heading !== undefined && told.includes(heading);
    });
  await expect.poll(isTold, { message: `${address}: the new page's heading is told`, intervals: [20] }).toBe(true);
  await settled(page);
  return (await page.getByRole('heading', { level: 1 }).first().innerText()).trim();
}

/** Waits until no request is pending. */
export async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(page.locator('[class*="-spinner-"]')).toHaveCount(0);
}

/** What D26 requires after a navigation: the page's title, and where the focus is. */
export async function arrivalFaults(page: Page, where: string, heading: string): Promise<readonly string[]> {
  const { title, hasFocus } = await page.evaluate(() => ({
    title: document.title,
    hasFocus: document.activeElement !== null && document.activeElement !== document.body,
  }));
  return [
    ...(title.startsWith(heading) ? [] : [`${where}: the document is titled "${title}", its heading is "${heading}"`]),
    ...(hasFocus ? [] : [`${where}: the focus fell to the body`]),
  ];
}
