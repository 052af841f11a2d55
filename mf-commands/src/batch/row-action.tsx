import { memo, useId, useMemo, useState, useSyncExternalStore, type ReactNode } from 'react';
import type { BatchRow, BatchResults } from '@device-console/shared-lib/batch';
import { type BodyOf, commandById, mayAccess, type Command, calls } from '@device-console/shared-lib/contract';
import {
  useConsole,
  useEndSession,
  useNoteSent,
  useSession,
  RepeatableSender,
} from '@device-console/shared-lib/console';
import {
  noteCommand,
  SingleOutcome,
  targetName,
  stateOfFailure,
  type SingleState,
} from '@device-console/shared-lib/single-command';
import { Button, StatusBadge } from '@device-console/shared-lib/ui';
import { ConfirmDialog } from '@device-console/shared-lib/ui/dialog';
import type { Column } from '@device-console/shared-lib/ui/table';
import { t } from '../t.ts';
import type { ApiClient, ApiError } from '@device-console/shared-lib/api';

interface RowSending {
  readonly api: ApiClient;
  readonly body: BodyOf<typeof calls.lockNotification>;
  /** Notes that this device is sent the command; the result notes its outcome. */
  readonly note: (imei: string) => (state: SingleState) => void;
}

const untouched: SingleState = { status: 'editing' };

/**
 * The commands sent from a batch's rows (C8, D7). They outlive the screen and the table's cells, which come and go on
 * scrolling. A row is sent once at a time; after an unknown outcome it keeps its transactionId (D2).
 */
class RowActions {
  readonly #states = new Map<string, SingleState>();
  readonly #sender = new RepeatableSender();
  readonly #listeners = new Set<() => void>();
  #latest = '';

  /** Returns an unsubscribe function. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The same object until it changes. */
  stateOf(imei: string): SingleState {
    return this.#states.get(imei) ?? untouched;
  }

  /** IMEI of the action that started or ended last, or ''. */
  readonly latest = (): string => this.#latest;

  /** Unless it is already being sent. Returns why it failed, or null. */
  async send({ api, body, note }: RowSending): Promise<ApiError | null> {
    const { imei } = body;
    if (this.stateOf(imei).status === 'sending') return null;
    this.#enter(imei, { status: 'sending' });
    const noteOutcome = note(imei);
    const result = await this.#sender.send({ key: imei }, (transactionId) =>
      api.call(calls.lockNotification, body, { transactionId, keepsSession: true }),
    );
    const state: SingleState = result.kind === 'done' ? { status: 'done', imei } : stateOfFailure(result.error);
    noteOutcome(state);
    this.#enter(imei, state);
    return result.kind === 'done' ? null : result.error;
  }

  #enter(imei: string, state: SingleState): void {
    this.#states.set(imei, state);
    this.#latest = imei;
    for (const listener of this.#listeners) listener();
  }
}

const byBatch = new WeakMap<BatchResults, RowActions>();

/** Found by the batch's results, the same object for as long as it lives. */
function rowActionsOf(results: BatchResults): RowActions {
  const known = byBatch.get(results) ?? new RowActions();
  byBatch.set(results, known);
  return known;
}

/** What a row's button says, and its question (C8). */
const LABEL = t('Lock App');

const outcomes = {
  done: { tone: 'success', text: t('sent') },
  refused: { tone: 'danger', text: t('refused') },
  unconfirmed: { tone: 'warning', text: t('not known') },
} as const;

/** A row whose action awaits confirmation (D7a). */
type AskedRow = Pick<BatchRow, 'imei' | 'status'>;

/**
 * The action on a batch's rows: its column, and its question and last result in `dialog` and `outcome`; null if it has
 * none, or the operator lacks its permission (C8, D7a, N5).
 */
export function useRowAction({ batch }: Command, results: BatchResults) {
  const { api } = useConsole();
  const session = useSession();
  const endSession = useEndSession();
  const noteSent = useNoteSent();
  const [asked, ask] = useState<AskedRow | null>(null);
  const id = batch?.rowAction;
  const fixed = useMemo(() => {
    const command = id && commandById(id);
    if (!command || !mayAccess(session, command)) return null;
    const actions = rowActionsOf(results);
    const column: Column<BatchRow> = {
      id: 'action',
      header: t('Action'),
      width: 360,
      denseWidth: 300,
      cell: ({ imei, status }) => <RowButton imei={imei} status={status} actions={actions} onPress={ask} />,
    };
    return { command, actions, column };
  }, [id, session, results]);
  if (!fixed) return null;
  const { command, actions, column } = fixed;
  const send = async (imei: string): Promise<void> => {
    ask(null);
    const { clientof, retailerPhone: retailerNumber } = session;
    const failure = await actions.send({
      api,
      body: { imei, action: command.variants[0].action, clientof, retailerNumber },
      note: (device) => noteCommand(noteSent, command, device),
    });
    // The server says that the session has ended (S8, D7).
    if (failure?.kind === 'authorization') endSession(session, 'storage-cleared');
  };
  const dialog = asked && (
    <ConfirmDialog
      isOpen
      title={LABEL}
      message={questionOf(command, asked)}
      confirmLabel={LABEL}
      tone={command.destructive ? 'danger' : 'plain'}
      onConfirm={() => void send(asked.imei)}
      onCancel={() => ask(null)}
    />
  );
  return { column, dialog, outcome: <RowActionOutcome command={command} actions={actions} /> };
}

function questionOf({ title }: Command, { imei, status }: AskedRow): string {
  const sentence = t('{title} will be sent to {target}.', { title: t.known(title), target: targetName(imei) });
  return status === 'unconfirmed'
    ? `${sentence} ${t('It is not known whether the server has this device.')}`
    : sentence;
}

interface RowButtonProps extends AskedRow {
  readonly actions: RowActions;
  readonly onPress: (row: AskedRow) => void;
}

/** Enabled for every device that the server knows; for the others it says why not (D7a). */
const RowButton = memo(function RowButton({ imei, status, actions, onPress }: RowButtonProps): ReactNode {
  const why = useId();
  const sending = useSyncExternalStore(actions.subscribe, () => actions.stateOf(imei).status);
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
  readonly actions: RowActions;
}

/** The full result of the last row action (C6, C7, D12). */
function RowActionOutcome({ command, actions }: RowActionOutcomeProps): ReactNode {
  const imei = useSyncExternalStore(actions.subscribe, actions.latest);
  const state = useSyncExternalStore(actions.subscribe, () => actions.stateOf(imei));
  if (state.status === 'editing' || state.status === 'sending') return null;
  return <SingleOutcome command={command} state={state} subject={targetName(imei)} />;
}
