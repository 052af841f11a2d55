import type { AnswerOf, calls } from '@device-console/shared-lib/contract';
import { formatTime } from '@device-console/shared-lib/console';
import { Button, StatusBadge } from '@device-console/shared-lib/ui';
import type { Column } from '@device-console/shared-lib/ui/table';
import { messages } from '../messages.ts';
import { keyMessages } from './key-messages.ts';

/** A key as the list has it, without the key itself. */
export type KeyRow = AnswerOf<typeof calls.viewKeys>['items'][number];

/** Whether systems may use a key; existing back ends write it in any case (D1a). */
export function isActive({ status }: KeyRow): boolean {
  return status.toLowerCase() === 'active';
}

/** The columns of the table of keys, in their order (K1). */
export function keyColumns(onToggle: (key: KeyRow) => void): readonly Column<KeyRow>[] {
  return [
    {
      id: 'name',
      header: keyMessages.name,
      cell: ({ key_name: name }) => name,
      sortValue: ({ key_name: name }) => name,
      isRowHeader: true,
      width: 260,
    },
    {
      id: 'status',
      header: keyMessages.status,
      width: 120,
      cell: (key) => <StatusBadge tone={isActive(key) ? 'success' : 'neutral'}>{key.status}</StatusBadge>,
      sortValue: ({ status }) => status,
    },
    {
      id: 'created',
      header: keyMessages.createdAt,
      cell: ({ created_at: at }) => formatTime(at),
      sortValue: ({ created_at: at }) => at,
      width: 200,
      kind: 'date',
    },
    {
      id: 'actions',
      header: messages.actions,
      width: 160,
      isExported: false,
      cell: (key) => {
        const action = isActive(key) ? keyMessages.deactivate : keyMessages.activate;
        return (
          <Button size="small" aria-label={keyMessages.of(action, key.key_name)} onPress={() => onToggle(key)}>
            {action}
          </Button>
        );
      },
    },
  ];
}
