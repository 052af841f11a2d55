import { ApiError } from '../api/index.ts';
import { newTransactionId } from '../crypto/index.ts';

/** The result of one sending. */
export type SendResult<Answer> =
  | { readonly kind: 'done'; readonly answer: Answer }
  | { readonly kind: 'failed'; readonly error: ApiError };

interface OpenSending {
  readonly content: string;
  readonly transactionId: string;
}

/** Sends once per call. While its outcome is unknown, the same content keeps its transactionId (D2). */
export class RepeatableSender {
  readonly #open = new Map<string, OpenSending>();

  /**
   * Sends by `call`. `key` and `content` identify what is sent. Only the last content of each key is remembered: the
   * same content after a different one counts as new. Throws only for a bug.
   */
  async send<Answer>(
    { key, content = null }: { readonly key: string; readonly content?: unknown },
    call: (transactionId: string) => Promise<Answer>,
  ): Promise<SendResult<Answer>> {
    const text = JSON.stringify(content);
    const open = this.#open.get(key);
    const sending = open?.content === text ? open : { content: text, transactionId: newTransactionId() };
    this.#open.set(key, sending);
    try {
      const answer = await call(sending.transactionId);
      this.#close(key, sending);
      return { kind: 'done', answer };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.outcome === 'refused') this.#close(key, sending);
      return { kind: 'failed', error };
    }
  }

  #close(key: string, sending: OpenSending): void {
    if (this.#open.get(key) === sending) this.#open.delete(key);
  }
}
