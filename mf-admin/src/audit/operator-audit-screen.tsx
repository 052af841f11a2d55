import { useEffect, useState, type ReactNode } from 'react';
import { calls } from '@device-console/shared-lib/contract';
import { useAddresses, useConsole } from '@device-console/shared-lib/console';
import { Button, EmptyState, Notice, Page, Spinner } from '@device-console/shared-lib/ui';
import { auditMessages, messages } from '../messages.ts';
import { AuditForm } from './audit-form.tsx';
import { queryForDevice, queryForToday, type AuditQuery } from './audit-query.ts';
import { AuditResult } from './audit-result.tsx';
import { useAudit } from './use-audit.ts';

/** Operator Audit: who did what, when, from where, and what came of it. An existing back end may keep none (D1a). */
export function Screen(): ReactNode {
  const { api } = useConsole();
  const { imei } = useAddresses();
  if (!api.offers(calls.operatorAudit)) {
    return (
      <Page title={auditMessages.title}>
        <EmptyState title={auditMessages.unknownToServer}>{auditMessages.unknownToServerHelp}</EmptyState>
      </Page>
    );
  }
  return <OperatorAudit key={imei} imei={imei} />;
}

/** What the screen begins with: everything of today, or the last days of the device that the address names. */
function firstQuery(imei: string | null): AuditQuery {
  const now = Date.now();
  return imei === null ? queryForToday(now) : queryForDevice(now, imei);
}

function OperatorAudit({ imei }: { readonly imei: string | null }): ReactNode {
  const audit = useAudit();
  const { state, search, stop } = audit;
  const [query, setQuestion] = useState(() => firstQuery(imei));
  useEffect(() => search(firstQuery(imei)), [search, imei]);
  return (
    <Page title={auditMessages.title} lead={auditMessages.lead}>
      <AuditForm
        query={query}
        isSearching={state.status === 'searching'}
        onChange={setQuestion}
        onSearch={search}
        onStop={stop}
      />
      {state.status === 'searching' && <Spinner label={auditMessages.fetching} />}
      {state.status === 'failed' && (
        <Notice
          tone="danger"
          title={messages.fetchFailed}
          actions={<Button onPress={() => search(state.query)}>{messages.retry}</Button>}
        >
          {state.error.message}
        </Notice>
      )}
      {state.status === 'found' && <AuditResult found={state} audit={audit} />}
    </Page>
  );
}
