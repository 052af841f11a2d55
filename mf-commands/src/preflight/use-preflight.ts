import { useEffect, useMemo, useState } from 'react';
import { calls, BATCH_PAGE_ROWS } from '@device-console/shared-lib/contract';
import { useConsole } from '@device-console/shared-lib/console';
import { leaveOutDevices, type ImeiFile, imeiText } from '@device-console/shared-lib/csv';
import type { ApiClient } from '@device-console/shared-lib/api';

/** Findings of the check before a batch, the most important first (D5b). */
export const findings = ['unknown', 'released', 'de-enrolled', 'other-batch', 'same', 'recent'] as const;

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

/** The check of a file's devices, and the operator's choices (D5b). */
export interface Preflight {
  readonly look: Look;
  /** The file without what is left out. */
  readonly used: ImeiFile;
  readonly leftOut: ReadonlySet<Finding>;
  /** Leaves a finding's devices out, or includes them again. */
  readonly leaveOut: (finding: Finding, isLeft: boolean) => void;
  readonly skip: () => void;
  readonly again: () => void;
}

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

/** Has the server check a file's devices before the batch starts. `action` is undefined until chosen. */
export function usePreflight(action: string | undefined, file: ImeiFile): Preflight {
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
