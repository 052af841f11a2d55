// The rules that the console itself applies to registry, declaration, contract, names and withdrawals.
/** @import { RemoteDeclaration } from '@device-console/shared-lib/remote/host' */
import { fromSharedLib } from '../from-shared-lib.mjs';

/**
 * @template {{ '~types'?: { input: unknown } | undefined }} Schema
 * @typedef {NonNullable<Schema['~types']>['input']} InputOf
 */

/**
 * A `remote.json` as it is written.
 * @typedef {InputOf<typeof Remote.remoteDeclaration>} RemoteDocument
 *
 * An entry of registry.json as it is written.
 * @typedef {InputOf<typeof Remote.registryEntry>} EntryDocument
 *
 * A published build, as an entry names it.
 * @typedef {Pick<EntryDocument, 'baseUrl' | 'publishedAt' | 'declaration'>} Release
 */

/**
 * @import * as Contract from '@device-console/shared-lib/contract'
 * @import * as Server from '@device-console/shared-lib/contract/server'
 * @import * as Remote from '@device-console/shared-lib/remote/host'
 * @import * as Trust from '@device-console/shared-lib/trust'
 *
 * @typedef {Remote.RegistryEntry} RegistryEntry
 *
 * A schema issue, and the part of the schema library that finds issues.
 * @typedef {{ message: string }} Issue
 * @typedef {{ success: true, output: RemoteDeclaration } | { success: false, issues: [Issue, ...Issue[]] }} Parsed
 * @typedef {{
 *   getDotPath(issue: Issue): string | null,
 *   safeParse(schema: typeof Remote.remoteDeclaration, document: unknown): Parsed,
 * }} SchemaRules
 */
const { contract, remote, server, trust, schemas } =
  /** @type {{
   *   contract: typeof Contract,
   *   remote: typeof Remote,
   *   server: typeof Server,
   *   trust: typeof Trust,
   *   schemas: SchemaRules,
   * }} */ (
    await fromSharedLib(`
export * as contract from '@device-console/shared-lib/contract';
export * as remote from '@device-console/shared-lib/remote/host';
export * as server from '@device-console/shared-lib/contract/server';
export * as trust from '@device-console/shared-lib/trust';
export * as schemas from 'valibot';
`)
  );

export const { calls, commandDisplayName, commandList, permissionNames, registrationFilters, reports, roles } =
  contract;
export const { checkContract, describeMismatch, partsOf, readEntry, satisfies, screenAt, signedText } = remote;
export const { API_VERSION, parseConfig, securityHeaders } = server;
export const { hostAddresses, longestStep, nameOwnership, namesOf } = trust;
export const { concernsCanary, honourWithdrawals, readWithdrawals, REASON_LENGTH, withdrawalText } = trust;

/** @type {Promise<unknown> | null} */
let icons = null;

/**
 * The icons that a declaration can name. Loaded on demand, because the drawings come with the names.
 * @type {() => Promise<readonly string[]>}
 */
export async function iconNames() {
  icons ??= fromSharedLib("export { lineIconNames } from '@device-console/shared-lib/ui/icons';");
  return /** @type {{ lineIconNames: readonly string[] }} */ (await icons).lineIconNames;
}

/**
 * The access that the specification requires for each of its screens, as text. Keyed by the first part of the address
 * in lower case.
 */
export const specifiedAccess = () =>
  Object.fromEntries([...contract.specifiedScreens].map(([path, access]) => [path, contract.accessText(access)]));

/** @type {(declaration: RemoteDocument) => RemoteDeclaration} */
const completeDeclaration = (declaration) => ({ ...declaration, assets: declaration?.assets ?? [] });

/**
 * Fills in the optional fields of an entry. Checks nothing.
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
 * Throws an Error that names `what` and the first field that does not fit.
 * @type {(document: unknown, what: string) => RemoteDeclaration}
 */
export function readDeclaration(document, what) {
  const parsed = schemas.safeParse(remote.remoteDeclaration, document);
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  throw new Error(
    `${what} is not a declaration of a remote: ${schemas.getDotPath(issue) ?? 'the document'}: ${issue.message}. ` +
      'Build the remote again.',
  );
}
