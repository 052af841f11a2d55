import { useEffect, useLayoutEffect, useRef } from 'react';

/**
 * Fetches the typeface once the frame is there, and takes it into use with the next screen, where nothing that is being
 * read moves. A later page finds it in the browser's cache, so the boot script takes it into use from the beginning.
 */
export function useInter(place: string): void {
  const isThere = useRef(false);
  useEffect(() => {
    // In use from the beginning: the browser's own rules decide, which swap nothing that is being read.
    if (document.documentElement.dataset['font'] !== undefined) return;
    const { fonts } = document as { readonly fonts?: FontFaceSet };
    void fonts?.load("1em 'Inter Variable'").then(
      ([face]) => {
        isThere.current = face !== undefined;
        if (face) localStorage.setItem('display:font', 'inter');
      },
      // Without it the system's typeface stays, which is complete.
      () => localStorage.removeItem('display:font'),
    );
  }, []);
  useLayoutEffect(() => {
    if (isThere.current) document.documentElement.dataset['font'] = 'inter';
  }, [place]);
}
