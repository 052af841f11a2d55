import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { calls, type OperatorAuditRow } from '@device-console/shared-lib/contract';
import { failureNotice, formatCount, useRead } from '@device-console/shared-lib/console';
import {
  type FoundPages,
  mostRows,
  type PagedSearch,
  type PageQuestion,
  usePages,
} from '@device-console/shared-lib/records';
import { Actions, Button, Card, Notice, Progress, Spinner } from '@device-console/shared-lib/ui';
import { type Definition, DefinitionList } from '@device-console/shared-lib/ui/chart';
import { DataTable } from '@device-console/shared-lib/ui/table';
import { Dialog } from '@device-console/shared-lib/ui/dialog';
import { auditColumns, whenText } from './audit-columns.tsx';
import { t } from '../t.ts';
import { actionText, callTitle, outcomeBadge, viaText } from './call-texts.ts';
import { type AuditQuery, bodyOf } from './audit-query.ts';

/** Text that is not a JSON object is shown as a whole. */
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

function AuditDetails({ row, onClose }: { readonly row: OperatorAuditRow; readonly onClose: () => void }): ReactNode {
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

function countText({ rows, next, total, moreThan }: FoundAudit): string {
  const loaded = formatCount(rows.length);
  if (next === '') return t('All {loaded} loaded', { loaded });
  if (total !== null) return t('{loaded} of {total} loaded', { loaded, total: formatCount(total) });
  return moreThan !== null && moreThan > rows.length
    ? t('{loaded} of more than {count} loaded', { loaded, count: formatCount(moreThan) })
    : t('{loaded} loaded, there are more', { loaded });
}

interface AuditResultProps {
  readonly found: FoundAudit;
  readonly audit: AuditSearch;
}

/** Export comes once all entries are loaded, so that a file is never partial. */
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
    <Card title={t('Newest first')} description={countText(found)}>
      <DataTable
        label={t('Operator Audit')}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        minHeight={400}
        isSortable={isComplete}
        exportName={isComplete && rows.length > 0 ? `operator-audit_${start}_${end}` : undefined}
        emptyText={
          isComplete
            ? `${t('No entries match this search.')}\n${t('Choose more days, or Actions and reads.')}`
            : t('Nothing found so far. There are older entries to search.')
        }
      />
      {!isComplete && <FurtherEntries found={found} audit={audit} />}
      {detailed && <AuditDetails row={detailed} onClose={() => setDetailed(null)} />}
    </Card>
  );
}

function FurtherEntries({ found, audit }: AuditResultProps): ReactNode {
  const { rows, total, moreThan, more } = found;
  const isFull = rows.length >= mostRows.list;
  const isTooMuch = isFull || (total ?? 0) > mostRows.list || (moreThan ?? 0) >= mostRows.list;
  if (more.status === 'loading' && more.isAll)
    return (
      <>
        {total === null ? (
          <Spinner label={`${t('Loading all entries')}: ${t('{count} loaded', { count: formatCount(rows.length) })}`} />
        ) : (
          <Progress
            label={t('Loading all entries')}
            value={rows.length}
            max={total}
            text={t('{loaded} of {total} loaded', { loaded: formatCount(rows.length), total: formatCount(total) })}
          />
        )}
        <Actions>
          <Button onPress={audit.stop}>{t('Cancel')}</Button>
        </Actions>
      </>
    );
  return (
    <>
      {more.status === 'failed' && (
        <Notice tone="danger" title={t('The next entries could not be loaded')} {...failureNotice(more.error)} />
      )}
      {isTooMuch && (
        <Notice tone="info" announce="off">
          {t(
            'At most {limit} entries are loaded at once. Choose fewer days or another filter to see and export the ' +
              'rest.',
            { limit: formatCount(mostRows.list) },
          )}
        </Notice>
      )}
      {!isFull && (
        <Actions>
          <Button isPending={more.status === 'loading'} onPress={() => audit.more(found)}>
            {t('Load more')}
          </Button>
          {!isTooMuch && (
            <Button isDisabled={more.status === 'loading'} onPress={() => audit.all(found)}>
              {t('Load all for export')}
            </Button>
          )}
        </Actions>
      )}
    </>
  );
}

type FoundAudit = FoundPages<AuditQuery, OperatorAuditRow>;
type AuditSearch = PagedSearch<AuditQuery, OperatorAuditRow>;

/** Searches the operator audit in pages (D2a). */
export function useAudit(): AuditSearch {
  const read = useRead();
  return usePages(
    useCallback(
      (query: AuditQuery, page: PageQuestion, signal: AbortSignal) =>
        read(calls.operatorAudit, { ...bodyOf(query), ...page }, { signal }),
      [read],
    ),
  );
}
