import { useMemo, type ReactNode } from 'react';
import type { ApiClient } from '@device-console/shared-lib/api';
import { calls } from '@device-console/shared-lib/contract';
import { useAddresses, useConsole } from '@device-console/shared-lib/console';
import { Link } from '@device-console/shared-lib/router';
import { Button, buttonClass, Card, Page } from '@device-console/shared-lib/ui';
import { DataTable } from '@device-console/shared-lib/ui/table';
import { ListState } from '../list/list-state.tsx';
import { useList } from '../list/use-list.ts';
import { GenerateKeyCard } from './generate-key-card.tsx';
import { keyColumns } from './key-columns.tsx';
import { t } from '../t.ts';
import { useConfirm, type Question } from '../change/use-confirm.tsx';

/** All keys of an account are revoked for good (K3). */
const revoking = (api: Pick<ApiClient, 'call'>, owner: string): Question => ({
  title: t('Revoke all keys of this account?'),
  message: t(
    'Every API key of {owner} is refused at once and for good: none of them can be activated again. Commands ' +
      'accepted before that are still carried out.',
    { owner },
  ),
  confirmLabel: t('Revoke all'),
  tone: 'danger',
  run: async (transactionId) => {
    await api.call(calls.revokeKeys, { email: owner }, { transactionId });
    return t('All keys of {owner} are revoked.', { owner });
  },
});

/** Key Management: the keys of other systems, made, activated and deactivated (K1, D21). */
export function Screen(): ReactNode {
  const { api } = useConsole();
  const { to } = useAddresses();
  const list = useList(calls.viewKeys, {});
  const { ask, dialog } = useConfirm(list);
  const { done: onDone, failed: onFailed } = list;
  const mayRevoke = api.offers(calls.revokeKeys);
  const columns = useMemo(
    () =>
      keyColumns({ onDone, onFailed, onRevoke: mayRevoke ? (owner: string) => ask(revoking(api, owner)) : undefined }),
    [api, ask, onDone, onFailed, mayRevoke],
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
      <GenerateKeyCard list={list.state.last} onChanged={list.refresh} />
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
      {dialog}
    </Page>
  );
}
