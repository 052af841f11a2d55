import { csvBlob, plainCsv } from '../../csv/browser/csv-blob.ts';
import type { ApiClient } from '../../api/index.ts';
import type { BatchApi, CopyContent } from '../engine/index.ts';

/** The chosen file as it is; else, or where that is none that a server takes, its rows written anew (D26a). */
async function copyOf({ chosen, pieces }: CopyContent): Promise<Blob> {
  const plain = chosen instanceof File ? await plainCsv(chosen) : null;
  return plain ?? csvBlob(pieces);
}

/** Returns the engine's calls through the API client; a copy's pieces become a file without blocking the page. */
export function clientApi(client: Pick<ApiClient, 'call' | 'upload' | 'offers' | 'download'>): BatchApi {
  return {
    offers: (call) => client.offers(call),
    copy: async (report, file) => (await client.download(`${report}/${file}`)).text(),
    call: (call, body, options) => client.call(call, body, options),
    upload: async (call, { name, content }, fields, options) =>
      client.upload(call, { name, content: await copyOf(content) }, fields, options),
  };
}
