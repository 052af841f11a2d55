import * as v from 'valibot';

/** Reads a number that may come as text, as PHP back ends send it (D1a). */
export const wireNumber = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^\s*-?\d+(\.\d+)?\s*$/, 'not a number'))]),
  v.transform(Number),
);

/** Reads text that may come as a number or as null (D1a). */
export const wireText = v.pipe(
  v.union([v.string(), v.number(), v.null()]),
  v.transform((value) => (value === null ? '' : String(value))),
);

/** As {@link wireText}; '' if missing. */
export const wireOptionalText = v.optional(wireText, '');

/** Object fields that share one schema, in order. */
export function fieldsOf<Schema extends v.GenericSchema, const Name extends string>(
  schema: Schema,
  ...names: readonly Name[]
): Readonly<Record<Name, Schema>> {
  return Object.fromEntries(names.map((name) => [name, schema])) as Readonly<Record<Name, Schema>>;
}

const statusWord = v.pipe(v.string(), v.trim(), v.toLowerCase(), v.picklist(['success', 'error']));

/** Reads `success` or `error` in any case (D1a); absent, as in some list answers, means success. */
export const wireStatus = v.optional(statusWord, 'success');

/** The names of the fields of a list's rows. */
export interface RowFields {
  readonly rowFields: readonly string[];
}

/** Reads a list of rows; null or a missing field is an empty list (D1a). */
export function wireList<Row extends v.GenericSchema & { readonly entries: v.ObjectEntries }>(row: Row) {
  const fields: RowFields = { rowFields: Object.keys(row.entries) };
  return Object.assign(
    v.optional(
      v.pipe(
        v.nullable(v.array(row)),
        v.transform((rows) => rows ?? []),
      ),
      [],
    ),
    fields,
  );
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const listsIn = (schema: unknown): readonly (readonly [string, readonly string[]])[] => {
  if (!isRecord(schema)) return [];
  if (Array.isArray(schema['options'])) return schema['options'].flatMap(listsIn);
  const entries = isRecord(schema['entries']) ? Object.entries(schema['entries']) : [];
  return entries.flatMap(([name, entry]) =>
    isRecord(entry) && Array.isArray(entry['rowFields']) ? [[name, entry['rowFields'].map(String)]] : [],
  );
};

/** The lists of an answer's schema ({@link wireList}), by name, with the field names of their rows. */
export const listsOf = (answer: v.GenericSchema): ReadonlyMap<string, readonly string[]> => new Map(listsIn(answer));

/** The fields that every business answer has (D2a): status, and a sentence for the operator. */
const answerFields = { status: wireStatus, message: wireOptionalText };

/** An answer that says only how the call went. */
export const plainAnswer = v.object(answerFields);

/** An answer with these fields besides. */
export const answerWith = <Fields extends v.ObjectEntries>(fields: Fields) => v.object({ ...answerFields, ...fields });

export type PlainAnswer = v.InferOutput<typeof plainAnswer>;

/**
 * As {@link plainAnswer}, for a command whose reply the specification does not show. `isStated` is false if the reply
 * had neither status nor message: the server took the command, but may not have carried it out (D1b). `devices`, beyond
 * the specification: how many were enrolled when a command to ALL was taken; one outcome comes for all of them. Null if
 * the server does not say it.
 */
export const statedAnswer = v.pipe(
  v.object({
    status: v.optional(statusWord),
    message: wireOptionalText,
    devices: v.optional(v.nullable(wireNumber), null),
  }),
  v.transform(({ status, message, devices }) => ({
    status: status ?? 'success',
    message,
    devices,
    isStated: status !== undefined || message !== '',
  })),
);
