/** Resolves when the browser has painted what was drawn; at once in a hidden page, which is not painted. */
export async function afterPaint(): Promise<void> {
  if (document.visibilityState === 'hidden') return;
  const done = new AbortController();
  await new Promise<void>((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    document.addEventListener('visibilitychange', () => resolve(), { signal: done.signal });
  });
  done.abort();
}
