import { useEffect, useRef, useState, type RefObject } from 'react';
import { useWideWindow } from './use-wide-window.ts';

/** The sidebar of a narrow window. */
interface Drawer {
  readonly isOpen: boolean;
  readonly setOpen: (isOpen: boolean) => void;
  /** Gets the focus when it opens, on its current entry where it has one. */
  readonly drawer: RefObject<HTMLDivElement | null>;
  /** Gets the focus back when Escape closes the drawer. */
  readonly menuButton: RefObject<HTMLButtonElement | null>;
}

/** Opens and closes the drawer; in a wide window it is never open. */
export function useDrawer(): Drawer {
  const isWide = useWideWindow();
  const [isWanted, setWanted] = useState(false);
  const menuButton = useRef<HTMLButtonElement>(null);
  const drawer = useRef<HTMLDivElement>(null);
  const isOpen = isWanted && !isWide;

  useEffect(() => {
    if (isOpen) (drawer.current?.querySelector<HTMLElement>('[aria-current]') ?? drawer.current)?.focus();
  }, [isOpen]);

  useEffect(() => {
    if (!isOpen) return undefined;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setWanted(false);
      menuButton.current?.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isOpen]);

  return { isOpen, setOpen: setWanted, drawer, menuButton };
}
