import { demoImei } from './demo-imei.ts';

const ROWS = 10;
const names = [
  'Asha Rao',
  'Ravi Kumar',
  'Meena Iyer',
  'John Mathew',
  'Fatima Khan',
  'Arjun Singh',
  'Lakshmi Nair',
  'Imran Ali',
  'Priya Das',
  'Vikram Shah',
];

/**
 * Templates whose dates fit on every day that the file is downloaded: far or past ones (T2). The date of Due is
 * today's, which no file can hold.
 */
const templates = [
  { name: 'Pre', month: '12/2035' },
  { name: 'Post', month: '10/2026' },
] as const;

function csv(header: string, row: (index: number) => string): string {
  return `${[header, ...Array.from({ length: ROWS }, (_, index) => row(index))].join('\r\n')}\r\n`;
}

/** The two sample files of the dashboard (H2), with IMEIs that the demo data has. */
export function demoSampleCsv(): { readonly imei: string; readonly notification: string } {
  return {
    imei: csv('sno,imei1', (index) => `${index + 1},${demoImei(index)}`),
    notification: csv('sno,name,imei1,amount,date,template', (index) => {
      const { name, month } = templates[index % templates.length] ?? templates[0];
      const date = `${String(5 + index).padStart(2, '0')}/${month}`;
      return [index + 1, names[index], demoImei(index), `${1250 + index * 75}.00`, date, name].join(',');
    }),
  };
}
