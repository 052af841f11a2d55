import styles from './spinner.module.css';

export interface SpinnerProps {
  /** Beside the spinner, word for word. */
  readonly label: string;
  /** `page`: large and centred, instead of a loading screen. */
  readonly placement?: 'inline' | 'page' | undefined;
  /** Does not turn: sixty frames a second would slow down what is waited for. */
  readonly isStill?: boolean | undefined;
}

/** A wait of unknown length. */
export function Spinner({ label, placement = 'inline', isStill = false }: SpinnerProps) {
  return (
    <div className={styles[placement]} role="status">
      <span className={styles['spinner']} data-still={isStill} aria-hidden="true" />
      <span className={styles['label']}>{label}</span>
    </div>
  );
}
