import type { CallName } from '@device-console/shared-lib/contract';

/** They only read: they hold no transaction, and their audit row is written before their answer. */
export const readingCalls: ReadonlySet<CallName> = new Set<CallName>([
  'deviceDetails',
  'deviceList',
  'batchRuns',
  'batchCheck',
  'batchOutcomes',
  'downloadReports',
  'auditReportByImei',
  'getAppVersionDevices',
  'operatorAudit',
  'platformFigures',
  'operations',
  'operationsCommands',
  'getUsers',
  'getPermissions',
  'viewKeys',
  'ownSessions',
  'ownFactors',
  'approvals',
]);

/** Audit path of downloads of uploaded files. */
export const FILES_PATH = 'files';
