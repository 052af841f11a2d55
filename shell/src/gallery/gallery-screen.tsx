import { useEffect, useState, type ReactNode } from 'react';
import { useLocation } from '@device-console/shared-lib/router';
import { EmptyState, Page } from '@device-console/shared-lib/ui';
import styles from './gallery.module.css';
import { PartList } from './part-list.tsx';
import { PartSection } from './part-section.tsx';
import { partGroups } from './parts/index.ts';
import { ThemeSwitch } from './theme-switch.tsx';
import { usePageTheme, type ThemeChoice } from './theme.ts';
import { tokenSections } from './tokens/token-sections.tsx';

/**
 * Everything of `ui` for authors of remotes: each part in every state, in both themes, and the tokens that all of them
 * are made of. An address with `?filter=Button` opens it filtered, one with `#Button` at that section.
 */
export function GalleryScreen(): ReactNode {
  const [choice, setChoice] = useState<ThemeChoice>('own');
  const { search } = useLocation();
  const [filter, setFilter] = useState(() => new URLSearchParams(search).get('filter') ?? '');
  usePageTheme(choice);
  useSectionOfAddress();
  const isWanted = (name: string): boolean => name.toLowerCase().includes(filter.trim().toLowerCase());
  const groups = partGroups
    .map(({ title, parts }) => ({
      title,
      parts: parts.filter((part) => [part.name, ...(part.with ?? [])].some(isWanted)),
    }))
    .filter(({ parts }) => parts.length > 0);
  const partNames = groups.map(({ title, parts }) => ({ title, names: parts.map(({ name }) => name) }));
  const tokens = tokenSections.filter(({ name }) => isWanted(name));
  const tokenGroup = tokens.length > 0 ? [{ title: 'Tokens', names: tokens.map(({ name }) => name) }] : [];
  return (
    <Page
      title="Gallery"
      lead={
        'Every part of ui that a remote may use, in each of its states, and the tokens that they are made of. ' +
        'Nothing here is sent.'
      }
      actions={<ThemeSwitch chosen={choice} onChoose={setChoice} />}
    >
      <div className={styles['gallery']}>
        <PartList groups={[...partNames, ...tokenGroup]} filter={filter} onFilter={setFilter} />
        <div className={styles['sections']}>
          {groups.map(({ title, parts }) => (
            <div key={title} className={styles['sectionGroup']}>
              <h2 className={styles['groupTitle']}>{title}</h2>
              {parts.map((part) => (
                <PartSection key={part.name} part={part} choice={choice} />
              ))}
            </div>
          ))}
          {tokens.length > 0 && (
            <div className={styles['sectionGroup']}>
              <h2 className={styles['groupTitle']}>Tokens</h2>
              {tokens.map(({ name, Section }) => (
                <Section key={name} />
              ))}
            </div>
          )}
          {groups.length + tokens.length === 0 && <EmptyState title={`Nothing is named like "${filter.trim()}".`} />}
        </div>
      </div>
    </Page>
  );
}

/** Brings the section that the address's fragment names into sight, also when the same link is followed again. */
function useSectionOfAddress(): void {
  const { hash, key } = useLocation();
  useEffect(() => {
    if (hash === '') return;
    const section = document.getElementById(decodeURIComponent(hash.slice(1)));
    section?.scrollIntoView?.();
    section?.focus({ preventScroll: true });
  }, [hash, key]);
}
