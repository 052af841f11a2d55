import * as v from 'valibot';
import { GATEWAY_LIST, type GatewayOutcome } from './device-gateway.ts';
import type { CommandRow } from '../store/commands.ts';

/** A provider's states; docs/provider-api.yaml describes them. */
const providerStates = ['accepted', 'acknowledged', 'failed', 'unknown-key'] as const;

const key = v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,100}$/));
const reason = v.nullish(v.string(), '');
const line = v.pipe(v.string(), v.transform(cleanReason));

const result = v.object({ key, status: v.picklist(providerStates), reason });

/** {@link result} of a command that the provider has. */
const told = v.object({ ...result.entries, status: v.picklist(['accepted', 'acknowledged', 'failed']) });

/** At most as many rows as requested. Skips unreadable rows: none affects the others. */
function rowsOf<Row extends v.GenericSchema>(row: Row) {
  return v.pipe(
    v.array(v.unknown()),
    v.maxLength(GATEWAY_LIST),
    v.transform((rows) =>
      rows.flatMap((one) => {
        const read = v.safeParse(row, one);
        return read.success ? [read.output] : [];
      }),
    ),
  );
}

/** Answers a list of commands, or of keys. */
export const resultsAnswer = v.object({ results: rowsOf(result) });

const keyOf = v.object({ key });

/** A row that could not be read, from 1; its key if that could. What was received is not repeated otherwise. */
function unreadRow(one: unknown, index: number) {
  const { success, issues } = v.safeParse(told, one);
  if (success) return [];
  const known = v.safeParse(keyOf, one);
  const problem = issues[0].message.replace(/:? (but )?received .*$/is, '');
  const reason = `${v.getDotPath(issues[0]) ?? 'the row'}: ${problem}`;
  return [{ row: index + 1, key: known.success ? known.output.key : '', reason }];
}

export const callbackBody = v.pipe(
  v.object({ type: v.literal('commands.outcomes'), outcomes: v.array(v.unknown()) }),
  v.transform(({ outcomes: rows }) => ({ outcomes: rows, rows })),
  v.object({ outcomes: v.pipe(rowsOf(told), v.minLength(1)), rows: v.array(v.unknown()) }),
  v.transform(({ outcomes, rows }) => ({ outcomes, refused: rows.flatMap(unreadRow) })),
);

export function outcomeOf({ status, reason: given }: Omit<v.InferOutput<typeof result>, 'key'>): GatewayOutcome {
  if (status !== 'failed') return { status };
  return { status, reason: given.trim() ? given : 'The provider gave no reason.' };
}

export const listAnswer = v.object({
  commands: rowsOf(
    v.pipe(
      v.object({ ...told.entries, imei: line, action: line, receivedAt: v.optional(v.string(), '') }),
      v.transform(({ status, reason: given, ...one }) => ({ ...one, outcome: outcomeOf({ status, reason: given }) })),
    ),
  ),
  next: v.nullish(v.string(), ''),
});

/** Unique, even among deployments. A retry after the provider has closed a command has the next key. */
export function commandKey({ epoch, uid, retries }: Pick<CommandRow, 'epoch' | 'uid' | 'retries'>): string {
  if (uid === null) return '';
  return retries === 0 ? `${epoch}.${uid}` : `${epoch}.${uid}.${retries}`;
}

/** Undefined for anything but a key. */
export function partsOfKey(text: string) {
  const [epoch = '', uid, retries = '0', ...more] = text.split('.');
  if (uid === undefined || more.length > 0 || !/^\d{1,9}$/.test(retries)) return undefined;
  return { epoch, uid, retries: Number(retries) };
}

const LONGEST = 500;
/** Control characters, lone surrogates, and characters that change the text direction. */
const UNCLEAN = /[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]+/gu;

/** One line that every database accepts, of at most 500 characters. */
export function cleanReason(text: string): string {
  const cleaned = text.replace(UNCLEAN, ' ').replace(/\s+/g, ' ').trim();
  const characters = [...cleaned.slice(0, 2 * LONGEST)];
  return characters.length <= LONGEST ? cleaned.slice(0, 2 * LONGEST) : `${characters.slice(0, LONGEST - 1).join('')}…`;
}
