import * as v from 'valibot';
import { audiences, canonicalJson, roles } from '../contract/index.ts';

const audienceList = v.array(v.picklist(audiences));

/** A file of a remote's build, relative to its base address, with its subresource integrity. */
const asset = v.object({ file: v.string(), kind: v.picklist(['script', 'style']), integrity: v.string() });
export type Asset = v.InferOutput<typeof asset>;

const access = {
  permission: v.optional(v.string()),
  anyPermission: v.optional(v.array(v.string())),
  roles: v.optional(v.array(v.picklist(roles))),
};

/** A screen or panel. */
const part = {
  id: v.string(),
  title: v.string(),
  ...access,
  /** Every file that it needs, the remote's entry first. */
  assets: v.array(asset),
  /** The module's name in the build, such as `./device-details`; absent: the build exposes only `./remote`. */
  expose: v.optional(v.pipe(v.string(), v.startsWith('./'))),
  /** Subpaths of shared-lib that its code starts with: the host has a screen's ready when its files arrive. */
  parts: v.optional(v.array(v.string())),
};

/** Paths of calls beyond the specification that it cannot do without (D1a). */
const needs = v.optional(v.array(v.string()));

const screen = v.object({
  ...part,
  path: v.pipe(v.string(), v.regex(/^[^/\s][^\s]*$/, 'a path starts without a slash')),
  audiences: audienceList,
  refusal: v.optional(v.literal('login')),
  nav: v.optional(v.object({ order: v.number(), audiences: v.optional(audienceList), group: v.optional(v.string()) })),
  more: v.optional(v.object({ order: v.number(), audiences: v.optional(audienceList) })),
  icon: v.optional(v.string()),
  listedWhile: v.optional(v.string()),
  needs,
});

const named = { id: v.string(), title: v.string(), order: v.number() };
const deviceAction = v.object({
  ...named,
  screen: v.string(),
  rows: v.optional(v.array(v.string())),
  when: v.optional(v.record(v.string(), v.array(v.string()))),
});
const panel = v.object({ ...part, order: v.number(), needs });
const searchCommand = v.object({ ...named, ...access, address: v.string() });

/** A call of the team's own service, as the API's administrator lists it. */
const serviceCall = v.object({ path: v.string(), changes: v.optional(v.boolean()), ...access });

/** A catalogue of the build, and the titles shown before it is fetched, by the English ones. */
const declaredLanguage = v.object({
  file: v.string(),
  integrity: v.string(),
  titles: v.optional(v.record(v.string(), v.string())),
});

const range = v.pipe(v.string(), v.regex(/^\^?\d+\.\d+\.\d+/, 'a range is x.y.z or ^x.y.z'));

/** A screen as `remote.json` declares it. */
export type DeclaredScreen = v.InferOutput<typeof screen>;

/** A panel as `remote.json` declares it. */
export type DeclaredPanel = v.InferOutput<typeof panel>;

/** An action on a device as `remote.json` declares it. */
export type DeclaredAction = v.InferOutput<typeof deviceAction>;

/** An entry of the search as `remote.json` declares it. */
export type DeclaredSearchCommand = v.InferOutput<typeof searchCommand>;

/**
 * `remote.json`: the data of a remote, written by its build. The shell draws navigation, routes and guards from it and
 * checks `contract`, `shared` and `apiVersion` before it fetches any code of the remote.
 */
export const remoteDeclaration = v.object({
  schemaVersion: v.literal(1),
  id: v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]*$/, 'an id is lower case letters, digits and dashes')),
  owner: v.string(),
  version: v.string(),
  /** Semver ranges of shared-lib's subpaths in use. */
  contract: v.record(v.string(), range),
  /** Semver ranges of other shared packages (react). */
  shared: v.record(v.string(), range),
  /** Semver range of config.json's apiVersion. */
  apiVersion: range,
  entry: asset,
  /** The global name of the entry's container; absent: the id with `_` for `-`. */
  container: v.optional(v.pipe(v.string(), v.regex(/^[a-z][a-z0-9_]*$/i, 'a container has the name of a variable'))),
  /** Its parts export `mount` in the place of a component, and it shares no React with the console. */
  mounts: v.optional(v.boolean()),
  /** Every script and style of the build: any loaded part has its hash here. */
  assets: v.optional(v.array(asset), []),
  screens: v.array(screen),
  /** Languages other than English, by id. */
  languages: v.optional(v.record(v.string(), declaredLanguage)),
  serviceCalls: v.optional(v.array(serviceCall)),
  /** Unknown kinds are ignored: a later build may offer what this console has no place for. */
  contributions: v.optional(
    v.object({
      deviceActions: v.optional(v.array(deviceAction)),
      devicePanels: v.optional(v.array(panel)),
      homePanels: v.optional(v.array(panel)),
      searchCommands: v.optional(v.array(searchCommand)),
    }),
  ),
});
export type RemoteDeclaration = v.InferOutput<typeof remoteDeclaration>;

/** A published build of a remote. */
const release = v.object({
  /** The folder of remote.json and the assets; ends with a slash. */
  baseUrl: v.pipe(v.string(), v.regex(/\/$/, 'a base address ends with a slash')),
  publishedAt: v.string(),
  declaration: remoteDeclaration,
});

