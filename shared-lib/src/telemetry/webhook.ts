import { Webhook } from 'standardwebhooks';
import * as v from 'valibot';
import { isLoopbackHost } from '../contract/index.ts';

/** Where to notify one team, and the secret that proves the sender. */
export interface WebhookTarget {
  readonly url: string;
  /** `whsec_` and base64, or any text, whose bytes are the key then. */
  readonly secret: string;
  /** Remotes to report; absent: all. */
  readonly remotes?: readonly string[] | undefined;
  /** Owners, as declarations name them, whose remotes to report. Absent: `remotes` decides. */
  readonly owners?: readonly string[] | undefined;
}

const SECRET_LENGTH = 16;

/** By it Standard Webhooks marks a secret in base64. */
const PREFIX = 'whsec_';

const isKey = (secret: string): boolean =>
  !secret.startsWith(PREFIX) || /^[A-Za-z0-9+/]+={0,2}$/.test(secret.slice(PREFIX.length));

/** https, so that nobody can read or change a notice; plain http only on this computer. */
function isSafe(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url !== null && (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackHost(url.hostname)));
}

const names = v.optional(v.array(v.string()));
const targets = v.array(
  v.strictObject({
    url: v.pipe(
      v.string(),
      v.check(isSafe, ({ input }) => `"${input}" is no https address`),
    ),
    secret: v.pipe(
      v.string(),
      v.minLength(SECRET_LENGTH, `a secret has at least ${SECRET_LENGTH} characters`),
      v.check(isKey, `a secret that begins with ${PREFIX} goes on in base64`),
    ),
    remotes: names,
    owners: names,
  }),
);

/** Reads webhooks: `[{ "url", "secret", "remotes"?, "owners"? }]`; throws with `where`, the field and the fault. */
export function readWebhookTargets(text: string, where: string): readonly WebhookTarget[] {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), targets), text);
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  throw new Error(`${where}: ${v.getDotPath(issue) ?? 'the list of webhooks'}: ${issue.message}`);
}

function targetsOf(
  all: readonly WebhookTarget[],
  { remote, owner }: { readonly remote: string; readonly owner: string },
): readonly WebhookTarget[] {
  return all.filter(({ remotes, owners }) => {
    if (!remotes && !owners) return true;
    return (remotes?.includes(remote) ?? false) || (owner !== '' && (owners?.includes(owner) ?? false));
  });
}

/** A notice to a team. Times are ISO 8601; texts contain no personal data. */
export interface WebhookMessage {
  /** `canary-withdrawn`: nobody gets this canary any more. `new-failure`: no operator has had this failure before. */
  readonly event: 'canary-withdrawn' | 'new-failure';
  readonly at: string;
  readonly remote: string;
  /** As the declaration names it; '' if unknown. */
  readonly owner: string;
  readonly version: string;
  /** Folder of the build. */
  readonly release: string;
  /** In one sentence. */
  readonly text: string;
  /** The failure's kind, screen and stack, and why the browser used the build. */
  readonly failure?:
    | { readonly kind: string; readonly screen: string; readonly source: string; readonly stack: string }
    | undefined;
}

const TIMEOUT_MS = 5_000;
/** Milliseconds before the second and the third attempt. */
const PAUSES_MS = [1_000, 10_000];

interface Posting extends RequestInit {
  readonly headers: Record<string, string>;
  readonly body: string;
  readonly redirect: 'error';
}

interface WebhookOptions {
  readonly targets: readonly WebhookTarget[];
  /** A new id of a notice. */
  readonly newId: () => string;
  readonly fetch: (url: string, init: Posting) => Promise<{ readonly status: number }>;
  /** Resolves after this many milliseconds; may reject to end all attempts. */
  readonly wait: (milliseconds: number) => Promise<void>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Called with a sentence about an undelivered notice. */
  readonly onFailure: (text: string) => void;
}

/** Notifies teams. */
export interface Webhooks {
  /** Notifies all who watch this remote; never rejects, and ends within half a minute. */
  readonly notify: (message: WebhookMessage) => Promise<void>;
}

/** The headers of Standard Webhooks. */
function signedHeaders(secret: string, id: string, at: Date, body: string): Record<string, string> {
  const webhook = secret.startsWith(PREFIX) ? new Webhook(secret) : new Webhook(secret, { format: 'raw' });
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': webhook.sign(id, at, body),
  };
}

/** `refused`: not worth repeating. */
type Outcome = { readonly status: 'delivered' } | { readonly status: 'failed' | 'refused'; readonly why: string };

/** Makes the webhooks of a process. */
export function createWebhooks({ targets, newId, fetch, wait, now, onFailure }: WebhookOptions): Webhooks {
  async function attempt({ url, secret }: WebhookTarget, id: string, body: string): Promise<Outcome> {
    const headers = { 'Content-Type': 'application/json', ...signedHeaders(secret, id, new Date(now()), body) };
    try {
      const { status } = await fetch(url, {
        method: 'POST',
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
        headers,
        body,
      });
      if (status >= 200 && status < 300) return { status: 'delivered' };
      return { status: status >= 500 || status === 429 ? 'failed' : 'refused', why: `it answered ${status}` };
    } catch (error) {
      return { status: 'failed', why: error instanceof Error ? error.message : String(error) };
    }
  }

  async function deliver(target: WebhookTarget, message: WebhookMessage): Promise<void> {
    const body = JSON.stringify(message);
    // The same for each attempt: a receiver takes a notice once.
    const id = newId();
    let outcome = await attempt(target, id, body);
    try {
      for (const pause of PAUSES_MS) {
        if (outcome.status !== 'failed') break;
        await wait(pause);
        outcome = await attempt(target, id, body);
      }
    } catch {
      // The process ends, and waits for nothing.
    }
    // The path may contain a secret.
    if (outcome.status !== 'delivered')
      onFailure(
        `${new URL(target.url).origin} was not notified of ${message.event} of ${message.remote}: ${outcome.why}.`,
      );
  }

  return {
    notify: async (message) =>
      void (await Promise.all(targetsOf(targets, message).map((target) => deliver(target, message)))),
  };
}
