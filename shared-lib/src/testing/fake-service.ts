import * as v from 'valibot';
import { callOfService, type CallDefinition, type ServiceCall } from '../contract/index.ts';
import type { FakeContext } from './fake-api-types.ts';
import type { FakeReply } from './fake-failure.ts';

/** A call of a team's service as the fake API answers it; made by {@link fakeService}. */
export interface FakeService {
  readonly path: string;
  readonly callOf: (remote: string) => CallDefinition;
  /** The answer as it goes over the wire. */
  readonly answer: (body: object, context: FakeContext) => Promise<unknown>;
}

/**
 * What a team's service answers to one of its calls, for `services` of `renderScreen()` and `createFakeApi()`. As the
 * real API the fake one asks for the call's access first. Throw `FakeFailure` for a refusal, with `httpStatus: 502`
 * for an answer that never came.
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
