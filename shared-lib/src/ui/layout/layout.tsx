import { type FormEvent, type ReactNode, useId } from 'react';
import { Form as AriaForm } from 'react-aria-components/Form';
import { classes, given } from '../props.ts';
import styles from './layout.module.css';

interface LayoutProps {
  readonly children: ReactNode;
}

/** Parts below one another, spaced like a page's parts. */
export function Stack({ children, gap = 'regular' }: LayoutProps & { readonly gap?: 'regular' | 'small' | undefined }) {
  return <div className={classes(styles['stack'], gap === 'small' && styles['smallGap'])}>{children}</div>;
}

/** A titled part of a card; a region named by its title. */
export function Section({ title, children }: LayoutProps & { readonly title: ReactNode }) {
  const id = useId();
  return (
    <section className={classes(styles['stack'], styles['smallGap'])} aria-labelledby={id}>
      <h3 id={id} className={styles['sectionTitle']}>
        {title}
      </h3>
      {children}
    </section>
  );
}

/** Cards side by side if there is room; `tiles` for the small ones of the dashboard. */
export function Columns(props: LayoutProps & { readonly of?: 'cards' | 'tiles' | 'fields' | undefined }) {
  const { children, of = 'cards' } = props;
  return <div className={classes(styles['columns'], styles[of])}>{children}</div>;
}

/** Buttons in a row, the main one first. `staysInView`: at the window's lower edge while the card goes on below. */
export function Actions(props: LayoutProps & { readonly staysInView?: boolean | undefined }) {
  const { children, staysInView = false } = props;
  return <div className={classes(styles['actions'], staysInView && styles['inView'])}>{children}</div>;
}

/** An IMEI or other number to compare and copy: digits of equal width, never broken or grouped. */
export function Digits({ children }: LayoutProps) {
  return <span className={styles['digits']}>{children}</span>;
}

/** Text for screen readers only; not copied with the text around it. */
export function HiddenText({ children }: LayoutProps) {
  return <span className={styles['hidden']}>{children}</span>;
}

export interface FormProps {
  readonly children: ReactNode;
  /** For a submit button outside the form, such as one of a dialog's actions. */
  readonly id?: string | undefined;
  /** Called if every field's own check passes; the page is never reloaded. */
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  /** As wide as its card, such as a toolbar. Default: as wide as lines that are read well. */
  readonly isWide?: boolean | undefined;
  readonly 'aria-label'?: string | undefined;
  readonly 'aria-labelledby'?: string | undefined;
}

/**
 * A form: fields below one another, then its actions. An invalid field gets the focus and says why. While one of its
 * buttons is pending, nothing submits the form again, not even Enter.
 */
export function Form({ children, onSubmit, isWide = false, ...names }: FormProps) {
  return (
    <AriaForm
      {...given<{ id?: string; 'aria-label'?: string; 'aria-labelledby'?: string }>(names)}
      className={classes(styles['form'], isWide && styles['wide'])}
      onSubmit={(event) => {
        event.preventDefault();
        if (event.currentTarget.querySelector('[data-pending]') === null) onSubmit(event);
      }}
    >
      {children}
    </AriaForm>
  );
}
