import { useCallback, type ReactNode } from 'react';
import { calls, isImei } from '@device-console/shared-lib/contract';
import { failureText, useConsole, useImeiLookup } from '@device-console/shared-lib/console';
import { Actions, Button, Card, Form, ImeiField, Notice, Page, Spinner } from '@device-console/shared-lib/ui';
import { AuditTables } from './audit-tables.tsx';

/** Audit Report By IMEI: all that is known of one device (A1 to A3). */
export function Screen(): ReactNode {
  const { api } = useConsole();
  const { imei, change, ask, state } = useImeiLookup(
    useCallback((wanted: string, signal: AbortSignal) => api.call(calls.auditReportByImei, { imei1: wanted }, { signal }), [api]),
  );
  return (
    <Page title="Audit Report" lead="Registration, release, commands and enrolment of one device.">
      <Card title="Find a device">
        <Form aria-label="Find a device" onSubmit={() => isImei(imei) && ask(imei)}>
          <ImeiField
            value={imei}
            onChange={change}
            onComplete={ask}
            autoFocus
            invalidText="IMEI number must be exactly 15 digits"
          />
          <Actions>
            <Button type="submit" variant="primary" isPending={state.status === 'loading'}>Search</Button>
          </Actions>
        </Form>
      </Card>
      {state.status === 'loading' && <Spinner label="Fetching the audit" />}
      {state.status === 'failed' && (
        <Notice tone="danger" actions={<Button onPress={() => ask(imei)}>Retry</Button>}>
          {failureText(state.error, 'Cannot fetch the data now, please try again.')}
        </Notice>
      )}
      {state.status === 'ready' && <AuditTables audit={state.last} imei={imei} />}
    </Page>
  );
}
