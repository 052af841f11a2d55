import { BoundedBook } from './sheetjs-book.ts';
import type { BookMessage, BookOrder } from './book.ts';

interface WorkerScope {
  onmessage: ((event: MessageEvent<BookOrder>) => void) | null;
  postMessage(message: BookMessage): void;
}

const scope = globalThis as typeof globalThis & WorkerScope;
let book = new BoundedBook([]);
let work = Promise.resolve();

async function follow(order: BookOrder): Promise<void> {
  if (order.kind === 'begin') {
    book = new BoundedBook(order.plans);
  } else if (order.kind === 'take') {
    await book.take(order.slice);
    scope.postMessage({ kind: 'taken' });
  } else {
    scope.postMessage({ kind: 'finished', file: await book.finish() });
  }
}

scope.onmessage = ({ data }) => {
  work = work
    .then(() => follow(data))
    .catch((error: unknown) => {
      scope.postMessage({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
    });
};
scope.postMessage({ kind: 'ready' });
