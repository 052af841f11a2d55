import { ApiError } from './api-error.ts';
import type { ApiResponse } from './client-types.ts';
import type { Dialect, ReplyReader } from './dialect.ts';
import type { CallContext } from './call-errors.ts';

/** A file, or the text of an answer that came instead. */
export type ReceivedFile = { readonly file: Blob } | { readonly text: string };

/** From an existing back end, which may call everything text/html: JSON, a page, a warning, a refusal (D1a). */
const ANSWER = /^\s*(?:\{|<|(?:PHP )?(?:warning|notice|deprecated|fatal error|parse error): |authorization failed\b)/i;

const HEAD_BYTES = 64;

const looksLikeAnswer = async (file: Blob): Promise<boolean> => ANSWER.test(await file.slice(0, HEAD_BYTES).text());

export const readText = (response: ApiResponse): Promise<string> => response.text();

/** Takes a downloaded file. JSON or a page is an answer instead of the file, as is anything outside HTTP 2xx. */
export async function readFile(response: ApiResponse, { isOurs }: ReplyReader): Promise<ReceivedFile> {
  const type = response.headers.get('Content-Type') ?? '';
  if (!response.ok || type.includes('json')) return { text: await response.text() };
  const file = await response.blob();
  if (!type.includes('html')) return { file };
  return isOurs || (await looksLikeAnswer(file)) ? { text: await file.text() } : { file };
}

/** Servers read these names as a path to another folder, or they cannot be sent. */
const NO_NAME = /^\.{0,2}$|[/\\\p{Cc}\p{Cs}]/u;

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch (error) {
    if (error instanceof URIError) return name;
    throw error;
  }
}

/** Checked decoded too: some servers decode once more. */
const isName = (segment: string): boolean => !NO_NAME.test(segment) && !NO_NAME.test(decoded(segment));

/** The encoded address of `files/<report>/<file>`. Throws {@link ApiError} for a name that would lead elsewhere. */
export function fileUrl(context: CallContext, apiBase: string, dialect: Dialect): string {
  const names = context.callPath.split('/');
  if (names.length !== 3 || names[0] !== 'files' || !names.every(isName)) {
    const message = `${context.callPath}: nothing was requested, because no file of its folder has such a name.`;
    throw new ApiError({ ...context, kind: 'invalid-request', outcome: 'not-sent', message });
  }
  const path = dialect.filePathOf(context.callPath).split('/').map(encodeURIComponent).join('/');
  const origin = /^https?:\/\/[^/]+/i.exec(apiBase)?.[0] ?? '';
  return (path.startsWith('/') ? origin : apiBase) + path;
}
