import * as v from 'valibot';
import { limits } from './limits.ts';

interface TextRules {
  /** Most characters (code points), as the text is once it is normalised. */
  readonly most: number;
  /** It may have several lines: `\n` is the one control character that it may hold. */
  readonly hasLines?: boolean;
  /** It stays as it was typed: what is kept of it is a hash. */
  readonly isSecret?: boolean;
}

/**
 * The kinds of text that bodies are made of (W7). Each is bounded, holds no control characters and no half of a
 * surrogate pair, and is normalised to NFC by the server, but for a secret.
 */
export const textKinds = {
  /** A name or an id. */
  word: { most: 100 },
  /** A sentence. */
  line: { most: 200 },
  /** The e-mail or phone number by which an account is named. */
  email: { most: 200 },
  /** What a phone shows. */
  message: { most: 2_000, hasLines: true },
  /** Why somebody does something. */
  reason: { most: 500 },
  /** A password, or the secret of a link. */
  secret: { most: 1_000, isSecret: true },
  fileName: { most: 300 },
  /** Where a list continues, as the server wrote it. */
  cursor: { most: 2_000 },
  /** What a browser says of a failure, and its stack. */
  failure: { most: 500, hasLines: true },
  stack: { most: 4_000, hasLines: true },
} as const satisfies Readonly<Record<string, TextRules>>;

/** Name of one of {@link textKinds}. */
export type TextKind = keyof typeof textKinds;

/**
 * Normalising makes at most three of one character, and fewer of many; its time grows with the square of a text that is
 * made for it, so none is normalised that is far too long.
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

const controlsOf = (kind: TextKind): RegExp => (rulesOf(kind).hasLines ? controls.inLines : controls.inLine);

/** True for a text that a field of this kind takes (W7). */
export function fitsText(kind: TextKind, text: string): boolean {
  return isShortEnough(text, textKinds[kind].most) && !controlsOf(kind).test(text) && !LONE_SURROGATE.test(text);
}

/**
 * A text as a field of this kind takes it, of what nobody typed: control characters become spaces, halves of surrogate
 * pairs U+FFFD, and what is too long loses its end.
 */
export function cleanText(kind: TextKind, text: string): string {
  const { most } = textKinds[kind];
  const short = text.slice(0, most * NORMALISING);
  const clean = short.replaceAll(new RegExp(controlsOf(kind), 'gu'), ' ').replaceAll(/\p{Cs}/gu, '\uFFFD');
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
    v.metadata({ text: kind }),
  );
}

const ENTRY_LENGTH = '000000000000000,'.length;

/** IMEIs joined by commas. The entries are checked when the list is read: it may have 16 MB. */
export const imeiList: v.GenericSchema<string> = v.pipe(
  v.string(),
  v.maxLength(limits.batchRows * ENTRY_LENGTH, `may have at most ${limits.batchRows} IMEIs`),
);

const isTextKind = (name: unknown): name is TextKind => typeof name === 'string' && Object.hasOwn(textKinds, name);

/** The kind of text that a schema takes; undefined for a schema of anything else. */
export function textKindOf(schema: v.GenericSchema): TextKind | undefined {
  const { text }: { readonly text?: unknown } = v.getMetadata(schema);
  return isTextKind(text) ? text : undefined;
}
