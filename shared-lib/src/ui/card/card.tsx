import { useId, type ReactNode } from 'react';
import { Actions } from '../layout/layout.tsx';
import styles from './card.module.css';

export interface CardProps {
  /** Default: none, and the region is named by `label`, where the page's heading says it already. */
  readonly title?: ReactNode;
  readonly label?: string | undefined;
  readonly children: ReactNode;
  readonly description?: ReactNode;
  /** `caution`: the yellow card, for enrolment (C3). */
  readonly tone?: 'plain' | 'caution' | undefined;
  readonly actions?: ReactNode;
}

/** A titled part of a page; a region named by its title. */
export function Card({ title, label, children, description, tone = 'plain', actions }: CardProps) {
  const id = useId();
  return (
    <section
      className={styles['card']}
      data-tone={tone}
      aria-label={title === undefined ? label : undefined}
      aria-labelledby={title === undefined ? undefined : id}
    >
      {title !== undefined && (
        <div className={styles['head']}>
          <div className={styles['titles']}>
            <h2 id={id} className={styles['title']}>
              {title}
            </h2>
            {description !== undefined && <div className={styles['description']}>{description}</div>}
          </div>
          {actions !== undefined && <Actions>{actions}</Actions>}
        </div>
      )}
      {children}
    </section>
  );
}
