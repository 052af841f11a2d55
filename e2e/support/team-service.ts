import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { dirname, join } from 'node:path';
import { edit } from './builds.ts';
import { rootDir } from './test-console.ts';

/** Makes an empty SERVICES_FILE for the console at a port; later changes take effect at once. */
export function makeServicesFile(port: number): string {
  const file = join(rootDir, '.cache', 'e2e', `services-${port}.json`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, '{}', { mode: 0o600 });
  return file;
}

const calls = [
  { path: 'claims', permission: 'Reports' },
  { path: 'claims/settle', permission: 'Reports', changes: true },
];

/** Makes the API pass a remote's calls on to a port of this computer. */
export function listService(servicesFile: string, remote: string, port: number): Promise<void> {
  const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
  return writeFile(servicesFile, JSON.stringify({ [remote]: { url: `http://127.0.0.1:${port}`, secret, calls } }));
}

/** A team's service: it has three claims, and breaks off when one that is `lost` is to be settled. */
export async function startTeamService(port: number): Promise<{ readonly close: () => Promise<void> }> {
  const server: Server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const { call, body } = JSON.parse(Buffer.concat(pieces).toString()) as { call: string; body: { claim?: string } };
      if (body.claim === 'lost') response.destroy();
      else response.end(JSON.stringify(call === 'claims' ? { open: 3 } : { settled: body.claim }));
    });
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    close: async () => {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}

const callsFile = `
const read = (value: unknown) => ({ value: Object(value) as Record<string, unknown> });
const any = { '~standard': { validate: read } };
export const claims = { ...${JSON.stringify(calls[0])}, body: any, answer: any };
export const settle = { ...${JSON.stringify(calls[1])}, body: any, answer: any };
`;

const partsFile = `
import { useCallback, useEffect, useState } from 'react';
import { failureText, useQuery, useService } from '@device-console/shared-lib/console';
import { ApiError } from '@device-console/shared-lib/api';
import { Button, Notice, Page } from '@device-console/shared-lib/ui';
import { claims, settle } from './calls.ts';

function useClaims() {
  const service = useService();
  const query = useQuery(
    useCallback((_: null, signal: AbortSignal) => service.call(claims, {}, { signal }), [service]),
  );
  const { ask } = query;
  useEffect(() => ask(null), [ask]);
  return query;
}

export function Panel() {
  const { state } = useClaims();
  return <p>{state.last ? String(state.last['open']) + ' claims wait' : state.status}</p>;
}

export function Screen() {
  const service = useService();
  const { state, ask } = useClaims();
  const [told, tell] = useState('');
  const send = (claim: string) =>
    void service.call(settle, { claim }).then(
      () => tell(claim + ' is settled'),
      (error: unknown) => tell(error instanceof ApiError ? error.outcome + ': ' + error.message : String(error)),
    );
  return (
    <Page title="Claims" actions={<Button onPress={() => ask(null)}>Refresh</Button>}>
      {state.status === 'ready' && <p>{String(state.last['open'])} claims are open</p>}
      {state.status === 'failed' && (
        <Notice tone="danger" title="Claims cannot be read">{failureText(state.error)}</Notice>
      )}
      <Button onPress={() => send('first')}>Settle the first</Button>
      <Button onPress={() => send('lost')}>Settle the lost one</Button>
      <p role="status" aria-label="Outcome">{told}</p>
    </Page>
  );
}
`;

/** Adds to the sources of a remote a screen, a panel of Home and an entry of the search, with the service's data. */
export async function withClaims(source: string): Promise<void> {
  mkdirSync(join(source, 'src', 'claims'));
  await writeFile(join(source, 'src', 'claims', 'calls.ts'), callsFile);
  await writeFile(join(source, 'src', 'claims', 'parts.tsx'), partsFile);
  await writeFile(join(source, 'src', 'claims', 'panel.tsx'), "export { Panel } from './parts.tsx';\n");
  await edit(
    source,
    'src/remote.ts',
    "import { defineRemote } from '@device-console/shared-lib/remote';",
    `import { defineRemote } from '@device-console/shared-lib/remote';
import { claims, settle } from './claims/calls.ts';`,
  );
  await edit(
    source,
    'src/remote.ts',
    '  screens: [',
    `  serviceCalls: [claims, settle],
  screens: [
    {
      id: 'claims',
      path: 'claims',
      title: 'Claims',
      audiences: ['standard'],
      load: () => import('./claims/parts.tsx'),
    },`,
  );
  await edit(
    source,
    'src/remote.ts',
    'contributions: {',
    `contributions: {
    homePanels: [
      { id: 'claims', title: 'Claims due', order: 1, permission: 'Reports', load: () => import('./claims/panel.tsx') },
    ],
    searchCommands: [
      { id: 'see-claims', title: 'See the claims', order: 1, permission: 'Reports', address: 'claims#all' },
    ],`,
  );
}
