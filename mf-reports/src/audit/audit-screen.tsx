import { useCallback, type ReactNode } from 'react';
import { calls, isImei } from '@device-console/shared-lib/contract';
import { failureNotice, useConsole, useImeiLookup } from '@device-console/shared-lib/console';
import { Actions, Button, Card, Form, ImeiField, Notice, Page, Spinner } from '@device-console/shared-lib/ui';
import { messages } from '../messages.ts';
import { AuditResult } from './audit-result.tsx';
import styles from './audit.module.css';

/** Audit Report By IMEI: all that is known of one device (A1 to A4). */
export function Screen(): ReactNode {
  const { api } = useConsole();
  const { imei, change, ask, state } = useImeiLookup(
    useCallback(
      async (wanted: string, signal: AbortSignal) => {
        const audit = await api.call(calls.auditReportByImei, { imei1: wanted }, { signal });
        return { audit, imei: wanted, at: Date.now() };
      },
      [api],
    ),
  );
  return (
    <Page title={messages.audit} lead={messages.auditLead}>
      <div className={styles['onScreen']}>
        <Card title={messages.findDevice}>
          <Form aria-label={messages.findDevice} onSubmit={() => isImei(imei) && ask(imei)}>
            <ImeiField
              value={imei}
              onChange={change}
              onComplete={ask}
              autoFocus
              invalidText={messages.imeiIncomplete}
            />
            <Actions>
              <Button type="submit" variant="primary" isPending={state.status === 'loading'}>
                {messages.search}
              </Button>
            </Actions>
          </Form>
        </Card>
      </div>
      {state.status === 'loading' && <Spinner label={messages.fetchingAudit} />}
      {state.status === 'failed' && (
        <Notice
          tone="danger"
          title={messages.auditFailed}
          actions={<Button onPress={() => ask(imei)}>{messages.retry}</Button>}
          {...failureNotice(state.error)}
        />
      )}
      {state.status === 'ready' && <AuditResult {...state.last} />}
    </Page>
  );
}
