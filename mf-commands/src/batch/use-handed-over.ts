import { useEffect } from 'react';
import type { BatchState } from '@device-console/shared-lib/batch';
import { useWaitingHandover } from '@device-console/shared-lib/console';
import type { Command } from '@device-console/shared-lib/contract';
import type { BatchSubject } from './batch-subject.ts';

/** A file that another screen has passed to this card and that cannot be read yet. */
interface WaitingFile {
  readonly name: string;
  readonly drop: () => void;
}

/**
 * Reads a file that another screen has passed to this card, once, as if the operator had chosen it here. If the card is
 * in use, the file waits until it is free; if a choice comes first, the file waits for that too (B14, D6).
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
  // There is nothing left to resume.
  useEffect(() => {
    if (isPastResuming) take();
  }, [isPastResuming, take]);
  return isFile && !mayRead ? { name: waiting.file.name, drop: take } : null;
}

/** Resumes an unfinished batch if another screen has asked for that; does nothing if it may not. */
export function useResumeAsked(command: Command, mayResume: boolean, resume: () => void): void {
  const { waiting, take } = useWaitingHandover(command.id);
  const isAsked = waiting?.kind === 'resume';
  useEffect(() => {
    if (isAsked && take() && mayResume) resume();
  });
}
