import { commandList, reports } from '@device-console/shared-lib/contract';
import fc from 'fast-check';
import * as v from 'valibot';
import { ENROLLED, people, RELEASED, UNKNOWN } from '../test-data.ts';

const schemaLike = v.custom<v.GenericSchema>((value) => v.is(v.looseObject({ kind: v.literal('schema') }), value));
const action = v.looseObject({ type: v.string(), requirement: v.optional(v.unknown()) });
const nodeSchema = v.object({
  type: v.string(),
  wrapped: v.optional(schemaLike),
  entries: v.optional(v.record(v.string(), schemaLike)),
  item: v.optional(schemaLike),
  options: v.optional(v.array(v.unknown())),
  literal: v.optional(v.unknown()),
  pipe: v.optional(v.array(action), []),
});
type Node = v.InferOutput<typeof nodeSchema>;

const UUIDS = ['6e3ad3c4-9d3c-4f7b-8d55-0a4a3b1c9f10', '0b7f1c9e-52a1-4a51-9f0e-3d1f6f0a7c22'];
/** Texts that mean something to some field; each field gets those that it accepts. */
const meaningful: readonly string[] = [
  ...ENROLLED.slice(0, 3),
  ...[RELEASED, UNKNOWN, 'ALL', ENROLLED.join(), `${UNKNOWN},${RELEASED}`],
  ...commandList.flatMap(({ id, variants, batch }) => [id, variants[0].action, batch?.statusOf ?? 'lockfiles']),
  ...reports.map(({ report }) => report),
  ...Object.values(people).flatMap(({ email, phone }) => [email, phone]),
  ...['new@example.com', '9876543210', 'Correct-horse-9', 'green umbrella nine', '1', '2', '7', '999999999999999'],
  'SUPERADMIN',
  ...UUIDS,
  ...['2026-11-01', '2026-11-20', '0000-01-01', '9999-12-31', '2026-02-31', 'Asia/Kolkata', 'UTC', 'Mars/Olympus'],
  ...['2026-11-01T10:00:00Z', '0000-01-01T00:00:00.000Z', '9999-12-31T23:59:59Z', '2026-02-31T10:00:00Z'],
  ...['a.csv', 'L1_a.csv', 'Chrome on Linux', 'Pre', 'Dear José,\nplease pay', 'A mistake', '192.0.2.0/24', ''],
  ...['shell', 'uncaught-error', 'eyJhdCI6IngifQ.AAAA', "'; drop table accounts; --", '%_\\', '../../etc/passwd'],
];

function textOf(schema: v.GenericSchema): fc.Arbitrary<unknown> {
  const fitting = meaningful.filter((text) => v.is(schema, text));
  const free = fc.string({ unit: 'grapheme', maxLength: 30 }).filter((text) => v.is(schema, text));
  const isFree = v.is(schema, 'any words at all');
  if (fitting.length === 0) return free;
  const known = fc.constantFrom(...fitting);
  return isFree ? fc.oneof({ weight: 3, arbitrary: known }, { weight: 1, arbitrary: free }) : known;
}

function requirement({ pipe }: Node, type: string): number | undefined {
  const found = pipe.find((part) => part.type === type)?.requirement;
  return typeof found === 'number' ? found : undefined;
}

/** Generates values that a schema accepts, mostly ones that mean something to the server. */
function valueArbitrary(schema: v.GenericSchema): fc.Arbitrary<unknown> {
  const node = v.parse(nodeSchema, schema);
  const { type, wrapped, entries, item, options, literal } = node;
  if (wrapped) return fc.option(valueArbitrary(wrapped), { nil: undefined });
  if (entries)
    return fc.record(Object.fromEntries(Object.entries(entries).map(([name, of]) => [name, valueArbitrary(of)])));
  if (item) {
    const least = requirement(node, 'min_length') ?? 0;
    return fc.array(valueArbitrary(item), { minLength: least, maxLength: least + 3 });
  }
  if (type === 'picklist' && options) return fc.constantFrom(...options);
  if (type === 'literal') return fc.constant(literal);
  if (type === 'boolean') return fc.boolean();
  if (type === 'record') return fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 5 });
  if (type === 'string') return textOf(schema);
  if (type !== 'number') throw new Error(`There are no values of the type ${type} yet.`);
  const [min, max] = [requirement(node, 'min_value') ?? 0, requirement(node, 'max_value') ?? 1_000_000];
  return fc.oneof(
    fc.integer({ min, max }),
    fc.constantFrom(min, max),
    fc.integer({ min, max: Math.min(max, min + 30) }),
  );
}

const fieldsOf = v.record(v.string(), v.unknown());

/** Generates bodies that a call accepts. */
export function bodyArbitrary(schema: v.GenericSchema): fc.Arbitrary<v.InferOutput<typeof fieldsOf>> {
  return valueArbitrary(schema).map((body) => v.parse(fieldsOf, body));
}
