import { useAtomValue } from 'jotai';
import { useMemo, type ReactNode } from 'react';
import { useRemoteStorage, type StorageSchema } from '@device-console/shared-lib/console';
import { sessionAtom } from '@device-console/shared-lib/session/host';
import { TableColumnsContext, type KeptTableColumns } from '@device-console/shared-lib/ui/host';
import { t } from '../t.ts';

type Choices = Readonly<Record<string, Readonly<Record<string, boolean>>>>;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function isChoices(value: unknown): value is Choices {
  return (
    isRecord(value) &&
    Object.values(value).every(
      (choice) => isRecord(choice) && Object.values(choice).every((isShown) => typeof isShown === 'boolean'),
    )
  );
}

const schema: StorageSchema<Choices> = {
  '~standard': {
    validate: (value) =>
      isChoices(value) ? { value } : { issues: [{ message: t('This is no choice of columns by table.') }] },
  },
};

/**
 * Stores the operator's choice of columns with the remote's other data. If nobody is logged in, or there is no room, a
 * choice lasts as long as its table is shown.
 */
export function RemoteTableColumns({ children }: { readonly children: ReactNode }): ReactNode {
  return useAtomValue(sessionAtom) ? <KeptColumns>{children}</KeptColumns> : children;
}

function KeptColumns({ children }: { readonly children: ReactNode }): ReactNode {
  const { value, keep } = useRemoteStorage('shell:table-columns', schema);
  const kept = useMemo<KeptTableColumns>(
    () => ({ of: (table) => value?.[table], keep: (table, choice) => keep({ ...value, [table]: choice }) }),
    [value, keep],
  );
  return <TableColumnsContext value={kept}>{children}</TableColumnsContext>;
}
