import { useMemo, type ReactNode } from 'react';
import type { ApiClient } from '@device-console/shared-lib/api';
import { calls, commandList, type AnswerOf } from '@device-console/shared-lib/contract';
import { useAddresses, useConsole, timeColumn, formatTime } from '@device-console/shared-lib/console';
import { Link } from '@device-console/shared-lib/router';
import { Button, buttonClass, Card, Page, Actions, StatusBadge } from '@device-console/shared-lib/ui';
import { DataTable, type Column } from '@device-console/shared-lib/ui/table';
import { ListState, useList } from '../list/use-list.tsx';
import { GenerateKeyCard } from './generate-key-card.tsx';
import { t } from '../t.ts';
import { changeBy, type ChangeListener, type Question, useChange } from '../change/use-change.tsx';

/** A listed key, without its text. */
type KeyRow = AnswerOf<typeof calls.viewKeys>['items'][number];

/** Existing back ends write it in upper or lower case (D1a). */
const isActive = ({ status }: KeyRow): boolean => status.toLowerCase() === 'active';

interface KeyToggleProps {
  readonly apiKey: KeyRow;
  readonly changes: ChangeListener;
}

/** Activates or deactivates a key without a question (K1). */
function KeyToggle({ apiKey, changes }: KeyToggleProps): ReactNode {
  const { api } = useConsole();
  const { id: keyId, key_name: name } = apiKey;
  const wanted = isActive(apiKey) ? 'inactive' : 'active';
  const action = wanted === 'inactive' ? t('Deactivate') : t('Activate');
  const { state, send } = useChange({
    name: calls.updateKeyStatus.path,
    subjectOf: () => keyId,
    run: (status: typeof wanted, transactionId) =>
      api.call(calls.updateKeyStatus, { keyId, status }, { transactionId }),
    done: (_, status) =>
      changes.done(status === 'inactive' ? t('{name} is inactive.', { name }) : t('{name} is active.', { name })),
    failed: changes.failed,
  });
  return (
    <Button
      size="small"
      aria-label={`${action} ${name}`}
      isPending={state.status === 'sending'}
      onPress={() => send(wanted)}
    >
      {action}
    </Button>
  );
}

/** Why a key can never be used again; null for any other (K2, K3). */
function endOf({ revoked_at: revokedAt, expires_at: expiresAt }: KeyRow): string | null {
  if (revokedAt !== '') return t('revoked');
  return expiresAt !== '' && Date.parse(expiresAt) <= Date.now() ? t('expired') : null;
}

const stateText = (key: KeyRow): string => endOf(key) ?? key.status;

function commandTitles({ commands }: KeyRow): string {
  const ids = commands.split(',').filter((id) => id !== '');
  if (ids.length === 0) return t('All commands');
  return ids.map((id) => t.known(commandList.find((command) => command.id === id)?.title ?? id)).join(', ');
}

function boundsText(key: KeyRow): string {
  const addresses = key.networks.split(',').filter((network) => network !== '');
  return [
    commandTitles(key),
    addresses.length === 0 ? t('from anywhere') : t('from {networks}', { networks: addresses.join(', ') }),
    ...(key.per_minute === null ? [] : [t('at most {perMinute} a minute', { perMinute: key.per_minute })]),
  ].join(' · ');
}

function lastUseText({ last_used_at: at, last_address: address }: KeyRow): string {
  return at === '' ? t('Never used') : t('{when} from {address}', { when: formatTime(at), address });
}

/** The keys' owners, lifetime and use, if the back end knows (K2). */
const boundColumns: readonly Column<KeyRow>[] = [
  { id: 'owner', header: t('Owner'), sortValue: ({ owner }) => owner, width: 195, priority: 'useful' },
  {
    id: 'used',
    header: t('Last use'),
    cell: lastUseText,
    sortValue: ({ last_used_at: at }) => at,
    text: lastUseText,
    width: 165,
    priority: 'useful',
  },
  {
    id: 'expires',
    header: t('Expires'),
    cell: ({ expires_at: at }) => (at === '' ? t('No end') : formatTime(at)),
    sortValue: ({ expires_at: at }) => at,
    width: 155,
    priority: 'useful',
  },
  { id: 'bounds', header: t('Opens'), cell: boundsText, width: 260, priority: 'extra' },
];

/** The columns of K1 and K2. `onRevoke`: null if the back end cannot revoke. */
function keyColumns(changes: ChangeListener, onRevoke: ((owner: string) => void) | null): readonly Column<KeyRow>[] {
  return [
    { id: 'name', header: t('Key Name'), sortValue: ({ key_name: name }) => name, isRowHeader: true, width: 130 },
    {
      id: 'status',
      header: t('Status'),
      width: 100,
      cell: (key) => <StatusBadge tone={isActive(key) ? 'success' : 'neutral'}>{stateText(key)}</StatusBadge>,
      sortValue: stateText,
    },
    timeColumn('created', t('Created At'), ({ created_at: at }) => at, { width: 155 }),
    {
      id: 'actions',
      header: t('Actions'),
      width: onRevoke ? 205 : 120,
      isExported: false,
      cell: (key) => (
        <Actions>
          {endOf(key) === null && <KeyToggle apiKey={key} changes={changes} />}
          {onRevoke && key.revoked_at === '' && (
            <Button
              size="small"
              variant="quiet"
              aria-label={t('Revoke all keys of {owner}, {name} among them', { owner: key.owner, name: key.key_name })}
              onPress={() => onRevoke(key.owner)}
            >
              {t('Revoke all')}
            </Button>
          )}
        </Actions>
      ),
    },
    ...(onRevoke ? boundColumns : []),
  ];
}

/** Revokes all keys of an account for good (K3). */
const revoking = (api: Pick<ApiClient, 'call'>, owner: string): Question => ({
  title: t('Revoke all keys of this account?'),
  message: t(
    'Every API key of {owner} is refused at once and for good: none of them can be activated again. Commands ' +
      'accepted before that are still carried out.',
    { owner },
  ),
  confirmLabel: t('Revoke all'),
  tone: 'danger',
  change: changeBy(api, calls.revokeKeys, { email: owner }, owner, t('All keys of {owner} are revoked.', { owner })),
});

/** Other systems' keys: made, activated and deactivated (K1, D21). */
export function Screen(): ReactNode {
  const { api } = useConsole();
  const { to } = useAddresses();
  const list = useList(calls.viewKeys, {});
  const { changes, ask } = list;
  const mayRevoke = api.offers(calls.revokeKeys);
  const columns = useMemo(
    () => keyColumns(changes, mayRevoke ? (owner) => ask(revoking(api, owner)) : null),
    [api, ask, changes, mayRevoke],
  );
  return (
    <Page
      title={t('Key Management')}
      lead={t('Other systems send commands with these keys, on behalf of the account that made them.')}
      actions={
        <>
          <Button isPending={list.state.status === 'loading'} onPress={list.refresh}>
            {t('Refresh')}
          </Button>
          <Link className={buttonClass()} to={to('userManagement')}>
            {t('User Management')}
          </Link>
        </>
      }
    >
      <GenerateKeyCard list={list.state.last} />
      <ListState list={list} fetching={t('Fetching the keys')}>
        {({ items }) => (
          <Card title={t('Keys')}>
            <DataTable
              label={t('Keys')}
              columns={columns}
              rows={items}
              rowKey={({ id }) => id}
              columnsName="keys"
              emptyText={t('No results found')}
            />
          </Card>
        )}
      </ListState>
    </Page>
  );
}
