import { useId, type ReactNode } from 'react';
import { Actions } from '../layout/layout.tsx';
import styles from './card.module.css';

export interface CardProps {
  readonly title: ReactNode;
  readonly children: ReactNode;
  readonly description?: ReactNode;
  /** `caution`: the yellow card, for enrolment (C3). */
  readonly tone?: 'plain' | 'caution' | undefined;
  readonly actions?: ReactNode;
}

/** A titled part of a page; a region named by its title. */
export function Card({ title, children, description, tone = 'plain', actions }: CardProps) {
  const id = useId();
  return (
    <section className={styles['card']} data-tone={tone} aria-labelledby={id}>
      <div className={styles['head']}>
        <div className={styles['titles']}>
          <h2 id={id} className={styles['title']}>
            {title}
          </h2>
          {description !== undefined && <div className={styles['description']}>{description}</div>}
        </div>
        {actions !== undefined && <Actions>{actions}</Actions>}
      </div>
      {children}
    </section>
  );
}
