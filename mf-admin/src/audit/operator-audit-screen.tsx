import { useEffect, useState, type ReactNode } from 'react';
import { calls } from '@device-console/shared-lib/contract';
import { failureText, useConsole } from '@device-console/shared-lib/console';
import { Button, EmptyState, Notice, Page, Spinner } from '@device-console/shared-lib/ui';
import { auditMessages, messages } from '../messages.ts';
import { AuditForm } from './audit-form.tsx';
import { questionOfToday } from './audit-question.ts';
import { AuditResult } from './audit-result.tsx';
import { useAudit } from './use-audit.ts';

/** Operator Audit: who did what, when, from where, and what came of it. An existing back end may keep none (D1a). */
export function Screen(): ReactNode {
  const { api } = useConsole();
  if (!api.offers(calls.operatorAudit)) {
    return (
      <Page title={auditMessages.title}>
        <EmptyState title={auditMessages.unknownToServer}>{auditMessages.unknownToServerHelp}</EmptyState>
      </Page>
    );
  }
  return <OperatorAudit />;
}

function OperatorAudit(): ReactNode {
  const audit = useAudit();
  const { state, search, stop } = audit;
  const [question, setQuestion] = useState(() => questionOfToday(Date.now()));
  useEffect(() => search(questionOfToday(Date.now())), [search]);
  return (
    <Page title={auditMessages.title} lead={auditMessages.lead}>
      <AuditForm question={question} isSearching={state.status === 'searching'} onChange={setQuestion} onSearch={search} onStop={stop} />
      {state.status === 'searching' && <Spinner label={auditMessages.fetching} />}
      {state.status === 'failed' && (
        <Notice tone="danger" actions={<Button onPress={() => search(state.question)}>{messages.retry}</Button>}>
          {failureText(state.error, messages.fetchFailed)}
        </Notice>
      )}
      {state.status === 'found' && <AuditResult found={state} audit={audit} />}
    </Page>
  );
}
