import {
  API_KEY_HEADER,
  DEVICE_COMMANDS_HEADER,
  DEVICE_GATEWAY_HEADER,
  LAST_INPUT_HEADER,
  SIMULATOR_GATEWAY,
  TRANSACTION_ID_HEADER,
} from '@device-console/shared-lib/contract';
import { REQUEST_ID_HEADER, securityHeaders } from '@device-console/shared-lib/contract/server';
import type { FastifyInstance } from 'fastify';
import type { DeviceGateway } from '../gateway/device-gateway.ts';

/** Readable by pages of other origins. */
const READABLE = ['Date', 'Retry-After', DEVICE_GATEWAY_HEADER, DEVICE_COMMANDS_HEADER, REQUEST_ID_HEADER];
const EXPOSED_HEADERS = READABLE.join(', ');
const ALLOWED_HEADERS = ['Content-Type', API_KEY_HEADER, TRANSACTION_ID_HEADER, LAST_INPUT_HEADER].join(', ');

/** Every reply says if phones are simulated, or have not all commands. */
function gatewayHeaders({ name, offer }: Pick<DeviceGateway, 'name' | 'offer'>): Readonly<Record<string, string>> {
  if (offer) return { [DEVICE_GATEWAY_HEADER]: offer.gateway, [DEVICE_COMMANDS_HEADER]: offer.actions.join(',') };
  return name === SIMULATOR_GATEWAY ? { [DEVICE_GATEWAY_HEADER]: SIMULATOR_GATEWAY } : {};
}

/** Nothing is cached; Date is readable (D4). Without allowed origins only pages of the API's own origin may call. */
export function registerResponseHeaders(
  app: FastifyInstance,
  allowedOrigins: readonly string[],
  gateway: Pick<DeviceGateway, 'name' | 'offer'>,
): void {
  const ofGateway = gatewayHeaders(gateway);
  app.addHook('onRequest', async (request, reply) => {
    void reply.headers({
      ...securityHeaders.data,
      'Cache-Control': 'no-store',
      'Access-Control-Expose-Headers': EXPOSED_HEADERS,
      [REQUEST_ID_HEADER]: request.id,
      ...ofGateway,
    });
    const { origin } = request.headers;
    if (allowedOrigins.length > 0) void reply.header('Vary', 'Origin');
    if (origin !== undefined && allowedOrigins.includes(origin))
      void reply.header('Access-Control-Allow-Origin', origin);
  });
  app.options('/*', async (request, reply) => {
    if (reply.hasHeader('Access-Control-Allow-Origin')) {
      void reply.headers({
        'Access-Control-Allow-Methods': 'GET, POST, PUT',
        'Access-Control-Allow-Headers': ALLOWED_HEADERS,
        'Access-Control-Max-Age': '600',
      });
    }
    return reply.code(204).send();
  });
}
