import { useId, useRef, useState, type MouseEvent, type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { Button } from '../button/button.tsx';
import styles from './app-frame.module.css';
import { t } from '../../i18n/own.ts';

/** The least window width, in CSS pixels, for a sidebar beside the page; the same number as in app-frame.module.css. */
const WIDE_WINDOW = 960;

function subscribe(notify: () => void): () => void {
  window.addEventListener('resize', notify);
  return () => window.removeEventListener('resize', notify);
}

function useWideWindow(): boolean {
  return useSyncExternalStore(subscribe, () => window.innerWidth >= WIDE_WINDOW);
}

/** The sidebar as a drawer: opened, it gets the focus; Escape returns the focus to the button. */
function useDrawer(isWide: boolean) {
  const [isWanted, setOpen] = useState(false);
  const isOpen = isWanted && !isWide;
  const menuButton = useRef<HTMLButtonElement>(null);
  const drawer = useRef<HTMLDivElement>(null);
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
  }, [isOpen]);
  return { isOpen, setOpen, menuButton, drawer };
}

export interface AppFrameProps {
  readonly topBar: ReactNode;
  /** Gets whether it is folded to icons. */
  readonly sidebar: (isFolded: boolean) => ReactNode;
  /** Folds the sidebar to icons if it is beside the page; a drawer never. */
  readonly isFolded: boolean;
  /** Permanent messages above the page, such as a warning about plain http. */
  readonly banner: ReactNode;
  readonly children: ReactNode;
}

/**
 * The console's frame: the fixed top bar, the sidebar, the page. In a narrow window the sidebar is a drawer, which
 * hides the page from reading and focus while open; Escape, the backdrop or a link closes it.
 */
export function AppFrame({ topBar, sidebar, isFolded, banner, children }: AppFrameProps) {
  const id = useId();
  const isWide = useWideWindow();
  const isStrip = isFolded && isWide;
  const { isOpen, setOpen, menuButton, drawer } = useDrawer(isWide);
  const main = useRef<HTMLElement>(null);

  const toMain = (event: MouseEvent) => {
    event.preventDefault();
    main.current?.focus();
  };
  const closeAfterLink = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest('a')) setOpen(false);
  };

  return (
    <div className={styles['frame']} data-folded={isStrip || undefined}>
      <a className={styles['skip']} href={`#${id}-main`} onClick={toMain}>
        {t('Skip to content')}
      </a>
      <header className={styles['bar']}>
        <span className={styles['menu']}>
          <Button
            ref={menuButton}
            variant="quiet"
            icon={isOpen ? 'close' : 'menu'}
            aria-label={isOpen ? t('Close menu') : t('Menu')}
            aria-expanded={isOpen}
            aria-controls={`${id}-sidebar`}
            onPress={() => setOpen(!isOpen)}
          />
        </span>
        {topBar}
      </header>
      {isOpen && <div className={styles['backdrop']} onClick={() => setOpen(false)} />}
      <div
        ref={drawer}
        id={`${id}-sidebar`}
        className={styles['sidebar']}
        data-open={isOpen || undefined}
        tabIndex={-1}
        onClick={closeAfterLink}
      >
        {sidebar(isStrip)}
      </div>
      <main ref={main} id={`${id}-main`} className={styles['main']} tabIndex={-1} inert={isOpen}>
        <div className={styles['banner']}>{banner}</div>
        <div className={styles['screen']} data-screen="">
          {children}
        </div>
      </main>
    </div>
  );
}
