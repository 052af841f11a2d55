import type { ReactNode } from 'react';
import type { UserRow } from '@device-console/shared-lib/contract';
import { Actions, Button } from '@device-console/shared-lib/ui';
import { HoverView } from '@device-console/shared-lib/ui/hover';
import { LineIcon } from '@device-console/shared-lib/ui/icons';
import { MenuButton } from '@device-console/shared-lib/ui/menu';
import type { MoreChange } from './more-changes.ts';
import { isActive } from './user-row.ts';
import { t } from '../t.ts';

interface UserActionsProps {
  readonly user: UserRow;
  readonly isOwn: boolean;
  readonly onEdit: (user: UserRow) => void;
  readonly onToggle: (user: UserRow) => void;
  /** What else can be done to this user (U5 to U7); nothing where the back end knows none of it. */
  readonly more: readonly MoreChange[];
  readonly onMore: (user: UserRow, change: MoreChange) => void;
}

/** Edit, and the icon that enables or disables; the operator's own row says why it has none (U3, U4). */
export function UserActions({ user, isOwn, onEdit, onToggle, more, onMore }: UserActionsProps): ReactNode {
  const toggle = isActive(user) ? t('Disable') : t('Enable');
  return (
    <Actions>
      <Button size="small" variant="quiet" aria-label={`${t('Edit')} ${user.email}`} onPress={() => onEdit(user)}>
        <LineIcon name="edit" size={14} />
        {t('Edit')}
      </Button>
      {isOwn ? (
        <HoverView label={t('Your account')}>
          {t(
            'You cannot log yourself out or disable yourself here. Logout in the menu ends your session; another ' +
              'admin can disable your account.',
          )}
        </HoverView>
      ) : (
        <Button size="small" variant="quiet" aria-label={`${toggle} ${user.email}`} onPress={() => onToggle(user)}>
          <LineIcon name="device-action" size={14} />
          {toggle}
        </Button>
      )}
      {!isOwn && more.length > 0 && (
        <MenuButton
          size="small"
          label={t('Manage')}
          spokenLabel={`${t('Manage')} ${user.email}`}
          choices={more.map(({ id, label }) => ({ id, label }))}
          onChoose={(id) => {
            const change = more.find((one) => one.id === id);
            if (change) onMore(user, change);
          }}
        />
      )}
    </Actions>
  );
}
