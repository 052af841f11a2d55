import { type ReactNode, useCallback, useLayoutEffect, useMemo, useState } from 'react';
import { EVALUATING } from '@device-console/shared-lib/batch';
import {
  failureNotice,
  formatCount,
  useConsole,
  useQuery,
  useRead,
  type Read,
} from '@device-console/shared-lib/console';
import { type ImeiFile, imeiText, leaveOutDevices } from '@device-console/shared-lib/csv';
import { Actions, Button, Notice, Progress, Spinner } from '@device-console/shared-lib/ui';
import { Checkbox, CheckboxGroup } from '@device-console/shared-lib/ui/fields';
import { BATCH_PAGE_ROWS, calls, commandByAction } from '@device-console/shared-lib/contract';
import { t } from '../t.ts';
import styles from './preflight.module.css';

/** What a device is left out for, the most important first (D5b). */
const leaveOutTexts = {
  unknown: (count: string) => t('Leave out {count} that are not registered', { count }),
  several: (count: string) =>
    t('Leave out {count} whose IMEI belongs to several devices and takes no commands', { count }),
  repeated: (count: string) => t('Leave out {count} that repeat a phone of this list by its other IMEI', { count }),
  released: (count: string) => t('Leave out {count} that are released and take no commands', { count }),
  'de-enrolled': (count: string) => t('Leave out {count} that are de-enrolled and take no commands', { count }),
  'other-batch': (count: string) => t('Leave out {count} that are in another unfinished batch', { count }),
  same: (count: string) => t('Leave out {count} whose last command was this one', { count }),
  recent: (count: string) => t('Leave out {count} that got some command within the last hour', { count }),
} as const;

/** The devices of each finding that has any. */
type FoundDevices = ReadonlyMap<string, ReadonlySet<number>>;

interface LookOptions {
  readonly action: string;
  readonly signal: AbortSignal;
  readonly onProgress: (rows: number) => void;
}

/** Of second IMEIs, each with the first: which of the two is the later row, where the list holds both (D13). */
function repeatedIn(rows: Float64Array, firsts: ReadonlyMap<number, number>): ReadonlySet<number> {
  const positions = new Map(firsts.size === 0 ? [] : Array.from(rows, (imei, index) => [imei, index]));
  const later = [...firsts].flatMap(([second, first]) => {
    const at = positions.get(second);
    const firstAt = positions.get(first);
    return at === undefined || firstAt === undefined ? [] : [at > firstAt ? second : first];
  });
  return new Set(later);
}

/** Asks the server about every device, in pages, in turn. Changes nothing (D5b). */
async function lookAtList(
  read: Read,
  rows: Float64Array,
  { action, signal, onProgress }: LookOptions,
): Promise<FoundDevices> {
  const found = new Map<string, Set<number>>(Object.keys(leaveOutTexts).map((finding) => [finding, new Set()]));
  const firsts = new Map<number, number>();
  for (let start = 0; start < rows.length; start += BATCH_PAGE_ROWS) {
    onProgress(start);
    const imeilist = Array.from(rows.subarray(start, start + BATCH_PAGE_ROWS), imeiText).join(',');
    const { items } = await read(calls.batchCheck, { action, imeilist }, { signal });
    for (const { imei, finding, detail } of items) {
      found.get(finding)?.add(Number(imei));
      if (finding === 'second-imei') firsts.set(Number(imei), Number(detail));
    }
  }
  // A further message to a phone is not a repetition (D13a).
  const isMessage = commandByAction(action)?.command.form === 'notification';
  const repeated = isMessage ? new Set<number>() : repeatedIn(rows, firsts);
  return new Map([...found, ['repeated', repeated] as const].filter(([, devices]) => devices.size > 0));
}

const NOTHING: ReadonlySet<string> = new Set();

/**
 * Has the server check a file's devices before the batch starts (D5b); a change of file or action checks anew. `action`
 * is undefined until chosen. `used`: the file without what the operator leaves out. The state is idle if the back end
 * has no check, or the operator skipped it.
 */
