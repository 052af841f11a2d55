import { useEffect, useMemo, useState } from 'react';
import { calls } from '@device-console/shared-lib/contract';
import { useConsole } from '@device-console/shared-lib/console';
import { leaveOutDevices, type ImeiFile } from '@device-console/shared-lib/csv';
import { lookAtList, type Finding, type FoundDevices } from './look-at-list.ts';

/** How the look at the devices of a file stands; `off`: the back end has none, or it was given up. */
type Look =
  | { readonly status: 'off' }
  | { readonly status: 'looking'; readonly rows: number }
  | { readonly status: 'failed'; readonly error: unknown }
  | { readonly status: 'looked'; readonly found: FoundDevices };

/** The look at a file's devices, and what the operator makes of it (D5b). */
export interface Preflight {
  readonly look: Look;
  /** The file without what is left out. */
  readonly used: ImeiFile;
  readonly leftOut: ReadonlySet<Finding>;
  /** Leaves the devices of a finding out, or takes them in again. */
  readonly leaveOut: (finding: Finding, isLeft: boolean) => void;
  /** Goes on without the look. */
  readonly skip: () => void;
  readonly again: () => void;
}

const NOTHING: ReadonlySet<Finding> = new Set();

/** A look for one file and action; another of either begins another look. */
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

/** Has the server look at a file's devices before its batch starts; `action` is undefined until it is chosen. */
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
