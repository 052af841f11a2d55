import type { ReactNode } from 'react';
import { Brand } from '../app-frame/brand.tsx';
import { PageHeading, PageParts } from './page-heading.tsx';
import styles from './page.module.css';

export interface PageProps {
  readonly title: ReactNode;
  /** The screen's purpose, in a sentence. */
  readonly lead?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A screen: its parts below a first-level heading, which titles the document and gets the focus. */
export function Page({ title, lead, actions, children }: PageProps) {
  return (
    <div className={styles['page']}>
      <div className={styles['head']}>
        <div className={styles['titles']}>
          <PageHeading>{title}</PageHeading>
          {lead !== undefined && <p className={styles['lead']}>{lead}</p>}
        </div>
        {actions !== undefined && <div className={styles['actions']}>{actions}</div>}
      </div>
      <PageParts>{children}</PageParts>
    </div>
  );
}

export interface CentredPageProps {
  /** The product's name, above the card. */
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
        <PageParts>{children}</PageParts>
      </div>
      {footer !== undefined && <div className={styles['footer']}>{footer}</div>}
    </main>
  );
}
