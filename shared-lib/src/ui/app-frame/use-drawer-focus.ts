import { useEffect, type RefObject } from 'react';

/**
 * Gives the focus to a drawer that opens, to its current entry where it has one, and back to the menu button when
 * Escape closes it. `setOpen` must not change between renders.
 */
export function useDrawerFocus(
  isOpen: boolean,
  setOpen: (isOpen: boolean) => void,
  drawer: RefObject<HTMLElement | null>,
  menuButton: RefObject<HTMLElement | null>,
): void {
  useEffect(() => {
    if (!isOpen) return undefined;
    (drawer.current?.querySelector<HTMLElement>('[aria-current]') ?? drawer.current)?.focus();
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpen(false);
      menuButton.current?.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isOpen, setOpen, drawer, menuButton]);
}
