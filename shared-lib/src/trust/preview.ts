import * as v from 'valibot';
import { registryEntry, remoteDeclaration, signedText } from '../remote/index.ts';
import { signatureFault, type EntryRules } from './entry-checks.ts';
import { sha256Hex } from './signature.ts';

/** The longest that a preview may last from its publication or still last, in milliseconds. */
export const LONGEST_PREVIEW_MS = 72 * 3_600_000;

/** A preview by its place in the store: the remote, and the random name of its document. */
export interface PreviewName {
  readonly id: string;
  readonly name: string;
}

/** The name of a preview's document: 128 random bits in hexadecimal digits. */
export const previewName = v.pipe(
  v.string(),
  v.regex(/^[0-9a-f]{32}$/, 'a preview has a name of 32 hexadecimal digits'),
);

/** True for what can be the name of a preview's document. */
export function isPreviewName(text: string): boolean {
  return v.is(previewName, text);
}

const moment = v.pipe(
  v.string(),
  v.check(
    (text) => !Number.isNaN(Date.parse(text)),
    ({ input }) => `"${input}" is no time such as 2026-11-22T06:00:00Z`,
  ),
);

/** One build of a remote for one superadmin, until a moment: `previews/<id>/<name>.json` beside `registry.json`. */
const remotePreview = v.object({
  schemaVersion: v.literal(1),
  id: remoteDeclaration.entries.id,
  /** That of the document itself, so that it counts in its own place alone. */
  name: previewName,
  baseUrl: v.pipe(
    registryEntry.entries.baseUrl,
    v.check(
      (text) => URL.canParse(text, 'http://console.invalid/'),
      ({ input }) => `"${input}" is no address`,
    ),
  ),
  publishedAt: moment,
  declaration: remoteDeclaration,
  /** `registryEpoch` of the config.json that it was made for. */
  epoch: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** Whom it is for, by {@link previewAudience}: the store tells nobody's address. */
  for: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'it is for a SHA-256 in hexadecimal digits')),
  /** From then on nobody uses it; at most {@link LONGEST_PREVIEW_MS} after `publishedAt`. */
  expiresAt: moment,
  /** Which of config.json's registryKeys signed it. */
  keyId: v.string(),
  /** ECDSA P-256 with SHA-256 over {@link previewText}, as base64url of r and s. */
  signature: v.string(),
});
export type RemotePreview = v.InferOutput<typeof remotePreview>;

/** Where the document of a preview lies, beside `registry.json`. */
export function previewPath({ id, name }: PreviewName): string {
  return `previews/${id}/${name}.json`;
}

/**
 * What the signature of a preview is over; takes the document as it was read. It begins as no entry does, so that no
 * signature can stand for the other's.
 */
export function previewText(document: object): string {
  return `remote-preview ${signedText(document)}`;
}

/** Whom a preview is for: SHA-256 over its name and the e-mail in lower case, so that no two previews tell the same. */
export function previewAudience(name: string, email: string): Promise<string> {
  return sha256Hex(`${name} ${email.trim().toLowerCase()}`);
}

/** How a document came out as a preview. A message is a clause that begins in the middle of a sentence. */
type ReadPreview =
  | { readonly status: 'usable'; readonly preview: RemotePreview; readonly raw: Readonly<Record<string, unknown>> }
  | { readonly status: 'broken'; readonly message: string };

/** Reads a document as the preview that it is asked for as; nothing of it is verified. */
export function readPreview(document: unknown, { id, name }: PreviewName): ReadPreview {
  const parsed = v.safeParse(remotePreview, document);
  if (!parsed.success) {
    const [issue] = parsed.issues;
    return {
      status: 'broken',
      message: `its preview cannot be read: ${v.getDotPath(issue) ?? 'the document'}: ${issue.message}`,
    };
  }
  const preview = parsed.output;
  if (preview.id !== id || preview.declaration.id !== id || preview.name !== name) {
    return { status: 'broken', message: 'its preview is another one than its address names' };
  }
  return { status: 'usable', preview, raw: v.parse(v.record(v.string(), v.unknown()), document) };
}

/** What a preview is checked against. */
export interface PreviewRules extends EntryRules {
  /** Whose page it is. */
  readonly email: string;
  /** The server's time as well as it is known, in milliseconds since 1970. */
  readonly now: number;
}

/** What a preview came out as; `message` is a clause that says why it is nothing here. */
export type PreviewResult =
  | { readonly status: 'usable'; readonly preview: RemotePreview }
  | { readonly status: 'refused'; readonly message: string };

/** Reads and verifies a preview: a key of this remote, this epoch, in its time, for this account. */
export async function examinePreview(
  document: unknown,
  wanted: PreviewName,
  rules: PreviewRules,
): Promise<PreviewResult> {
  const read = readPreview(document, wanted);
  if (read.status === 'broken') return { status: 'refused', message: read.message };
  const { preview, raw } = read;
  const message =
    (await signatureFault(preview, previewText(raw), 'its preview', rules)) ??
    timeFault(preview, rules.now) ??
    (preview.for === (await previewAudience(preview.name, rules.email)) ? null : 'its preview is for another account');
  return message === null ? { status: 'usable', preview } : { status: 'refused', message };
}

function timeFault({ expiresAt, publishedAt }: RemotePreview, now: number): string | null {
  const until = Date.parse(expiresAt);
  if (until <= now) {
    const at = new Date(until).toISOString().slice(0, 16).replace('T', ' ');
    return `its preview expired on ${at} UTC. Its team makes another`;
  }
  const longest = Math.max(until - Date.parse(publishedAt), until - now);
  return longest > LONGEST_PREVIEW_MS
    ? `its preview lasts longer than the ${LONGEST_PREVIEW_MS / 3_600_000} hours that one may`
    : null;
}
