import { t } from '../t.ts';

export interface LeaveGuard {
  /** Input that leaving this screen would lose, as a sentence; null if none. */
  readonly typed: () => string | null;
  readonly isSending: () => boolean;
  /** What leaving the page would lose: a batch that sends, else {@link typed}. */
  readonly reasonToStay: () => string | null;
  /** Called after a change of screens. */
  readonly forgetInput: () => void;
  /** Call it after asking the operator. */
  readonly reload: () => void;
  /** The operator was asked: the browser need not ask again. */
  readonly isLeaving: () => boolean;
}

interface LeaveGuardOptions {
  readonly isSending: () => boolean;
  readonly page: Pick<Document, 'addEventListener' | 'querySelectorAll'>;
  readonly reloadPage: () => void;
}

const TYPED = t('What you have typed or chosen on this screen would be lost.');
const SENDING = t(
  'A batch is running. It stops when the page is reloaded, and can be resumed on its screen afterwards.',
);

export function createLeaveGuard({ isSending, page, reloadPage }: LeaveGuardOptions): LeaveGuard {
  let hasTyped = false;
  let leaving = false;
  for (const event of ['input', 'change']) {
    page.addEventListener(
      event,
      ({ target }) => {
        if (target instanceof Element && target.closest('main')) hasTyped = true;
      },
      true,
    );
  }
  const isFilled = (): boolean =>
    [...page.querySelectorAll('main input, main textarea, main select')].some((field) =>
      field instanceof HTMLInputElement && ['checkbox', 'radio'].includes(field.type)
        ? field.checked
        : 'value' in field && field.value !== '',
    );
  const typed = (): string | null => (hasTyped && isFilled() ? TYPED : null);
  return {
    typed,
    isSending,
    reasonToStay: () => (isSending() ? SENDING : typed()),
    forgetInput: () => {
      hasTyped = false;
    },
    reload: () => {
      leaving = true;
      reloadPage();
    },
    isLeaving: () => leaving,
  };
}
