import { replyTo, type CallRunner } from './call-runner.ts';
import type { ApiClient, ApiResponse } from './client-types.ts';
import type { Dialect } from './dialect.ts';
import { fileUrl, readFile } from './files.ts';
import { readReply, refusedFile } from './reply.ts';
import { baseRequest, checkedBody, multipartRequest } from './request.ts';

/** Uploads and downloads get so many times the usual time-out. */
const timeoutFactor = 4;

/** The uploads and downloads of a client. */
export function createFileCalls(
  { begin, run, urlOf, transfer }: CallRunner,
  dialect: Dialect,
  apiBase: string,
): Pick<ApiClient, 'upload' | 'download'> {
  return {
    upload: async (call, file, fields, options = {}) => {
      const running = await begin(call, options);
      return run(running, async () => {
        const url = urlOf(running.callContext, call);
        const checked = checkedBody(running.callContext, call.body, fields);
        const init = multipartRequest(running.parts, file, dialect.request(call, checked));
        const readBody = (response: ApiResponse): Promise<string> => response.text();
        const received = await transfer(running, { url, init, readBody, timeoutFactor });
        return (await readReply(replyTo(running, checked, received), call)).answer;
      });
    },
    download: async (path, options = {}) => {
      const running = await begin({ method: 'GET', path, auth: 'token', once: false }, options);
      return run(running, async () => {
        const url = fileUrl(running.callContext, apiBase, dialect);
        const init = baseRequest(running.parts, false);
        const { response, content } = await transfer(running, { url, init, readBody: readFile, timeoutFactor });
        if ('file' in content) return content.file;
        throw await refusedFile(replyTo(running, {}, { response, content: content.text }), path);
      });
    },
  };
}
