import type { ApiModule } from '../../core/module.ts';
import { deleteEnded, deleteEndedOf } from '../../core/housekeeping.ts';
import type { SecondFactors } from '../../core/calls/context.ts';
import { accountsWithFactors, closeChallenges, deleteFactors } from './factor-rows.ts';
import { factorVariables, type IdentityRules, requireEnrolled } from './identity-rules.ts';
import { askFactor, loginFactor } from './login-factor.ts';
import {
  addPasskey,
  addTotp,
  CODES_SHOWN_BEFORE,
  confirmPasskey,
  confirmTotp,
  ownFactors,
  removeFactor,
  renewRecoveryCodes,
  resetFactors,
} from './own-factors.ts';
import {
  identityOptions,
  proveIdentity,
  requireProof,
  requireProofOfItems,
  requireProofOfTakeOver,
} from './prove-identity.ts';

export const factorsBy = ({ policies }: IdentityRules): SecondFactors => ({
  areUsedBy: (role) => policies[role] !== 'off',
  accountsWith: accountsWithFactors,
  askAtLogin: askFactor,
  closeLogins: closeChallenges,
  requireEnrolled,
  requireProof,
});

/** How people prove who they are, besides their password (S15 to S20). */
export const secondFactors = {
  name: 'second-factors',
  anonymousServices: { loginFactor },
  services: {
    ownFactors,
    addTotp,
    confirmTotp,
    addPasskey,
    confirmPasskey,
    removeFactor,
    renewRecoveryCodes,
    resetFactors,
    identityOptions,
    proveIdentity,
  },
  toldLater: {
    confirmTotp: CODES_SHOWN_BEFORE,
    confirmPasskey: CODES_SHOWN_BEFORE,
    renewRecoveryCodes: CODES_SHOWN_BEFORE,
  },
  variables: factorVariables,
  // Logins that wait for a factor, and passkey challenges.
  housekeeping: { challenges: deleteEnded(deleteEndedOf('identity_challenges', 'id', 'expires_at')) },
  accountClosed: deleteFactors,
  beforeSend: { items: requireProofOfItems, takeOver: requireProofOfTakeOver },
} as const satisfies ApiModule;
