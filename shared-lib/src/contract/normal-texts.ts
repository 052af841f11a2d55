import * as v from 'valibot';
import { textKindOf, textKinds } from './texts.ts';

type Parts = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Parts => typeof value === 'object' && value !== null;

const isSchema = (value: unknown): value is v.GenericSchema => isRecord(value) && value['kind'] === 'schema';

function unwrapped(schema: v.GenericSchema): v.GenericSchema {
  const { wrapped }: Parts = { ...schema };
  return isSchema(wrapped) ? unwrapped(wrapped) : schema;
}

/** The schema of a field, or of a list's items. */
function partOf(schema: v.GenericSchema, name: string): v.GenericSchema | undefined {
  const { entries, item }: Parts = { ...unwrapped(schema) };
  const part = isRecord(entries) ? entries[name] : item;
  return isSchema(part) ? part : undefined;
}

function isNormalised(schema: v.GenericSchema): boolean {
  const kind = textKindOf(unwrapped(schema));
  return kind !== undefined && !('isSecret' in textKinds[kind]);
}

function normal(schema: v.GenericSchema, value: unknown): unknown {
  if (typeof value === 'string') return isNormalised(schema) ? value.normalize() : value;
  const inside = (name: string, part: unknown): unknown => {
    const own = partOf(schema, name);
    return own ? normal(own, part) : part;
  };
  if (Array.isArray(value)) return value.map((item: unknown) => inside('', item));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, inside(name, part)]));
}

/** A parsed value with its texts, except secrets, normalised to NFC: what looks the same is the same (W7). */
export function normalisedTexts<Schema extends v.GenericSchema>(
  schema: Schema,
  value: v.InferInput<Schema>,
): v.InferOutput<Schema> {
  return v.parse(schema, normal(schema, value));
}
