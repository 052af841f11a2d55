import { CopyButton } from '../imei/imei.tsx';
import styles from './short-text.module.css';

/** Characters at the end that always stay. */
const TAIL = 6;

export interface ShortTextProps {
  readonly children: string;
  /** Adds a copy button with this name, such as `Transaction ID 6e3ad3c4`. */
  readonly copiedAs?: string | undefined;
}

/**
 * A long name or id, shortened in the middle if it does not fit, because its end distinguishes it. Copied, read aloud,
 * found and shown in its tooltip in full.
 */
export function ShortText({ children: text, copiedAs }: ShortTextProps) {
  const cut = Math.max(text.length - TAIL, 0);
  const short = (
    <span className={styles['short']} title={text}>
      <span className={styles['whole']}>{text}</span>
      <span className={styles['head']} data-text={text.slice(0, cut)} aria-hidden="true" />
      <span className={styles['tail']} data-text={text.slice(cut)} aria-hidden="true" />
    </span>
  );
  if (copiedAs === undefined) return short;
  return (
    <span className={styles['copyable']}>
      {short}
      <CopyButton key={text} text={text} what={copiedAs} />
    </span>
  );
}
