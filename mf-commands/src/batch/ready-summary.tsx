import { Fragment, type ReactNode, useState, useSyncExternalStore } from 'react';
import { imeiText, type ImeiFile } from '@device-console/shared-lib/csv';
import { formatCount, useSession } from '@device-console/shared-lib/console';
import type { Command, CommandId } from '@device-console/shared-lib/contract';
import { Imei, Section } from '@device-console/shared-lib/ui';
import { DefinitionList } from '@device-console/shared-lib/ui/chart';
import { Checkbox } from '@device-console/shared-lib/ui/fields';
import styles from './batch.module.css';
import { t } from '../t.ts';
import type { BatchSubject } from './batch-subject.ts';

const SHOWN_IMEIS = 5;

interface ReadySummaryProps {
  readonly file: Pick<ImeiFile, 'rows' | 'totals'>;
  /** Devices, or messages if an IMEI may be in several rows (D13a). */
  readonly validTerm: string;
}

/** What a batch will send and leave out, with its first IMEIs (B4, D13, D14). */
export function ReadySummary({ file: { rows, totals }, validTerm }: ReadySummaryProps): ReactNode {
  return (
    <Section title={t('What will be sent')}>
      <DefinitionList
        isWide
        items={[
          { term: validTerm, value: formatCount(totals.valid) },
          { term: t('Wrong rows, left out'), value: formatCount(totals.invalid) },
          { term: t('Repeated rows, left out'), value: formatCount(totals.duplicates) },
          ...(totals.leftOut ? [{ term: t('Left out by you'), value: formatCount(totals.leftOut) }] : []),
          { term: t('First IMEIs'), value: <FirstImeis rows={rows} /> },
        ]}
      />
    </Section>
  );
}

/** What becomes of the devices of a file, for commands with a word for it. */
const becomes: Partial<Readonly<Record<CommandId, (count: string) => string>>> = {
  release: (count) => t('{count} will be released', { count }),
  lock: (count) => t('{count} will be locked', { count }),
  unlock: (count) => t('{count} will be unlocked', { count }),
};

/** What will happen to the rows of a file, such as '489 will be locked · 10 wrong · 2 repeated'. */
export function outcomeSentence({ id, title }: Command, { totals }: Pick<ImeiFile, 'totals'>): string {
  const valid = formatCount(totals.valid);
  const rest = [
    [totals.invalid, (count: string) => t('{count} wrong', { count })],
    [totals.duplicates, (count: string) => t('{count} repeated', { count })],
    [totals.leftOut ?? 0, (count: string) => t('{count} left out by you', { count })],
  ] as const;
  return [
    becomes[id]?.(valid) ?? t('{count} will be sent {command}', { count: valid, command: t.known(title) }),
    ...rest.flatMap(([count, text]) => (count > 0 ? [text(formatCount(count))] : [])),
  ].join(' · ');
}

function FirstImeis({ rows }: Pick<ImeiFile, 'rows'>): ReactNode {
  return (
    <span className={styles['imeis']}>
      {Array.from(rows.subarray(0, SHOWN_IMEIS), (row, index) => (
        <Fragment key={index}>
          {index > 0 && ' '}
          <Imei imei={imeiText(row)} />
        </Fragment>
      ))}
    </span>
  );
}

/** True if a batch starts after those under way; asks if there are any (D16a). */
export function useWaitsForTurn({ command, manager }: BatchSubject): {
  readonly waitsForTurn: boolean;
  readonly choice: ReactNode;
} {
  const { email } = useSession();
  const active = useSyncExternalStore(manager.subscribe, manager.getSnapshot);
  const others = active.filter((other) => other.operator === email && other.command !== command.id);
  const [isWanted, setWanted] = useState(false);
  if (others.length === 0) return { waitsForTurn: false, choice: null };
  const titles = others.map(({ title }) => t.known(title)).join(', ');
  return {
    waitsForTurn: isWanted,
    choice: (
      <Checkbox isSelected={isWanted} onChange={setWanted}>
        {t('Start after the batches under way: {titles}', { titles })}
      </Checkbox>
    ),
  };
}
