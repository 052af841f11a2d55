import type { OperatorAuditRow } from '@device-console/shared-lib/contract';
import type { FakeHandlers } from '@device-console/shared-lib/testing';

export const auditRow: OperatorAuditRow = {
  id: '9',
  at: '2026-11-20T10:00:01.000Z',
  user: 'operator@example.com',
  via: 'session',
  address: '10.0.0.7',
  call: 'locknotification.php',
  action: 'lock',
  imei: '004999010640000',
  outcome: 'success',
  message: 'Lock initiated.',
  detail: '{"reason":"overdue","count":2}',
  transactionId: 'b2a7',
};

export type AuditAnswer = Exclude<FakeHandlers['operatorAudit'], undefined>;

/** By default the only page, and the server does not count. */
export const auditPage =
  (items: readonly OperatorAuditRow[] | null, next = '', total: number | null = null): AuditAnswer =>
  () => ({ status: 'success', message: '', items: items && [...items], next, total });
