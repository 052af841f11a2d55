import { change, read, type TokenCall } from './call.ts';

type Call = TokenCall<'formattedDevice'>;
type Optional<Type> = { [Name in keyof Type]-?: object extends Pick<Type, Name> ? Name : never }[keyof Type];

/** No property of a call may be left out. */
export const nothingIsOptional: [Optional<Call>] extends [never] ? true : false = true;

const run: Call['run'] = () => Promise.resolve({});
const { mostBytes, ...withoutBytes } = change;

export const stated: Call = { ...withoutBytes, mostBytes, run };
// @ts-expect-error -- the size of its body is stated
export const withoutASize: Call = { ...withoutBytes, run };
// @ts-expect-error -- a call runs something
export const nothing: Call = { ...read };
// @ts-expect-error -- no audit row is written there
export const elsewhere: Call = { ...change, audit: 'somewhere', run };
