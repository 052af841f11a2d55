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
const templates = ['Pre', 'Due', 'Post'];

function csv(header: string, row: (index: number) => string): string {
  return `${[header, ...Array.from({ length: ROWS }, (_, index) => row(index))].join('\r\n')}\r\n`;
}

/** The two sample files of the dashboard (H2), with IMEIs that the demo data has. */
export function demoSampleCsv(): { readonly imei: string; readonly notification: string } {
  return {
    imei: csv('sno,imei1', (index) => `${index + 1},${demoImei(index)}`),
    notification: csv('sno,name,imei1,amount,date,template', (index) =>
      [
        index + 1,
        names[index],
        demoImei(index),
        `${1250 + index * 75}.00`,
        `${String(5 + index).padStart(2, '0')}/12/2026`,
        templates[index % 3],
      ].join(','),
    ),
  };
}
