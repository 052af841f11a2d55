/** Milliseconds for the second request. */
const AGAIN_MS = 4_000;

/**
 * Requests each hashed script or style that failed to load once more. A browser caches a file with a hash in its name
 * for good, even if it was altered in transit and refused, so the second request bypasses and refreshes the cache. The
 * file runs only if its hash is right. Listeners of the element hear only the second result. Covers files of the host
 * and of remotes, whatever the bundler.
 */
export function fetchAgainWhatFails(page: Document): void {
  const seen = new WeakSet<EventTarget>();
  page.addEventListener(
    'error',
    (event) => {
      const failed = event.target;
      if (!(failed instanceof HTMLScriptElement || failed instanceof HTMLLinkElement) || seen.has(failed)) return;
      const integrity = failed.getAttribute('integrity') ?? '';
      if (integrity === '' || (failed instanceof HTMLLinkElement && failed.rel !== 'stylesheet')) return;
      event.stopImmediatePropagation();
      const address = failed instanceof HTMLScriptElement ? failed.src : failed.href;
      const end = ({ type }: Event): void => {
        seen.add(failed);
        if (copy instanceof HTMLScriptElement || type === 'error') copy.remove();
        failed.dispatchEvent(new Event(type));
      };
      // A clone of a script would not run.
      const copy = page.createElement(failed.localName) as typeof failed;
      for (const { name, value } of failed.attributes) copy.setAttribute(name, value);
      for (const type of ['load', 'error']) copy.addEventListener(type, end);
      seen.add(copy);
      const signal = AbortSignal.timeout(AGAIN_MS);
      fetch(address, { cache: 'reload', credentials: 'same-origin', integrity, signal })
        .then(() => page.head.append(copy))
        .catch(() => end(event));
    },
    true,
  );
}
