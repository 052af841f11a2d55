import {
  Actions,
  AppFrame,
  Brand,
  Button,
  Card,
  CentredPage,
  Page,
  TextField,
  TopBar,
} from '@device-console/shared-lib/ui';
import type { Part, PartGroup } from '../part.ts';
import { drawn, Navigation, PointedAt } from './example-navigation.tsx';

const sideNav: Part = {
  name: 'SideNav',
  from: 'ui',
  use: "The menu of the console. The host has it; a remote's screens stand in it by their declaration.",
  examples: [
    {
      caption: 'label, items (to, label, isCurrent), renderLink',
      shown: <Navigation label="Example menu" look="side" />,
    },
    {
      caption: 'items with icon and caption; an empty caption is a gap',
      shown: <Navigation label="Example menu with drawings" look="side" items={drawn} />,
    },
    { caption: 'isFolded', shown: <Navigation label="Example menu, folded" look="side" items={drawn} isFolded /> },
    { caption: 'onIntent: the moment to fetch a screen ahead', shown: <PointedAt look="side" /> },
  ],
};

const tabNav: Part = {
  name: 'TabNav',
  from: 'ui',
  use: 'Screens of one family beside one another, each under its own address.',
  examples: [
    {
      caption: 'label, items (to, label, isCurrent), renderLink',
      size: 'line',
      shown: <Navigation label="Example tabs" look="tabs" />,
    },
    {
      caption: 'items with icon; a caption is for menus',
      size: 'line',
      shown: <Navigation label="Example tabs with drawings" look="tabs" items={drawn} />,
    },
    { caption: 'onIntent: the moment to fetch a screen ahead', size: 'line', shown: <PointedAt look="tabs" /> },
  ],
};

const brand: Part = {
  name: 'Brand',
  from: 'ui',
  use: 'The mark and the name of the product.',
  examples: [{ caption: 'children', shown: <Brand>Device Console</Brand> }],
};

const topBarParts = (
  <TopBar
    brand="Device Console"
    search={<Button>Search</Button>}
    status="Lock Device: 312 of 1,000"
    meta="Until 18:00"
    actions={
      <Button variant="quiet" size="small">
        Logout
      </Button>
    }
  />
);

const topBar: Part = {
  name: 'TopBar',
  from: 'ui',
  use: 'What stands in the bar above every page. The host has it.',
  examples: [
    { caption: 'brand', size: 'line', shown: <TopBar brand="Device Console" /> },
    { caption: 'search, status, meta, actions', size: 'line', shown: topBarParts },
  ],
};

const page: Part = {
  name: 'Page',
  with: ['titleBefore'],
  from: 'ui',
  use: 'A screen: its only heading of the first level, what it is for, and its parts. Every screen begins with it.',
  examples: [
    {
      caption: 'title, children',
      size: 'page',
      shown: (
        <Page title="Device Details">
          <Card title="Find a device">
            <TextField label="IMEI number" />
          </Card>
        </Page>
      ),
    },
    {
      caption: 'lead, actions',
      size: 'page',
      shown: (
        <Page
          title="API keys"
          lead="Keys with which programs call the API."
          actions={<Button variant="primary">Make a key</Button>}
        >
          <Card title="Keys">There is no key yet.</Card>
        </Page>
      ),
    },
  ],
};

const centredPage: Part = {
  name: 'CentredPage',
  from: 'ui',
  use: 'A screen outside of the frame, such as a login. The host has it.',
  examples: [
    {
      caption: 'title, children',
      size: 'window',
      shown: (
        <CentredPage title="Forgot password">
          <TextField label="E-mail" />
        </CentredPage>
      ),
    },
    {
      caption: 'brand, lead, footer',
      size: 'window',
      shown: (
        <CentredPage
          brand="Device Console"
          title="Login"
          lead="With the account of your team."
          footer="Forgot your password?"
        >
          <TextField label="E-mail" />
          <Actions>
            <Button variant="primary">Login</Button>
          </Actions>
        </CentredPage>
      ),
    },
  ],
};

const inFrame = (
  <Page title="Device Details">
    <Card title="Find a device">
      <TextField label="IMEI number" />
    </Card>
  </Page>
);

const appFrame: Part = {
  name: 'AppFrame',
  from: 'ui',
  use:
    'The frame of the console around every screen; in a narrow window its sidebar is a drawer. The host has ' +
    'it, and this page stands in it.',
  examples: [
    {
      caption: 'topBar, sidebar, children',
      size: 'window',
      shown: (
        <AppFrame topBar={topBarParts} sidebar={<Navigation label="Menu of the frame" look="side" />}>
          {inFrame}
        </AppFrame>
      ),
    },
    {
      caption: 'isFolded',
      size: 'window',
      shown: (
        <AppFrame
          topBar={topBarParts}
          isFolded
          sidebar={(isStrip) => (
            <Navigation label="Folded menu of the frame" look="side" items={drawn} isFolded={isStrip} />
          )}
        >
          {inFrame}
        </AppFrame>
      ),
    },
    {
      caption: 'banner; without sidebar',
      size: 'window',
      shown: (
        <AppFrame topBar={topBarParts} banner="What stands above every page">
          {inFrame}
        </AppFrame>
      ),
    },
  ],
};

/** What leads from screen to screen. */
export const navigation: PartGroup = { title: 'Navigation', parts: [tabNav, sideNav, brand, topBar] };

/** Whole pages. */
export const pages: PartGroup = { title: 'Pages', parts: [page, centredPage, appFrame] };
