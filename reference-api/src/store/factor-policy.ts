import { roles, type Role } from '@device-console/shared-lib/contract';

/** Whether accounts of a role use second factors: not at all, as they like, or before anything else. */
const factorPolicies = ['off', 'offered', 'required'] as const;
export type FactorPolicy = (typeof factorPolicies)[number];

/** The policy of each role. */
export type FactorPolicies = Readonly<Record<Role, FactorPolicy>>;

/** The same policy for everybody. */
export function everyRole(policy: FactorPolicy): FactorPolicies {
  return { SUPERADMIN: policy, ADMIN: policy, USER: policy };
}

const isPolicy = (text: string | undefined): text is FactorPolicy => factorPolicies.some((policy) => policy === text);

/** Reads `offered`, or `SUPERADMIN=required,ADMIN=offered`; roles that are not named are off. Undefined: no policy. */
export function readPolicies(text: string): FactorPolicies | undefined {
  const whole = text.trim();
  if (isPolicy(whole)) return everyRole(whole);
  const given = new Map<Role, FactorPolicy>();
  for (const part of whole.split(',')) {
    const [name = '', policy] = part.split('=').map((word) => word.trim());
    const role = roles.find((known) => known === name);
    if (!role || !isPolicy(policy) || given.has(role)) return undefined;
    given.set(role, policy);
  }
  return {
    SUPERADMIN: given.get('SUPERADMIN') ?? 'off',
    ADMIN: given.get('ADMIN') ?? 'off',
    USER: given.get('USER') ?? 'off',
  };
}

/** True where somebody may have a second factor. */
export function usesFactors(policies: FactorPolicies): boolean {
  return roles.some((role) => policies[role] !== 'off');
}