const isTime = (text: string): boolean => !Number.isNaN(Date.parse(text));
const moment = v.pipe(
  v.string(),
  v.check(isTime, ({ input }) => `"${input}" is no time such as 2026-11-22T06:00:00Z`),
);

/** A build for some operators first: a share of them, from 0 to 1, or some roles. */
const canaryRelease = v.object({
  ...release.entries,
  share: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1)), 0),
  roles: v.optional(v.array(v.picklist(roles)), []),
});

/** A build that named accounts, or whoever opens its link, try until a moment. */
const previewRelease = v.object({
  ...release.entries,
  until: moment,
  /** `previewProof` of the e-mail of each account. */
  accounts: v.optional(v.array(v.string()), []),
  /** `previewProof` of the code in its link; null: it has none. */
  link: v.optional(v.nullable(v.string()), null),
});

/** One remote in `registry.json`: which version is live, and where. Each team changes only its own entry. */
export const registryEntry = v.object({
  id: v.string(),
  /** Increases by one with every change of the entry, a rollback included; the limit is never reached. */
  sequence: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000_000)),
  /** `registryEpoch` of the config.json that it was published for. */
  epoch: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)), 1),
  /** A browser that does not use it yet refuses it from then on; null: never. Every publication moves it. */
  expiresAt: v.optional(v.nullable(moment), null),
  ...release.entries,
  canary: v.optional(v.nullable(canaryRelease), null),
  preview: v.optional(v.nullable(previewRelease), null),
  /** Which of config.json's registryKeys signed it. */
  keyId: v.optional(v.nullable(v.string()), null),
  /** ECDSA P-256 with SHA-256 over {@link signedText}, as base64url of r and s. */
  signature: v.optional(v.nullable(v.string()), null),
});
export type RegistryEntry = v.InferOutput<typeof registryEntry>;

/** The live release of an entry, its canary and its preview. */
export function releasesOf(
  entry: Pick<RegistryEntry, 'baseUrl' | 'publishedAt' | 'declaration' | 'canary' | 'preview'>,
): readonly v.InferOutput<typeof release>[] {
  return [entry, entry.canary, entry.preview].filter((one) => one !== null);
}

/** `registry.json` as a whole; its entries are read one by one with {@link readEntries}. */
const registryDocument = v.object({ schemaVersion: v.literal(1), remotes: v.array(v.unknown()) });

/** An entry as read: usable, or a problem of its remote alone. `raw` is what its signature covers. */
export type ReadEntry =
  | {
      readonly id: string;
      readonly status: 'usable';
      readonly entry: RegistryEntry;
      readonly raw: Readonly<Record<string, unknown>>;
    }
  | { readonly id: string; readonly status: 'broken'; readonly message: string };

/** Reads one entry of `registry.json`, or one that a browser has kept. */
export function readEntry(candidate: unknown): ReadEntry {
  const id = nameOf(candidate);
  const parsed = v.safeParse(registryEntry, candidate);
  if (!parsed.success)
    return { id, status: 'broken', message: `its registry entry cannot be read: ${describe(parsed.issues)}` };
  const entry = parsed.output;
  const foreign = releasesOf(entry)
    .map(({ declaration }) => declaration.id)
    .find((declared) => declared !== entry.id);
  if (foreign !== undefined)
    return { id, status: 'broken', message: `its registry entry declares another remote, ${foreign}` };
  return { id, status: 'usable', entry, raw: v.parse(v.record(v.string(), v.unknown()), candidate) };
}

/**
 * Reads every entry of `registry.json`, in order. A broken entry is a problem of its remote alone; a broken document
 * throws.
 * @throws RegistryError when the document itself is not a registry
 */
export function readEntries(document: unknown): readonly ReadEntry[] {
  const parsed = v.safeParse(registryDocument, document);
  if (!parsed.success) throw new RegistryError(`registry.json is not a registry: ${describe(parsed.issues)}`);
  const usable = new Set<string>();
  return parsed.output.remotes.map((candidate): ReadEntry => {
    const read = readEntry(candidate);
    if (read.status === 'broken') return read;
    if (usable.has(read.id))
      return { id: read.id, status: 'broken', message: 'the registry lists it twice; the first entry is used' };
    usable.add(read.id);
    return read;
  });
}

/** The registry cannot be used at all. */
export class RegistryError extends Error {
  override readonly name = 'RegistryError';
}

function nameOf(candidate: unknown): string {
  const named = v.safeParse(v.object({ id: v.string() }), candidate);
  return named.success ? named.output.id : '(unnamed)';
}

function describe(issues: readonly v.BaseIssue<unknown>[]): string {
  return issues
    .slice(0, 3)
    .map((issue) => `${v.getDotPath(issue) ?? 'document'}: ${issue.message}`)
    .join('; ');
}

/**
 * The signed text of a registry entry: its canonical JSON without `signature`, so that the file's formatting does not
 * matter. Takes the entry as read, with fields unknown to this version.
 */
export function signedText(entry: object): string {
  return canonicalJson(Object.fromEntries(Object.entries(entry).filter(([name]) => name !== 'signature')));
}
