import { useEffect } from 'react';
import type { BatchState } from '@device-console/shared-lib/batch';
import { useWaitingHandover } from '@device-console/shared-lib/console';
import type { Command } from '@device-console/shared-lib/contract';
import type { BatchSubject } from './batch-subject.ts';

/** A file passed by another screen that cannot be read yet. */
interface WaitingFile {
  readonly name: string;
  readonly drop: () => void;
}

/**
 * Reads a file passed by another screen, once, as if chosen here. It waits until the card is free and any choice is
 * made (B14, D6).
 */
export function useHandedOverFile(
  { command, variant }: BatchSubject,
  state: BatchState,
  read: (file: File) => void,
): WaitingFile | null {
  const { waiting, take } = useWaitingHandover(command.id);
  const mayRead = (state.status === 'idle' || state.status === 'rejected') && variant !== null;
  const isFile = waiting?.kind === 'file';
  useEffect(() => {
    if (!isFile || !mayRead) return;
    const taken = take();
    if (taken?.kind === 'file') read(taken.file);
  });
  const isPastResuming = waiting?.kind === 'resume' && state.status !== 'preparing' && state.status !== 'resumable';
  // Nothing is left to resume.
  useEffect(() => {
    if (isPastResuming) take();
  }, [isPastResuming, take]);
  return isFile && !mayRead ? { name: waiting.file.name, drop: take } : null;
}

/** Resumes an unfinished batch if another screen asked for it; does nothing if it may not. */
export function useResumeAsked(command: Command, mayResume: boolean, resume: () => void): void {
  const { waiting, take } = useWaitingHandover(command.id);
  const isAsked = waiting?.kind === 'resume';
  useEffect(() => {
    if (isAsked && take() && mayResume) resume();
  });
}
