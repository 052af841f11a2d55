import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { requireAccess } from '../calls/access.ts';
import { mayReadCopy } from '../batches/batch-hold.ts';
import { KEPT_FOR_A_TIME } from '../batches/batch-lists.ts';
import { FILES_PATH } from '../calls/call.ts';
import { findUpload, uploadPieces, type FoundUpload } from '../store/uploads.ts';
import { admitToken } from './before-the-body.ts';
import { runCall } from './run-call.ts';
import { NoLongerKept, NotFound, markAudited } from '../errors/request-errors.ts';
import type { RouteParts } from './route-parts.ts';

// PostgreSQL accepts no text with the character 0, and no file has such a name.
const part = v.pipe(
  v.string(),
  v.transform((text) => text.replaceAll('\0', '\uFFFD')),
);
const parameters = v.object({ folder: part, file: part });

/** The operator's own file name: plain for old browsers, and in full by RFC 6266. */
function attachmentOf(name: string): string {
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${name.replaceAll(/[^\w. -]/g, '_')}"; filename*=UTF-8''${encoded}`;
}

/** Uploaded files (R5, D3), for those who may see reports, and a batch's copy for those who may take it over (D17b). */
export function registerFiles(app: FastifyInstance, parts: RouteParts): void {
  const { store } = parts;
  const options = { onRequest: admitToken(parts), config: { auditedAs: FILES_PATH } };
  app.get('/files/:folder/:file', options, async (request, reply) => {
    const { folder, file } = v.parse(parameters, request.params);
    let found: FoundUpload | undefined;
    await runCall(parts, request, { method: 'GET', path: FILES_PATH, transactionId: '' }, async (actor) => {
      const ofBatch = await mayReadCopy(store.db, actor, folder, file);
      return {
        once: false,
        audit: 'before-its-answer',
        body: { report: folder, file },
        authorise: () => requireAccess(actor, ofBatch ? 'session' : { permission: 'Reports' }, {}),
        async run(context) {
          found = await findUpload(context.db, folder, file);
          return { message: !found ? 'there is no such file' : found.bytes === null ? 'no longer kept' : 'downloaded' };
        },
      };
    });
    if (!found || found.bytes === null) {
      throw markAudited(
        found
          ? new NoLongerKept(`The file ${found.oldFile} is no longer kept. ${KEPT_FOR_A_TIME}`)
          : new NotFound(`There is no uploaded file ${folder}/${file}.`),
      );
    }
    return reply
      .type('text/csv; charset=utf-8')
      .header('Content-Disposition', attachmentOf(found.oldFile))
      .header('Content-Length', found.bytes)
      .send(Readable.from(uploadPieces(store.db, found)));
  });
}
