import type { OfferedDeviceColumn, OfferedDevicePanel } from '@device-console/shared-lib/console';
import type { ConsoleConfig } from '@device-console/shared-lib/contract';
import type {
  CellText,
  DeclaredColumn,
  DeclaredPanel,
  DeviceColumnModule,
  DevicePanelProps,
} from '@device-console/shared-lib/remote';
import { isServed } from '../navigation/screen-routes.ts';
import { columnRule } from './part-rules.ts';
import type { ChosenRelease } from '../releases/release.ts';
import { renderErrorOf } from '../releases/remote-load-error.ts';
import type { PartLoader } from './part-loader.ts';
import { RemotePanel, type PanelSurroundings } from './remote-panel.tsx';
import { declaredTitle } from '../releases/declared-title.ts';

/** What remotes add to others' screens, beside the actions that lead to screens of their own. */
export interface OfferedParts {
  readonly devicePanels: readonly OfferedDevicePanel[];
  readonly deviceColumns: readonly OfferedDeviceColumn[];
}

/** As much of the page's remotes as what they contribute needs. */
export interface ContributionSurroundings extends PanelSurroundings {
  readonly loader: PanelSurroundings['loader'] & { readonly columns: PartLoader<DeviceColumnModule> };
}

interface OfferedByRelease {
  readonly panels: readonly { readonly declared: DeclaredPanel; readonly offer: OfferedDevicePanel }[];
  readonly columns: readonly OfferedDeviceColumn[];
}

/** What a cell shows that its column's code failed for. */
const NOTHING = '–';

/**
 * Makes what gives the panels and columns of the releases in use, but for those that the back end cannot serve (D1a).
 * A release has the same ones for as long as it is in use, so that what is shown stays when another remote changes.
 */
export function createOfferedParts(
  remotes: ContributionSurroundings,
): (releases: readonly ChosenRelease[], config: Pick<ConsoleConfig, 'backend' | 'names'>) => OfferedParts {
  const made = new WeakMap<ChosenRelease, OfferedByRelease>();
  const of = (release: ChosenRelease): OfferedByRelease => {
    const { devicePanels = [], deviceColumns = [] } = release.declaration.contributions ?? {};
    const offered = made.get(release) ?? {
      panels: devicePanels.map((declared) => ({ declared, offer: offeredPanel(release, declared, remotes) })),
      columns: deviceColumns.map((column) => offeredColumn(release, column, remotes)),
    };
    made.set(release, offered);
    return offered;
  };
  return (releases, config) => ({
    devicePanels: releases
      .flatMap((release) => of(release).panels)
      .filter(({ declared }) => isServed(declared, config))
      .map(({ offer }) => offer),
    deviceColumns: releases.flatMap((release) => of(release).columns),
  });
}

function accessOf(release: ChosenRelease, declared: DeclaredPanel | DeclaredColumn) {
  const { id, title, order, permission, anyPermission, roles } = declared;
  return {
    id: `${release.id}/${id}`,
    title: declaredTitle(release.declaration, title),
    order,
    permission,
    anyPermission,
    roles,
  };
}

function offeredPanel(release: ChosenRelease, panel: DeclaredPanel, remotes: PanelSurroundings): OfferedDevicePanel {
  const Panel = ({ imei }: DevicePanelProps) => (
    <RemotePanel release={release} panel={panel} remotes={remotes} imei={imei} />
  );
  return { ...accessOf(release, panel), Panel };
}

function offeredColumn(
  release: ChosenRelease,
  column: DeclaredColumn,
  { loader, log, releaseManager }: ContributionSurroundings,
): OfferedDeviceColumn {
  let hasFailed = false;
  // Of a million rows that it fails for one is told, and not in the middle of the table's rendering.
  const failed = (error: unknown): void => {
    if (hasFailed) return;
    hasFailed = true;
    queueMicrotask(() => {
      log.failed(release.id, renderErrorOf(release, error), columnRule.logName(column.id));
      releaseManager.uncaught(release);
    });
  };
  const load = async (): Promise<CellText | null> => {
    const module = await loader.columns.load(release, column.id).catch(() => null);
    if (module) return guarded(module.cellText, failed);
    releaseManager.uncaught(release);
    return null;
  };
  return { ...accessOf(release, column), load };
}

/** The function of a remote as one that never throws and always gives a text. */
function guarded(cellText: (...given: Parameters<CellText>) => unknown, failed: (error: unknown) => void): CellText {
  return (device) => {
    try {
      const text = cellText(device);
      if (typeof text === 'string') return text;
      throw new TypeError(`cellText returned no text but ${typeof text}`);
    } catch (error) {
      failed(error);
      return NOTHING;
    }
  };
}
