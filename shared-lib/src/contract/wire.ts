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

/** As {@link wireText}, and '' when the field is missing. */
export const wireOptionalText = v.optional(wireText, '');

/** Reads `success` or `error` in any case (D1a); absent, as in some list answers, means success. */
export const wireStatus = v.optional(
  v.pipe(v.string(), v.trim(), v.toLowerCase(), v.picklist(['success', 'error'])),
  'success',
);

/** Reads a list of rows; null or a missing field is an empty list (D1a). */
export function wireList<Row extends v.GenericSchema>(row: Row) {
  return v.optional(v.pipe(v.nullable(v.array(row)), v.transform((rows) => rows ?? [])), []);
}

/** The two fields that every business answer has (D2a): status, and a sentence for the operator. */
export const answerFields = { status: wireStatus, message: wireOptionalText };

/** An answer that says nothing but how it went. */
export const plainAnswer = v.object(answerFields);

export type PlainAnswer = v.InferOutput<typeof plainAnswer>;
