import { createContext, use, useEffect, useRef, type ReactNode } from 'react';
import styles from './page.module.css';
import { t } from '../../i18n/own.ts';

const product = t('Device Console');

const shown = { page: '', before: [] as readonly string[] };

function show(): void {
  // Name the page once if it is that of the running command.
  const before = shown.before.filter((part) => part !== shown.page);
  const page = shown.page === product ? '' : shown.page;
  document.title = [...before, ...(page ? [page] : []), product].join(' · ');
}

function titlePage(page: string): void {
  shown.page = page;
  show();
}

/** Puts a text before every page's title, such as a batch's progress, until replaced. For the host. */
export function titleBefore(...before: readonly string[]): void {
  shown.before = before;
  show();
}

/** A page within another, such as a sample, does not set the document's title. */
const InPage = createContext(false);

export function PageParts({ children }: { readonly children: ReactNode }) {
  return <InPage value>{children}</InPage>;
}

interface PageHeadingProps {
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A page's first-level heading. It gets the focus after a navigation, and is the document's title (D26). */
export function PageHeading({ className = styles['title'], children }: PageHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const isPart = use(InPage);
  useEffect(() => {
    if (!isPart) titlePage(heading.current?.textContent ?? '');
  }, [isPart, children]);
  useEffect(() => {
    if (isPart) return undefined;
    return () => titlePage('');
  }, [isPart]);
  return (
    <h1 ref={heading} className={className} tabIndex={-1}>
      {children}
    </h1>
  );
}
