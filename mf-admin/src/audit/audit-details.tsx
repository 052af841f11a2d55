import type { ReactNode } from 'react';
import type { OperatorAuditRow } from '@device-console/shared-lib/contract';
import { Button, DefinitionList, type Definition } from '@device-console/shared-lib/ui';
import { Dialog } from '@device-console/shared-lib/ui/dialog';
import { whenText } from './audit-columns.tsx';
import { actionText, callTitle, outcomeBadge, viaText } from './call-texts.ts';
import { t } from '../t.ts';

/** The further fields of an entry, one by one; text that is no JSON object as a whole. */
function detailFields(detail: string): readonly Definition[] {
  if (detail === '') return [];
  const fields = readFields(detail);
  if (!fields) return [{ term: t('Details'), value: detail }];
  return Object.entries(fields).map(([term, value]) => ({
    term,
    value: typeof value === 'string' ? value : JSON.stringify(value),
  }));
}

function readFields(detail: string): object | null {
  try {
    const value: unknown = JSON.parse(detail);
    return typeof value === 'object' && value !== null ? value : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Everything that the audit keeps of one entry. */
export function AuditDetails({
  row,
  onClose,
}: {
  readonly row: OperatorAuditRow;
  readonly onClose: () => void;
}): ReactNode {
  const fields: readonly Definition[] = [
    { term: t('When'), value: whenText(row.at) },
    { term: t('User'), value: row.user },
    { term: t('Via'), value: viaText(row.via) },
    { term: t('From'), value: row.address },
    { term: t('API path'), value: row.call },
    { term: t('Action'), value: actionText(row) },
    { term: t('IMEI'), value: row.imei },
    { term: t('Outcome'), value: outcomeBadge(row.outcome).title },
    { term: t('Message'), value: row.message },
    { term: t('Transaction ID'), value: row.transactionId },
    ...detailFields(row.detail),
  ];
  const shown = fields.map(({ term, value }) => ({ term, value: value === '' ? '–' : value }));
  return (
    <Dialog
      title={callTitle(row)}
      isOpen
      isDismissable
      size="wide"
      onClose={onClose}
      actions={
        <Button variant="primary" autoFocus onPress={onClose}>
          {t('Close')}
        </Button>
      }
    >
      <DefinitionList items={shown} />
    </Dialog>
  );
}
