import { commandList } from './commands/commands.ts';
import { audiences, type Access, type Audience } from './permissions.ts';

/** Who may open a screen of the specification, and its addresses. */
export interface SpecifiedScreen extends Access {
  readonly audiences: readonly Audience[];
}

const administrators = ['ADMIN', 'SUPERADMIN'] as const;

/** The screens that are not commands (L1, L5, L6, R1, A1, U1, K1). */
const otherScreens: Readonly<Record<string, SpecifiedScreen>> = {
  deviceDetails: { permission: 'Device Details', audiences },
  appversion: { permission: 'App Version', audiences },
  lastCommand: { roles: administrators, audiences },
  reports: { permission: 'Reports', audiences },
  auditReport: { permission: 'Audit Report', audiences },
  userManagement: { roles: administrators, audiences },
  keyManagement: { roles: administrators, audiences },
};

const commandScreens = commandList.flatMap(({ screen, batchScreen, permission, roles: asked, audiences: under }) =>
  [screen, batchScreen].flatMap((path): [string, SpecifiedScreen][] =>
    path === undefined ? [] : [[path, { permission, roles: asked, audiences: under }]],
  ),
);

/**
 * Every screen of the specification by the first part of its address, in lower case. No remote that shows it may let
 * anyone in whom this would stop (N1 to N7, D9, D25).
 */
export const specifiedScreens: ReadonlyMap<string, SpecifiedScreen> = new Map(
  [...commandScreens, ...Object.entries(otherScreens)].map(([path, screen]) => [path.toLowerCase(), screen]),
);
