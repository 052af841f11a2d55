import type { ReactNode, Ref } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button';
import { classes } from '../classes.ts';
import { Icon, type IconName } from '../icons/icons.tsx';
import { given, type Loose } from '../loose.ts';
import styles from './button.module.css';
import { useAnnouncedButton } from './use-announced-button.ts';
import { t } from '../../i18n/own.ts';

/** `primary`: the one main action; `danger`: cannot be undone; `quiet`: in bars and rows. */
export type ButtonVariant = 'primary' | 'secondary' | 'danger' | 'quiet';

/** `small` fits into table rows and bars. */
export type ButtonSize = 'regular' | 'small';

interface ButtonLook {
  readonly variant?: ButtonVariant | undefined;
  readonly size?: ButtonSize | undefined;
}

type Passed = Pick<
  AriaButtonProps,
  | 'id'
  | 'type'
  | 'name'
  | 'value'
  | 'form'
  | 'isDisabled'
  | 'isPending'
  | 'autoFocus'
  | 'onPress'
  | 'slot'
  | 'onHoverStart'
  | 'onFocus'
  | 'aria-label'
  | 'aria-labelledby'
  | 'aria-describedby'
  | 'aria-expanded'
  | 'aria-controls'
  | 'aria-haspopup'
  | 'aria-pressed'
>;

/** Props of {@link Button}. */
export interface ButtonProps extends Loose<Passed>, ButtonLook {
  readonly children?: ReactNode;
  readonly icon?: IconName | undefined;
  /** Told with the button's name while it is pending; 'Please wait' unless given. */
  readonly pendingLabel?: string | undefined;
  readonly ref?: Ref<HTMLButtonElement> | undefined;
}

/** The class of a link or other element that shall look like a {@link Button}. */
export function buttonClass({ variant = 'secondary', size = 'regular' }: ButtonLook = {}): string {
  return classes(styles['button'], styles[variant], size === 'small' && styles['small']);
}

/**
 * A push button; `secondary` unless told otherwise. While `isPending` it keeps its focus, shows a spinner and takes no
 * press and no submit, so that nothing is sent twice. Its size stays, so nothing around it moves.
 */
export function Button({
  children,
  variant,
  size,
  icon,
  pendingLabel = t('Please wait'),
  ref,
  ...passed
}: ButtonProps) {
  return (
    <AriaButton {...given<Passed>(passed)} ref={useAnnouncedButton(ref)} className={buttonClass({ variant, size })}>
      {icon && <Icon name={icon} />}
      {children}
      {passed.isPending && <span className={styles['spinner']} aria-hidden="true" />}
      {passed.isPending && <span className={styles['hidden']}> {pendingLabel}</span>}
    </AriaButton>
  );
}
