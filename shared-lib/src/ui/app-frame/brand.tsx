import styles from './brand.module.css';

/** The mark and the name of the product. */
export function Brand({ children }: { readonly children: string }) {
  return (
    <span className={styles['brand']}>
      <span className={styles['mark']} aria-hidden="true" />
      <span className={styles['name']}>{children}</span>
    </span>
  );
}
