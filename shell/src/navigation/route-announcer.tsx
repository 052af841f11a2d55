import { useEffect, useRef, type ReactNode } from 'react';
import { matchPath, useLocation } from '@device-console/shared-lib/router';
import { HiddenText } from '@device-console/shared-lib/ui';

interface RouteAnnouncerProps {
  /** Address patterns: addresses with the same pattern are the same screen. */
  readonly addresses: readonly string[];
}

/** A page whose heading has not rendered yet. */
interface Awaited {
  /** The document's first page: the browser sets its focus, and screen readers read its title. */
  readonly isFirst: boolean;
  /** The focus when the operator left the previous page. */
  readonly focused: Element | null;
}

/**
 * After a navigation, focuses the new page's heading and announces its title (D26). The focus stays if only query,
 * fragment or parameters of the same screen change, or if something has moved it meanwhile, such as a field that
 * focuses itself.
 */
export function RouteAnnouncer({ addresses }: RouteAnnouncerProps): ReactNode {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  const awaited = useRef<Awaited | null>({ isFirst: true, focused: null });
  const region = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (!isSameScreen(addresses, shown.current, pathname)) {
      awaited.current = { isFirst: false, focused: awaited.current?.focused ?? document.activeElement };
      if (region.current) region.current.textContent = '';
    }
    shown.current = pathname;
    const arrive = (): boolean => {
      const heading = document.querySelector('h1');
      if (!heading || !awaited.current) return awaited.current === null;
      const { isFirst, focused } = awaited.current;
      awaited.current = null;
      if (isFirst) return true;
      if (region.current) region.current.textContent = heading.textContent;
      moveFocus(heading, focused);
      return true;
    };
    if (arrive()) return undefined;
    const observer = new MutationObserver(() => {
      if (arrive()) observer.disconnect();
    });
    observer.observe(document.body, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [addresses, pathname]);
  return (
    <HiddenText>
      <span ref={region} role="status" />
    </HiddenText>
  );
}

function isSameScreen(addresses: readonly string[], one: string, other: string): boolean {
  return (
    one === other || addresses.some((address) => matchPath(address, one) !== null && matchPath(address, other) !== null)
  );
}

/** Unless its page already has the focus or the focus has moved from `before` since. */
function moveFocus(heading: HTMLElement, before: Element | null): void {
  const { activeElement, body } = document;
  const main = heading.closest('main');
  const isTaken = activeElement !== main && main?.contains(activeElement) === true;
  if (isTaken || (activeElement !== body && activeElement !== main && activeElement !== before)) return;
  // A remote may have its own heading instead of that of `Page`.
  if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1;
  heading.focus();
}
