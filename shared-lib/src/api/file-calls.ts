import type { CallRunner } from './call-runner.ts';
import type { ApiClient } from './client-types.ts';
import type { Dialect } from './dialect.ts';
import { fileUrl, readFile, readText } from './files.ts';
import { readReply, refusedFile } from './reply.ts';
import { baseRequest, checkedBody, multipartRequest } from './request.ts';

/** Uploads and downloads get so many times the usual time-out. */
const TIMEOUT_FACTOR = 4;

export function createFileCalls(
  { begin, run, urlOf, transfer }: CallRunner,
  dialect: Dialect,
  apiBase: string,
): Pick<ApiClient, 'upload' | 'download'> {
  return {
    upload: async (call, file, fields, options = {}) => {
      const running = await begin(call, options);
      return run(running, async () => {
        const url = urlOf(running.context, call);
        const checked = checkedBody(running.context, call.body, fields);
        const init = multipartRequest(running, file, dialect.request(call, checked));
        const { response, content: text } = await transfer(running, url, init, readText, TIMEOUT_FACTOR);
        return (await readReply({ ...running, request: checked, response, text }, call)).answer;
      });
    },
    download: async (path, options = {}) => {
      const running = await begin({ method: 'GET', path, auth: 'token', once: false }, options);
      return run(running, async () => {
        const url = fileUrl(running.context, apiBase, dialect);
        const init = baseRequest(running, false);
        const { response, content } = await transfer(running, url, init, readFile, TIMEOUT_FACTOR);
        if ('file' in content) return content.file;
        throw await refusedFile({ ...running, request: {}, response, text: content.text }, path);
      });
    },
  };
}
