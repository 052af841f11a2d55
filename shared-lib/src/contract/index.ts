export * from './answers.ts';
export * from './back-end-names.ts';
export * from './call-access.ts';
export { userRow, type UserRow } from './calls/administration-calls.ts';
export { batchRunRow, type BatchRunRow } from './calls/batch-calls.ts';
export * from './calls/call-definition.ts';
export * from './calls/calls.ts';
export * from './calls/copy-calls.ts';
export { deviceRow, type DeviceRow } from './calls/device-calls.ts';
export { auditOutcomes, operatorAuditRow, type OperatorAuditRow } from './calls/platform-calls.ts';
export {
  auditRegistrationRow,
  auditReleaseRow,
  enrolmentRow,
  executedCommandRow,
  interfaceCodes,
  reportRow,
  type ExecutedCommandRow,
} from './calls/report-calls.ts';
export { loginAnswer, sessionPermission, type LoginAnswer } from './calls/session-calls.ts';
export * from './canonical-json.ts';
export * from './commands/command-definition.ts';
export * from './commands/command-table.ts';
export * from './commands/commands.ts';
export * from './compare-access.ts';
export * from './config.ts';
export * from './imei.ts';
export * from './limits.ts';
export * from './loopback.ts';
export * from './permissions.ts';
export * from './reports.ts';
export * from './specified-screens.ts';
export * from './telemetry.ts';
export * from './wire.ts';
