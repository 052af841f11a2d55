import type { BrowserContext, Page } from '@playwright/test';

/**
 * From its next load on a page meets a back end that refuses what the specification does not know of batches: no chunk
 * is taken, no list looked at and no run noted, so that each item goes by the specification's own call.
 */
export async function useSpecifiedBatchCalls(page: Page | BrowserContext): Promise<void> {
  await page.addInitScript(() => {
    const real = window.fetch;
    window.fetch = (input, init) => {
      const address = input instanceof Request ? input.url : String(input);
      const isBeyond = /\/batch(Items|Check|Claim)\.php$/.test(address);
      const refusal = { status: 'error', message: 'There is no such call.' };
      return isBeyond ? Promise.resolve(Response.json(refusal, { status: 404 })) : real(input, init);
    };
  });
}
