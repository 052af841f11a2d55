import * as v from 'valibot';
import { nameFields } from './back-end-name-fields.ts';
import { isTimeZone, UTC } from './time-zone.ts';

/** Version of the calls in this contract; a remote requires `^` of the one it was built with. */
export const API_VERSION = '1.0.0';

const names = v.optional(v.array(v.pipe(v.string(), v.nonEmpty('a name is empty'))), []);

/** The names that a key's remotes may have, and no others (D25): whole, or beginnings that end with `*`. */
const listedNames = v.object({ addresses: names, permissions: names, actions: names, contributions: names });

const registryKey = v.object({
  keyId: v.string(),
  publicKey: v.string(),
  remotes: v.array(v.string()),
  names: v.optional(listedNames),
});

/** Run-time configuration, `/config.json` beside the shell. Every field but the shared key has a default. */
export const consoleConfig = v.object({
  /** Base of every API path, absolute or relative to the page (W1). Ends with a slash. */
  apiBase: v.optional(
    v.pipe(
      v.string(),
      v.transform((base) => (base.endsWith('/') ? base : `${base}/`)),
    ),
    '/api/',
  ),
  registryUrl: v.optional(v.string(), '/registry.json'),
  codec: v.optional(v.picklist(['v1', 'legacy-cryptojs']), 'v1'),
  /** The key of codec v1, of at least 16 characters (D1); or an existing back end's passphrase (D1a). */
  sharedKey: v.pipe(v.string(), v.nonEmpty('sharedKey is empty')),
  /** Three domains for adding users; the first two for editing (D19). */
  emailDomains: v.optional(v.array(v.string()), ['example.com', 'example.org', 'example.net']),
  currency: v.optional(v.string(), 'INR'),
  /**
   * Single sign-on, as the API's OIDC_NAME and OIDC_ONLY: the provider's name on the login page's button, and whether
   * only superadmins log in by password (S21, S23). Absent: none.
   */
  singleSignOn: v.optional(v.object({ name: v.string(), only: v.optional(v.boolean(), false) })),
  /** `reference`: our API's echoes and ids; `legacy`: a back end that knows only the specification (D1a). */
  backend: v.optional(v.picklist(['reference', 'legacy']), 'reference'),
  /** The server answers a repeated transactionId with its stored outcome, so that resending is safe (D2). */
  idempotent: v.optional(v.boolean(), false),
  /** A larger batch of a destructive command asks for its count to be typed; null: never (D14). */
  typedConfirmationAbove: v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0))), null),
  apiVersion: v.optional(v.string(), API_VERSION),
  /** IANA name of the zone in which a legacy back end writes times (D1a). */
  serverTimeZone: v.optional(
    v.pipe(
      v.string(),
      v.check(isTimeZone, ({ input }) => `"${input}" is no IANA time zone such as Asia/Kolkata`),
    ),
    UTC,
  ),
  /** Names of a legacy back end that differ from ours (D1a); see `backEndNames`. */
  names: v.optional(nameFields, {}),
  samples: v.optional(v.object({ imei: v.string(), notify: v.string() }), {
    imei: '/samples/imei.csv',
    notify: '/samples/notification.csv',
  }),
  /** Public keys (ECDSA P-256, base64 of the SPKI) that sign registry entries, and the remotes each may sign. */
  registryKeys: v.optional(v.array(registryKey), []),
  /** Raised when the registry is restored or replaced: entries published for another epoch are refused. */
  registryEpoch: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)), 1),
  /** Public keys that may only withdraw canaries: of the remotes they name; without a list, of all. */
  withdrawalKeys: v.optional(
    v.array(v.object({ keyId: v.string(), publicKey: v.string(), remotes: v.optional(v.array(v.string())) })),
    [],
  ),
});

export type ConsoleConfig = v.InferOutput<typeof consoleConfig>;

const MIN_KEY_LENGTH = 16;

const checkedConfig = v.pipe(
  consoleConfig,
  v.forward(
    v.check(
      ({ backend, codec }) => backend !== 'legacy' || codec === 'legacy-cryptojs',
      'backend "legacy" does not work with codec "v1", ' +
        'whose replies need the transaction ids that such a back end is not sent; ' +
        'set "codec" to "legacy-cryptojs" for an existing back end, or "backend" to "reference" for the reference API',
    ),
    ['codec'],
  ),
  v.forward(
    v.check(
      ({ codec, sharedKey }) => codec !== 'v1' || sharedKey.length >= MIN_KEY_LENGTH,
      `sharedKey needs at least ${String(MIN_KEY_LENGTH)} characters with codec "v1"`,
    ),
    ['sharedKey'],
  ),
);

/** Reads the fields of config.json without checking the names in `names`. */
export function configFields(document: unknown): ConsoleConfig {
  const parsed = v.safeParse(checkedConfig, document);
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  throw new Error(`config.json: ${v.getDotPath(issue) ?? 'the document'}: ${issue.message}`);
}

/** Reads config.json; rejects naming the field and the problem. The check of names is fetched when needed. */
export async function readConfig(document: unknown): Promise<ConsoleConfig> {
  const config = configFields(document);
  if (Object.values(config.names).some((names) => Object.keys(names).length > 0)) {
    const { checkNames } = await import('./back-end-names.ts');
    checkNames(config.names);
  }
  return config;
}
