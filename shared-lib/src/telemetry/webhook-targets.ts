import * as v from 'valibot';
import { isLoopbackHost } from '../contract/index.ts';

/** Where one team is told, and the secret that it knows the sender by. */
export interface WebhookTarget {
  readonly url: string;
  readonly secret: string;
  /** The remotes whose team it is; absent: of all. */
  readonly remotes?: readonly string[] | undefined;
  /** The owners, as declarations name them; told of whatever is theirs. Absent: `remotes` decides. */
  readonly owners?: readonly string[] | undefined;
}

const SECRET_LENGTH = 16;

/** https, so that nobody on the way reads or changes what is told; without it on this computer alone. */
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
    secret: v.pipe(v.string(), v.minLength(SECRET_LENGTH, `a secret has at least ${SECRET_LENGTH} characters`)),
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

/** The targets that are told of a remote. */
export function targetsOf(
  all: readonly WebhookTarget[],
  { remote, owner }: { readonly remote: string; readonly owner: string },
): readonly WebhookTarget[] {
  return all.filter(({ remotes, owners }) => {
    if (!remotes && !owners) return true;
    return (remotes?.includes(remote) ?? false) || (owner !== '' && (owners?.includes(owner) ?? false));
  });
}
