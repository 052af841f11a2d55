import { useCallback, type Ref } from 'react';

/** The UI kit holds the first announcement of a page back for 100 ms. */
const HELD_BACK_MS = 150;

/**
 * Returns the ref of a button whose announcements end with it. The UI kit announces that a focused button is pending,
 * and that it is no longer, by an image that borrows the button's name for some seconds; without the button the image
 * would have no name.
 */
export function useAnnouncedButton(ref: Ref<HTMLButtonElement> | undefined): Ref<HTMLButtonElement> {
  return useCallback(
    (button: HTMLButtonElement | null) => {
      const end = assign(ref, button);
      return () => {
        end();
        if (!button) return;
        const { id } = button;
        removeAnnouncements(id);
        setTimeout(() => removeAnnouncements(id), HELD_BACK_MS);
      };
    },
    [ref],
  );
}

/** Hands an element to a ref; returns what takes it back. */
function assign<Element>(ref: Ref<Element> | undefined, element: Element | null): () => void {
  if (typeof ref === 'function') {
    const end = ref(element);
    return typeof end === 'function' ? end : () => void ref(null);
  }
  if (!ref) return () => undefined;
  ref.current = element;
  return () => {
    ref.current = null;
  };
}

function removeAnnouncements(buttonId: string): void {
  for (const image of document.querySelectorAll('[data-live-announcer] [role="img"]'))
    if (image.getAttribute('aria-labelledby')?.split(' ').includes(buttonId)) image.remove();
}
