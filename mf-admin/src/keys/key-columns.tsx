import { commandList, type AnswerOf, type calls } from '@device-console/shared-lib/contract';
import { formatTime } from '@device-console/shared-lib/console';
import { Actions, Button, StatusBadge } from '@device-console/shared-lib/ui';
import type { Column } from '@device-console/shared-lib/ui/table';
import { messages } from '../messages.ts';
import { t } from '../t.ts';
import { keyMessages } from './key-messages.ts';

/** A key as the list has it, without the key itself. */
export type KeyRow = AnswerOf<typeof calls.viewKeys>['items'][number];

/** Whether systems may use a key; existing back ends write it in any case (D1a). */
export function isActive({ status }: KeyRow): boolean {
  return status.toLowerCase() === 'active';
}

/** A key that can never be used again, and why; null for any other (K2, K3). */
function endOf({ revoked_at: revokedAt, expires_at: expiresAt }: KeyRow): string | null {
  if (revokedAt !== '') return keyMessages.revoked;
  return expiresAt !== '' && Date.parse(expiresAt) <= Date.now() ? keyMessages.expired : null;
}

const stateText = (key: KeyRow): string => endOf(key) ?? key.status;

function commandTitles({ commands }: KeyRow): string {
  const ids = commands.split(',').filter((id) => id !== '');
  if (ids.length === 0) return keyMessages.allCommands;
  return ids.map((id) => t.known(commandList.find((command) => command.id === id)?.title ?? id)).join(', ');
}

/** What a key is bounded to, in words. */
function boundsText(key: KeyRow): string {
  const places = key.networks.split(',').filter((network) => network !== '');
  return [
    commandTitles(key),
    places.length === 0 ? keyMessages.anyAddress : keyMessages.fromNetworks(places.join(', ')),
    ...(key.per_minute === null ? [] : [keyMessages.rate(key.per_minute)]),
  ].join(' · ');
}

function lastUseText({ last_used_at: at, last_address: address }: KeyRow): string {
  return at === '' ? keyMessages.neverUsed : keyMessages.usedFrom(formatTime(at), address);
}

/** Whose the keys are, until when they last, and how they are used: where the back end knows (K2). */
const boundColumns: readonly Column<KeyRow>[] = [
  {
    id: 'owner',
    header: keyMessages.owner,
    cell: ({ owner }) => owner,
    sortValue: ({ owner }) => owner,
    width: 175,
  },
  {
    id: 'used',
    header: keyMessages.lastUse,
    cell: lastUseText,
    sortValue: ({ last_used_at: at }) => at,
    text: lastUseText,
    width: 165,
    priority: 'useful',
  },
  {
    id: 'expires',
    header: keyMessages.expires,
    cell: ({ expires_at: at }) => (at === '' ? keyMessages.noEnd : formatTime(at)),
    sortValue: ({ expires_at: at }) => at,
    width: 155,
    priority: 'useful',
  },
  {
    id: 'bounds',
    header: keyMessages.opens,
    cell: boundsText,
    text: boundsText,
    width: 260,
    priority: 'extra',
  },
];

interface KeyRequests {
  readonly onToggle: (key: KeyRow) => void;
  /** Absent where the back end revokes none. */
  readonly onRevoke?: ((key: KeyRow) => void) | undefined;
}

/** The columns of the table of keys, in their order (K1, K2). */
export function keyColumns(requests: KeyRequests): readonly Column<KeyRow>[] {
  return [
    {
      id: 'name',
      header: keyMessages.name,
      cell: ({ key_name: name }) => name,
      sortValue: ({ key_name: name }) => name,
      isRowHeader: true,
      width: 130,
    },
    {
      id: 'status',
      header: keyMessages.status,
      width: 100,
      cell: (key) => <StatusBadge tone={isActive(key) ? 'success' : 'neutral'}>{stateText(key)}</StatusBadge>,
      sortValue: stateText,
    },
    {
      id: 'created',
      header: keyMessages.createdAt,
      cell: ({ created_at: at }) => formatTime(at),
      sortValue: ({ created_at: at }) => at,
      width: 155,
      kind: 'date',
    },
    ...(requests.onRevoke ? boundColumns : []),
    {
      id: 'actions',
      header: messages.actions,
      width: requests.onRevoke ? 205 : 160,
      isExported: false,
      cell: (key) => <KeyActions apiKey={key} {...requests} />,
    },
  ];
}

function KeyActions({ apiKey, onToggle, onRevoke }: KeyRequests & { readonly apiKey: KeyRow }) {
  const action = isActive(apiKey) ? keyMessages.deactivate : keyMessages.activate;
  const { key_name: name, owner } = apiKey;
  return (
    <Actions>
      {endOf(apiKey) === null && (
        <Button size="small" aria-label={keyMessages.of(action, name)} onPress={() => onToggle(apiKey)}>
          {action}
        </Button>
      )}
      {onRevoke && apiKey.revoked_at === '' && (
        <Button
          size="small"
          variant="quiet"
          aria-label={keyMessages.revokeAllOf(owner, name)}
          onPress={() => onRevoke(apiKey)}
        >
          {keyMessages.revokeAll}
        </Button>
      )}
    </Actions>
  );
}
