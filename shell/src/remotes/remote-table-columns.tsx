import { useAtomValue } from 'jotai';
import { type ReactNode, useMemo } from 'react';
import * as v from 'valibot';
import { useRemoteStorage } from '@device-console/shared-lib/console';
import { sessionAtom } from '@device-console/shared-lib/session/host';
import { type KeptTableColumns, TableColumnsContext } from '@device-console/shared-lib/ui/host';

const schema = v.record(v.string(), v.record(v.string(), v.boolean()));

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
