// The rules that the console itself applies to registry, declaration, contract, names and withdrawals.
/** @import { RemoteDeclaration } from '@device-console/shared-lib/remote/host' */
import { fromSharedLib } from '../from-shared-lib.mjs';

/**
 * What a schema reads.
 * @template {{ '~types'?: { input: unknown } | undefined }} Schema
 * @typedef {NonNullable<Schema['~types']>['input']} InputOf
 */

/**
 * @import * as contract from '@device-console/shared-lib/contract'
 * @import * as server from '@device-console/shared-lib/contract/server'
 * @import * as remote from '@device-console/shared-lib/remote/host'
 * @import * as trust from '@device-console/shared-lib/trust'
 *
 * @typedef {Pick<typeof remote, 'checkContract' | 'describeMismatch' | 'partsOf' | 'remoteDeclaration' |
 *   'readEntry' | 'satisfies' | 'screenAt' | 'signedText'>} RemoteRules
 * @typedef {Pick<typeof contract, 'accessText' | 'permissionNames' | 'roles' | 'specifiedScreens'>} ContractRules
 * @typedef {Pick<typeof server, 'API_VERSION' | 'securityHeaders'>} ServerRules
 * @typedef {Pick<typeof trust, 'hostAddresses' | 'longestStep' | 'nameOwnership' |
 *   'namesOf' | 'concernsCanary' | 'honourWithdrawals' | 'readWithdrawals' | 'REASON_LENGTH' |
 *   'withdrawalText'>} TrustRules
 *
 * What does not fit a schema, and the part of the schema library that finds it.
 * @typedef {{ message: string }} Issue
 * @typedef {{ success: true, output: RemoteDeclaration } | { success: false, issues: [Issue, ...Issue[]] }} Parsed
 * @typedef {{
 *   getDotPath(issue: Issue): string | null,
 *   safeParse(schema: typeof remote.remoteDeclaration, document: unknown): Parsed,
 * }} SchemaRules
 *
 * @typedef {RemoteRules & ContractRules & ServerRules & TrustRules & SchemaRules} Rules
 *
 * @typedef {remote.RegistryEntry} RegistryEntry
 */

/**
 * A `remote.json` as it is written.
 * @typedef {InputOf<typeof remote.remoteDeclaration>} RemoteDocument
 *
 * An entry of registry.json as it is written.
 * @typedef {InputOf<typeof remote.registryEntry>} EntryDocument
 *
 * A published build, as an entry names it.
 * @typedef {Pick<EntryDocument, 'baseUrl' | 'publishedAt' | 'declaration'>} Release
 */

const rules = /** @type {Rules} */ (
  await fromSharedLib(`
export { checkContract, describeMismatch, partsOf, remoteDeclaration } from '@device-console/shared-lib/remote/host';
export { readEntry, satisfies, screenAt, signedText } from '@device-console/shared-lib/remote/host';
export { accessText, permissionNames, roles, specifiedScreens } from '@device-console/shared-lib/contract';
export { API_VERSION, securityHeaders } from '@device-console/shared-lib/contract/server';
export { hostAddresses, longestStep } from '@device-console/shared-lib/trust';
export { nameOwnership, namesOf } from '@device-console/shared-lib/trust';
export { concernsCanary, honourWithdrawals, readWithdrawals } from '@device-console/shared-lib/trust';
export { REASON_LENGTH, withdrawalText } from '@device-console/shared-lib/trust';
export { getDotPath, safeParse } from 'valibot';
`)
);

export const { signedText, checkContract, describeMismatch, partsOf, readEntry, screenAt, API_VERSION, roles } = rules;
export const { satisfies, securityHeaders } = rules;
export const { concernsCanary, honourWithdrawals, readWithdrawals, REASON_LENGTH, withdrawalText } = rules;
export const { hostAddresses, longestStep, nameOwnership, namesOf, permissionNames } = rules;

/** @type {Promise<unknown> | null} */
let icons = null;

/**
 * The icons that a declaration can name. They come with their drawings, so only who asks pays for that.
 * @type {() => Promise<readonly string[]>}
 */
export async function iconNames() {
  icons ??= fromSharedLib("export { lineIconNames } from '@device-console/shared-lib/ui/icons';");
  return /** @type {{ lineIconNames: readonly string[] }} */ (await icons).lineIconNames;
}

/**
 * What the specification asks of whoever opens one of its screens, as text, by the first part of the address in lower
 * case.
 */
export const specifiedAccess = () =>
  Object.fromEntries([...rules.specifiedScreens].map(([path, access]) => [path, rules.accessText(access)]));

/** @type {(declaration: RemoteDocument) => RemoteDeclaration} */
const completeDeclaration = (declaration) => ({ ...declaration, assets: declaration?.assets ?? [] });

/**
 * An entry with what it need not say, unchecked otherwise.
 * @type {(entry: EntryDocument) => RegistryEntry}
 */
export const completeEntry = ({ canary, ...entry }) => ({
  ...entry,
  epoch: entry.epoch ?? 1,
  expiresAt: entry.expiresAt ?? null,
  keyId: entry.keyId ?? null,
  signature: entry.signature ?? null,
  declaration: completeDeclaration(entry.declaration),
  canary: canary
    ? {
        ...canary,
        share: canary.share ?? 0,
        roles: canary.roles ?? [],
        declaration: completeDeclaration(canary.declaration),
      }
    : null,
});

/**
 * Reads a remote.json; throws an Error that names `what` and the first field that does not fit.
 * @type {(document: unknown, what: string) => RemoteDeclaration}
 */
export function readDeclaration(document, what) {
  const parsed = rules.safeParse(rules.remoteDeclaration, document);
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  throw new Error(
    `${what} is not a declaration of a remote: ${rules.getDotPath(issue) ?? 'the document'}: ${issue.message}. ` +
      'Build the remote again.',
  );
}
