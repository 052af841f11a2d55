import type { ReactNode } from 'react';
import { Actions, Button, TextField } from '@device-console/shared-lib/ui';
import {
  AlertDialog,
  ConfirmButton,
  ConfirmDialog,
  Dialog,
  type ConfirmDialogProps,
  type DialogProps,
} from '@device-console/shared-lib/ui/dialog';
import { Held } from '../held.tsx';
import type { Part, PartGroup } from '../part.ts';

interface OpeningProps {
  readonly label: string;
  readonly children: (isOpen: boolean, close: () => void) => ReactNode;
}

/** A button that opens what it is given. */
function Opening({ label, children }: OpeningProps): ReactNode {
  return (
    <Held initial={false}>
      {(isOpen, change) => (
        <>
          <Actions>
            <Button onPress={() => change(true)}>{label}</Button>
          </Actions>
          {children(isOpen, () => change(false))}
        </>
      )}
    </Held>
  );
}

type Shown = Partial<Pick<DialogProps, 'size' | 'role' | 'isDismissable' | 'isBusy'>> & { readonly label: string };

function ExampleDialog({ label, ...rest }: Shown): ReactNode {
  return (
    <Opening label={label}>
      {(isOpen, close) => (
        <Dialog
          {...rest}
          title="Edit the name"
          isOpen={isOpen}
          onClose={close}
          actions={
            <>
              <Button onPress={close}>Cancel</Button>
              <Button variant="primary" onPress={close}>
                Save
              </Button>
            </>
          }
        >
          <TextField label="Name" defaultValue="Blue phone" />
        </Dialog>
      )}
    </Opening>
  );
}

const dialog: Part = {
  name: 'Dialog',
  from: 'ui/dialog',
  use: 'Something to fill in or read above the page. A question of yes or no is a ConfirmDialog.',
  examples: [
    { caption: 'title, isOpen, onClose, actions, children', shown: <ExampleDialog label="Open it" /> },
    { caption: 'size="wide"', shown: <ExampleDialog label="Open a wide one" size="wide" /> },
    {
      caption: 'size="search": its title is for screen readers alone',
      shown: <ExampleDialog label="Open a search" size="search" isDismissable />,
    },
    {
      caption: 'isDismissable: a press beside it closes it',
      shown: <ExampleDialog label="Open one that closes easily" isDismissable />,
    },
    { caption: 'isBusy: Escape does not close it', shown: <ExampleDialog label="Open a busy one" isBusy /> },
    { caption: 'role="alertdialog"', shown: <ExampleDialog label="Open an urgent one" role="alertdialog" /> },
  ],
};

type Asked = Partial<Omit<ConfirmDialogProps, 'isOpen' | 'onConfirm' | 'onCancel'>> & { readonly label: string };

function ExampleQuestion({ label, ...props }: Asked): ReactNode {
  return (
    <Opening label={label}>
      {(isOpen, close) => (
        <ConfirmDialog
          title="Lock 12 devices?"
          message="Their owners cannot use them until they are unlocked."
          {...props}
          isOpen={isOpen}
          onConfirm={close}
          onCancel={close}
        />
      )}
    </Opening>
  );
}

/** What stays pending is ended by the reader, as a screen ends it when the server has answered. */
function PendingQuestion(): ReactNode {
  return (
    <Opening label="Ask while it is sent">
      {(isOpen, close) => (
        <ConfirmDialog
          isOpen={isOpen}
          isPending
          title="Locking 12 devices"
          onConfirm={close}
          onCancel={close}
          message="The answer is being carried out: neither button can be pressed, and Escape does nothing."
        >
          <Actions>
            <Button variant="quiet" onPress={close}>
              End the example
            </Button>
          </Actions>
        </ConfirmDialog>
      )}
    </Opening>
  );
}

const question = {
  title: 'Lock 12 devices?',
  message: 'Their owners cannot use them until they are unlocked.',
  onConfirm: () => undefined,
};

const confirmButton: Part = {
  name: 'ConfirmButton',
  from: 'ui/dialog',
  use: 'A button whose action is confirmed first. Where something else opens the question it is a ConfirmDialog.',
  examples: [
    { caption: 'label, title, message, onConfirm', shown: <ConfirmButton label="Lock" {...question} /> },
    {
      caption: 'variant, tone, confirmLabel, cancelLabel, typedWord',
      shown: (
        <ConfirmButton
          {...question}
          label="Lock for certain"
          variant="danger"
          tone="danger"
          confirmLabel="Lock them"
          cancelLabel="Leave them"
          typedWord="12"
        />
      ),
    },
    {
      caption: 'spokenLabel, buttonSize',
      shown: <ConfirmButton {...question} label="Lock all" spokenLabel="Lock all of the list" buttonSize="small" />,
    },
    { caption: 'isDisabled', shown: <ConfirmButton {...question} label="Lock none" isDisabled /> },
  ],
};

const confirmDialog: Part = {
  name: 'ConfirmDialog',
  from: 'ui/dialog',
  use:
    'Asks before something is done. With tone="danger" Enter alone does nothing; a word to type guards what ' +
    'touches many devices.',
  examples: [
    { caption: 'isOpen, title, message, onConfirm, onCancel', shown: <ExampleQuestion label="Ask" /> },
    {
      caption: 'tone="danger", confirmLabel, cancelLabel',
      shown: <ExampleQuestion label="Ask for danger" tone="danger" confirmLabel="Lock them" cancelLabel="Leave them" />,
    },
    { caption: 'typedWord', shown: <ExampleQuestion label="Ask for a count" tone="danger" typedWord="12" /> },
    {
      caption: 'children, size="wide"',
      shown: (
        <ExampleQuestion label="Ask for a reason" size="wide">
          <TextField label="Reason" isOptional />
        </ExampleQuestion>
      ),
    },
    {
      caption: 'isConfirmDisabled: something is missing',
      shown: <ExampleQuestion label="Ask without an answer" isConfirmDisabled />,
    },
    { caption: 'isPending', shown: <PendingQuestion /> },
  ],
};

const alertDialog: Part = {
  name: 'AlertDialog',
  from: 'ui/dialog',
  use: 'Tells one thing that has to be seen before going on.',
  examples: [
    {
      caption: 'isOpen, title, message, onClose',
      shown: (
        <Opening label="Tell">
          {(isOpen, close) => (
            <AlertDialog
              isOpen={isOpen}
              title="The file is too large"
              message="It holds more than 100,000 rows. Split it, and choose the first part."
              onClose={close}
            />
          )}
        </Opening>
      ),
    },
    {
      caption: 'closeLabel',
      shown: (
        <Opening label="Tell in other words">
          {(isOpen, close) => (
            <AlertDialog
              isOpen={isOpen}
              title="You were logged out"
              message="Log in again to go on."
              closeLabel="Go to login"
              onClose={close}
            />
          )}
        </Opening>
      ),
    },
  ],
};

/** What stands above the page. */
export const dialogs: PartGroup = { title: 'Dialogs', parts: [confirmButton, confirmDialog, alertDialog, dialog] };
