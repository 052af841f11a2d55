/** The fields of an object of JSON. */
export type Fields = Readonly<Record<string, unknown>>;

/** True for an object of JSON: neither null nor a list. */
export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** True for a value of JSON that holds no other: text, a number, true or false. */
export const isScalar = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value);

/** True for an object with number keys alone, which PHP makes of a list with gaps; not for {}. */
export const isNumbered = (value: unknown): value is Fields =>
  isFields(value) && Object.keys(value).length > 0 && Object.keys(value).every((key) => /^(?:0|[1-9]\d*)$/.test(key));

/** The fields without those of these names. */
export function without(fields: Fields, left: readonly string[]): Fields {
  return left.some((name) => name in fields)
    ? Object.fromEntries(Object.entries(fields).filter(([name]) => !left.includes(name)))
    : fields;
}
