import type { ReactNode } from 'react';
import type { OperatorAuditRow } from '@device-console/shared-lib/contract';
import { Button, DefinitionList, type Definition } from '@device-console/shared-lib/ui';
import { Dialog } from '@device-console/shared-lib/ui/dialog';
import { auditMessages, messages } from '../messages.ts';
import { whenText } from './audit-columns.tsx';
import { actionText, callTitle, outcomeBadge, viaText } from './call-texts.ts';

/** The further fields of an entry, one by one; text that is no JSON object as a whole. */
function detailFields(detail: string): readonly Definition[] {
  if (detail === '') return [];
  const fields = readFields(detail);
  if (!fields) return [{ term: auditMessages.details, value: detail }];
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
    { term: auditMessages.when, value: whenText(row.at) },
    { term: auditMessages.user, value: row.user },
    { term: auditMessages.via, value: viaText(row.via) },
    { term: auditMessages.from, value: row.address },
    { term: auditMessages.path, value: row.call },
    { term: auditMessages.action, value: actionText(row) },
    { term: auditMessages.imei, value: row.imei },
    { term: auditMessages.outcome, value: outcomeBadge(row.outcome).title },
    { term: auditMessages.message, value: row.message },
    { term: auditMessages.transactionId, value: row.transactionId },
    ...detailFields(row.detail),
  ];
  const shown = fields.map(({ term, value }) => ({ term, value: value === '' ? auditMessages.none : value }));
  return (
    <Dialog
      title={callTitle(row)}
      isOpen
      isDismissable
      size="wide"
      onClose={onClose}
      actions={
        <Button variant="primary" autoFocus onPress={onClose}>
          {messages.close}
        </Button>
      }
    >
      <DefinitionList items={shown} />
    </Dialog>
  );
}
