import { useCallback } from 'react';
import { calls, type OperatorAuditRow } from '@device-console/shared-lib/contract';
import { useConsole } from '@device-console/shared-lib/console';
import { usePages, type FoundPages, type PagedSearch, type PageQuestion } from '@device-console/shared-lib/records';
import { bodyOf, type AuditQuery } from './audit-query.ts';

export type FoundAudit = FoundPages<AuditQuery, OperatorAuditRow>;
export type AuditSearch = PagedSearch<AuditQuery, OperatorAuditRow>;

/** Searches the operator audit in pages (D2a). */
export function useAudit(): AuditSearch {
  const { api } = useConsole();
  return usePages(
    useCallback(
      (query: AuditQuery, page: PageQuestion, signal: AbortSignal) =>
        api.call(calls.operatorAudit, { ...bodyOf(query), ...page }, { signal }),
      [api],
    ),
  );
}
