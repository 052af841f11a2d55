import type { FastifyInstance } from 'fastify';
import { NotFound } from '../../core/errors/request-errors.ts';
import { takeCallback } from './single-sign-on.ts';
import type { RouteParts } from '../../core/http/route-parts.ts';

/** Where the identity provider sends browsers back to, below the console's `/api`. */
export const SIGN_IN_CALLBACK = '/signIn/callback';

/**
 * The end of a login at the identity provider. The browser goes on to the page with a code in the fragment, which no
 * server and no log sees (S21).
 */
export function registerSignIn(
  app: FastifyInstance,
  { store, platform }: Pick<RouteParts, 'store' | 'platform'>,
): void {
  app.get(SIGN_IN_CALLBACK, async (request, reply) => {
    if (!platform.signOn) throw new NotFound('This console has no single sign-on.');
    const { search } = new URL(request.raw.url ?? '', platform.publicUrl);
    const context = { db: store.db, platform, transactionId: request.id, address: request.ip };
    const fragment = await takeCallback(context, search);
    return reply.redirect(`${platform.publicUrl}/signIn#${fragment}`, 303);
  });
}
