// What servers alone go by: no page carries it.
export { accessOfCommand, accessOfCall, commandOfBody } from './call-access.ts';
export { normalisedTexts } from './normal-texts.ts';
export { securityHeaders } from './security-headers.ts';
export { commandNeedsProof, needsProof, type StepUpFacts } from './step-up.ts';
