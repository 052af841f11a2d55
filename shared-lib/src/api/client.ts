import * as v from 'valibot';
import { consoleConfig, type AnswerOf, type BodyOf, type CallDefinition } from '../contract/index.ts';
import { createCallRunner } from './call-runner.ts';
import type { ApiClient, ApiClientOptions, CallOptions, Exchange } from './client-types.ts';
import { referenceDialect } from './dialect.ts';
import { readText, fileUrl, readFile } from './files.ts';
import { legacyDialect } from './legacy/dialect.ts';
import { readReply, refusedFile } from './reply.ts';
import { checkedBody, requestOf, baseRequest, multipartRequest } from './request.ts';

const TIMEOUT_FACTOR = 4;

const BACKGROUND = { keepalive: true, priority: 'low' } as const satisfies RequestInit;

/** The one API client of a page (W1 to W6, D1, D1a, D2a). */
export function createApiClient(client: ApiClientOptions): ApiClient {
  const { names = v.parse(consoleConfig.entries.names, {}), serverTimeZone = 'UTC' } = client;
  const dialect = client.backend === 'legacy' ? legacyDialect({ names, serverTimeZone }) : referenceDialect;
  const { begin, run, urlOf, transfer } = createCallRunner(client, dialect);

  async function prepareExchange<C extends CallDefinition>(
    call: C,
    body: BodyOf<C>,
    options: CallOptions = {},
  ): Promise<() => Promise<Exchange<AnswerOf<C>>>> {
    const running = await begin(call, options);
    const url = urlOf(running.context, call);
    const request = checkedBody(running.context, call.body, body);
    const sealed = await requestOf(running, call.request, dialect.request(call, request));
    const init = options.inBackground ? { ...sealed, ...BACKGROUND } : sealed;
    return () =>
      run(running, async () => {
        const { response, content: text } = await transfer(running, url, init, readText);
        return readReply({ ...running, request, response, text }, call);
      });
  }

  return {
    exchange: async (call, body, options) => (await prepareExchange(call, body, options))(),
    call: async (call, body, options) => (await (await prepareExchange(call, body, options))()).answer,
    prepare: async (call, body, options) => {
      const send = await prepareExchange(call, body, options);
      return async () => (await send()).answer;
    },
    offers: (definition, field) =>
      dialect.pathOf(definition) !== null && (field === undefined || dialect.knowsField(definition, field)),
    upload: async (call, file, fields, options = {}) => {
      const running = await begin(call, options);
      return run(running, async () => {
        const url = urlOf(running.context, call);
        const request = checkedBody(running.context, call.body, fields);
        const init = multipartRequest(running, file, dialect.request(call, request));
        const { response, content: text } = await transfer(running, url, init, readText, TIMEOUT_FACTOR);
        return (await readReply({ ...running, request, response, text }, call)).answer;
      });
    },
    download: async (path, options = {}) => {
      const running = await begin({ method: 'GET', path, auth: 'token', once: false }, options);
      return run(running, async () => {
        const url = fileUrl(running.context, client.apiBase, dialect);
        const { response, content } = await transfer(
          running,
          url,
          baseRequest(running, false),
          (received) => readFile(received, running.reader),
          TIMEOUT_FACTOR,
        );
        if ('file' in content) return content.file;
        throw await refusedFile({ ...running, request: {}, response, text: content.text }, path);
      });
    },
  };
}
