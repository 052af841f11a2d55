import type { Column } from '@device-console/shared-lib/ui/table';
import type { NotificationMessage } from './notification-batch.ts';
import type { AmountFormat } from './templates.ts';
import { t } from '../t.ts';

/** The columns of what a device is told: name, amount, date, template, header, text (T6). */
export function messageColumns(amount: AmountFormat): readonly Column<NotificationMessage>[] {
  return [
    { id: 'name', header: t('Name'), cell: (row) => row.name, width: 180, lines: 2 },
    { id: 'amount', header: t('EMI amount'), cell: (row) => amount(row.amount), align: 'end', width: 130 },
    { id: 'date', header: t('Date'), cell: (row) => row.date, width: 120 },
    { id: 'template', header: t('Template'), cell: (row) => row.template, width: 100 },
    { id: 'header', header: t('Header'), cell: (row) => row.header, width: 250, lines: 2 },
    { id: 'text', header: t('Text'), cell: (row) => row.text, width: 560, lines: 4 },
  ];
}
