import { audiences, roles, type Access } from '../contract/index.ts';
import { servicePathPattern } from '../contract/server.ts';
import { type Remote, type ScreenDeclaration } from '../remote/index.ts';
import { partsOf, screenAt, type PartKind } from '../remote/host.ts';
import { screenFault } from '../trust/index.ts';

type Report = (problem: string) => void;

const idsOf = (parts: readonly { readonly id: string }[]): readonly string[] => parts.map(({ id }) => id);

function checkUnique(what: string, values: readonly string[], report: Report): void {
  const repeated = new Set(values.filter((value, index) => values.indexOf(value) !== index));
  for (const value of repeated) report(`two ${what} are called "${value}"`);
}

const isBlank = (text: string): boolean => text.trim() === '';

function checkPath(screen: ScreenDeclaration, report: Report): void {
  const { path } = screen;
  const isPath = /^[^/\s?#]+(\/[^/\s?#]+)*$/.test(path);
  const noPath = `the path "${path}" must be words parted by single slashes, without one at either end`;
  const fault = isPath ? screenFault(screen) : noPath;
  if (fault !== null) report(fault);
}

function checkAudiences(screen: ScreenDeclaration, report: Report): void {
  if (screen.audiences.length === 0) report('it has no audiences, so it has no address');
  if (screen.audiences.some((audience) => !audiences.includes(audience)))
    report(`its audiences are not of ${audiences.join(', ')}`);
  const { nav } = screen;
  if (nav && !Number.isFinite(nav.order)) report('its nav.order is no number');
  const beyond = nav?.audiences?.filter((audience) => !screen.audiences.includes(audience)) ?? [];
  if (beyond.length > 0) report(`the sidebar of ${beyond.join(', ')} would lead to an address that it does not have`);
}

function checkAccess({ permission, anyPermission, roles: asked }: Access, report: Report): void {
  if (permission !== undefined && isBlank(permission)) report('its permission is blank');
  if (anyPermission?.some(isBlank) || anyPermission?.length === 0)
    report('anyPermission must name at least one permission, none blank');
  if (asked?.length === 0) report('roles is empty, so nobody may open it');
  if (asked?.some((role) => !roles.includes(role))) report(`its roles are not of ${roles.join(', ')}`);
}

function isComponent(value: unknown): boolean {
  return typeof value === 'function' || (typeof value === 'object' && value !== null && '$$typeof' in value);
}

/** The component that a part's module exports, by kind. */
const exported: Readonly<Record<PartKind, string>> = { screen: 'Screen', devicePanel: 'Panel', homePanel: 'Panel' };

async function checkLoad(kind: PartKind, load: () => Promise<object>, report: Report): Promise<void> {
  const name = exported[kind];
  try {
    const module: Readonly<Record<string, unknown>> = { ...(await load()) };
    if (!isComponent(module[name])) report(`its module exports no component named ${name}`);
  } catch (error) {
    report(`its code does not load: ${String(error)}`);
  }
}

function checkContributions({ contributions, screens }: Remote, report: Report): void {
  const actions = contributions?.deviceActions ?? [];
  checkUnique('device actions', idsOf(actions), report);
  for (const { id, title, order, screen } of actions) {
    if (isBlank(id) || isBlank(title) || !Number.isFinite(order))
      report(`the device action "${id}" needs an id, a title and an order`);
    if (!screens.some((candidate) => candidate.id === screen))
      report(`the device action "${id}" opens the screen "${screen}", which there is not`);
  }
  const { devicePanels = [], homePanels = [], searchCommands = [] } = contributions ?? {};
  checkUnique('panels', idsOf(devicePanels), report);
  checkUnique('Home panels', idsOf(homePanels), report);
  checkUnique('search commands', idsOf(searchCommands), report);
  for (const { id, address } of searchCommands)
    if (!screenAt(screens, address)) report(`the search command "${id}" opens "${address}", which is no screen of it`);
  for (const part of [...devicePanels, ...homePanels, ...searchCommands]) {
    const reportOfPart: Report = (problem) => report(`contribution "${part.id}": ${problem}`);
    if (isBlank(part.id) || isBlank(part.title)) reportOfPart('it needs an id and a title');
    if (!Number.isFinite(part.order)) reportOfPart('its order is no number');
    checkAccess(part, reportOfPart);
  }
}

/**
 * Checks a remote's declaration and loads every screen and panel. For a remote's own test: `await
 * expectValidRemote(remote)`. Throws one Error that lists all problems.
 */
export async function expectValidRemote(remote: Remote): Promise<void> {
  const problems: string[] = [];
  const report: Report = (problem) => problems.push(problem);
  if (!/^[a-z][a-z0-9-]*$/.test(remote.id))
    report(`the id "${remote.id}" must be lower case letters, digits and dashes`);
  if (isBlank(remote.owner)) report('the owner is blank');
  if (remote.screens.length === 0) report('it has no screens');
  checkUnique('screens', idsOf(remote.screens), report);
  for (const audience of audiences) {
    const paths = remote.screens.filter((screen) => screen.audiences.includes(audience)).map(({ path }) => path);
    checkUnique(`${audience} paths`, paths, report);
  }
  for (const screen of remote.screens) {
    const reportOfScreen: Report = (problem) => report(`screen "${screen.id}": ${problem}`);
    if (isBlank(screen.id) || isBlank(screen.title)) reportOfScreen('it needs an id and a title');
    checkPath(screen, reportOfScreen);
    checkAudiences(screen, reportOfScreen);
    checkAccess(screen, reportOfScreen);
  }
  checkContributions(remote, report);
  const { serviceCalls = [] } = remote;
  const paths = serviceCalls.map(({ path }) => path);
  checkUnique('service calls', paths, report);
  for (const call of serviceCalls) {
    const reportOfCall: Report = (problem) => report(`service call "${call.path}": ${problem}`);
    if (!servicePathPattern.test(call.path)) reportOfCall('its path must be plain words parted by slashes');
    checkAccess(call, reportOfCall);
  }
  for (const { kind, part } of partsOf(remote)) {
    const what = kind === 'screen' ? 'screen' : 'contribution';
    await checkLoad(kind, part.load, (problem) => report(`${what} "${part.id}": ${problem}`));
  }
  if (problems.length > 0)
    throw new Error(`${remote.id} is not a valid remote:\n- ${[...new Set(problems)].join('\n- ')}`);
}
