import { csvBlob } from '../../csv/browser/csv-blob.ts';
import type { AnswerOf, BodyOf, CallDefinition } from '../../contract/index.ts';
import type { BatchApi, BatchCallOptions } from '../engine/index.ts';

interface ClientOptions {
  readonly transactionId?: string;
  readonly keepsSession?: boolean;
}

/** As much of the API client as a batch uses. */
export interface BatchClient {
  call<Call extends CallDefinition>(call: Call, body: BodyOf<Call>, options?: ClientOptions): Promise<AnswerOf<Call>>;
  upload(
    call: CallDefinition,
    file: { name: string; content: Blob },
    fields: Record<string, string>,
    options?: ClientOptions,
  ): Promise<{ status: 'success' | 'error'; message: string; file: string }>;
}

function clientOptions({ transactionId, keepsSession }: BatchCallOptions = {}): ClientOptions {
  return {
    ...(transactionId === undefined ? {} : { transactionId }),
    ...(keepsSession === undefined ? {} : { keepsSession }),
  };
}

/** The engine's calls through the API client; a copy's pieces become a file without blocking the page. */
export function clientApi(client: BatchClient): BatchApi {
  return {
    call: (call, body, options) => client.call(call, body, clientOptions(options)),
    upload: async (call, { name, pieces }, fields, options) =>
      client.upload(call, { name, content: await csvBlob(pieces) }, { ...fields }, clientOptions(options)),
  };
}
