import { isLoopbackHost } from '@device-console/shared-lib/contract';
import * as v from 'valibot';

type TextReader<Output> = v.GenericSchema<string, Output>;

/** The default is used if the variable is not set or empty. */
export function withDefault<Output>(standard: string, reader: TextReader<Output>) {
  return v.pipe(
    v.optional(v.string(), ''),
    v.transform((text) => text || standard),
    reader,
  );
}

/** Undefined if not set or empty. */
export function optional<Output>(reader: TextReader<Output>) {
  return v.pipe(
    v.optional(v.string(), ''),
    v.transform((text) => text || undefined),
    v.optional(reader),
  );
}

/** An {@link optional} variable that may hold a password: no error repeats it. */
export const secret = <Output>(reader: TextReader<Output>) => v.pipe(optional(reader), v.metadata({ isSecret: true }));

/** Comma-separated. Empty: no items; not set: the default. */
export function list(items: readonly string[]) {
  return v.pipe(
    v.optional(v.string(), items.join(',')),
    v.transform((text): readonly string[] =>
      text
        .split(',')
        .map((item) => item.trim())
        .filter((item) => item !== ''),
    ),
  );
}

export function numberFrom(least: number, most: number): TextReader<number> {
  const range = `must be a number from ${least} to ${most}.`;
  return v.pipe(v.string(), v.transform(Number), v.finite(range), v.minValue(least, range), v.maxValue(most, range));
}

export function numeric(standard: number, least: number, most: number) {
  return withDefault(String(standard), numberFrom(least, most));
}

const onOrOff = v.pipe(
  v.picklist(['on', 'off'], 'must be on or off.'),
  v.transform((text) => text === 'on'),
);

export const onUnlessSet = withDefault('on', onOrOff);
export const offUnlessSet = withDefault('off', onOrOff);

/** Credentials are sent here: never unencrypted over a network, and never as part of the address. */
export const safeAddress = v.pipe(
  v.string(),
  v.check(
    (text) => URL.canParse(text) && isSafeAddress(new URL(text)),
    'must be an https address without user, query and fragment; http is for this computer alone.',
  ),
);

/** A {@link safeAddress} without a slash at its end. */
export const gatewayAddress = v.pipe(
  safeAddress,
  v.transform((text) => text.replace(/\/+$/, '')),
);

function isSafeAddress({ protocol, hostname, username, password, search, hash }: URL): boolean {
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname));
  return isSafe && [username, password, search, hash].every((part) => part === '');
}

/** What the readers of some variables make of them. */
export type VariablesOf<Entries extends v.ObjectEntries> = v.InferOutput<v.ObjectSchema<Entries, undefined>>;
