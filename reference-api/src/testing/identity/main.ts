import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { Provider } from 'oidc-provider';
import * as v from 'valibot';

/** How the provider behaves from now on; what is left out is as it should be. */
const behaviour = v.object({
  /** Claims about a person, by the name typed at the provider's login. */
  people: v.optional(v.record(v.string(), v.record(v.string(), v.unknown())), {}),
  /** Claims that replace those of ID tokens, which are signed all the same; null leaves a claim out. */
  claims: v.optional(v.record(v.string(), v.unknown()), {}),
  /** What signs ID tokens: `other` is a key that the provider does not publish, `secret` the client's. */
  signsBy: v.optional(v.picklist(['own', 'other', 'secret', 'nothing']), 'own'),
  /** The provider names no page that ends its sessions. */
  withoutLogout: v.optional(v.boolean(), false),
  /** The provider takes requests and answers none. */
  isSilent: v.optional(v.boolean(), false),
});
type Behaviour = v.InferOutput<typeof behaviour>;

const { IDENTITY_REDIRECTS = '', IDENTITY_SECRET = '', IDENTITY_PORT = '0' } = process.env;

const keyPair = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });
const [own, other] = [keyPair(), keyPair()];

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

function signatureOf(text: string, by: Behaviour['signsBy']): string {
  if (by === 'nothing') return '';
  if (by === 'secret') return createHmac('sha256', IDENTITY_SECRET).update(text).digest('base64url');
  const { privateKey: key } = by === 'own' ? own : other;
  return sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url');
}

/** Returns the token with other claims, or another signature. */
function altered(token: string, { claims: changes, signsBy }: Behaviour): string {
  const [ownHead = '', body = ''] = token.split('.');
  const algorithm = { secret: 'HS256', nothing: 'none', own: undefined, other: undefined }[signsBy];
  const head = algorithm === undefined ? ownHead : encoded({ alg: algorithm, typ: 'JWT' });
  const claims = { ...(JSON.parse(Buffer.from(body, 'base64url').toString()) as object), ...changes };
  const stated = Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== null));
  const text = `${head}.${encoded(stated)}`;
  return `${text}.${signatureOf(text, signsBy)}`;
}

/** Makes an OpenID provider with a client `device-console`, whose pages accept any name and password. */
function providerAt(issuer: string, now: () => Behaviour): Provider {
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'device-console',
        client_secret: IDENTITY_SECRET,
        redirect_uris: IDENTITY_REDIRECTS.split(' '),
        post_logout_redirect_uris: IDENTITY_REDIRECTS.split(' ').map((address) => new URL('/signIn', address).href),
        id_token_signed_response_alg: 'ES256',
      },
    ],
    jwks: { keys: [{ ...own.privateKey.export({ format: 'jwk' }), kid: 'own', alg: 'ES256', use: 'sig' }] },
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    pkce: { required: () => true },
    cookies: { keys: ['of the tests alone'] },
    findAccount: (_context, accountId) => ({
      accountId,
      claims: async () => ({ sub: accountId, ...now().people[accountId] }),
    }),
    // The e-mail is granted without asking anybody.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        clientId: String(oidc.client?.clientId),
        accountId: String(oidc.session?.accountId),
      });
      grant.addOIDCScope('openid email');
      await grant.save();
      return grant;
    },
  });
  provider.use(async (context, next) => {
    await next();
    const behaves = now();
    const reply: unknown = context.body;
    if (typeof reply !== 'object' || reply === null) return;
    if (behaves.withoutLogout && 'end_session_endpoint' in reply) delete reply.end_session_endpoint;
    if ('id_token' in reply) context.body = { ...reply, id_token: altered(String(reply.id_token), behaves) };
  });
  return provider;
}

async function main(): Promise<void> {
  let behaves = v.parse(behaviour, {});
  const server = createServer().listen(Number(IDENTITY_PORT), '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const answer = providerAt(issuer, () => behaves).callback();
  server.on('request', async (request, response) => {
    if (request.url === '/control') {
      behaves = v.parse(behaviour, await json(request));
      response.writeHead(204).end();
    } else if (!behaves.isSilent) await answer(request, response);
  });
  process.stdout.write(`Identity provider on ${issuer}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exitCode = 1;
});
