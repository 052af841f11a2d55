import type { ReactNode } from 'react';
import { Checkbox, CheckboxGroup, Columns, Stack, TextField } from '@device-console/shared-lib/ui';
import { t } from '../t.ts';
import { keyCommands, type draftProblems, type KeyDraft } from './key-draft.ts';
import { keyMessages } from './key-messages.ts';
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
      <summary>{keyMessages.bounds}</summary>
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
          label={keyMessages.days}
          description={keyMessages.daysHint(days, mostDays)}
          value={draft.days}
          onChange={(text) => onChange({ days: text })}
          inputMode="numeric"
          autoComplete="off"
          digits
          errorMessage={problems.days ? keyMessages.daysWrong : undefined}
        />
        <TextField
          label={keyMessages.networks}
          description={keyMessages.networksHint}
          value={draft.networks}
          onChange={(text) => onChange({ networks: text })}
          autoComplete="off"
          spellCheck="false"
        />
        <TextField
          label={keyMessages.perMinute}
          description={keyMessages.perMinuteHint}
          value={draft.perMinute}
          onChange={(text) => onChange({ perMinute: text })}
          inputMode="numeric"
          autoComplete="off"
          digits
          errorMessage={problems.perMinute ? keyMessages.perMinuteWrong : undefined}
        />
      </Columns>
      <CheckboxGroup label={keyMessages.commands} description={keyMessages.commandsHint}>
        {keyCommands.map(({ id, title }) => (
          <Checkbox key={id} isSelected={draft.commands.includes(id)} onChange={(isSelected) => choose(id, isSelected)}>
            {t.known(title)}
          </Checkbox>
        ))}
      </CheckboxGroup>
    </>
  );
}
