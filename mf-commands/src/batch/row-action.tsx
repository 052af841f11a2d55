import { memo, useId, useMemo, useState, useSyncExternalStore, type ReactNode } from 'react';
import type { BatchRow } from '@device-console/shared-lib/batch';
import { commandById, mayAccess, type Command } from '@device-console/shared-lib/contract';
import {
  useConsole,
  useEndSession,
  useSends,
  useSendLog,
  useSession,
  type Sends,
  type Sent,
  useIsOffered,
} from '@device-console/shared-lib/console';
import {
  contentOfCommand,
  repeatWarning,
  SingleOutcome,
  stateOfSent,
  targetName,
  useSendCommand,
  type CommandSending,
} from '@device-console/shared-lib/single-command';
import { Button, StatusBadge } from '@device-console/shared-lib/ui';
import { ConfirmDialog } from '@device-console/shared-lib/ui/dialog';
import type { Column } from '@device-console/shared-lib/ui/table';
import { t } from '../t.ts';

/** What a row's button says, and its question (C8). */
const LABEL = t('Lock App');

const outcomes = {
  done: { tone: 'success', text: t('sent') },
  refused: { tone: 'danger', text: t('refused') },
  unconfirmed: { tone: 'warning', text: t('not known') },
} as const;

/** A row whose action awaits confirmation (D7a). */
type AskedRow = Pick<BatchRow, 'imei' | 'status'>;

/** What was last sent from a row of this batch, found by its IMEI; makes no list for each row. */
class RowSends {
  #of: readonly Sent[] = [];
  #latest = new Map<string, Sent>();

  constructor(
    private readonly sends: Sends,
    private readonly source: string,
  ) {}

  readonly subscribe = (listener: () => void): (() => void) => this.sends.subscribe(listener);

  latestOf(imei: string): Sent | null {
    const all = this.sends.getSnapshot();
    if (all !== this.#of) {
      this.#of = all;
      this.#latest = new Map(
        all.toReversed().flatMap((sent) => (sent.about?.source === this.source ? [[sent.about.target, sent]] : [])),
      );
    }
    return this.#latest.get(imei) ?? null;
  }
}

/**
 * The action on a batch's rows: its column, and its question and last result in `dialog` and `outcome`; null if it has
 * none, or the operator lacks its permission (C8, D7a, N5). What is sent outlives the screen; after an unknown outcome
 * a row keeps its transactionId (D2).
 */
export function useRowAction({ batch }: Command, batchId: string) {
  const session = useSession();
  const isOffered = useIsOffered();
  const sends = useSends();
  const [asked, ask] = useState<AskedRow | null>(null);
  const id = batch?.rowAction;
  const fixed = useMemo(() => {
    const command = id && commandById(id);
    if (!command || !mayAccess(session, command) || !isOffered(command)) return null;
    const rows = new RowSends(sends, batchId);
    const column: Column<BatchRow> = {
      id: 'action',
      header: t('Action'),
      width: 360,
      denseWidth: 300,
      cell: ({ imei, status }) => <RowButton imei={imei} status={status} rows={rows} onPress={ask} />,
    };
    return { command, column };
  }, [id, session, isOffered, sends, batchId]);
  if (!fixed) return null;
  const { command, column } = fixed;
  const dialog = asked && <RowQuestion command={command} batchId={batchId} asked={asked} onEnd={() => ask(null)} />;
  return { column, dialog, outcome: <RowActionOutcome command={command} batchId={batchId} /> };
}

interface RowQuestionProps {
  readonly command: Command;
  readonly batchId: string;
  readonly asked: AskedRow;
  readonly onEnd: () => void;
}

function RowQuestion({ command, batchId, asked, onEnd }: RowQuestionProps): ReactNode {
  const { config } = useConsole();
  const session = useSession();
  const sends = useSends();
  const endSession = useEndSession();
  const send = useSendCommand(batchId);
  const { clientof, retailerPhone: retailerNumber } = session;
  const sending: CommandSending = {
    command,
    variant: command.variants[0],
    imei: asked.imei,
    fields: { clientof, retailerNumber },
  };
  const warning = repeatWarning(sends.repeatable(contentOfCommand(sending)), config);
  const confirm = async (): Promise<void> => {
    onEnd();
    const result = await send(sending, { keepsSession: true });
    // The server says that the session has ended (S8, D7).
    if (result.kind === 'failed' && result.error.kind === 'authorization') endSession(session, 'storage-cleared');
  };
  const question = questionOf(command, asked);
  return (
    <ConfirmDialog
      isOpen
      title={LABEL}
      message={warning === null ? question : `${question} ${warning}`}
      confirmLabel={LABEL}
      tone={command.destructive ? 'danger' : 'plain'}
      onConfirm={() => void confirm()}
      onCancel={onEnd}
    />
  );
}

function questionOf({ title }: Command, { imei, status }: AskedRow): string {
  const sentence = t('{title} will be sent to {target}.', { title: t.known(title), target: targetName(imei) });
  return status === 'unconfirmed'
    ? `${sentence} ${t('It is not known whether the server has this device.')}`
    : sentence;
}

interface RowButtonProps extends AskedRow {
  readonly rows: RowSends;
  readonly onPress: (row: AskedRow) => void;
}

/** Enabled for every device that the server knows; for the others it says why not (D7a). */
const RowButton = memo(function RowButton({ imei, status, rows, onPress }: RowButtonProps): ReactNode {
  const why = useId();
  const sent = useSyncExternalStore(rows.subscribe, () => rows.latestOf(imei));
  if (status === 'not found') {
    return (
      <>
        <Button size="small" isDisabled aria-describedby={why}>
          {LABEL}
        </Button>{' '}
        <span id={why}>{t('Not found, so it would be refused')}</span>
      </>
    );
  }
  const sending = sent ? stateOfSent(sent).status : 'editing';
  const outcome = sending === 'done' || sending === 'refused' || sending === 'unconfirmed' ? outcomes[sending] : null;
  return (
    <>
      <Button size="small" isPending={sending === 'sending'} onPress={() => onPress({ imei, status })}>
        {LABEL}
      </Button>{' '}
      {outcome && <StatusBadge tone={outcome.tone}>{outcome.text}</StatusBadge>}
    </>
  );
});

interface RowActionOutcomeProps {
  readonly command: Command;
  readonly batchId: string;
}

/** The full result of the last row action (C6, C7, D12). */
function RowActionOutcome({ command, batchId }: RowActionOutcomeProps): ReactNode {
  const last = useSendLog().find(({ about }) => about?.source === batchId);
  if (!last?.about || last.phase !== 'ended') return null;
  return <SingleOutcome command={command} state={stateOfSent(last)} subject={targetName(last.about.target)} />;
}
