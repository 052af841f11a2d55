import type { ReactNode } from 'react';
import { Checkbox, CheckboxGroup, Columns, Stack, TextField } from '@device-console/shared-lib/ui';
import { t } from '../t.ts';
import { keyCommands, type draftProblems, type KeyDraft } from './key-draft.ts';
import styles from './keys.module.css';

interface KeyBoundsProps {
  readonly draft: KeyDraft;
  readonly problems: Partial<ReturnType<typeof draftProblems>>;
  /** Days that a key lasts when nothing is typed, and the most; null where the list is not there yet. */
  readonly days: number | null;
  readonly mostDays: number | null;
  readonly isUnfolded: boolean;
  readonly onFold: (isUnfolded: boolean) => void;
  readonly onChange: (changed: Partial<KeyDraft>) => void;
}

/** What a new key is bounded to, where that is wanted: its days, commands, addresses and rate (K2). */
export function KeyBounds({ isUnfolded, onFold, ...fields }: KeyBoundsProps): ReactNode {
  return (
    <details
      className={styles['bounds']}
      open={isUnfolded}
      onToggle={({ currentTarget }) => onFold(currentTarget.open)}
    >
      <summary>{t('Limits (optional)')}</summary>
      <Stack>
        <Fields {...fields} />
      </Stack>
    </details>
  );
}

type FieldsProps = Omit<KeyBoundsProps, 'isUnfolded' | 'onFold'>;

function Fields({ draft, problems, days, mostDays, onChange }: FieldsProps): ReactNode {
  const choose = (id: string, isSelected: boolean): void =>
    onChange({ commands: isSelected ? [...draft.commands, id] : draft.commands.filter((other) => other !== id) });
  return (
    <>
      <Columns of="fields">
        <TextField
          label={t('Lasts for days')}
          description={
            mostDays === null
              ? t('Left empty: as long as the server says.')
              : days === null
                ? t('Left empty: no end. At most {most}.', { most: mostDays })
                : t('Left empty: {days}. At most {most}.', { days, most: mostDays })
          }
          value={draft.days}
          onChange={(text) => onChange({ days: text })}
          inputMode="numeric"
          autoComplete="off"
          digits
          errorMessage={problems.days ? t('Type a number of days that is not above the most.') : undefined}
        />
        <TextField
          label={t('From these addresses only')}
          description={t('Addresses or networks such as 192.0.2.0/24, with commas. Left empty: from anywhere.')}
          value={draft.networks}
          onChange={(text) => onChange({ networks: text })}
          autoComplete="off"
          spellCheck="false"
        />
        <TextField
          label={t('Commands a minute')}
          description={t('Left empty: without a limit.')}
          value={draft.perMinute}
          onChange={(text) => onChange({ perMinute: text })}
          inputMode="numeric"
          autoComplete="off"
          digits
          errorMessage={problems.perMinute ? t('Type a number above 0.') : undefined}
        />
      </Columns>
      <CheckboxGroup
        label={t('Commands that it may send')}
        description={t('None chosen: every command that your account may send.')}
      >
        {keyCommands.map(({ id, title }) => (
          <Checkbox key={id} isSelected={draft.commands.includes(id)} onChange={(isSelected) => choose(id, isSelected)}>
            {t.known(title)}
          </Checkbox>
        ))}
      </CheckboxGroup>
    </>
  );
}
