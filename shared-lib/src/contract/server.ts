// For servers only: no page contains this.
export * from './call-access.ts';
export { normalisedTexts } from './normal-texts.ts';
export { securityHeaders } from './security-headers.ts';
export { REQUEST_ID_HEADER } from './answers.ts';
export { backEndNames } from './back-end-names.ts';
export { copyAnswer, copyCalls } from './calls/copy-calls.ts';
export { DECIDE_COMMANDS } from './calls/operations-calls.ts';
export { executedCommandRow, reportRow } from './calls/report-calls.ts';
export { servicePathPattern } from './calls/service-call.ts';
export { proofKinds, identityChallenge, PROOF_MINUTES } from './identity.ts';
export { API_VERSION } from './config.ts';
export { parseConfig } from './parse-config.ts';
export { FIGURES_HOURS } from './telemetry.ts';
export { fitsText, textKindOf } from './texts.ts';
export { wireList, wireNumber, wireText, wireOptionalText, wireStatus, plainAnswer, statedAnswer } from './wire.ts';
