import type { Reading } from '../dialect.ts';
import { isFields } from './fields.ts';

/** Characters read at either end of the text around an answer: a cut answer may have megabytes. */
const EDGE = 10_000;

/** A JSON object anywhere in a text, or a list at the beginning of a line. */
const DOCUMENT_START = /\{|^[ \t]*\[/gm;

/** Where a page begins, or a part of one whose braces are not answers. */
const PAGE = /<(?:!doctype|html|head|body|script|style)\b/i;

/** PHP's warnings, after which the script continued; each ends with its line. */
const WARNING_START = /(?:PHP )?\b(?:Warning|Notice|Deprecated|Strict Standards): /g;
const WARNING_END = /\bon line \d+/g;

/** PHP's last words. */
export const FATAL = /\b(?:fatal|parse) error\b/i;

const parsed = (text: string): { readonly value: unknown } | { readonly cause: unknown } => {
  try {
    return { value: JSON.parse(text) };
  } catch (cause) {
    return { cause };
  }
};

/** Where the braces and brackets that open at `start` close, strings ignored; -1 if they do not. */
function endOf(text: string, start: number): number {
  let depth = 0;
  let isInString = false;
  for (let at = start; at < text.length; at += 1) {
    const letter = text[at];
    if (isInString) {
      if (letter === '\\') at += 1;
      else if (letter === '"') isInString = false;
    } else if (letter === '"') isInString = true;
    else if (letter === '{' || letter === '[') depth += 1;
    else if (letter === '}' || letter === ']') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return -1;
}

/** PHP's own words in brackets are neither an object nor rows. */
const isAnswer = (value: unknown): boolean => isFields(value) || (Array.isArray(value) && value.every(isFields));

/** The one answer among other words, and these, in one pass; undefined for none, several, cut ones and pages. */
function search(text: string): { readonly value: unknown; readonly around: string } | undefined {
  const answers: { readonly value: unknown; readonly around: string }[] = [];
  const starts = new RegExp(DOCUMENT_START);
  let from = 0;
  for (let match = starts.exec(text); match; match = starts.exec(text)) {
    const start = match.index + match[0].length - 1;
    const end = PAGE.test(text.slice(from, start)) ? -1 : endOf(text, start);
    if (end < 0) break;
    const found = parsed(text.slice(start, end));
    if ('value' in found && isAnswer(found.value))
      answers.push({ value: found.value, around: `${text.slice(0, start)}\n${text.slice(end)}` });
    starts.lastIndex = from = end;
  }
  return answers.length === 1 ? answers[0] : undefined;
}

/** Keeps PHP's fatal error. */
function withoutWarnings(text: string): string {
  const kept: string[] = [];
  const ends = new RegExp(WARNING_END);
  let from = 0;
  for (const { index } of text.matchAll(WARNING_START)) {
    if (index < from) continue;
    ends.lastIndex = index;
    if (!ends.test(text)) break;
    const isWhole = !FATAL.test(text.slice(index, ends.lastIndex));
    kept.push(text.slice(from, isWhole ? index : ends.lastIndex));
    from = ends.lastIndex;
  }
  return [...kept, text.slice(from)].join(' ');
}

/** The text that a person would read, without PHP's warnings. */
function wordsOf(text: string): string {
  const edges = text.length > 2 * EDGE ? `${text.slice(0, EDGE)}\n${text.slice(-EDGE)}` : text;
  const plain = edges.replace(/<(script|style)\b[^>]*>[^]*?<\/\1>/gi, ' ').replace(/<\/?[a-z!][^<>]*>/gi, ' ');
  return withoutWarnings(plain).replace(/\s+/g, ' ').trim();
}

/**
 * Reads what an existing back end sent: JSON with a byte order mark, among PHP's warnings or other words (D1a). A page
 * is never searched for JSON: its scripts hold some.
 */
export function readUntidyText(text: string): Reading {
  const trimmed = text.trim();
  const whole = parsed(trimmed);
  if ('value' in whole) return { value: whole.value, words: '', cause: undefined };
  const { value, around } = search(trimmed) ?? { value: undefined, around: trimmed };
  return { value, words: wordsOf(around), cause: whole.cause };
}
