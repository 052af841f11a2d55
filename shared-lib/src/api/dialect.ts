import type { CallDefinition } from '../contract/index.ts';

/** What of a call decides how it is said to a back end. */
export type SpokenCall = Pick<CallDefinition, 'path' | 'beyond'>;

/** How a back end wants to be spoken to; the one place where its words become ours and ours become its (D1a). */
export interface Dialect {
  /** Where the call is, below the API base; null when the back end does not offer it. */
  pathOf(call: SpokenCall): string | null;
  /** Whether the back end knows a field of the call's body. */
  knowsField(call: SpokenCall, field: string): boolean;
  /** Where `files/<report>/<file>` is: below the API base, or from the root of its origin when it begins with a slash. */
  filePathOf(path: string): string;
  /** The body in their words. */
  request(call: SpokenCall, body: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>;
  /** A reply's value in our words, before its schema is asked. */
  reply(call: SpokenCall, value: unknown): unknown;
}

/** A back end that was made for this contract: nothing is changed on the way. */
export const referenceDialect: Dialect = {
  pathOf: ({ path }) => path,
  knowsField: () => true,
  filePathOf: (path) => path,
  request: (_call, body) => body,
  reply: (_call, value) => value,
};
