import { AUTHORIZATION_FAILED, AUTHORIZATION_FAILED_INVALID, NOT_AUTHORISED } from '../../contract/index.ts';
import { isFields, isScalar, type Fields } from './fields.ts';
import { FATAL } from './reading.ts';

/** The outcome that an answer states. If it is unknown, `doubt` says why and `status` is null. */
export interface Statement {
  readonly status: 'success' | 'error' | null;
  readonly message: string;
  readonly doubt: string | null;
}

/** `unknown`: a value that is not understood. */
type StatedOutcome = 'success' | 'error' | 'unknown' | null;

/** Numbers are read as HTTP statuses (D1a). */
const successWords: ReadonlySet<string> = new Set('success successful ok true 1'.split(' '));
const errorWords: ReadonlySet<string> = new Set(
  (
    'error errors err fail failed failure false 0 denied refused rejected invalid forbidden exception ' +
    'unauthorized unauthorised'
  ).split(' '),
);

/** Values of `error` that say nothing about the outcome. */
const noError: ReadonlySet<string> = new Set(['', 'none', 'null', 'no error']);

/** Words that begin so are a failure. */
const FAILURE = new RegExp(
  [
    /^(?!no |0 |without )(?:[\w ]{0,40}\b)?(?:error|failed|failure|exception|denied)\b/,
    /^(?:could not|cannot|can't|unable to)\b/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'i',
);

/** A refusal in JSON that cannot be read, for example because it is cut off. */
const REFUSAL_IN_TEXT = /"(?:status|success)"\s*:\s*"?(?:err|fail|false\b|0\b)|"error"\s*:\s*(?:"[^"]|true\b|1\b|\{)/i;

function outcomeOf(value: unknown): StatedOutcome {
  if (value === null || value === undefined) return null;
  if (!isScalar(value)) return 'unknown';
  const word = String(value)
    .trim()
    .toLowerCase()
    .replace(/[.!]+$/, '');
  if (word === '') return null;
  if (successWords.has(word) || /^2\d\d$/.test(word)) return 'success';
  return errorWords.has(word) || /^[45]\d\d$/.test(word) ? 'error' : 'unknown';
}

/** Depth to which messages of fields are searched, as in `{"errors": {"imei": ["…"]}}`. */
const WORDS_DEPTH = 3;

/** Words of a field: text, texts in a list, or the message inside. */
function wordsIn(value: unknown, depth = 0): string {
  if (typeof value === 'string') return value.trim();
  if (depth === WORDS_DEPTH) return '';
  if (Array.isArray(value))
    return value
      .map((entry) => wordsIn(entry, depth + 1))
      .filter((text) => text !== '')
      .join(' ');
  return isFields(value) ? wordsIn(value['message'] ?? Object.values(value), depth + 1) : '';
}

/** What `error` or `errors` says: nothing in it is no error, `false` is success. */
function errorOutcome(value: unknown): StatedOutcome {
  if (value === null || value === undefined) return null;
  if (!isScalar(value)) return Object.keys(value as object).length === 0 ? null : 'error';
  if (noError.has(String(value).trim().toLowerCase())) return null;
  return value === false || value === 0 || value === '0' || value === 'false' ? 'success' : 'error';
}

const isFlag = (text: string): boolean => outcomeOf(text) !== 'unknown';

/** What `success` says: a flag, or the sentence itself. */
function successOutcome(value: unknown): StatedOutcome {
  const outcome = outcomeOf(value);
  if (outcome !== 'unknown') return outcome;
  return typeof value === 'string' && !FAILURE.test(value.trim()) ? 'success' : null;
}

const outcomesIn = ({ status, success, error, errors }: Fields): readonly StatedOutcome[] => [
  outcomeOf(status),
  successOutcome(success),
  errorOutcome(error),
  errorOutcome(errors),
];

const sentencesIn = ({ message, error, errors, success, status }: Fields): readonly string[] => [
  typeof message === 'number' ? String(message) : wordsIn(message),
  ...[error, errors, success, status].map((field) => wordsIn(field)).filter((text) => !isFlag(text)),
];

/** The text of {@link AUTHORIZATION_FAILED} or {@link NOT_AUTHORISED} that a sentence means, else ''. */
function refusalIn(sentence: string, isExact: boolean): string {
  const same = sentence.toLowerCase().replace(/\s+/g, ' ');
  const has = (text: string) => (isExact ? same.startsWith(text.toLowerCase()) : same.includes(text.toLowerCase()));
  if (has(NOT_AUTHORISED)) return NOT_AUTHORISED;
  if (has(AUTHORIZATION_FAILED_INVALID)) return AUTHORIZATION_FAILED_INVALID;
  return has(AUTHORIZATION_FAILED) ? AUTHORIZATION_FAILED : '';
}

const excerpt = (text: string): string => `"${text.length > 120 ? `${text.slice(0, 120)}…` : text}"`;

/** Why words that are no answer are a failure; null if they are not one. */
function failureIn(text: string): string | null {
  if (FATAL.test(text)) return `PHP stopped: ${excerpt(text)}`;
  const isFailure = outcomeOf(text) === 'error' || FAILURE.test(text) || REFUSAL_IN_TEXT.test(text);
  return isFailure ? `it says ${excerpt(text)}` : null;
}

function unknownStatus(fields: readonly Fields[]): string {
  const status = fields.map((part) => part['status']).find((value) => outcomeOf(value) === 'unknown');
  return isScalar(status) ? `its status is ${JSON.stringify(status)}` : 'its status is no word';
}

/** What an answer is read from (D1a). */
export interface Sources {
  /** Inner fields first. Any may refuse; success counts only if none does. */
  readonly fields: readonly Fields[];
  /** Words around the answer, or instead of it. */
  readonly words: string;
}

/** The outcome that an answer states. If the specification shows no reply, an unknown status does not count (D1b). */
export function statementOf({ fields, words }: Sources, isShown: boolean): Statement {
  const sentences = fields.flatMap(sentencesIn);
  const refusal = [...sentences.map((sentence) => refusalIn(sentence, true)), refusalIn(words, false)].find(
    (text) => text !== '',
  );
  if (refusal !== undefined) return { status: 'error', message: refusal, doubt: null };
  const message = sentences.find((sentence) => sentence !== '') ?? '';
  const outcomes = fields.flatMap(outcomesIn);
  const fails = outcomes.includes('error');
  const succeeds = outcomes.includes('success');
  const isUnknown = outcomes.includes('unknown');
  const doubtful = (doubt: string): Statement => ({ status: null, message, doubt });
  if (fails)
    return succeeds ? doubtful('it says success and error at once') : { status: 'error', message, doubt: null };
  const failure = failureIn(words);
  if (failure !== null) return doubtful(failure);
  if (isUnknown && !isShown) return { status: null, message: '', doubt: null };
  if (isUnknown) return doubtful(unknownStatus(fields));
  if (!succeeds && FAILURE.test(message)) return doubtful(`it has no status and says ${excerpt(message)}`);
  return { status: succeeds ? 'success' : null, message, doubt: null };
}

/** The words of a document without fields: a bare word, number or list of those. */
export function bareWords(value: unknown): string {
  if (isScalar(value)) return String(value);
  return Array.isArray(value) && value.every(isScalar) ? value.join(' ') : '';
}
