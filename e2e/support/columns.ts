import type { Locator } from '@playwright/test';

/**
 * What an operator does not see of a table before anything is scrolled: headers of these columns that are missing, out
 * of view or cut off, and IMEIs that are cut off. The page must not scroll sideways.
 */
export function outOfView(table: Locator, columns: readonly string[]): Promise<readonly string[]> {
  return table.evaluate((element, wanted) => {
    const region = element.closest('[role=region]');
    if (!region) throw new Error('The table has no area that scrolls.');
    const room = region.getBoundingClientRect();
    const isWithin = ({ left, right }: DOMRect) => left >= room.left && right <= room.left + region.clientWidth + 2;
    // The text alone: the mark of a sorted column may reach beyond.
    const isWhole = (cell: Element) => {
      const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
      const range = document.createRange();
      const edge = cell.getBoundingClientRect().right + 1;
      while (texts.nextNode()) {
        range.selectNodeContents(texts.currentNode);
        if (range.getBoundingClientRect().right > edge) return false;
      }
      return true;
    };
    const headers = [...element.querySelectorAll('thead th')];
    const isShown = (name: string) => {
      const header = headers.find(({ textContent }) => textContent === name);
      return header !== undefined && isWithin(header.getBoundingClientRect()) && isWhole(header);
    };
    const cells = [...element.querySelectorAll('tbody :is(th, td)')];
    const cut = cells.filter((cell) => /^\d{15}$/.test(cell.textContent) && !isWhole(cell));
    const page = document.documentElement.scrollWidth > window.innerWidth ? ['the page'] : [];
    return [...page, ...wanted.filter((name) => !isShown(name)), ...cut.map(({ textContent }) => textContent)];
  }, columns);
}
