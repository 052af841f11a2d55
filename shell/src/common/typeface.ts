import { useEffect, useLayoutEffect } from 'react';

let isThere = false;

/**
 * Loads the typeface while the login page is idle, so that the frame has it at its first paint. Later pages find it in
 * the browser's cache: the boot script uses it from the start, on the login page too.
 */
export async function fetchTypeface(): Promise<void> {
  const { fonts } = document as { readonly fonts?: FontFaceSet };
  // Already used: by the browser's own rules, which swap no text being read.
  if (!fonts || document.documentElement.dataset['font'] !== undefined) return;
  try {
    const [face] = await fonts.load("1em 'Inter Variable'");
    isThere = face !== undefined;
    if (face) localStorage.setItem('display:font', 'inter');
  } catch {
    // If it fails, the system's typeface stays; it has all characters.
    localStorage.removeItem('display:font');
  }
}

/** Uses the typeface from the next screen on: nothing being read moves. */
export function useTypeface(place: string): void {
  useEffect(() => void fetchTypeface(), []);
  useLayoutEffect(() => {
    if (isThere) document.documentElement.dataset['font'] = 'inter';
  }, [place]);
}
