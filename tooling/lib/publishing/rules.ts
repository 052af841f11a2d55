// The rules that the console itself applies to registry, declaration, contract, names and withdrawals.
import { fromSharedLib } from '../from-shared-lib.ts';
import type * as Contract from '@device-console/shared-lib/contract';
import type * as Server from '@device-console/shared-lib/contract/server';
import type * as Remote from '@device-console/shared-lib/remote/host';
import type * as Trust from '@device-console/shared-lib/trust';

type InputOf<Schema extends { '~types'?: { input: unknown } | undefined }> = NonNullable<Schema['~types']>['input'];

/** A `remote.json` as it is written. */
export type RemoteDocument = InputOf<typeof Remote.remoteDeclaration>;

/** An entry of registry.json as it is written. */
export type EntryDocument = InputOf<typeof Remote.registryEntry>;

/** A published build, as an entry names it. */
export type Release = Pick<EntryDocument, 'baseUrl' | 'publishedAt' | 'declaration'>;

/** A schema issue, and the part of the schema library that finds issues. */
type Issue = { message: string };

type Parsed = { success: true; output: Remote.RemoteDeclaration } | { success: false; issues: [Issue, ...Issue[]] };

type SchemaRules = {
  getDotPath(issue: Issue): string | null;
  safeParse(schema: typeof Remote.remoteDeclaration, document: unknown): Parsed;
};

const { contract, remote, server, trust, schemas } = (await fromSharedLib(`
export * as contract from '@device-console/shared-lib/contract';
export * as remote from '@device-console/shared-lib/remote/host';
export * as server from '@device-console/shared-lib/contract/server';
export * as trust from '@device-console/shared-lib/trust';
export * as schemas from 'valibot';
`)) as {
  contract: typeof Contract;
  remote: typeof Remote;
  server: typeof Server;
  trust: typeof Trust;
  schemas: SchemaRules;
};

export const { calls, commandDisplayName, commandList, permissionNames, registrationFilters, reports, roles } =
  contract;
export const { checkContract, describeMismatch, partsOf, readEntry, satisfies, screenAt, signedText } = remote;
export const { API_VERSION, parseConfig, securityHeaders } = server;
export const { hostAddresses, longestStep, nameOwnership, namesOf } = trust;
export const { concernsCanary, honourWithdrawals, readWithdrawals, REASON_LENGTH, withdrawalText } = trust;

let icons: Promise<unknown> | null = null;

/** The icons that a declaration can name. Loaded on demand, because the drawings come with the names. */
export async function iconNames(): Promise<readonly string[]> {
  icons ??= fromSharedLib("export { lineIconNames } from '@device-console/shared-lib/ui/icons';");
  return ((await icons) as { lineIconNames: readonly string[] }).lineIconNames;
}

/**
 * The access that the specification requires for each of its screens, as text. Keyed by the first part of the address
 * in lower case.
 */
export const specifiedAccess = () =>
  Object.fromEntries([...contract.specifiedScreens].map(([path, access]) => [path, contract.accessText(access)]));

const completeDeclaration = (declaration: RemoteDocument): Remote.RemoteDeclaration => ({
  ...declaration,
  assets: declaration?.assets ?? [],
});

/** Fills in the optional fields of an entry. Checks nothing. */
export const completeEntry = ({ canary, ...entry }: EntryDocument): Remote.RegistryEntry => ({
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

/** Throws an Error that names `what` and the first field that does not fit. */
export function readDeclaration(document: unknown, what: string): Remote.RemoteDeclaration {
  const parsed = schemas.safeParse(remote.remoteDeclaration, document);
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  throw new Error(
    `${what} is not a declaration of a remote: ${schemas.getDotPath(issue) ?? 'the document'}: ${issue.message}. ` +
      'Build the remote again.',
  );
}
