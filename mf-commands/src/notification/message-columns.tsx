import type { Column } from '@device-console/shared-lib/ui/table';
import { notificationMessages as texts } from '../notification-messages.ts';
import type { NotificationMessage } from './notification-batch.ts';
import type { AmountFormat } from './templates.ts';

/** The columns of what a device is told: name, amount, date, template, header, text (T6). */
export function messageColumns(amount: AmountFormat): readonly Column<NotificationMessage>[] {
  return [
    { id: 'name', header: texts.name, cell: (row) => row.name, width: 180 },
    { id: 'amount', header: texts.amount, cell: (row) => amount(row.amount), align: 'end', width: 130 },
    { id: 'date', header: texts.date, cell: (row) => row.date, width: 120 },
    { id: 'template', header: texts.template, cell: (row) => row.template, width: 100 },
    { id: 'header', header: texts.header, cell: (row) => row.header, width: 300 },
    { id: 'text', header: texts.text, cell: (row) => row.text, width: 560 },
  ];
}
