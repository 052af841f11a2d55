import { createContext, use, useEffect, useRef, type ReactNode } from 'react';
import { titlePage } from './document-title.ts';
import styles from './page.module.css';

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
