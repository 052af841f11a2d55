import { useMemo, useSyncExternalStore, type ReactNode } from 'react';
import type { BatchRow, BatchView } from '@device-console/shared-lib/batch';
import { commandById, type Command } from '@device-console/shared-lib/contract';
import { useConsole, useEndSession, useSession } from '@device-console/shared-lib/console';
import { Button, StatusBadge } from '@device-console/shared-lib/ui';
import type { Column } from '@device-console/shared-lib/ui/table';
import { SingleOutcome, targetName } from '../command/single-outcome.tsx';
import { messages } from '../messages.ts';
import { useBatchSubject } from './batch-context.ts';
import { rowActionsOf, type RowActionCaller, type RowActions } from './row-actions.ts';

/** The action on a row of results, as the command's row names it (C8). */
interface RowAction {
  readonly command: Command;
  readonly actions: RowActions;
  /** The column with a button per found device. */
  readonly column: Column<BatchRow>;
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

/** The row action of the batch around, or null where its command has none (C8, D7). */
export function useRowAction({ results }: BatchView): RowAction | null {
  const caller = useCaller();
  const id = useBatchSubject().command.batch?.rowAction;
  return useMemo(() => {
    if (id === undefined) return null;
    const command = commandById(id);
    const label = messages.rowAction[id];
    const actions = rowActionsOf(results, command);
    const column: Column<BatchRow> = {
      id: 'action',
      header: messages.rowActions,
      width: 220,
      cell: ({ imei, status }) =>
        status === 'found' && <RowButton label={label} imei={imei} actions={actions} onPress={() => void actions.send(imei, caller)} />,
    };
    return { command, actions, column };
  }, [results, id, caller]);
}

const tones = { done: 'success', refused: 'danger', unconfirmed: 'warning' } as const;

interface RowButtonProps {
  readonly label: string;
  readonly imei: string;
  readonly actions: RowActions;
  readonly onPress: () => void;
}

function RowButton({ label, imei, actions, onPress }: RowButtonProps): ReactNode {
  const { status } = useSyncExternalStore(actions.subscribe, () => actions.stateOf(imei));
  const isOver = status === 'done' || status === 'refused' || status === 'unconfirmed';
  return (
    <>
      <Button size="small" isPending={status === 'sending'} onPress={onPress}>{label}</Button>{' '}
      {isOver && <StatusBadge tone={tones[status]}>{messages.rowActionStates[status]}</StatusBadge>}
    </>
  );
}

/** What became of the row action that was pressed last, in full (C6, C7, D12). */
export function RowActionOutcome({ action: { actions, command } }: { readonly action: RowAction }): ReactNode {
  const imei = useSyncExternalStore(actions.subscribe, actions.latest);
  const state = useSyncExternalStore(actions.subscribe, () => actions.stateOf(imei));
  if (state.status === 'editing' || state.status === 'sending') return null;
  return <SingleOutcome command={command} state={state} subject={targetName(imei)} />;
}
