import { useEffect, useState, type ReactNode } from 'react';
import { calls } from '@device-console/shared-lib/contract';
import { failureNotice, useConsole } from '@device-console/shared-lib/console';
import { useLocation, useNavigate } from '@device-console/shared-lib/router';
import { Button, EmptyState, Notice, Page, Spinner } from '@device-console/shared-lib/ui';
import { AuditForm } from './audit-form.tsx';
import { fragmentOfQuery, queryOfFragment, type AuditQuery } from './audit-query.ts';
import { AuditResult } from './audit-result.tsx';
import { useAudit } from './use-audit.ts';
import { t } from '../t.ts';

/** Operator Audit: who did what, when, from where, and what came of it. An existing back end may keep none (D1a). */
export function Screen(): ReactNode {
  const { api } = useConsole();
  if (!api.offers(calls.operatorAudit)) {
    return (
      <Page title={t('Operator Audit')}>
        <EmptyState title={t('This server keeps no audit of its operators.')}>
          {t('Its reports show who sent which command.')}
        </EmptyState>
      </Page>
    );
  }
  return <OperatorAudit />;
}

/** What is searched for stands in the address's fragment, so that going back and reloading bring it back. */
function OperatorAudit(): ReactNode {
  const audit = useAudit();
  const { state, search, stop } = audit;
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [now, setNow] = useState(Date.now);
  const [query, setQuery] = useState(() => queryOfFragment(hash, now));
  const [taken, setTaken] = useState(hash);
  if (hash !== taken) {
    setTaken(hash);
    setQuery(queryOfFragment(hash, now));
  }
  useEffect(() => search(queryOfFragment(hash, Date.now())), [search, hash]);
  const searchFor = (wanted: AuditQuery): void => {
    setNow(Date.now());
    const fragment = fragmentOfQuery(wanted, Date.now());
    if (fragment === hash) search(wanted);
    else void navigate({ hash: fragment }, { replace: true });
  };
  return (
    <Page title={t('Operator Audit')} lead={t('Who did what, when and from where, and with what result.')}>
      <AuditForm
        query={query}
        now={now}
        isSearching={state.status === 'searching'}
        onChange={setQuery}
        onSearch={searchFor}
        onStop={stop}
      />
      {state.status === 'searching' && <Spinner label={t('Searching the audit')} />}
      {state.status === 'failed' && (
        <Notice
          tone="danger"
          title={t('Cannot fetch the data now, please try again.')}
          actions={<Button onPress={() => search(state.query)}>{t('Retry')}</Button>}
          {...failureNotice(state.error)}
        />
      )}
      {state.status === 'found' && <AuditResult found={state} audit={audit} />}
    </Page>
  );
}
