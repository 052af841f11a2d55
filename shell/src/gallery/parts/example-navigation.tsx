import type { ComponentProps, ReactNode } from 'react';
import { Link } from '@device-console/shared-lib/router';
import { SideNav, TabNav } from '@device-console/shared-lib/ui';
import { LineIcon } from '@device-console/shared-lib/ui/icons';
import { galleryPage } from '../../navigation/screen-routes.ts';
import { Held } from '../held.tsx';

const labels = ['Home', 'Lock Device', 'Device Details', 'Reports', 'Audit Report', 'User Management'];
const screens = labels.map((label, index) => ({ to: `${galleryPage.address}?screen=${index}`, label }));

/** Entries with drawings and captions. */
export const drawn = (
  [
    ['home', undefined],
    ['lock', 'Commands'],
    ['device', ''],
    ['report', undefined],
    ['audit', undefined],
    ['users', undefined],
  ] as const
).map(([name, caption], index) => ({
  to: `${galleryPage.address}?screen=${index}`,
  label: labels[index] ?? '',
  icon: <LineIcon name={name} />,
  caption,
}));

interface NavigationProps {
  readonly label: string;
  readonly look: 'side' | 'tabs';
  readonly items?: ComponentProps<typeof SideNav>['items'];
  readonly isFolded?: boolean;
}

/** Entries that stay on this page and show which one was chosen. */
export function Navigation({ label, look, items = screens, isFolded }: NavigationProps): ReactNode {
  const Nav = look === 'side' ? SideNav : TabNav;
  return (
    <Held initial={screens[1]?.to ?? ''}>
      {(current, change) => (
        <Nav
          label={label}
          items={items.map((item) => ({ ...item, isCurrent: item.to === current }))}
          isFolded={isFolded}
          renderLink={(props, item) => (
            <Link
              {...props}
              to={item.to}
              onClick={(event) => {
                event.preventDefault();
                change(item.to);
              }}
            />
          )}
        />
      )}
    </Held>
  );
}

/** Tells which entry was pointed at. */
export function PointedAt({ look }: { readonly look: 'side' | 'tabs' }): ReactNode {
  const Nav = look === 'side' ? SideNav : TabNav;
  return (
    <Held initial="none">
      {(label, change) => (
        <>
          <Nav
            label="Screens that are fetched ahead"
            items={screens.slice(0, 2)}
            onIntent={(item) => change(item.label)}
            renderLink={(props) => <Link {...props} to={galleryPage.address} />}
          />
          <p>{`Pointed at: ${label}`}</p>
        </>
      )}
    </Held>
  );
}