export function usePreflight(action: string | undefined, file: ImeiFile) {
  const { api } = useConsole();
  const read = useRead();
  const { rows } = file;
  const [checkedRows, setCheckedRows] = useState(0);
  const [choice, setChoice] = useState({ action, leftOut: NOTHING });
  const { state, ask, reset } = useQuery(
    useCallback(
      (wanted: string, signal: AbortSignal) =>
        lookAtList(read, rows, { action: wanted, signal, onProgress: setCheckedRows }),
      [read, rows],
    ),
  );
  const check = useCallback(() => {
    reset();
    if (action !== undefined && api.offers(calls.batchCheck)) ask(action);
  }, [api, action, ask, reset]);
  // Before the first paint: the batch cannot be started beside a check that is about to begin.
  useLayoutEffect(check, [check]);
  const leftOut = choice.action === action ? choice.leftOut : NOTHING;
  const found = state.last;
  const used = useMemo(() => {
    if (found === null || leftOut.size === 0) return file;
    const devices = [...leftOut].flatMap((finding) => [...(found.get(finding) ?? [])]);
    return leaveOutDevices(file, new Set(devices));
  }, [found, leftOut, file]);
  const leaveOut = (finding: string, isLeft: boolean): void => {
    const next = new Set(leftOut);
    if (isLeft) next.add(finding);
    else next.delete(finding);
    setChoice({ action, leftOut: next });
  };
  return { state, checkedRows, used, leftOut, leaveOut, skip: reset, check };
}

type Preflight = ReturnType<typeof usePreflight>;

/** The check is over, and there is something to send. */
export const mayStart = ({ state, used }: Preflight): boolean => state.status !== 'loading' && used.rows.length > 0;

interface PreflightReportProps {
  readonly file: ImeiFile;
  readonly preflight: Preflight;
}

/** What the server knows of a batch's devices, and which are left out (D5b). */
export function PreflightReport(props: PreflightReportProps): ReactNode {
  return (
    <div className={styles['report']}>
      <Findings {...props} />
    </div>
  );
}

function Findings({ file, preflight }: PreflightReportProps): ReactNode {
  const { state, checkedRows, leftOut, leaveOut, skip, check, used } = preflight;
  switch (state.status) {
    case 'idle':
      return null;
    case 'loading':
      return (
        <>
          <Spinner label={EVALUATING} />
          <Progress label={t('Checking the devices; nothing is sent yet')} value={checkedRows} max={file.rows.length} />
          <Actions>
            <Button onPress={skip}>{t('Skip the check')}</Button>
          </Actions>
        </>
      );
    case 'failed':
      return (
        <Notice
          tone="warning"
          title={t('The devices could not be checked')}
          details={failureNotice(state.error).children}
          actions={
            <Button size="small" onPress={check}>
              {t('Check again')}
            </Button>
          }
        >
          {t('Nothing was sent. You can start the batch anyway; what is unknown is found out while it runs.')}
        </Notice>
      );
    case 'ready':
      if (state.last.size === 0)
        return (
          <Notice tone="success">
            {t(
              '{count, plural, one {The device accepts} other {All {count} devices accept}} commands, and ' +
                'there is no objection to this one.',
              { count: formatCount(file.rows.length) },
            )}
          </Notice>
        );
      return (
        <>
          <CheckboxGroup
            label={t('What the server knows of these devices')}
            description={t('Nothing is left out unless you choose it.')}
          >
            {Object.entries(leaveOutTexts).map(([finding, text]) => {
              const devices = state.last.get(finding);
              return (
                devices && (
                  <Checkbox
                    key={finding}
                    isSelected={leftOut.has(finding)}
                    onChange={(isLeft) => leaveOut(finding, isLeft)}
                  >
                    {text(formatCount(devices.size))}
                  </Checkbox>
                )
              );
            })}
          </CheckboxGroup>
          {used.rows.length === 0 && (
            <Notice tone="warning">{t('Every device is left out: there is nothing to send.')}</Notice>
          )}
        </>
      );
  }
}
