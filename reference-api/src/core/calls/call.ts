import { calls, limits } from '@device-console/shared-lib/contract';
import type { AnonymousCallName, AnonymousService, BodyFor, OpenTo, Service, TokenCallName } from './context.ts';

/**
 * Where a call's writes and its audit row are (A5). `none`: no row, and nothing is lost if a part was done.
 * `with-its-writes`: both in one transaction. `by-its-service`: so too, with details of the service.
 * `in-its-transactions`: the service has several, which write it. `before-its-answer`: the call only reads.
 */
export type CallAudit = 'none' | 'with-its-writes' | 'by-its-service' | 'in-its-transactions' | 'before-its-answer';

/** What the server knows of a call besides its contract. Each property is stated: none has a default. */
interface CallTraits<Body> {
  readonly effect: 'reads' | 'changes';
  readonly audit: CallAudit | ((body: Body) => CallAudit);
  /** It changes other accounts, or takes away their access; such calls run one after the other. */
  readonly managesAccounts: boolean;
  /** Its body has a password: it is not identified by a plain hash (D2). */
  readonly hasSecret: boolean;
  readonly openTo: OpenTo;
  /** Bytes of its body. */
  readonly mostBytes: number;
  /** The answer to a repetition, if the answer is not stored (D2); null: the stored answer. */
  readonly repeated: string | null;
}

/** A call with a token. */
export interface TokenCall<Name extends TokenCallName> extends CallTraits<BodyFor<(typeof calls)[Name]>> {
  readonly run: Service<Name>;
}

/** A call that anybody may make. */
export interface AnonymousCall<Name extends AnonymousCallName> {
  readonly mostBytes: number;
  readonly run: AnonymousService<Name>;
}

export type TokenCalls = { readonly [Name in TokenCallName]: TokenCall<Name> };
export type AnonymousCalls = { readonly [Name in AnonymousCallName]: AnonymousCall<Name> };

type OrdinaryTraits = Omit<CallTraits<never>, 'effect' | 'audit'>;

const ordinary = {
  managesAccounts: false,
  hasSecret: false,
  openTo: 'full',
  mostBytes: limits.bodyBytes,
  repeated: null,
} as const satisfies OrdinaryTraits;

/** Somebody asks: no transaction, and the audit row is written before the answer. */
export const read = { ...ordinary, effect: 'reads', audit: 'before-its-answer' } as const;

/** Pages repeat it automatically: figures, and lists that they keep current. */
export const polledRead = { ...ordinary, effect: 'reads', audit: 'none' } as const;

/** A page reports or prepares something; nothing is lost if a part was done. */
export const note = { ...ordinary, effect: 'changes', audit: 'none' } as const;

/** Writes, stored answer (D2) and audit row commit together. */
export const change = { ...ordinary, effect: 'changes', audit: 'with-its-writes' } as const;

/** Like {@link change}, of other accounts. */
export const accountChange = { ...change, managesAccounts: true } as const;

/** It sends items, or holds a batch: outcomes and audit rows are the service's own (D2c). */
export const batchChange = { ...ordinary, effect: 'changes', audit: 'by-its-service' } as const;

/** It has several transactions, each with its audit row. */
export const stepwiseChange = { ...ordinary, effect: 'changes', audit: 'in-its-transactions' } as const;

/** An address and a password at most. */
export const anonymous = { mostBytes: 16 * 1024 } as const;

/** Audit path of downloads of uploaded files. */
export const FILES_PATH = 'files';

/** Audit paths of what only reads. */
export const readingPathsOf = (table: Partial<TokenCalls>): readonly string[] => [
  ...(Object.keys(table) as TokenCallName[])
    .filter((name) => table[name]?.effect === 'reads')
    .map((name) => calls[name].path),
  FILES_PATH,
];
