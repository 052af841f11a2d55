import type { CallName } from '@device-console/shared-lib/contract';
import { postToChild, uploadToChild } from './child-client.ts';
import { endChild, startChild, type ChildServer } from './child-server.ts';
import { CALLBACK_SECRET } from './dispatched-api.ts';
import type { Provider } from './provider/provider.ts';
import { SHARED_KEY } from './test-api.ts';
import { PASSWORD, people } from './test-data.ts';
import { waitUntil } from './wait-until.ts';

export const REASON = 'The restore drill';

type Rows = readonly Readonly<Record<string, string>>[];
type Call = (name: CallName, body: object, transactionId?: string) => Promise<Readonly<Record<string, unknown>>>;

export const rowsOf = (answer: Readonly<Record<string, unknown>>) => answer['items'] as Rows;

/** A server in its own process, with an admin and a superadmin at their consoles. */
export class DrillConsole {
  private constructor(
    private readonly child: ChildServer,
    readonly admin: Call,
    readonly superadmin: Call,
    /** Uploads the file of the admin's batch; returns the server's name of the file. */
    readonly upload: (path: string, batchId: string) => Promise<string>,
  ) {}

  static async start(bundled: string, env: Record<string, string>, provider: Provider): Promise<DrillConsole> {
    const child = await startChild(bundled, env);
    provider.callBackTo(`${child.address}/gateway/outcomes`, CALLBACK_SECRET);
    const post = (name: CallName, body: object, token?: string, transactionId?: string) =>
      postToChild(child, name, body, token, transactionId, { sharedKey: SHARED_KEY });
    const logIn = async (user: string) => (await post('login', { email: user, password: PASSWORD })).token;
    const [admin, superadmin] = [people.admin.email, people.superadmin.email];
    const [token, other] = [await logIn(admin), await logIn(superadmin)];
    return new DrillConsole(
      child,
      (name, body, id) => post(name, { user: admin, ...body }, token, id),
      (name, body, id) => post(name, { user: superadmin, ...body }, other, id),
      (path, batchId) => uploadToChild(child, path, { user: admin, batchId }, token),
    );
  }

  async send(imei: string, action = 'lock'): Promise<void> {
    expect(await this.admin('lockNotification', { imei, action })).toMatchObject({ status: 'success' });
  }

  turn(dispatch: 'running' | 'paused') {
    return this.superadmin('operationsDispatch', { dispatch, reason: REASON });
  }

  /** Waits until a restored server has asked the provider what it has. */
  compared(): Promise<void> {
    return waitUntil('the provider was asked', async () => {
      const { reconcile } = await this.superadmin('operations', {});
      return reconcile === '' ? undefined : String(reconcile);
    });
  }

  /** Returns every command as it is shown, oldest first. */
  async shown(): Promise<readonly (readonly string[])[]> {
    const answer = await this.superadmin('operationsCommands', { limit: 50 });
    return rowsOf(answer)
      .map(({ imei = '', action = '', state = '' }) => [imei, action, state])
      .toReversed();
  }

  /** Waits until exactly these commands are shown. */
  until(wanted: readonly (readonly string[])[]): Promise<void> {
    const text = JSON.stringify(wanted.toSorted());
    return waitUntil(text, async () => {
      const found = JSON.stringify((await this.shown()).toSorted());
      return found === text ? undefined : found;
    });
  }

  /** Waits until phones have executed all open commands. */
  allDone(provider: Provider): Promise<void> {
    return waitUntil('nothing is open', async () => {
      await provider.execute();
      const open = (await this.shown()).filter(([, , state]) => state === 'queued' || state === 'sent');
      return open.length === 0 ? undefined : JSON.stringify(open);
    });
  }

  async end(): Promise<void> {
    expect(await endChild(this.child, 'SIGTERM')).toBe(0);
  }

  async kill(): Promise<void> {
    if (this.child.process.exitCode === null && this.child.process.signalCode === null)
      await endChild(this.child, 'SIGKILL');
  }
}
