import type { ReactNode } from 'react';
import { Link } from '@device-console/shared-lib/router';
import { TextField } from '@device-console/shared-lib/ui';
import styles from './gallery.module.css';
import { anchorOf } from './part.ts';

interface PartListProps {
  /** Titles of the groups, each with the names of what it holds. */
  readonly groups: readonly { readonly title: string; readonly names: readonly string[] }[];
  readonly filter: string;
  readonly onFilter: (text: string) => void;
}

/** The names of all sections that are shown, each a link to its section, below a field that filters them. */
export function PartList({ groups, filter, onFilter }: PartListProps): ReactNode {
  return (
    <div className={styles['list']}>
      <TextField label="Filter by name" type="search" autoComplete="off" value={filter} onChange={onFilter} />
      <nav aria-label="Parts" className={styles['links']}>
        {groups.map(({ title, names }) => (
          <div key={title}>
            <p className={styles['group']}>{title}</p>
            <ul>
              {names.map((name) => (
                <li key={name}>
                  <Link className={styles['link'] ?? ''} to={`#${anchorOf(name)}`}>
                    {name}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
    </div>
  );
}
