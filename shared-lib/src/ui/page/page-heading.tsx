import { createContext, use, useEffect, useRef, type ReactNode } from 'react';
import styles from './page.module.css';
import { t } from '../../i18n/own.ts';

/** The name of the product, in every title of the document. */
const product = t('Device Console');

const shown = { page: '', before: [] as readonly string[] };

function show(): void {
  // The page of the very command that runs is said once.
  const before = shown.before.filter((part) => part !== shown.page);
  const page = shown.page === product ? '' : shown.page;
  document.title = [...before, ...(page ? [page] : []), product].join(' · ');
}

function titlePage(page: string): void {
  shown.page = page;
  show();
}

/** Puts something before the title of every page, such as how far a batch is; nothing takes it away. For the host. */
export function titleBefore(...before: readonly string[]): void {
  shown.before = before;
  show();
}

/** True within a page. A page that another one shows, such as a sample, does not name the document. */
const InPage = createContext(false);

export function PageParts({ children }: { readonly children: ReactNode }) {
  return <InPage value>{children}</InPage>;
}

interface PageHeadingProps {
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A page's first-level heading, which takes the focus after a navigation and titles the document (D26). */
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
