// The rules that the console itself applies to registry, declaration, contract, names, withdrawals and previews.
import { fromSharedLib } from '../from-shared-lib.mjs';

const rules = await fromSharedLib(`
export { checkContract, describeMismatch, partsOf, remoteDeclaration } from '@device-console/shared-lib/remote';
export { readEntry, signedText } from '@device-console/shared-lib/remote';
export { accessText, API_VERSION, permissionNames, roles, specifiedScreens } from '@device-console/shared-lib/contract';
export { claimedKeys, claimsOf, hostAddresses, longestStep } from '@device-console/shared-lib/trust';
export { nameOwnership, namesOf, statedSince } from '@device-console/shared-lib/trust';
export { concernsCanary, honourWithdrawals, readWithdrawals } from '@device-console/shared-lib/trust';
export { REASON_LENGTH, withdrawalText } from '@device-console/shared-lib/trust';
export { isPreviewName, LONGEST_PREVIEW_MS, previewAudience, previewPath } from '@device-console/shared-lib/trust';
export { previewText, readPreview } from '@device-console/shared-lib/trust';
export { getDotPath, safeParse } from 'valibot';
`);

export const { signedText, checkContract, describeMismatch, partsOf, readEntry, API_VERSION, roles } = rules;
export const { concernsCanary, honourWithdrawals, readWithdrawals, REASON_LENGTH, withdrawalText } = rules;
export const { isPreviewName, LONGEST_PREVIEW_MS, previewAudience, previewPath, previewText, readPreview } = rules;
export const {
  claimedKeys,
  claimsOf,
  hostAddresses,
  longestStep,
  nameOwnership,
  namesOf,
  permissionNames,
  statedSince,
} = rules;

/**
 * What the specification asks of whoever opens one of its screens, as text, by the first part of the address in lower
 * case.
 */
export const specifiedAccess = () =>
  Object.fromEntries([...rules.specifiedScreens].map(([path, access]) => [path, rules.accessText(access)]));

/** Reads a remote.json; throws an Error that names `what` and the first field that does not fit. */
export function readDeclaration(document, what) {
  const parsed = rules.safeParse(rules.remoteDeclaration, document);
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  throw new Error(
    `${what} is not a declaration of a remote: ${rules.getDotPath(issue) ?? 'the document'}: ${issue.message}. ` +
      'Build the remote again.',
  );
}
