import { ApiError } from './api-error.ts';
import type { ApiResponse } from './client-types.ts';
import type { Dialect } from './dialect.ts';
import type { Ticket } from './ticket.ts';

/** A file, or the text of an answer that came in its place. */
export type TakenFile = { readonly file: Blob } | { readonly text: string };

/** JSON or a page in a file's place is an answer about the file, whatever type it claims: PHP says text/html of everything (D1a). */
const ANSWER = /^\s*(\{|<(!doctype|html)\b)/i;

/** So much of a file tells whether it is one. */
const HEAD_BYTES = 64;

async function looksLikeAnswer(file: Blob): Promise<boolean> {
  return ANSWER.test(await file.slice(0, HEAD_BYTES).text());
}

/** Takes a downloaded file. JSON in its place is an answer about it, as is anything outside HTTP 2xx. */
export async function takeFile(response: ApiResponse): Promise<TakenFile> {
  const type = response.headers.get('Content-Type') ?? '';
  if (!response.ok || type.includes('json')) return { text: await response.text() };
  const file = await response.blob();
  if (!type.includes('html')) return { file };
  return (await looksLikeAnswer(file)) ? { text: await file.text() } : { file };
}

/** The address of a file of `files/<report>/<file>`, encoded. Throws {@link ApiError} for a path that would leave its folder. */
export function fileUrl(ticket: Ticket, apiBase: string, dialect: Dialect): string {
  const isName = (segment: string) => segment !== '' && segment !== '.' && segment !== '..';
  if (!ticket.callPath.split('/').every(isName)) {
    throw new ApiError({ ...ticket, kind: 'invalid-request', outcome: 'not-sent', message: `${ticket.callPath}: nothing was asked for, because this is no path of a file.` });
  }
  const path = dialect.filePathOf(ticket.callPath).split('/').map(encodeURIComponent).join('/');
  const origin = /^https?:\/\/[^/]+/i.exec(apiBase)?.[0] ?? '';
  return (path.startsWith('/') ? origin : apiBase) + path;
}
