import * as v from 'valibot';
import { numberFrom, optional, type VariablesOf, withDefault } from '../../core/configuration/variable-readers.ts';
import { listening } from '../../core/http/listening.ts';
import type { ApiModule } from '../../core/module.ts';
import { createMetrics, type Metrics, serveMetrics } from './metrics.ts';

const variables = {
  METRICS_PORT: optional(numberFrom(0, 65_535)),
  METRICS_HOST: withDefault('127.0.0.1', v.string()),
};

declare module '../../core/module-settings.ts' {
  interface ModuleSettings {
    /** Undefined: nothing is counted. */
    readonly metrics?: Metrics | undefined;
    /** Where they are served. */
    readonly metricsAt?: { readonly port: number; readonly host: string } | undefined;
  }
}

/** Figures for Prometheus, on a port of their own. */
export const metrics = {
  name: 'metrics',
  variables,
  settings: ({ METRICS_PORT: port, METRICS_HOST: host }: VariablesOf<typeof variables>) =>
    port === undefined ? {} : { metrics: createMetrics(), metricsAt: { port, host } },
  observer: (settings) => settings.metrics,
  routes: (_server, { platform }, { settings, store, clock }) =>
    settings.metrics?.watch({
      ...{ store, clock, gateway: platform.commands.gateway.name, largeBodies: platform.largeBodies.inUse },
    }),
  async start({ settings, log }) {
    const { metrics: figures, metricsAt: place } = settings;
    if (!figures || !place) return {};
    const onFailure = (error: unknown) => log.error({ err: error }, 'the metrics could not be read');
    return listening('METRICS_PORT', place.port, () => serveMetrics(figures, place, onFailure));
  },
} as const satisfies ApiModule;
