// The rules that the console itself applies to registry, declaration, contract, names and withdrawals.
import type * as Contract from '@device-console/shared-lib/contract';
import type * as Server from '@device-console/shared-lib/contract/server';
import type * as Remote from '@device-console/shared-lib/remote/host';
import type * as Trust from '@device-console/shared-lib/trust';
import { fromSharedLib } from '../from-shared-lib.ts';

type InputOf<Schema extends { '~types'?: { input: unknown } | undefined }> = NonNullable<Schema['~types']>['input'];

/** A `remote.json` as it is written. */
export type RemoteDocument = InputOf<typeof Remote.remoteDeclaration>;

/** An entry of registry.json as it is written. */
export type EntryDocument = InputOf<typeof Remote.registryEntry>;

/** A published build, as an entry names it. */
export type Release = Pick<EntryDocument, 'baseUrl' | 'publishedAt' | 'declaration'>;

const { contract, remote, server, trust } = (await fromSharedLib(`
export * as contract from '@device-console/shared-lib/contract';
export * as remote from '@device-console/shared-lib/remote/host';
export * as server from '@device-console/shared-lib/contract/server';
export * as trust from '@device-console/shared-lib/trust';
`)) as {
  contract: typeof Contract;
  remote: typeof Remote;
  server: typeof Server;
  trust: typeof Trust;
};

export const { calls, commandDisplayName, commandList, permissionNames, registrationFilters, reports, roles } =
  contract;
export const { checkContract, describeMismatch, partsOf, readEntry, releasesOf, satisfies, screenAt, signedText } =
  remote;
export const { API_VERSION, parseConfig, securityHeaders } = server;
export const { hostAddresses, longestStep, nameOwnership, namesOf } = trust;
export const { previewLink, previewProof, readPreviewLink, runningPreview, shareOf } = trust;
export const { concernsCanary, honourWithdrawals, readWithdrawals, REASON_LENGTH, withdrawalText } = trust;

/**
 * The access that the specification requires for each of its screens, as text. Keyed by the first part of the address
 * in lower case.
 */
export const specifiedAccess = () =>
  Object.fromEntries([...contract.specifiedScreens].map(([path, access]) => [path, contract.accessText(access)]));

/** The entries that the console can read. */
export const usableEntries = (entries: readonly unknown[]): Remote.RegistryEntry[] =>
  entries.map(readEntry).flatMap((read) => (read.status === 'usable' ? [read.entry] : []));

/** Throws an Error that names `what` and the first field that does not fit. */
export async function readDeclaration(document: unknown, what: string): Promise<Remote.RemoteDeclaration> {
  const read = await remote.remoteDeclaration['~standard'].validate(document);
  if (!read.issues) return read.value;
  const [{ message, path = [] } = { message: 'cannot be read' }] = read.issues;
  const field = path.map((step) => (typeof step === 'object' ? step.key : step)).join('.');
  throw new Error(
    `${what} is not a declaration of a remote: ${field || 'the document'}: ${message}. Build the remote again.`,
  );
}
