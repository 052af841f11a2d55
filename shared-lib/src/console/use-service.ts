import { useContext, useMemo } from 'react';
import type { CallOptions } from '../api/index.ts';
import { callOfService, type ServiceCall } from '../contract/index.ts';
import { useConsole } from './console-context.ts';
import { RemoteContext } from './remote-storage.ts';

/** The service of a screen's own team, reached through the console's API. */
export interface OwnService {
  /**
   * Makes a call; checks its body before sending, and its answer. Throws only `ApiError`. A change whose `outcome` is
   * `unknown` may have been done; send it by a `RepeatableSender`.
   */
  readonly call: <Body extends object, Answer>(
    call: ServiceCall<Body, Answer>,
    body: Body,
    options?: CallOptions,
  ) => Promise<Answer>;
}

/** The service of the screen's or panel's remote; the same object until the remote changes. */
export function useService(): OwnService {
  const { api } = useConsole();
  const remote = useContext(RemoteContext)?.id;
  if (remote === undefined)
    throw new Error(
      "useService() belongs into a remote's screen: render it in the console, or by renderScreen() of " +
        'shared-lib/testing.',
    );
  return useMemo(
    () => ({
      call: async (call, body, options) => (await api.call(callOfService(remote, call), body, options)).answer,
    }),
    [api, remote],
  );
}
