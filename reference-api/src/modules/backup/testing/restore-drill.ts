import { join } from 'node:path';
import type { StoreLocation } from '../../../core/store/store.ts';
import { clientOf } from '../../../testing/child-client.ts';
import { endChild, runChildCli, type ChildServer } from '../../../testing/child-server.ts';
import { environmentOf } from '../../../testing/databases.ts';
import { ENROLLED, newFolder, SHARED_KEY, testRun, waitUntil, type Session } from '../../../testing/index.ts';

const reason = 'The restore drill';

/** Returns the phone of a number, from 1. */
export const phone = (number: number): string => ENROLLED[number - 1] ?? '';
/** Returns a command by the number of its phone, such as `lock 1`. */
export const named = ({ action, imei }: { readonly action?: unknown; readonly imei?: unknown }): string =>
  `${String(action)} ${ENROLLED.indexOf(String(imei)) + 1}`;

interface DrillParts {
  readonly newFilled: () => Promise<StoreLocation>;
  /** Variables that say where commands go. */
  readonly variables: (folder: string) => Promise<Readonly<Record<string, string>>>;
  readonly start: (env: Record<string, string>) => Promise<ChildServer>;
}

/** For each test a server with an admin and a superadmin at their consoles, and its backup, each in its own process. */
export function drillOn({ newFilled, variables, start }: DrillParts) {
  const { bundled } = testRun();
  let env: Record<string, string>;
  let backup: string;
  let child: ChildServer;
  let admin: Session;
  let superadmin: Session;
  beforeEach(async () => {
    const folder = newFolder();
    backup = join(folder, 'backup.tar.gz');
    env = { ...environmentOf(await newFilled()), ...(await variables(folder)), SHARED_KEY };
  });
  afterEach(() => endChild(child, 'SIGKILL'));

  async function runCli(...args: readonly string[]): Promise<string> {
    const { code, output, errors } = await runChildCli(bundled, args, env);
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    return output;
  }
  async function startServer(): Promise<void> {
    child = await start(env);
    const { as } = await clientOf(child, SHARED_KEY);
    [admin, superadmin] = [await as('admin'), await as('superadmin')];
  }
  const decide = async (decision: 'cancel' | 'retry', one: number) => {
    const filter = { imei: phone(one), ...(decision === 'retry' && { state: 'unknown' }) };
    const body = { decision, reason, filter };
    expect(await superadmin.ask('operationsDecide', body)).toMatchObject({ done: 1 });
  };

  return {
    startServer,
    decide,
    backUp: () => runCli('backup', backup),
    /** Ends the server, replaces its database by the backup, and starts it again. */
    async restore(): Promise<void> {
      expect(await endChild(child, 'SIGTERM')).toBe(0);
      expect(await runCli('restore', backup, '--replace')).toContain('dispatch is paused');
      await startServer();
    },
    async end(): Promise<void> {
      expect(await endChild(child, 'SIGTERM')).toBe(0);
    },
    async send(action: string, ...phones: readonly number[]): Promise<void> {
      const texts = action === 'notify' ? { message: 'Please pay.' } : {};
      for (const one of phones)
        expect(await admin.ask('lockNotification', { imei: phone(one), action, ...texts })).toMatchObject({
          status: 'success',
        });
    },
    turn: async (dispatch: 'running' | 'paused') =>
      expect(await superadmin.ask('operationsDispatch', { dispatch, reason })).toMatchObject({ status: 'success' }),
    overview: () => superadmin.ask('operations'),
    /** Waits until exactly these commands are shown, by their state. */
    until(states: Readonly<Record<string, string>>): Promise<void> {
      const lists = Object.entries(states).map(([state, list]) => list.split(', ').map((one) => `${one} ${state}`));
      const text = lists.flat().toSorted().join('\n');
      return waitUntil(text, async () => {
        const rows = await superadmin.items('operationsCommands', { limit: 50 });
        const found = rows.map((row) => `${named(row)} ${String(row['state'])}`);
        return found.toSorted().join('\n') === text ? undefined : found.join('\n');
      });
    },
  };
}
