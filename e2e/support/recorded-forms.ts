import type { Page } from '@playwright/test';

/** A form that the page sent, field by field in its order; a file as name, type and text. */
export type RecordedForm = readonly (readonly [
  string,
  string | { readonly name: string; readonly type: string; readonly text: string },
])[];

declare global {
  interface Window {
    recordedForms?: RecordedForm[];
  }
}

/**
 * Keeps every form that the page sends from its next document on: Chromium does not give the files of a form to its
 * observers.
 */
export async function recordForms(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const send = window.fetch.bind(window);
    const forms: RecordedForm[] = [];
    window.recordedForms = forms;
    window.fetch = async (input, init) => {
      if (init?.body instanceof FormData) {
        forms.push(
          await Promise.all(
            [...init.body].map(
              async ([name, value]) =>
                [
                  name,
                  typeof value === 'string' ? value : { name: value.name, type: value.type, text: await value.text() },
                ] as const,
            ),
          ),
        );
      }
      return send(input, init);
    };
  });
}

/** The forms that the current document has sent. */
export function recordedForms(page: Page): Promise<readonly RecordedForm[]> {
  return page.evaluate(() => window.recordedForms ?? []);
}
