import { readPackedImeiFile } from '../headless/read-imei-file.ts';
import { buffersOf } from '../headless/packed-answer.ts';
import { fileSource } from './file-source.ts';
import type { WorkerMessage } from './csv-messages.ts';

/** As much of a worker's own scope as is used here. */
interface WorkerScope {
  onmessage: ((event: MessageEvent<File>) => void) | null;
  postMessage(message: WorkerMessage, transfer?: ArrayBufferLike[]): void;
}

const scope = globalThis as typeof globalThis & WorkerScope;

async function answer(file: File): Promise<void> {
  const packed = await readPackedImeiFile(fileSource(file), {
    now: () => performance.now(),
    yieldNow: () => Promise.resolve(),
    onProgress: (bytesRead) => scope.postMessage({ kind: 'progress', bytesRead }),
  });
  scope.postMessage({ kind: 'answer', answer: packed }, buffersOf(packed));
}

scope.onmessage = (event) => {
  answer(event.data).catch((error: unknown) => {
    scope.postMessage({ kind: 'bug', message: error instanceof Error ? error.message : String(error) });
  });
};
