import type { Page } from '@playwright/test';

/** Seconds between two keys of a scanner. */
const GAP = 0.005;

const keyOf = (character: string) => {
  if (character === '\r') return { key: 'Enter', code: 'Enter', text: '\r', windowsVirtualKeyCode: 13 };
  return { key: character, text: character, windowsVirtualKeyCode: character.charCodeAt(0) };
};

/**
 * A barcode scanner on the page's keyboard. Its keys carry the times of a scanner's, however busy the computer is.
 * `end`: one Enter, or two for one that ends its barcodes with CR LF.
 */
export async function connectScanner(page: Page): Promise<(text: string, end?: '\r' | '\r\r') => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  let timestamp = 0;
  return async (text, end = '\r') => {
    timestamp = Math.max(timestamp + 0.1, Date.now() / 1_000);
    for (const character of text + end) {
      const key = keyOf(character);
      timestamp += GAP;
      await session.send('Input.dispatchKeyEvent', { type: 'keyDown', ...key, timestamp });
      await session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key, timestamp });
    }
  };
}
