import { isLoopbackHost } from '@device-console/shared-lib/contract';
import * as v from 'valibot';

type TextReader<Output> = v.GenericSchema<string, Output>;

/** A variable with a default, used if it is not set or empty. */
export function withDefault<Output>(standard: string, reader: TextReader<Output>) {
  return v.pipe(
    v.optional(v.string(), ''),
    v.transform((text) => text || standard),
    reader,
  );
}

/** A variable that is undefined when it is not set, or empty. */
export function optional<Output>(reader: TextReader<Output>) {
  return v.pipe(
    v.optional(v.string(), ''),
    v.transform((text) => text || undefined),
    v.optional(reader),
  );
}

/** An {@link optional} variable that may hold a password, so no error repeats it. */
export const secret = <Output>(reader: TextReader<Output>) => v.pipe(optional(reader), v.metadata({ isSecret: true }));

/** A comma-separated list. If empty it has no items; if not set, the default applies. */
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

/** A number within a range. */
export function numberFrom(least: number, most: number): TextReader<number> {
  const range = `must be a number from ${least} to ${most}.`;
  return v.pipe(v.string(), v.transform(Number), v.finite(range), v.minValue(least, range), v.maxValue(most, range));
}

/** A number within a range, with a default. */
export function numeric(standard: number, least: number, most: number) {
  return withDefault(String(standard), numberFrom(least, most));
}

const onOrOff = v.pipe(
  v.picklist(['on', 'off'], 'must be on or off.'),
  v.transform((text) => text === 'on'),
);

/** A switch that is on unless turned off, or off unless turned on. */
export const onUnlessSet = withDefault('on', onOrOff);
export const offUnlessSet = withDefault('off', onOrOff);

/** Credentials are sent to this address: never unencrypted over a network, and never as part of the address. */
export const safeAddress = v.pipe(
  v.string(),
  v.check(
    (text) => URL.canParse(text) && isSafeAddress(new URL(text)),
    'must be an https address without user, query and fragment; http is for this computer alone.',
  ),
);

/** As {@link safeAddress}, without a slash at its end. */
export const gatewayAddress = v.pipe(
  safeAddress,
  v.transform((text) => text.replace(/\/+$/, '')),
);

function isSafeAddress({ protocol, hostname, username, password, search, hash }: URL): boolean {
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname));
  return isSafe && [username, password, search, hash].every((part) => part === '');
}
