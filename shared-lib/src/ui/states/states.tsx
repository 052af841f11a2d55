import type { ReactNode } from 'react';
import { Icon } from '../icons/icons.tsx';
import { PageHeading } from '../page/page.tsx';
import styles from './states.module.css';

interface EmptyStateProps {
  readonly title: ReactNode;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
  /** Nothing yet, no such thing, or not for this operator. Default: `empty`. */
  readonly reason?: 'empty' | 'notFound' | 'notPermitted' | undefined;
}

/** Says that there is nothing to show. */
export function EmptyState({ title, children, actions, reason = 'empty' }: EmptyStateProps) {
  return (
    <div className={styles['empty']}>
      <span className={styles['mark']} data-reason={reason}>
        <Icon name={reason} />
      </span>
      <p className={styles['title']}>{title}</p>
      {children !== undefined && <div className={styles['text']}>{children}</div>}
      {actions !== undefined && <div className={styles['actions']}>{actions}</div>}
    </div>
  );
}

interface FailureStateProps {
  readonly title: ReactNode;
  readonly children: ReactNode;
  /** Such as reason, remote, version, owner. */
  readonly details?: readonly { readonly term: string; readonly value: ReactNode }[] | undefined;
  readonly actions?: ReactNode;
  /** `page`: instead of a whole page; the title is then the first-level heading. */
  readonly placement?: 'inline' | 'page' | undefined;
}

/** Replaces a failed part: says why, its owner and what to do. */
export function FailureState({ title, children, details = [], actions, placement = 'inline' }: FailureStateProps) {
  return (
    <section className={styles['failure']} role="alert">
      <div className={styles['head']}>
        <span className={styles['failureMark']}>
          <Icon name="danger" />
        </span>
        <div>
          {placement === 'page' ? (
            <PageHeading className={styles['failureTitle']}>{title}</PageHeading>
          ) : (
            <h2 className={styles['failureTitle']}>{title}</h2>
          )}
          <div className={styles['message']}>{children}</div>
        </div>
      </div>
      {details.length > 0 && (
        <dl className={styles['details']}>
          {details.map(({ term, value }) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {actions !== undefined && <div className={styles['actions']}>{actions}</div>}
    </section>
  );
}
