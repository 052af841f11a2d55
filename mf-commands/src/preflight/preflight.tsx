import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { EVALUATING } from '@device-console/shared-lib/batch';
import { failureNotice, formatCount, useConsole } from '@device-console/shared-lib/console';
import { type ImeiFile, imeiText, leaveOutDevices } from '@device-console/shared-lib/csv';
import { Actions, Button, Notice, Progress, Spinner } from '@device-console/shared-lib/ui';
import { Checkbox, CheckboxGroup } from '@device-console/shared-lib/ui/fields';
import { t } from '../t.ts';
import { BATCH_PAGE_ROWS, calls } from '@device-console/shared-lib/contract';
import type { ApiClient } from '@device-console/shared-lib/api';

type Preflight = ReturnType<typeof usePreflight>;

interface PreflightReportProps {
  readonly file: ImeiFile;
  readonly preflight: Preflight;
}

/** What the server knows of a batch's devices, and which are left out (D5b). */
export function PreflightReport({ file, preflight }: PreflightReportProps): ReactNode {
  const { look, leftOut, leaveOut, skip, again, used } = preflight;
  switch (look.status) {
    case 'off':
      return null;
    case 'looking':
      return (
        <>
          <Spinner label={EVALUATING} />
          <Progress label={t('Checking the devices; nothing is sent yet')} value={look.rows} max={file.rows.length} />
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
          details={failureNotice(look.error).children}
          actions={
            <Button size="small" onPress={again}>
              {t('Look again')}
            </Button>
          }
        >
          {t('Nothing was sent. The batch can be started all the same: what is unknown is found out then.')}
        </Notice>
      );
    case 'looked':
      if (look.found.size === 0)
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
            {findings.map((finding) => {
              const devices = look.found.get(finding);
              return (
                devices && (
                  <Checkbox
                    key={finding}
                    isSelected={leftOut.has(finding)}
                    onChange={(isLeft) => leaveOut(finding, isLeft)}
                  >
                    {{
                      unknown: (count: string) => t('Leave out {count} that are not registered', { count }),
                      released: (count: string) =>
                        t('Leave out {count} that are released and take no commands', { count }),
                      'de-enrolled': (count: string) =>
                        t('Leave out {count} that are de-enrolled and take no commands', { count }),
                      'other-batch': (count: string) =>
                        t('Leave out {count} that are in another unfinished batch', { count }),
                      same: (count: string) => t('Leave out {count} whose last command was this one', { count }),
                      recent: (count: string) =>
                        t('Leave out {count} that got some command within the last hour', { count }),
                    }[finding](formatCount(devices.size))}
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

/** The check is over, and there is something to send. */
export const mayStart = ({ look, used }: Preflight): boolean => look.status !== 'looking' && used.rows.length > 0;

/** Findings of the check before a batch, the most important first (D5b). */
const findings = ['unknown', 'released', 'de-enrolled', 'other-batch', 'same', 'recent'] as const;

type Finding = (typeof findings)[number];

/** The devices of each finding that has any. */
type FoundDevices = ReadonlyMap<Finding, ReadonlySet<number>>;

interface LookOptions {
  readonly action: string;
  readonly signal: AbortSignal;
  readonly onProgress: (rows: number) => void;
}

/** Asks the server about every device, in pages, in turn. Changes nothing (D5b). */
async function lookAtList(
  api: Pick<ApiClient, 'call'>,
  rows: Float64Array,
  { action, signal, onProgress }: LookOptions,
): Promise<FoundDevices> {
  const found = new Map<Finding, Set<number>>(findings.map((finding) => [finding, new Set()]));
  for (let start = 0; start < rows.length; start += BATCH_PAGE_ROWS) {
    const imeilist = Array.from(rows.subarray(start, start + BATCH_PAGE_ROWS), imeiText).join(',');
    const { items } = await api.call(calls.batchCheck, { action, imeilist }, { signal });
    for (const { imei, finding } of items) {
      const known = findings.find((one) => one === finding);
      if (known !== undefined) found.get(known)?.add(Number(imei));
    }
    onProgress(Math.min(start + BATCH_PAGE_ROWS, rows.length));
  }
  return new Map([...found].filter(([, devices]) => devices.size > 0));
}

/** `off`: the back end has no check, or the operator skipped it. */
type Look =
  | { readonly status: 'off' }
  | { readonly status: 'looking'; readonly rows: number }
  | { readonly status: 'failed'; readonly error: unknown }
  | { readonly status: 'looked'; readonly found: FoundDevices };

const NOTHING: ReadonlySet<Finding> = new Set();

/** Checks one file for one action; a change of either starts another. */
function useLook(action: string | undefined, rows: Float64Array) {
  const { api } = useConsole();
  const isOffered = api.offers(calls.batchCheck);
  const [tries, setTries] = useState(0);
  const [ended, setEnded] = useState<{ readonly of: unknown; readonly look: Look } | null>(null);
  const subject = useMemo(() => ({ action, rows, tries }), [action, rows, tries]);
  useEffect(() => {
    if (!isOffered || action === undefined) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    const show = (look: Look): void => {
      if (!signal.aborted) setEnded((last) => (isGivenUp(last, subject) ? last : { of: subject, look }));
    };
    const onProgress = (done: number): void => show({ status: 'looking', rows: done });
    lookAtList(api, rows, { action, signal, onProgress }).then(
      (found) => show({ status: 'looked', found }),
      (error: unknown) => show({ status: 'failed', error }),
    );
    return () => controller.abort();
  }, [api, isOffered, action, rows, subject]);
  const begun: Look = isOffered && action !== undefined ? { status: 'looking', rows: 0 } : { status: 'off' };
  return {
    look: ended?.of === subject ? ended.look : begun,
    skip: () => setEnded({ of: subject, look: { status: 'off' } }),
    again: () => setTries(tries + 1),
  };
}

function isGivenUp(last: { readonly of: unknown; readonly look: Look } | null, subject: unknown): boolean {
  return last !== null && last.of === subject && last.look.status === 'off';
}

/**
 * Has the server check a file's devices before the batch starts (D5b). `action` is undefined until chosen. `used`: the
 * file without what the operator leaves out.
 */
export function usePreflight(action: string | undefined, file: ImeiFile) {
  const { look, skip, again } = useLook(action, file.rows);
  const [choice, setChoice] = useState({ action, leftOut: NOTHING });
  const leftOut = choice.action === action ? choice.leftOut : NOTHING;
  const used = useMemo(() => {
    if (look.status !== 'looked' || leftOut.size === 0) return file;
    const devices = [...leftOut].flatMap((finding) => [...(look.found.get(finding) ?? [])]);
    return leaveOutDevices(file, new Set(devices));
  }, [look, leftOut, file]);
  const leaveOut = (finding: Finding, isLeft: boolean): void => {
    const next = new Set(leftOut);
    if (isLeft) next.add(finding);
    else next.delete(finding);
    setChoice({ action, leftOut: next });
  };
  return { look, used, leftOut, leaveOut, skip, again };
}
