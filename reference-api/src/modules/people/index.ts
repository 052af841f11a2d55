import type { ApiModule } from '../../core/module.ts';
import { acceptInvitation, inviteUser } from './invitations.ts';
import {
  changePassword,
  endSessions,
  keepSession,
  ownSessions,
  changeRole,
  closeAccount,
  revokeKeys,
} from './own-account.ts';

/** Calls on one's own account, and admins' calls on others, beyond the specification (P3, S12, U5 to U7, K3). */
export const people = {
  name: 'people',
  anonymousServices: { acceptInvitation },
  services: {
    ownSessions,
    endSessions,
    keepSession,
    changePassword,
    inviteUser,
    changeRole,
    closeAccount,
    revokeKeys,
  },
} as const satisfies ApiModule;
