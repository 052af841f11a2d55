import styles from './icons.module.css';

/** Each is one path. */
const shapes = {
  info: 'M8 7.25v3.5M8 5h.01M14.25 8a6.25 6.25 0 1 1-12.5 0 6.25 6.25 0 0 1 12.5 0Z',
  success: 'm5.25 8.25 1.9 1.9 3.6-4.05M14.25 8a6.25 6.25 0 1 1-12.5 0 6.25 6.25 0 0 1 12.5 0Z',
  warning:
    'M8 6.25v3M8 11.4h.01M7.06 2.54 1.6 11.9a1.1 1.1 0 0 0 .95 1.65h10.9a1.1 1.1 0 0 0 .95-1.65L8.94 ' +
    '2.54a1.09 1.09 0 0 0-1.88 0Z',
  danger: 'M8 4.75v3.75M8 11h.01M5.4 1.75h5.2l3.65 3.65v5.2l-3.65 3.65H5.4L1.75 10.6V5.4L5.4 1.75Z',
  menu: 'M2 4.25h12M2 8h12M2 11.75h12',
  close: 'm3.75 3.75 8.5 8.5M12.25 3.75l-8.5 8.5',
  file:
    'M9 1.75H4.25a1 1 0 0 0-1 1v10.5a1 1 0 0 0 1 1h7.5a1 1 0 0 0 1-1V5.5L9 1.75Z M9 1.75V5.5h3.75M5.75 ' +
    '8.5h4.5M5.75 11h4.5',
  upload: 'M8 10.25v-7.5M4.9 5.6 8 2.5l3.1 3.1M2.25 10.5v2a1.25 1.25 0 0 0 1.25 1.25h9a1.25 1.25 0 0 0 1.25-1.25v-2',
  eye: 'M1.5 8S3.75 3.5 8 3.5 14.5 8 14.5 8 12.25 12.5 8 12.5 1.5 8 1.5 8Z M10 8a2 2 0 1 1-4 0 2 2 0 0 1 4 0Z',
  eyeOff:
    'm2 2 12 12M6.4 3.7A6 6 0 0 1 8 3.5c4.25 0 6.5 4.5 6.5 4.5a11 11 0 0 1-1.7 2.3M4.2 4.7A11 11 0 0 0 1.5 ' +
    '8S3.75 12.5 8 12.5a6 6 0 0 0 3.3-1',
  copy: 'M6 5.75h6.25v7.5H6v-7.5Z M3.75 10.25V2.75H10',
  check: 'm3 8.5 3.25 3.25L13 4.75',
  chevron: 'm4 6.25 4 4 4-4',
  more:
    'M3.5 8a.5.5 0 1 1-1 0 .5.5 0 0 1 1 0Z M8.5 8a.5.5 0 1 1-1 0 .5.5 0 0 1 1 0Z M13.5 8a.5.5 0 1 1-1 0 .5.5 0 0 ' +
    '1 1 0Z',
  sortAscending: 'M8 12.75v-9.5M4.5 6.5 8 3l3.5 3.5',
  sortDescending: 'M8 3.25v9.5M4.5 9.5 8 13l3.5-3.5',
  sortable: 'm5 6 3-3 3 3M5 10l3 3 3-3',
  empty:
    'M2 9.25h3.5l1 1.75h3l1-1.75H14M2 9.25 3.9 3.4a.9.9 0 0 1 .86-.65h6.48a.9.9 0 0 1 .86.65L14 9.25v3a1 1 0 ' +
    '0 1-1 1H3a1 1 0 0 1-1-1v-3Z',
  notFound: 'm10.25 10.25 3.5 3.5M11.75 7a4.75 4.75 0 1 1-9.5 0 4.75 4.75 0 0 1 9.5 0Z M5.5 5.5l3 3M8.5 5.5l-3 3',
  notPermitted:
    'M5 7V4.75a3 3 0 0 1 6 0V7M8 9.75v1.5M4.25 7h7.5a1 1 0 0 1 1 1v5.25a1 1 0 0 1-1 1h-7.5a1 1 0 0 1-1-1V8a1 ' +
    '1 0 0 1 1-1Z',
} as const;

/** The name of an {@link Icon}. */
export type IconName = keyof typeof shapes;

/** A line icon of one em in the colour of its text. Decoration only: always put a text beside it. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg className={styles['icon']} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d={shapes[name]} />
    </svg>
  );
}
