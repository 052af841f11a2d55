// For servers only: no page contains it.
export { accessOfCommand, accessOfCall, commandOfBody } from './call-access.ts';
export { normalisedTexts } from './normal-texts.ts';
export { securityHeaders } from './security-headers.ts';
export { commandNeedsProof, needsProof, type StepUpFacts } from './step-up.ts';
