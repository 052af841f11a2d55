import { t } from '../../i18n/own.ts';

/** Why a batch could not be stored. Sizes are bytes. */
export type StorageReason =
  | { readonly kind: 'full' }
  | { readonly kind: 'no-room'; readonly needed: number; readonly free: number }
  /** Its key has an unfinished batch. */
  | { readonly kind: 'occupied' }
  /** The browser's settings block site data. */
  | { readonly kind: 'blocked' }
  | { readonly kind: 'not-stored'; readonly cause: string }
  | { readonly kind: 'missing'; readonly batchId: string }
  | { readonly kind: 'no-answer' };

/** What the engine itself says about the outcome of an item. It is stored with the batch. */
export type OutcomeReason =
  | { readonly kind: 'unclear-answer'; readonly value: string }
  | { readonly kind: 'not-sent-again' }
  /** There are too many different messages to keep them all. */
  | { readonly kind: 'message-not-kept' };

/** What the engine itself says to the operator, as data: {@link reasonText} has the words. */
export type BatchReason =
  | StorageReason
  | OutcomeReason
  | { readonly kind: 'other-operator'; readonly operator: string }
  | { readonly kind: 'many-unconfirmed'; readonly count: number; readonly last: string };

type Kind = BatchReason['kind'];
type Of<One extends Kind> = Extract<BatchReason, { kind: One }>;

const megabytes = (bytes: number): string => (bytes / 1_000_000).toFixed(1);

const texts: { readonly [One in Kind]: (reason: Of<One>) => string } = {
  full: () => t('There is no room left on this computer to keep the batch. Free some disk space, then try again.'),
  'no-room': ({ needed, free }) =>
    t(
      'There is no room on this computer to keep the batch: it needs {needed} MB, {free} MB are free. Free ' +
        'some disk space, then try again.',
      { needed: megabytes(needed), free: megabytes(free) },
    ),
  occupied: () => t('There is an unfinished batch of this command already. Finish or cancel it first.'),
  blocked: () =>
    t(
      'The settings of this browser block site data, so no batch can be run here, and nothing was sent. Allow site ' +
        'data for this address, then reload the page.',
    ),
  'not-stored': ({ cause }) =>
    t('The browser could not store the batch ({cause}). Leave private browsing, or reload the page, then try again.', {
      cause,
    }),
  missing: ({ batchId }) => t('The batch {batchId} is not stored any more. Start it again from its file.', { batchId }),
  'no-answer': () =>
    t(
      'The storage of this browser does not answer. Close other tabs of the console, or restart the browser ' +
        'and try again.',
    ),
  'unclear-answer': ({ value }) =>
    t('The server answered "{message}", which is neither found nor not found.', { message: value }),
  'not-sent-again': () => t('Not sent again after the console was closed while it was being sent.'),
  'message-not-kept': () =>
    t('The server gave a reason that this list has no room for; see the executed commands report.'),
  'other-operator': ({ operator }) =>
    t('Log in as {operator} to continue: the batch belongs to that operator.', { operator }),
  'many-unconfirmed': ({ count, last }) =>
    t('The last {count} IMEIs are unconfirmed: {last}', { count: String(count), last }),
};

/** The words of a reason, in the language of the page. */
export function reasonText<One extends Kind>(reason: Of<One>): string {
  return texts[reason.kind as One](reason);
}

const MARK = '\u0001';

/**
 * The message under which a reason is stored. Its value comes last, so that it may be shortened. Messages of the server
 * are stored as they are, and so were the reasons of earlier versions.
 */
export const storedReason = (reason: OutcomeReason): string =>
  MARK + reason.kind + MARK + ('value' in reason ? reason.value : '');

/** The text of a stored message, in the language of the page. */
export function storedText(message: string): string {
  if (!message.startsWith(MARK)) return message;
  const [, kind = '', ...rest] = message.split(MARK);
  const value = rest.join(MARK);
  switch (kind) {
    case 'unclear-answer':
      return reasonText({ kind, value });
    case 'not-sent-again':
    case 'message-not-kept':
      return reasonText({ kind });
    default:
      return value;
  }
}
