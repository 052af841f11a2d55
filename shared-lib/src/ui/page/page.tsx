import { createContext, type ReactNode, use, useEffect, useRef } from 'react';
import styles from './page.module.css';
import { t } from '../../i18n/own.ts';
import { Actions } from '../layout/layout.tsx';

export interface PageProps {
  readonly title: ReactNode;
  readonly lead?: ReactNode;
  readonly actions?: ReactNode;
  /** Its parts stand close together: a list whose first rows are to be in sight. */
  readonly isTight?: boolean | undefined;
  readonly children: ReactNode;
}

/** A screen: its parts below a first-level heading, which titles the document and gets the focus. */
export function Page({ title, lead, actions, isTight = false, children }: PageProps) {
  return (
    <div className={styles['page']} data-tight={isTight || undefined}>
      <div className={styles['head']}>
        <div className={styles['titles']}>
          <PageHeading>{title}</PageHeading>
          {lead !== undefined && <p className={styles['lead']}>{lead}</p>}
        </div>
        {actions !== undefined && <Actions>{actions}</Actions>}
      </div>
      <InPage value>{children}</InPage>
    </div>
  );
}

export interface CentredPageProps {
  readonly brand?: string | undefined;
  readonly title: ReactNode;
  readonly children: ReactNode;
  readonly footer?: ReactNode;
}

/** A screen outside the frame, such as a login: one narrow centred card. */
export function CentredPage({ brand, title, children, footer }: CentredPageProps) {
  return (
    <main className={styles['centred']}>
      {brand !== undefined && <Brand>{brand}</Brand>}
      <div className={styles['card']}>
        <PageHeading>{title}</PageHeading>
        <InPage value>{children}</InPage>
      </div>
      {footer !== undefined && <div className={styles['footer']}>{footer}</div>}
    </main>
  );
}

const product = t('Device Console');

function titlePage(page: string): void {
  document.title = page === '' || page === product ? product : `${page} · ${product}`;
}

/** A page within another, such as a sample, does not set the document's title. */
const InPage = createContext(false);

interface PageHeadingProps {
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A page's first-level heading. It gets the focus after a navigation, and is the document's title (D26). */
export function PageHeading({ className = styles['title'], children }: PageHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const isPart = use(InPage);
  useEffect(() => {
    if (isPart) return undefined;
    titlePage(heading.current?.textContent ?? '');
    return () => titlePage('');
  }, [isPart, children]);
  return (
    <h1 ref={heading} className={className} tabIndex={-1}>
      {children}
    </h1>
  );
}

/** The mark and the name of the product. */
export function Brand({ children }: { readonly children: string }) {
  return (
    <span className={styles['brand']}>
      <span className={styles['mark']} aria-hidden="true" />
      <span className={styles['name']}>{children}</span>
    </span>
  );
}
