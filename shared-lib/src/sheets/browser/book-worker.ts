import { StreamedBook } from './streamed-book.ts';
import type { BookMessage, BookOrder } from './book.ts';

interface WorkerScope {
  onmessage: ((event: MessageEvent<BookOrder>) => void) | null;
  postMessage(message: BookMessage): void;
}

const scope = globalThis as typeof globalThis & WorkerScope;
let book = new StreamedBook([]);

async function follow(order: BookOrder): Promise<Blob | undefined> {
  if (order.kind === 'finish') return book.finish();
  if (order.kind === 'take') await book.take(order.slice);
  else book = new StreamedBook(order.plans);
  return undefined;
}

scope.onmessage = ({ data }) => {
  follow(data).then(
    (file) => scope.postMessage({ kind: 'done', file }),
    (error: unknown) => {
      scope.postMessage({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
    },
  );
};
scope.postMessage({ kind: 'done' });
