import type { ReactNode } from 'react';
import { useAddresses } from '@device-console/shared-lib/console';
import { FileDropArea, FileField } from '@device-console/shared-lib/imei-file';
import { Link } from '@device-console/shared-lib/router';
import { Actions, Button, buttonClass, Card, HiddenText } from '@device-console/shared-lib/ui';
import { LineIcon } from '@device-console/shared-lib/ui/icons';
import { EntryIcon } from '../navigation/entry-icon.tsx';
import { useSearch } from '../search/search-context.ts';
import type { Permitted } from './permitted.ts';
import styles from './dashboard.module.css';
import { t } from '../t.ts';

/** The search, which a file can be given to here, and the operator's commands. Nothing is sent from here. */
export function StartCard({ permitted: { commands } }: { readonly permitted: Permitted }): ReactNode {
  const { open } = useSearch();
  return (
    <Card
      title={t('Find or command devices')}
      description={
        commands.length > 0
          ? t('One IMEI opens its device. Paste several, or drop a CSV or Excel file here, to prepare a batch.')
          : undefined
      }
    >
      <FileDropArea onText={open}>
        <div className={styles['start']}>
          <Actions>
            <Button variant="primary" onPress={() => open()}>
              <LineIcon name="search" size={16} />
              {t('Search')}
            </Button>
          </Actions>
          {commands.length > 0 && <FileField label={t('CSV file')} onSelect={open} />}
          <CommandLinks commands={commands} />
        </div>
      </FileDropArea>
    </Card>
  );
}

function CommandLinks({ commands }: Pick<Permitted, 'commands'>): ReactNode {
  const { to } = useAddresses();
  if (commands.length === 0)
    return (
      <p className={styles['muted']}>{t('You have no permission for a command. Your admin can give you some.')}</p>
    );
  return (
    <>
      <HiddenText>
        <h3>{t('Commands')}</h3>
      </HiddenText>
      <ul className={styles['commands']} aria-label={t('Commands')}>
        {commands.map(({ id, title, screen, icon }) => (
          <li key={id}>
            <Link className={buttonClass({})} to={to(screen)}>
              <EntryIcon name={icon} />
              {t.known(title)}
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
