import { calls, type BodyOf, type CallDefinition } from '../contract/index.ts';
import { createFakeApi, FakeReply } from '../testing/index.ts';
import { failure } from './test-wire.ts';

export const imei = '004999010640000';
const api = createFakeApi({ codec: 'legacy-cryptojs' });

/** Makes a call that is answered with this, as PHP answers: in the open, and called a page. */
export function asked<C extends CallDefinition>(
  call: C,
  answer: unknown,
  body: object = call.path === 'login.php' ? { email: 'a', password: 'b' } : {},
) {
  const name = Object.entries(calls).find(([, known]) => known.path === call.path)?.[0] ?? '';
  api.use({ [name]: () => new FakeReply(typeof answer === 'string' ? answer : JSON.stringify(answer)) });
  return api.client().call(call, body as BodyOf<C>);
}

/** What the error of such a call says. */
export const problem = async (promise: Promise<unknown>): Promise<string> => (await failure(promise)).message;
