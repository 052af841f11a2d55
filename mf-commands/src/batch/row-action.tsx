import { memo, useId, useMemo, useState, useSyncExternalStore, type ReactNode } from 'react';
import type { BatchRow, BatchView } from '@device-console/shared-lib/batch';
import { commandById, mayAccess, type Command } from '@device-console/shared-lib/contract';
import { useConsole, useEndSession, useSession } from '@device-console/shared-lib/console';
import { SingleOutcome, targetName } from '@device-console/shared-lib/single-command';
import { Button, StatusBadge } from '@device-console/shared-lib/ui';
import { ConfirmDialog } from '@device-console/shared-lib/ui/dialog';
import type { Column } from '@device-console/shared-lib/ui/table';
import { useBatchSubject } from './batch-context.ts';
import { rowActionsOf, type RowActionCaller, type RowActions } from './row-actions.ts';
import { t } from '../t.ts';

const rowAction = { lock: t('Lock App') } as const;

const rowActionStates = { done: t('sent'), refused: t('refused'), unconfirmed: t('not known') } as const;

/** The action on a row of results, as the command's row names it (C8). */
interface RowAction {
  readonly command: Command;
  readonly label: string;
  readonly actions: RowActions;
  /** The column with a button per device. */
  readonly column: Column<BatchRow>;
  /** The row whose action waits for the operator's yes, or null (D7a). */
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

/**
 * The command of the row action that the batch around has for this operator, or null: who may not send it has no button
 * (D7a, N5).
 */
function useRowCommand(): { readonly command: Command; readonly label: string } | null {
  const session = useSession();
  const id = useBatchSubject().command.batch?.rowAction;
  return useMemo(() => {
    if (id === undefined) return null;
    const command = commandById(id);
    return mayAccess(session, command) ? { command, label: rowAction[id] } : null;
  }, [id, session]);
}

/** The row action of the batch around, or null where there is none (C8, D7, D7a). */
export function useRowAction({ results }: BatchView): RowAction | null {
  const caller = useCaller();
  const rowCommand = useRowCommand();
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

/** A running batch draws its results five times a second: most of them are as they were. */
function isSameButton(one: RowButtonProps, other: RowButtonProps): boolean {
  return (
    one.label === other.label &&
    one.actions === other.actions &&
    one.onPress === other.onPress &&
    one.row.imei === other.row.imei &&
    one.row.status === other.row.status
  );
}

/** Open on every device but those that the server does not know, where it says why (D7a). */
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

/** What became of the row action that was sent last, in full (C6, C7, D12). */
export function RowActionOutcome({ action: { actions, command } }: { readonly action: RowAction }): ReactNode {
  const imei = useSyncExternalStore(actions.subscribe, actions.latest);
  const state = useSyncExternalStore(actions.subscribe, () => actions.stateOf(imei));
  if (state.status === 'editing' || state.status === 'sending') return null;
  return <SingleOutcome command={command} state={state} subject={targetName(imei)} />;
}
