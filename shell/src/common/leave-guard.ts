import { t } from '../t.ts';

export interface LeaveGuard {
  /** What would be lost on this screen, as a sentence; null if nothing. */
  readonly typed: () => string | null;
  /** True while a batch of this page sends. */
  readonly isSending: () => boolean;
  /** What would be lost on the whole page: a batch that sends, else {@link typed}. */
  readonly reasonToStay: () => string | null;
  /** Called when the operator has gone to another screen: forgets what was typed before. */
  readonly forgetInput: () => void;
  /** Reloads the page; call it after asking the operator. */
  readonly reload: () => void;
  /** True once the operator has been asked, so that the browser need not ask again. */
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
