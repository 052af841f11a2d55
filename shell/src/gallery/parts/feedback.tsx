import {
  Actions,
  Button,
  EmptyState,
  FailureState,
  Notice,
  Progress,
  Spinner,
  Stack,
} from '@device-console/shared-lib/ui';
import { HoverView } from '@device-console/shared-lib/ui/hover';
import { Held } from '../held.tsx';
import type { Part, PartGroup } from '../part.ts';
import { statusBadge } from './status-badge.tsx';

const notice: Part = {
  name: 'Notice',
  from: 'ui',
  use:
    'A message in its place on the page, where nothing has to be answered. What has to be seen before going ' +
    'on is an AlertDialog.',
  examples: [
    {
      caption: 'tone="info"',
      shown: (
        <Notice tone="info" announce="off">
          The list is read again every minute.
        </Notice>
      ),
    },
    {
      caption: 'tone="success"',
      shown: (
        <Notice tone="success" announce="off">
          Lock Device initiated successfully
        </Notice>
      ),
    },
    {
      caption: 'tone="warning"',
      shown: (
        <Notice tone="warning" announce="off">
          Two of the devices are not known.
        </Notice>
      ),
    },
    {
      caption: 'tone="danger"',
      shown: (
        <Notice tone="danger" announce="off">
          The command could not be sent. Nothing has changed.
        </Notice>
      ),
    },
    {
      caption: 'title; details, for who helps',
      shown: (
        <Notice
          tone="danger"
          announce="off"
          title="The history could not be read"
          details="No answer within 30 seconds"
        >
          The server did not answer in time.
        </Notice>
      ),
    },
    {
      caption: 'actions',
      shown: (
        <Notice
          tone="info"
          announce="off"
          title="A new version is there"
          actions={<Button size="small">Use it now</Button>}
        >
          It is used on the next screen.
        </Notice>
      ),
    },
    {
      caption: 'onDismiss; announce: how it is told to screen readers',
      shown: (
        <Held<boolean> initial>
          {(isThere, change) =>
            isThere ? (
              <Notice tone="success" announce="off" onDismiss={() => change(false)}>
                The user was added.
              </Notice>
            ) : (
              <Stack gap="small">
                <Notice tone="info" announce="status">
                  It was dismissed.
                </Notice>
                <Actions>
                  <Button size="small" onPress={() => change(true)}>
                    Show it again
                  </Button>
                </Actions>
              </Stack>
            )
          }
        </Held>
      ),
    },
    {
      caption: 'A long text',
      shown: (
        <Notice tone="warning" announce="off" title="The file has rows that cannot be used">
          Rows 17, 203 and 1,498 hold no IMEI of 15 digits. They are left out; correct them in the file and choose it
          again if they are meant.
        </Notice>
      ),
    },
  ],
};

const spinner: Part = {
  name: 'Spinner',
  from: 'ui',
  use: 'A wait of unknown length. Where it is known how much there is to do, use Progress.',
  examples: [
    { caption: 'placement="page": in place of a screen', shown: <Spinner placement="page" label="Loading Reports" /> },
    { caption: 'label, isStill: beside work that needs the page', shown: <Spinner isStill label="Sending" /> },
  ],
};

const progress: Part = {
  name: 'Progress',
  from: 'ui',
  use: 'How far a long piece of work is.',
  examples: [
    { caption: 'label, value, max', shown: <Progress label="Sending" value={312} max={1000} /> },
    { caption: 'text', shown: <Progress label="Sending" value={1250} max={40_000} text="1,250 of 40,000" /> },
    { caption: 'At its beginning', shown: <Progress label="Reading the file" value={0} max={100} /> },
    { caption: 'At its end', shown: <Progress label="Reading the file" value={100} max={100} /> },
    { caption: 'isCompact: the bar alone', shown: <Progress isCompact label="Sending" value={70} max={100} /> },
    {
      caption: 'As it changes',
      shown: (
        <Held initial={3}>
          {(done, change) => (
            <Stack gap="small">
              <Progress label="Devices" value={done} max={10} text={`${done} of 10`} />
              <Actions>
                <Button size="small" isDisabled={done === 10} onPress={() => change(done + 1)}>
                  One more
                </Button>
                <Button size="small" variant="quiet" onPress={() => change(0)}>
                  Begin anew
                </Button>
              </Actions>
            </Stack>
          )}
        </Held>
      ),
    },
  ],
};

const emptyState: Part = {
  name: 'EmptyState',
  from: 'ui',
  use: 'Says that there is nothing to show, and what to do about it, where something could have been.',
  examples: [
    { caption: 'title', shown: <EmptyState title="No results found" /> },
    {
      caption: 'children, actions',
      shown: (
        <EmptyState title="There is no key yet." actions={<Button variant="primary">Make a key</Button>}>
          A program needs one to call the API.
        </EmptyState>
      ),
    },
    {
      caption: 'reason="notFound"',
      shown: <EmptyState reason="notFound" title="No device is registered under this IMEI." />,
    },
    {
      caption: 'reason="notPermitted"',
      shown: (
        <EmptyState reason="notPermitted" title="You may not open this screen.">
          Missing permission: Lock Device
        </EmptyState>
      ),
    },
  ],
};

const failureState: Part = {
  name: 'FailureState',
  from: 'ui',
  use: 'Stands in place of a part that could not be shown. It names the reason and what helps, and is told at once.',
  examples: [
    {
      caption: 'title, children',
      shown: <FailureState title="The report cannot be shown">Try again in a minute.</FailureState>,
    },
    {
      caption: 'details, actions',
      shown: (
        <FailureState
          title="The report cannot be shown"
          actions={<Button>Retry</Button>}
          details={[
            { term: 'Reason', value: 'The server did not answer in time.' },
            { term: 'Owner', value: 'Reports team' },
          ]}
        >
          Retry; reload the page if the problem persists.
        </FailureState>
      ),
    },
    {
      caption: 'placement="page": in place of a page, with its first-level heading',
      shown: (
        <FailureState placement="page" title="Reports cannot be shown">
          Retry; reload the page if the problem persists.
        </FailureState>
      ),
    },
  ],
};

const hoverView: Part = {
  name: 'HoverView',
  from: 'ui/hover',
  use: 'More about something while it is pointed at, focused or touched. Text alone: nothing in it can be reached.',
  examples: [
    {
      caption: 'label, children',
      shown: <HoverView label="3 permissions">Lock Device, Unlock Device, Device Details</HoverView>,
    },
    {
      caption: 'A long text',
      shown: (
        <HoverView label="Why it was refused">
          The server says that the device was released on 12 March 2026, and that a released device takes no commands
          any more.
        </HoverView>
      ),
    },
  ],
};

/** What tells how something stands. */
export const feedback: PartGroup = {
  title: 'Feedback',
  parts: [notice, statusBadge, spinner, progress, emptyState, failureState, hoverView],
};
