import * as v from 'valibot';
import { limits } from './limits.ts';

interface TextRules {
  /** Code points of the normalised text. */
  readonly most: number;
  /** `\n` is the only control character allowed. */
  readonly hasLines?: boolean;
  /** People read it: no character of it may be lost, which U+FFFD says. */
  readonly isProse?: boolean;
  /** Kept as typed: only its hash is stored. */
  readonly isSecret?: boolean;
}

/**
 * The kinds of text in bodies (W7). Each is bounded, without control characters and lone surrogates, and normalised to
 * NFC by the server, except secrets.
 */
export const textKinds = {
  /** A name or an id. */
  word: { most: 100 },
  /** A sentence. */
  line: { most: 200, isProse: true },
  /** The e-mail or phone number that names an account. */
  email: { most: 200 },
  /** Shown by a phone. */
  message: { most: 2_000, hasLines: true, isProse: true },
  reason: { most: 500, isProse: true },
  /** A password, or the secret of a link. */
  secret: { most: 1_000, isSecret: true },
  /** What the identity provider answered. */
  returned: { most: 8_000 },
  fileName: { most: 300 },
  /** Where a list continues; the server's format. */
  cursor: { most: 2_000 },
  /** A browser's message of a failure, and its stack. */
  failure: { most: 500, hasLines: true },
  stack: { most: 4_000, hasLines: true },
} as const satisfies Readonly<Record<string, TextRules>>;

/** Name of one of {@link textKinds}. */
export type TextKind = keyof typeof textKinds;

/**
 * NFC makes at most three characters of one, and fewer of several. Some texts take quadratic time, so overlong ones
 * are refused first.
 */
const NORMALISING = 3;

const rulesOf = (kind: TextKind): TextRules => textKinds[kind];

function isShortEnough(text: string, most: number): boolean {
  if (text.length > most * NORMALISING) return false;
  if (text.length * NORMALISING <= most) return true;
  const normal = text.normalize();
  return normal.length <= most || Array.from(normal).length <= most;
}

const controls = { inLines: /[^\P{Cc}\n]/u, inLine: /\p{Cc}/u } as const;
const LONE_SURROGATE = /\p{Cs}/u;

const LOST = '\uFFFD';

const lacksCharacters = (kind: TextKind, text: string): boolean =>
  rulesOf(kind).isProse === true && text.includes(LOST);

const controlsOf = (kind: TextKind): RegExp => (rulesOf(kind).hasLines ? controls.inLines : controls.inLine);

/** True for a text that fits this kind (W7). */
export function fitsText(kind: TextKind, text: string): boolean {
  const isClean = !controlsOf(kind).test(text) && !LONE_SURROGATE.test(text) && !lacksCharacters(kind, text);
  return isClean && isShortEnough(text, textKinds[kind].most);
}

/**
 * Fits a text that nobody typed to this kind: control characters become spaces, lone surrogates U+FFFD, and the end is
 * cut if too long. A text for people that lacks characters still fits none.
 */
export function cleanText(kind: TextKind, text: string): string {
  const { most } = textKinds[kind];
  const short = text.slice(0, most * NORMALISING);
  const clean = short.replaceAll(new RegExp(controlsOf(kind), 'gu'), ' ').replaceAll(/\p{Cs}/gu, LOST);
  return isShortEnough(clean, most) ? clean : Array.from(clean.normalize()).slice(0, most).join('');
}

/** The schema of a text of one kind (W7). */
export function textOf(kind: TextKind): v.GenericSchema<string> {
  const { most } = textKinds[kind];
  return v.pipe(
    v.string(),
    v.check((text) => isShortEnough(text, most), `may have at most ${most} characters`),
    v.check((text) => !controlsOf(kind).test(text), 'must hold no control characters'),
    v.check((text) => !LONE_SURROGATE.test(text), 'must be well-formed Unicode'),
    v.check((text) => !lacksCharacters(kind, text), 'lacks characters, which were lost before (U+FFFD)'),
    v.metadata({ text: kind }),
  );
}

const ENTRY_LENGTH = '000000000000000,'.length;

/** Comma-joined IMEIs. Entries are checked when the list is read: it may have 16 MB. */
export const imeiList: v.GenericSchema<string> = v.pipe(
  v.string(),
  v.maxLength(limits.batchRows * ENTRY_LENGTH, `may have at most ${limits.batchRows} IMEIs`),
);

const isTextKind = (name: unknown): name is TextKind => typeof name === 'string' && Object.hasOwn(textKinds, name);

/** The kind of text of a schema; undefined if it is not of a text kind. */
export function textKindOf(schema: v.GenericSchema): TextKind | undefined {
  const { text }: { readonly text?: unknown } = v.getMetadata(schema);
  return isTextKind(text) ? text : undefined;
}
