export {
  isAuthorizationFailure,
  AUTHORIZATION_FAILED,
  AUTHORIZATION_FAILED_INVALID,
  NOT_AUTHORISED,
  UNAVAILABLE,
  ACCEPTED_UNSTATED,
  LOGIN_VALIDATED,
  SUPERADMIN_CLIENT,
  API_KEY_HEADER,
  TRANSACTION_ID_HEADER,
  DEVICE_COMMANDS_HEADER,
  DEVICE_GATEWAY_HEADER,
  SIMULATOR_GATEWAY,
  LAST_INPUT_HEADER,
} from './answers.ts';
export { sentences } from './sentences.ts';
export type { BackEndNames } from './back-end-name-fields.ts';
export { type ContainmentAnswer, type PutBack, type SessionRow, type UserRow } from './calls/account-calls.ts';
export {
  APPROVALS_PERMISSION,
  WAITS_FOR_APPROVAL,
  type ApprovalRow,
  type WatchedAccount,
} from './calls/command-calls.ts';
export type { BatchRunRow } from './calls/batch-calls.ts';
export type { CallAccess, CallDefinition, BodyOf, AnswerOf } from './calls/call-definition.ts';
export { calls, type CallName } from './calls/calls.ts';
export { copyCall } from './calls/copy-calls.ts';
export type { FactorRow } from './calls/factor-calls.ts';
export { loginAnswer, sessionCalls, type LoginAnswer } from './calls/session-calls.ts';
export {
  type DeviceRow,
  type DeviceState,
  claimStates,
  deviceStates,
  troubles,
  type ListedDevice,
} from './calls/device-calls.ts';
export {
  commandStates,
  type CommandState,
  type OperationsCommandRow,
  commandStateOf,
  isOnItsWay,
} from './calls/operations-calls.ts';
export {
  auditKinds,
  auditOutcomes,
  type OperatorAuditRow,
  executedCommandRow,
  reportRow,
  type DeviceAudit,
} from './calls/report-calls.ts';
export {
  callOfService,
  servicePathPattern,
  type ServiceCall,
  type ServiceCallData,
  type StandardSchema,
} from './calls/service-call.ts';
export { canonicalJson, jsonOrNull } from './json.ts';
export type { SendCallName, CommandVariant, CommandBatch, CommandDefinition } from './commands/command-definition.ts';
export { commands } from './commands/command-table.ts';
export {
  commandById,
  commandByAction,
  commandByStatusOf,
  batchPermissions,
  commandDisplayName,
  commandList,
  type CommandId,
  type Command,
} from './commands/commands.ts';
export { isOffered, type CommandOffer } from './commands/command-offer.ts';
export { readChallenge, type IdentityChallenge, type ProofKind } from './identity.ts';
export { isLooser, accessText } from './compare-access.ts';
export {
  mayAccess,
  permissionNames,
  roles,
  audiences,
  type PermissionName,
  type Role,
  type Audience,
  type Holder,
  type Access,
} from './permissions.ts';
export { consoleConfig, readConfig, type ConsoleConfig } from './config.ts';

export {
  cleanImei,
  hasImeiPart,
  hasValidCheckDigit,
  IMEI_LENGTH,
  IMEI_PART_DIGITS,
  imeisIn,
  type ImeisInText,
  imeisNear,
  isImei,
  isImeiPart,
  isRounded,
} from './imei.ts';
export { plainDigits } from './plain-digits.ts';
export { limits, BATCH_PAGE_ROWS, CHUNK_ITEMS, REPORT_PAGE_ROWS, WATCHED_DEVICES, ASKED_COMMANDS } from './limits.ts';
export { isLoopbackHost, isWithinDomains } from './host-names.ts';
export {
  reports,
  registrationFilters,
  commandInterfaces,
  type ReportKind,
  type ReportDefinition,
  type CommandInterface,
} from './reports.ts';
export { specifiedScreens, type SpecifiedScreen } from './specified-screens.ts';
export {
  HOST_ID,
  telemetryBounds,
  type TelemetrySource,
  type RemoteLoad,
  type RemoteFailureReport,
  type TelemetryReport,
  type ReleaseFigures,
  type FailureFigures,
  type FiguresAnswer,
} from './telemetry.ts';
export { cleanText, textKinds, textOf, type TextKind } from './texts.ts';
export { listsOf, type PlainAnswer, type RowFields } from './wire.ts';
