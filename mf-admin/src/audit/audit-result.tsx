import { useMemo, useState, type ReactNode } from 'react';
import type { OperatorAuditRow } from '@device-console/shared-lib/contract';
import { failureNotice, formatCount } from '@device-console/shared-lib/console';
import { Actions, Button, Card, Notice, Progress, Spinner } from '@device-console/shared-lib/ui';
import { DataTable } from '@device-console/shared-lib/ui/table';
import { auditMessages, messages } from '../messages.ts';
import { auditColumns } from './audit-columns.tsx';
import { AuditDetails } from './audit-details.tsx';
import { MAX_ROWS, type AuditSearch, type FoundAudit } from './use-audit.ts';

function countText({ rows, next, total }: FoundAudit): string {
  if (next === '') return auditMessages.countAll(formatCount(rows.length));
  return total === null
    ? auditMessages.countSoFar(formatCount(rows.length))
    : auditMessages.count(formatCount(rows.length), formatCount(total));
}

interface AuditResultProps {
  readonly found: FoundAudit;
  readonly audit: AuditSearch;
}

/**
 * The entries, the way to further ones, and the export, which is there once all are: a file never holds a part for the
 * whole.
 */
export function AuditResult({ found, audit }: AuditResultProps): ReactNode {
  const [detailed, setDetailed] = useState<OperatorAuditRow | null>(null);
  const columns = useMemo(() => auditColumns(setDetailed), []);
  const {
    rows,
    next,
    query: { start, end },
  } = found;
  const isComplete = next === '';
  return (
    <Card title={auditMessages.list} description={countText(found)}>
      <DataTable
        label={auditMessages.title}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        minHeight={400}
        isSortable={isComplete}
        exportName={isComplete && rows.length > 0 ? `operator-audit_${start}_${end}` : undefined}
        emptyText={isComplete ? `${auditMessages.empty}\n${auditMessages.emptyHelp}` : auditMessages.nothingYet}
      />
      {!isComplete && <FurtherEntries found={found} audit={audit} />}
      {detailed && <AuditDetails row={detailed} onClose={() => setDetailed(null)} />}
    </Card>
  );
}

function FurtherEntries({ found, audit }: AuditResultProps): ReactNode {
  const { rows, total, more } = found;
  const isFull = rows.length >= MAX_ROWS;
  const isTooMuch = isFull || (total !== null && total > MAX_ROWS);
  if (more.status === 'loading' && more.isAll) return <LoadingAll found={found} onStop={audit.stop} />;
  return (
    <>
      {more.status === 'failed' && (
        <Notice tone="danger" title={auditMessages.moreFailed} {...failureNotice(more.error)} />
      )}
      {isTooMuch && (
        <Notice tone="info" announce="off">
          {auditMessages.tooMany(formatCount(MAX_ROWS))}
        </Notice>
      )}
      {!isFull && (
        <Actions>
          <Button isPending={more.status === 'loading'} onPress={() => audit.more(found)}>
            {auditMessages.more}
          </Button>
          {!isTooMuch && (
            <Button isDisabled={more.status === 'loading'} onPress={() => audit.all(found)}>
              {auditMessages.all}
            </Button>
          )}
        </Actions>
      )}
    </>
  );
}

function LoadingAll({
  found: { rows, total },
  onStop,
}: {
  readonly found: FoundAudit;
  readonly onStop: () => void;
}): ReactNode {
  const loaded = auditMessages.loaded(formatCount(rows.length));
  return (
    <>
      {total === null ? (
        <Spinner label={`${auditMessages.loadingAll}: ${loaded}`} />
      ) : (
        <Progress
          label={auditMessages.loadingAll}
          value={rows.length}
          max={total}
          text={auditMessages.count(formatCount(rows.length), formatCount(total))}
        />
      )}
      <Actions>
        <Button onPress={onStop}>{messages.cancel}</Button>
      </Actions>
    </>
  );
}
