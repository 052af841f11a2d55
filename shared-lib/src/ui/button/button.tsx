import { type ReactNode, type Ref, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button';
import { classes, given, type Loose } from '../props.ts';
import { Icon, type IconName } from '../icons/icons.tsx';
import { HiddenText } from '../layout/layout.tsx';
import styles from './button.module.css';
import { t } from '../../i18n/own.ts';

/** The UI kit delays a page's first announcement by 100 ms. */
const HELD_BACK_MS = 150;

/**
 * Ends a button's announcements on unmount. The UI kit announces that a focused button is pending, and when it no
 * longer is, by an image that takes the button's name for some seconds; without the button, the image would have no
 * name.
 */
function useEndOfAnnouncements(id: string, isPending = false): void {
  const wasPending = useRef(false);
  useEffect(() => {
    wasPending.current ||= isPending;
  }, [isPending]);
  useLayoutEffect(
    () => () => {
      if (!wasPending.current) return;
      removeAnnouncements(id);
      setTimeout(() => removeAnnouncements(id), HELD_BACK_MS);
    },
    [id],
  );
}

function removeAnnouncements(buttonId: string): void {
  for (const image of document.querySelectorAll('[data-live-announcer] [role="img"]'))
    if (image.getAttribute('aria-labelledby')?.split(' ').includes(buttonId)) image.remove();
}

/** `primary`: the one main action; `danger`: cannot be undone; `quiet`: in bars and rows. */
export type ButtonVariant = 'primary' | 'secondary' | 'danger' | 'quiet';

/** `small` fits into table rows and bars. */
export type ButtonSize = 'regular' | 'small';

interface ButtonStyle {
  readonly variant?: ButtonVariant | undefined;
  readonly size?: ButtonSize | undefined;
}

type Described =
  | 'aria-label'
  | 'aria-describedby'
  | 'aria-expanded'
  | 'aria-controls'
  | 'aria-haspopup'
  | 'aria-pressed';
type Used = 'id' | 'type' | 'form' | 'isDisabled' | 'isPending' | 'autoFocus' | 'onPress';
type Passed = Pick<AriaButtonProps, Used | Described>;

export interface ButtonProps extends Loose<Passed>, ButtonStyle {
  readonly children?: ReactNode;
  readonly icon?: IconName | undefined;
  /** Announced with the button's name while pending. Default: 'Please wait'. */
  readonly pendingLabel?: string | undefined;
  readonly ref?: Ref<HTMLButtonElement> | undefined;
}

/** The class of a link or other element that looks like a {@link Button}. */
export function buttonClass({ variant = 'secondary', size = 'regular' }: ButtonStyle = {}): string {
  return classes(styles['button'], styles[variant], size === 'small' && styles['small']);
}

/**
 * A push button; default `secondary`. While `isPending` it keeps focus and size, shows a spinner and accepts no press
 * or submit, so that nothing is sent twice.
 */
export function Button(props: ButtonProps) {
  const ownId = useId();
  const { children, variant, size, icon, pendingLabel = t('Please wait'), ref, id = ownId, ...passed } = props;
  useEndOfAnnouncements(id, passed.isPending);
  return (
    <AriaButton {...given<Passed>(passed)} id={id} ref={ref ?? null} className={buttonClass({ variant, size })}>
      {icon && <Icon name={icon} />}
      {typeof children === 'string' ? <span>{children}</span> : children}
      {passed.isPending && <span className={styles['spinner']} aria-hidden="true" />}
      {passed.isPending && <HiddenText>{` ${pendingLabel}`}</HiddenText>}
    </AriaButton>
  );
}
