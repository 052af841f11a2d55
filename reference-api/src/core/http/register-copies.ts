import multipart from '@fastify/multipart';
import { createHash } from 'node:crypto';
import { limits } from '@device-console/shared-lib/contract';
import { copyCalls } from '@device-console/shared-lib/contract/server';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { requireCommandAccess, requireOwnUser } from '../calls/access.ts';
import { saveCopy, type UploadedFile } from '../batches/batches.ts';
import { beforeTheBody } from './before-the-body.ts';
import { FORM_BODY_BYTES } from './body-limits.ts';
import { readActingBody } from './read-body.ts';
import { runCall } from './run-call.ts';
import { readRequest } from './envelope.ts';
import { MalformedRequest, RequestError, TooLarge } from '../errors/request-errors.ts';
import type { RouteParts } from './route-parts.ts';

async function readForm(request: FastifyRequest) {
  if (!request.isMultipart()) throw new MalformedRequest('A file is uploaded as multipart/form-data.');
  const fields = new Map<string, string>();
  let file: UploadedFile | undefined;
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      // Parsers disagree about which of two fields counts.
      if (fields.has(part.fieldname)) throw new MalformedRequest(`The form names the field "${part.fieldname}" twice.`);
      fields.set(part.fieldname, String(part.value));
    } else if (part.fieldname === 'file') {
      file = { name: part.filename, type: part.mimetype, content: await part.toBuffer() };
    } else {
      throw new MalformedRequest(`The form has an unknown file "${part.fieldname}"; the file's field is named file.`);
    }
  }
  if (!file) throw new MalformedRequest('The form has no file; its field is named file.');
  return { fields: Object.fromEntries(fields), file };
}

async function readFormWithinLimit(request: FastifyRequest) {
  try {
    return await readForm(request);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'FST_REQ_FILE_TOO_LARGE') {
      throw new TooLarge(`The file is larger than ${limits.batchFileBytes / 1024 / 1024} MB. Please split it.`, {
        cause: error,
      });
    }
    if (error instanceof RequestError) throw error;
    // Any objection of the parser concerns only the form.
    throw new MalformedRequest('The form could not be read.', { cause: error });
  }
}

/** One route for each command with a batch (B5, B15); answered in plain JSON (W2). */
export function registerCopies(app: FastifyInstance, parts: RouteParts): void {
  app.register(async (scope) => {
    await scope.register(multipart, {
      limits: { fileSize: limits.batchFileBytes, files: 1, fields: 10, fieldSize: 4096, parts: 12 },
    });
    for (const { command, call } of copyCalls) {
      scope.route({
        method: call.method,
        url: `/${call.path}`,
        bodyLimit: FORM_BODY_BYTES,
        config: { auditedAs: call.path },
        onRequest: beforeTheBody(parts, () => ({ call, authorise: (actor) => requireCommandAccess(actor, [command]) })),
        handler: (request) => {
          const { transactionId } = readRequest(parts.codec, call, request);
          return runCall(parts, request, { ...call, transactionId }, async (actor) => {
            const { fields, file } = await readFormWithinLimit(request);
            const { user, body } = readActingBody(call.body, fields, call.path);
            const { level, batchId } = body;
            const sha256 = createHash('sha256').update(file.content).digest('hex');
            const bytes = file.content.length;
            const statusOf = command.batch?.statusOf;
            return {
              once: call.once === true,
              audit: 'with-its-writes',
              body: { level, batchId, filename: file.name, bytes, sha256, statusOf },
              authorise() {
                requireOwnUser(actor, user);
                requireCommandAccess(actor, [command]);
              },
              run: (context) => saveCopy(context, command, { level, batchId, file }),
            };
          });
        },
      });
    }
  });
}
