import { readPackedFile, type WorkbookReader } from '../headless/read-file.ts';
import { fileSource } from './file-source.ts';
import type { WorkerMessage, WorkerTask } from './read-csv.ts';

interface WorkerScope {
  onmessage: ((event: MessageEvent<WorkerTask>) => void) | null;
  postMessage(message: WorkerMessage): void;
}

/** Reads the file that the page posts to this worker. */
export function serveReading(workbookReader?: () => Promise<WorkbookReader>): void {
  const scope = globalThis as typeof globalThis & WorkerScope;

  async function answer({ format, file, ...wanted }: WorkerTask): Promise<void> {
    const packed = await readPackedFile(format, fileSource(file), {
      now: () => performance.now(),
      ...wanted,
      yieldNow: () => Promise.resolve(),
      onProgress: (bytesRead) => scope.postMessage({ kind: 'progress', bytesRead }),
      workbookReader,
    });
    scope.postMessage({ kind: 'answer', answer: packed });
  }

  scope.onmessage = (event) => {
    answer(event.data).catch((error: unknown) => {
      scope.postMessage({ kind: 'bug', message: error instanceof Error ? error.message : String(error) });
    });
  };
}
