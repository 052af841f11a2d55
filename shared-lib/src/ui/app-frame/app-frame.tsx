import { useId, useRef, useState, type MouseEvent, type ReactNode } from 'react';
import { Button } from '../button/button.tsx';
import { messages } from '../messages.ts';
import styles from './app-frame.module.css';
import { useDrawerFocus } from './use-drawer-focus.ts';
import { useWideWindow } from './use-wide-window.ts';

/** Props of {@link AppFrame}. */
export interface AppFrameProps {
  readonly topBar: ReactNode;
  /** The menu; without it there is neither sidebar nor menu button. */
  readonly sidebar?: ReactNode;
  /** Standing messages above the page, such as a warning of plain http. */
  readonly banner?: ReactNode;
  readonly children: ReactNode;
}

/**
 * The frame of the console: the fixed top bar, the sidebar, the page. In a narrow window the sidebar is a drawer: while
 * it is open the page behind it can be neither read nor reached, and Escape, the backdrop or a link in it closes it.
 */
export function AppFrame({ topBar, sidebar, banner, children }: AppFrameProps) {
  const id = useId();
  const isWide = useWideWindow();
  const [isWanted, setWanted] = useState(false);
  const menuButton = useRef<HTMLButtonElement>(null);
  const drawer = useRef<HTMLDivElement>(null);
  const isOpen = isWanted && !isWide;
  useDrawerFocus(isOpen, setWanted, drawer, menuButton);
  const main = useRef<HTMLElement>(null);

  const toMain = (event: MouseEvent) => {
    event.preventDefault();
    main.current?.focus();
  };
  const closeAfterLink = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest('a')) setWanted(false);
  };

  return (
    <div className={styles['frame']} data-sidebar={sidebar !== undefined || undefined}>
      <a className={styles['skip']} href={`#${id}-main`} onClick={toMain}>
        {messages.skipToContent}
      </a>
      <header className={styles['bar']}>
        {sidebar !== undefined && (
          <span className={styles['menu']}>
            <Button
              ref={menuButton}
              variant="quiet"
              icon={isOpen ? 'close' : 'menu'}
              aria-label={isOpen ? messages.closeMenu : messages.menu}
              aria-expanded={isOpen}
              aria-controls={`${id}-sidebar`}
              onPress={() => setWanted(!isOpen)}
            />
          </span>
        )}
        {topBar}
      </header>
      {sidebar !== undefined && (
        <>
          {isOpen && <div className={styles['backdrop']} onClick={() => setWanted(false)} />}
          <div
            ref={drawer}
            id={`${id}-sidebar`}
            className={styles['sidebar']}
            data-open={isOpen || undefined}
            tabIndex={-1}
            onClick={closeAfterLink}
          >
            {sidebar}
          </div>
        </>
      )}
      <main ref={main} id={`${id}-main`} className={styles['main']} tabIndex={-1} inert={isOpen}>
        {banner !== undefined && <div className={styles['banner']}>{banner}</div>}
        {children}
      </main>
    </div>
  );
}
