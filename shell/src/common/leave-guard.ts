import { t } from '../t.ts';

interface LeaveGuardOptions {
  readonly isSending: () => boolean;
  readonly page: Pick<Document, 'addEventListener' | 'querySelectorAll'>;
  readonly reloadPage: () => void;
}

export type LeaveGuard = ReturnType<typeof createLeaveGuard>;

const TYPED = t('What you have typed or chosen on this screen would be lost.');
const SENDING = t(
  'A batch is running. It stops when the page is reloaded, and can be resumed on its screen afterwards.',
);

export function createLeaveGuard({ isSending, page, reloadPage }: LeaveGuardOptions) {
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
  /** Input that leaving this screen would lose, as a sentence; null if none. */
  const typed = (): string | null => (hasTyped && isFilled() ? TYPED : null);
  return {
    typed,
    isSending,
    /** What leaving the page would lose: a batch that sends, else {@link typed}. */
    reasonToStay: () => (isSending() ? SENDING : typed()),
    /** Called after a change of screens. */
    forgetInput: () => {
      hasTyped = false;
    },
    /** Call it after asking the operator. */
    reload: () => {
      leaving = true;
      reloadPage();
    },
    /** The operator was asked: the browser need not ask again. */
    isLeaving: () => leaving,
  };
}
