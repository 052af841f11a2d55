import { memo, useId, useMemo, useState, useSyncExternalStore, type ReactNode } from 'react';
import type { BatchRow, BatchResults } from '@device-console/shared-lib/batch';
import { commandById, mayAccess, type Command, calls } from '@device-console/shared-lib/contract';
import { useConsole, useEndSession, useSession, RepeatableSender } from '@device-console/shared-lib/console';
import { SingleOutcome, targetName, stateOfFailure, type SingleState } from '@device-console/shared-lib/single-command';
import { Button, StatusBadge } from '@device-console/shared-lib/ui';
import { ConfirmDialog } from '@device-console/shared-lib/ui/dialog';
import type { Column } from '@device-console/shared-lib/ui/table';
import { t } from '../t.ts';
import type { ApiClient } from '@device-console/shared-lib/api';

interface RowActionCaller {
  readonly api: ApiClient;
  readonly clientof: string;
  readonly retailerNumber: string;
  /** The server says that the session has ended (S8, D7). */
  readonly onAuthorizationFailed: () => void;
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

  constructor(private readonly command: Command) {}

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

  /** Unless it is already being sent. */
  async send(imei: string, { api, clientof, retailerNumber, onAuthorizationFailed }: RowActionCaller): Promise<void> {
    if (this.stateOf(imei).status === 'sending') return;
    this.#enter(imei, { status: 'sending' });
    const { action } = this.command.variants[0];
    const body = { imei, action, clientof, retailerNumber };
    const result = await this.#sender.send({ key: imei }, (transactionId) =>
      api.call(calls.lockNotification, body, { transactionId, keepsSession: true }),
    );
    if (result.kind === 'done') {
      this.#enter(imei, { status: 'done', imei });
      return;
    }
    this.#enter(imei, stateOfFailure(result.error));
    if (result.error.kind === 'authorization') onAuthorizationFailed();
  }

  #enter(imei: string, state: SingleState): void {
    this.#states.set(imei, state);
    this.#latest = imei;
    for (const listener of this.#listeners) listener();
  }
}

const byBatch = new WeakMap<BatchResults, RowActions>();

/** Found by the batch's results, the same object for as long as it lives. */
function rowActionsOf(results: BatchResults, command: Command): RowActions {
  const known = byBatch.get(results) ?? new RowActions(command);
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

/** The action on a batch's rows; null if it has none, or the operator lacks its permission (C8, D7a, N5). */
export function useRowAction({ batch }: Command, results: BatchResults) {
  const { api } = useConsole();
  const session = useSession();
  const endSession = useEndSession();
  const [asked, setAsked] = useState<AskedRow | null>(null);
  const id = batch?.rowAction;
  const fixed = useMemo(() => {
    const command = id && commandById(id);
    if (!command || !mayAccess(session, command)) return null;
    const actions = rowActionsOf(results, command);
    const column: Column<BatchRow> = {
      id: 'action',
      header: t('Action'),
      width: 360,
      cell: ({ imei, status }) => <RowButton imei={imei} status={status} actions={actions} onPress={setAsked} />,
    };
    return { command, actions, column };
  }, [id, session, results]);
  if (!fixed) return null;
  const caller: RowActionCaller = {
    api,
    clientof: session.clientof,
    retailerNumber: session.retailerPhone,
    onAuthorizationFailed: () => endSession(session, 'storage-cleared'),
  };
  const answer = (isYes: boolean): void => {
    setAsked(null);
    if (isYes && asked) void fixed.actions.send(asked.imei, caller);
  };
  return { ...fixed, asked, answer };
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

interface RowActionProps {
  readonly action: NonNullable<ReturnType<typeof useRowAction>>;
}

/** Asks before a row's action is sent (D7a). */
export function RowActionQuestion({ action: { command, asked, answer } }: RowActionProps): ReactNode {
  const sentence = asked
    ? t('{title} will be sent to {target}.', { title: t.known(command.title), target: targetName(asked.imei) })
    : '';
  return (
    <ConfirmDialog
      isOpen={asked !== null}
      title={LABEL}
      message={
        asked?.status === 'unconfirmed'
          ? `${sentence} ${t('It is not known whether the server has this device.')}`
          : sentence
      }
      confirmLabel={LABEL}
      tone={command.destructive ? 'danger' : 'plain'}
      onConfirm={() => answer(true)}
      onCancel={() => answer(false)}
    />
  );
}

/** The full result of the last row action (C6, C7, D12). */
export function RowActionOutcome({ action: { actions, command } }: RowActionProps): ReactNode {
  const imei = useSyncExternalStore(actions.subscribe, actions.latest);
  const state = useSyncExternalStore(actions.subscribe, () => actions.stateOf(imei));
  if (state.status === 'editing' || state.status === 'sending') return null;
  return <SingleOutcome command={command} state={state} subject={targetName(imei)} />;
}
