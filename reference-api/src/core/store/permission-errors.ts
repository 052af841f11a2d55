/** PostgreSQL's code of what a role may not do. */
const INSUFFICIENT_PRIVILEGE = '42501';

function hasCode(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === INSUFFICIENT_PRIVILEGE;
}

/** True for a failure of somebody who may not do it, or for one that another had as its cause. */
export function isNotPermitted(error: unknown): boolean {
  return hasCode(error) || (error instanceof Error && hasCode(error.cause));
}
