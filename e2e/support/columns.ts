import type { Locator } from '@playwright/test';

/**
 * The headers of a table that are out of sight, or below the column that names the rows, wherever the table is scrolled
 * to; and that column itself where it does not stay in sight. The page must not scroll sideways.
 */
export function columnsOutOfReach(table: Locator): Promise<readonly string[]> {
  return table.evaluate((element) => {
    const region = element.closest('[role=region]');
    const held = element.querySelector('tbody th');
    if (!region || !held) throw new Error('The table has no area that scrolls, or no row with a name.');
    const headers = [...element.querySelectorAll<HTMLElement>('thead th')];
    const reached = new Set<HTMLElement>();
    const lost = document.documentElement.scrollWidth > window.innerWidth ? ['the page'] : [];
    for (let left = 0; left <= region.scrollWidth - region.clientWidth + 99; left += 100) {
      region.scrollLeft = left;
      const room = region.getBoundingClientRect();
      const name = held.getBoundingClientRect();
      const isWithin = ({ left: from, right: to }: DOMRect) => from >= room.left - 1 && to <= room.right + 1;
      if (!isWithin(name)) lost.push('what names the row');
      for (const header of headers) {
        const box = header.getBoundingClientRect();
        const isFree = 'namesRows' in header.dataset || box.right <= name.left + 1 || box.left >= name.right - 1;
        if (isWithin(box) && isFree) reached.add(header);
      }
    }
    return [...lost, ...headers.filter((header) => !reached.has(header)).map(({ textContent }) => textContent)];
  });
}
