import { useEffect, useLayoutEffect } from 'react';

let isThere = false;

/**
 * Loads the typeface while the login page is idle, so that the frame has it from its first paint. Later pages find it
 * in the browser's cache: the boot script uses it from the start, on the login page too.
 */
export async function fetchTypeface(): Promise<void> {
  const { fonts } = document as { readonly fonts?: FontFaceSet };
  // In use from the start: the browser's own rules apply, which swap no text that is being read.
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

/** Takes the typeface into use with the next screen once it is there: nothing that is being read moves. */
export function useTypeface(place: string): void {
  useEffect(() => void fetchTypeface(), []);
  useLayoutEffect(() => {
    if (isThere) document.documentElement.dataset['font'] = 'inter';
  }, [place]);
}
