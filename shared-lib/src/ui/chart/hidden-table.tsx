import styles from '../layout/layout.module.css';

interface HiddenTableProps {
  readonly caption: string;
  /** The first column names the row. */
  readonly headers: readonly [string, ...string[]];
  readonly rows: readonly (readonly [string, ...string[]])[];
}

export function HiddenTable({ caption, headers, rows }: HiddenTableProps) {
  return (
    <div className={styles['hidden']}>
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {headers.map((header) => (
              <th key={header} scope="col">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...values]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {values.map((value, index) => (
                <td key={headers[index + 1]}>{value}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
