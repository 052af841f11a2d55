import * as v from 'valibot';
import { isLoopbackHost, jsonOrNull, type Role } from '../contract/index.ts';
import { remoteDeclaration, type RemoteDeclaration } from '../remote/host.ts';

/** Where a browser keeps its override: a key of localStorage. */
export const DEVELOPMENT_KEY = 'console:developmentRemote';

/** The longest override, in milliseconds. */
export const LONGEST_DEVELOPMENT_MS = 8 * 3_600_000;

/** An address's origin on this computer, or why it may not be used. */
export type LoopbackResult =
  | { readonly status: 'loopback'; readonly origin: string }
  | { readonly status: 'refused'; readonly reason: string };

const EXAMPLE = 'http://localhost:3401';

/**
 * Reads the address of a dev server: http, on this computer (localhost, 127.0.0.0/8, [::1]). `[::1]` becomes localhost:
 * a page's security policy cannot name an IPv6 address.
 */
export function loopbackOrigin(text: string): LoopbackResult {
  const refused = (reason: string): LoopbackResult => ({ status: 'refused', reason });
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : null;
  if (!url || !['http:', 'https:'].includes(url.protocol)) return refused(`Write a whole address, such as ${EXAMPLE}.`);
  if (!isLoopbackHost(url.hostname))
    return refused(`${url.host} is not this computer. Only a dev server at localhost, 127.0.0.1 or [::1] can be used.`);
  if (url.protocol === 'https:')
    return refused(`Dev servers are asked over http, which stays on this computer. Write http://${url.host}.`);
  if (url.href !== `${url.origin}/`)
    return refused(`Write the address without a path or anything after it: ${url.origin}.`);
  return { status: 'loopback', origin: url.origin.replace('[::1]', 'localhost') };
}

/** True for a valid id of a remote. */
export function isRemoteId(text: string): boolean {
  return v.is(remoteDeclaration.entries.id, text);
}

const isLoopbackOrigin = (origin: string): boolean => {
  const result = loopbackOrigin(origin);
  return result.status === 'loopback' && result.origin === origin;
};

/** One remote from a dev server on this computer, for one superadmin and a limited time. */
const storedOverride = v.object({
  id: remoteDeclaration.entries.id,
  /** The dev server, such as `http://localhost:3401`; always a loopback origin. */
  origin: v.pipe(v.string(), v.check(isLoopbackOrigin)),
  /** The account for which it counts. */
  email: v.string(),
  /** Milliseconds of the epoch, on this computer's clock. */
  until: v.number(),
});
export type DevelopmentOverride = Readonly<v.InferOutput<typeof storedOverride>>;

interface OverrideReader {
  readonly email: string;
  readonly userlevel: Role;
  /** This computer's clock, in milliseconds of the epoch. */
  readonly now: number;
}

/** The stored override if this operator may use it now; else null. */
export function readOverride(
  text: string | null,
  { email, userlevel, now }: OverrideReader,
): DevelopmentOverride | null {
  const read = v.safeParse(storedOverride, jsonOrNull(text));
  if (!read.success || userlevel !== 'SUPERADMIN') return null;
  const { until } = read.output;
  const isOwn = read.output.email.toLowerCase() === email.toLowerCase();
  return isOwn && until > now && until <= now + LONGEST_DEVELOPMENT_MS ? read.output : null;
}

/** A dev server's `remote.json`, or why it cannot be used. */
export type DevelopmentDeclaration =
  | { readonly status: 'usable'; readonly declaration: RemoteDeclaration }
  | { readonly status: 'broken'; readonly message: string };

/** Reads what a dev server declares of the remote `id`. */
export function readDevelopmentDeclaration(document: unknown, id: string): DevelopmentDeclaration {
  const read = v.safeParse(remoteDeclaration, document);
  if (!read.success) {
    const [issue] = read.issues;
    return {
      status: 'broken',
      message: `is not a declaration of a remote: ${v.getDotPath(issue) ?? 'the document'}: ${issue.message}`,
    };
  }
  if (read.output.id !== id) return { status: 'broken', message: `declares ${read.output.id}, not ${id}` };
  return { status: 'usable', declaration: read.output };
}
