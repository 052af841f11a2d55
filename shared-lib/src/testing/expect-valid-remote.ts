import { audiences, roles } from '../contract/index.ts';
import type { Remote, ScreenDeclaration, ScreenModule } from '../remote/index.ts';

/** Addresses that the shell itself answers (S1, S6, P1, P2, N2). */
const shellPaths: readonly string[] = ['login', 'logout', 'forgotPassword', 'resetPassword', 'superadmin'];

type Report = (problem: string) => void;

function checkUnique(what: string, values: readonly string[], report: Report): void {
  const repeated = new Set(values.filter((value, index) => values.indexOf(value) !== index));
  for (const value of repeated) report(`two ${what} are called "${value}"`);
}

function isBlank(text: string): boolean {
  return text.trim() === '';
}

function checkPath({ path }: ScreenDeclaration, report: Report): void {
  if (!/^[^/\s?#]+(\/[^/\s?#]+)*$/.test(path)) report(`the path "${path}" must be words parted by single slashes, without one at either end`);
  if (shellPaths.includes(path.split('/')[0] ?? '')) report(`the path "${path}" belongs to the shell`);
}

function checkAudiences(screen: ScreenDeclaration, report: Report): void {
  if (screen.audiences.length === 0) report('it has no audiences, so it has no address');
  if (screen.audiences.some((audience) => !audiences.includes(audience))) report(`its audiences are not of ${audiences.join(', ')}`);
  const { nav } = screen;
  if (nav && !Number.isFinite(nav.order)) report('its nav.order is no number');
  const beyond = nav?.audiences?.filter((audience) => !screen.audiences.includes(audience)) ?? [];
  if (beyond.length > 0) report(`the sidebar of ${beyond.join(', ')} would lead to an address that it does not have`);
}

function checkAccess(screen: ScreenDeclaration, report: Report): void {
  if (screen.permission !== undefined && isBlank(screen.permission)) report('its permission is blank');
  if (screen.anyPermission?.some(isBlank) || screen.anyPermission?.length === 0) report('anyPermission must name at least one permission, none blank');
  if (screen.roles?.length === 0) report('roles is empty, so nobody may open it');
  if (screen.roles?.some((role) => !roles.includes(role))) report(`its roles are not of ${roles.join(', ')}`);
}

function isComponent(value: unknown): boolean {
  return typeof value === 'function' || (typeof value === 'object' && value !== null && '$$typeof' in value);
}

async function checkLoad(screen: ScreenDeclaration, report: Report): Promise<void> {
  try {
    const module: Partial<ScreenModule> = await screen.load();
    if (!isComponent(module.Screen)) report('its module exports no component named Screen');
  } catch (error) {
    report(`its code does not load: ${String(error)}`);
  }
}

function checkContributions({ contributions, screens }: Remote, report: Report): void {
  const actions = contributions?.deviceActions ?? [];
  checkUnique('device actions', actions.map(({ id }) => id), report);
  for (const { id, title, order, screen } of actions) {
    if (isBlank(id) || isBlank(title) || !Number.isFinite(order)) report(`the device action "${id}" needs an id, a title and an order`);
    if (!screens.some((candidate) => candidate.id === screen)) report(`the device action "${id}" opens the screen "${screen}", which there is not`);
  }
}

/**
 * Checks a remote's declaration and loads every screen. For a remote's own test: `await expectValidRemote(remote)`.
 * Throws one Error that lists all that is wrong.
 */
export async function expectValidRemote(remote: Remote): Promise<void> {
  const problems: string[] = [];
  const report: Report = (problem) => problems.push(problem);
  if (!/^[a-z][a-z0-9-]*$/.test(remote.id)) report(`the id "${remote.id}" must be lower case letters, digits and dashes`);
  if (isBlank(remote.owner)) report('the owner is blank');
  if (remote.screens.length === 0) report('it has no screens');
  checkUnique('screens', remote.screens.map(({ id }) => id), report);
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
    await checkLoad(screen, reportOfScreen);
  }
  checkContributions(remote, report);
  if (problems.length > 0) throw new Error(`${remote.id} is not a valid remote:\n- ${[...new Set(problems)].join('\n- ')}`);
}
