import * as v from 'valibot';
import { callOfService, type ServiceCall } from '../contract/index.ts';
import type { FakeContext, FakeService } from './fake-api-types.ts';
import type { FakeReply } from './fake-failure.ts';

/**
 * A team service's answer to one of its calls, for `services` of `renderScreen()` and `createFakeApi()`. Like the real
 * API, the fake one checks the call's access first. Throw `FakeFailure` for a refusal, with `httpStatus: 502` if no
 * answer came.
 */
export function fakeService<Body extends object, Answer>(
  call: ServiceCall<Body, Answer>,
  answer: (body: Body, context: FakeContext) => Answer | FakeReply | Promise<Answer | FakeReply>,
): FakeService {
  const callOf = (remote: string) => callOfService(remote, call);
  return {
    path: call.path,
    callOf,
    answer: async (body, context) => answer(v.parse(callOf('').body, body), context),
  };
}
