import { memo, useId, useMemo, useState, useSyncExternalStore, type ReactNode } from 'react';
import type { BatchRow, BatchView, BatchResults } from '@device-console/shared-lib/batch';
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

const rowAction = { lock: t('Lock App') } as const;

const rowActionStates = { done: t('sent'), refused: t('refused'), unconfirmed: t('not known') } as const;

/** The action on a row of results (C8). */
interface RowAction {
  readonly command: Command;
  readonly label: string;
  readonly actions: RowActions;
  readonly column: Column<BatchRow>;
  /** The row whose action awaits confirmation, or null (D7a). */
  readonly asked: BatchRow | null;
  readonly answer: (isYes: boolean) => void;
}

function useCaller(): RowActionCaller {
  const { api } = useConsole();
  const session = useSession();
  const endSession = useEndSession();
  return useMemo(
    () => ({
      api,
      clientof: session.clientof,
      retailerNumber: session.retailerPhone,
      onAuthorizationFailed: () => endSession(session, 'storage-cleared'),
    }),
    [api, session, endSession],
  );
}

/** Null if the operator lacks its permission (D7a, N5). */
function useRowCommand({ batch }: Command): { readonly command: Command; readonly label: string } | null {
  const session = useSession();
  const id = batch?.rowAction;
  return useMemo(() => {
    if (id === undefined) return null;
    const command = commandById(id);
    return mayAccess(session, command) ? { command, label: rowAction[id] } : null;
  }, [id, session]);
}

/** Null if the batch has none (C8, D7, D7a). */
export function useRowAction(command: Command, { results }: BatchView): RowAction | null {
  const caller = useCaller();
  const rowCommand = useRowCommand(command);
  const [asked, setAsked] = useState<BatchRow | null>(null);
  const fixed = useMemo(() => {
    if (!rowCommand) return null;
    const actions = rowActionsOf(results, rowCommand.command);
    const column: Column<BatchRow> = {
      id: 'action',
      header: t('Action'),
      width: 360,
      cell: (row) => <RowButton label={rowCommand.label} row={row} actions={actions} onPress={setAsked} />,
    };
    return { ...rowCommand, actions, column };
  }, [results, rowCommand]);
  if (!fixed) return null;
  const answer = (isYes: boolean): void => {
    setAsked(null);
    if (isYes && asked) void fixed.actions.send(asked.imei, caller);
  };
  return { ...fixed, asked, answer };
}

const tones = { done: 'success', refused: 'danger', unconfirmed: 'warning' } as const;

interface RowButtonProps {
  readonly label: string;
  readonly row: BatchRow;
  readonly actions: RowActions;
  readonly onPress: (row: BatchRow) => void;
}

/** A running batch draws its results five times a second; most have not changed. */
function isSameButton(one: RowButtonProps, other: RowButtonProps): boolean {
  return (
    one.label === other.label &&
    one.actions === other.actions &&
    one.onPress === other.onPress &&
    one.row.imei === other.row.imei &&
    one.row.status === other.row.status
  );
}

/** Enabled for every device that the server knows; for the others it says why not (D7a). */
const RowButton = memo(function RowButton({ label, row, actions, onPress }: RowButtonProps): ReactNode {
  const { imei, status: rowStatus } = row;
  const why = useId();
  const { status } = useSyncExternalStore(actions.subscribe, () => actions.stateOf(imei));
  const isOver = status === 'done' || status === 'refused' || status === 'unconfirmed';
  if (rowStatus === 'not found') {
    return (
      <>
        <Button size="small" isDisabled aria-describedby={why}>
          {label}
        </Button>{' '}
        <span id={why}>{t('Not found, so it would be refused')}</span>
      </>
    );
  }
  return (
    <>
      <Button size="small" isPending={status === 'sending'} onPress={() => onPress(row)}>
        {label}
      </Button>{' '}
      {isOver && <StatusBadge tone={tones[status]}>{rowActionStates[status]}</StatusBadge>}
    </>
  );
}, isSameButton);

/** Asks before a row's action is sent (D7a). */
export function RowActionQuestion({ action }: { readonly action: RowAction }): ReactNode {
  const { command, label, asked, answer } = action;
  const sentence = asked
    ? t('{title} will be sent to {target}.', { title: t.known(command.title), target: targetName(asked.imei) })
    : '';
  return (
    <ConfirmDialog
      isOpen={asked !== null}
      title={label}
      message={
        asked?.status === 'unconfirmed'
          ? `${sentence} ${t('It is not known whether the server has this device.')}`
          : sentence
      }
      confirmLabel={label}
      tone={command.destructive ? 'danger' : 'plain'}
      onConfirm={() => answer(true)}
      onCancel={() => answer(false)}
    />
  );
}

/** The full result of the last row action (C6, C7, D12). */
export function RowActionOutcome({ action: { actions, command } }: { readonly action: RowAction }): ReactNode {
  const imei = useSyncExternalStore(actions.subscribe, actions.latest);
  const state = useSyncExternalStore(actions.subscribe, () => actions.stateOf(imei));
  if (state.status === 'editing' || state.status === 'sending') return null;
  return <SingleOutcome command={command} state={state} subject={targetName(imei)} />;
}
