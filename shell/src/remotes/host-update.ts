import { createSubject, type Subject } from '@device-console/shared-lib/console/host';

/** True once the host serves other files of its own than those that this page was loaded with. */
export interface HostUpdate extends Pick<Subject<boolean>, 'subscribe' | 'getSnapshot'> {
  /** Looks again. Never rejects: while the page cannot be read, what was known stays. */
  readonly look: () => Promise<void>;
}

/** `read` gives the page as the host serves it now. */
export function createHostUpdate(page: Document, read: () => Promise<string>): HostUpdate {
  const { subscribe, getSnapshot, set } = createSubject(false);
  return {
    subscribe,
    getSnapshot,
    look: async () => {
      const text = await read().catch(() => '');
      const served = new DOMParser().parseFromString(text, 'text/html');
      // Another page, such as a proxy's, says nothing about the console.
      if (!served.getElementById('console')) return;
      const own = new Set(filesOf(page));
      const isNew = filesOf(served).some((file) => !own.has(file));
      if (isNew !== getSnapshot()) set(isNew);
    },
  };
}

/** Scripts and styles that a page names; their names have the hashes of their content. */
function filesOf(page: Document): readonly (string | null)[] {
  return [
    ...[...page.querySelectorAll('script[src]')].map((script) => script.getAttribute('src')),
    ...[...page.querySelectorAll('link[rel="stylesheet"]')].map((link) => link.getAttribute('href')),
  ];
}
