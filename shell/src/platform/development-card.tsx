import { useState, type ReactNode } from 'react';
import { useLocation } from '@device-console/shared-lib/router';
import {
  Actions,
  Button,
  Card,
  Form,
  Notice,
  Select,
  TextField,
  type SelectOption,
} from '@device-console/shared-lib/ui';
import { ConfirmDialog } from '@device-console/shared-lib/ui/dialog';
import { isRemoteId, loopbackOrigin } from '@device-console/shared-lib/trust';
import type { Override } from '../override/override.ts';
import type { OverrideState } from '../override/override-state.ts';
import type { DevelopmentRequest } from '../override/start-override.ts';
import type { LeaveGuard } from '../common/leave-guard.ts';
import { readDevelopmentLink } from './override-link.ts';
import { RunningOverride } from './running-override.tsx';

interface CardProps {
  readonly override: Override;
  readonly state: OverrideState;
  readonly guard: LeaveGuard;
  /** The remotes that are there. */
  readonly ids: readonly string[];
}

/** One remote from a dev server on this computer: turned on and off here, by a superadmin alone. */
export function DevelopmentCard({ override, state, guard, ids }: CardProps): ReactNode {
  return (
    <Card
      title="Development"
      tone="caution"
      description={
        'One remote from a dev server on this computer, in this browser and for you alone. It ends by itself, ' +
        'when you log out, and here.'
      }
    >
      {state.status === 'off' ? (
        <DevelopmentForm override={override} ids={ids} />
      ) : (
        <RunningOverride state={state} override={override} guard={guard} />
      )}
    </Card>
  );
}

const durations: readonly SelectOption[] = ['1', '2', '4', '8'].map((value) => ({
  value,
  title: value === '1' ? '1 hour' : `${value} hours`,
}));

function DevelopmentForm({ override, ids }: Pick<CardProps, 'override' | 'ids'>): ReactNode {
  const link = readDevelopmentLink(useLocation().hash);
  const [id, setId] = useState(link?.id ?? '');
  const [wantsNew, setWantsNew] = useState(false);
  const [address, setAddress] = useState(link?.address ?? '');
  const [hours, setHours] = useState('1');
  const [asked, setAsked] = useState<DevelopmentRequest | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const isNew = wantsNew || (id !== '' && !ids.includes(id));
  const choices = [
    ...ids.map((value) => ({ value, title: value })),
    { value: 'new', title: 'Another one, not in the registry' },
  ];
  const choose = (value: string): void => {
    setWantsNew(value === 'new');
    setId(value === 'new' ? '' : value);
  };
  return (
    <>
      <Form aria-label="Development" onSubmit={() => setAsked({ id: id.trim(), address, hours: Number(hours) })}>
        {link && (
          <Notice tone="info">
            A link has filled this in. Turn it on only if you started that dev server yourself.
          </Notice>
        )}
        <Select
          label="Remote to develop"
          options={choices}
          value={isNew ? 'new' : id}
          onChange={choose}
          placeholder="Choose a remote"
          isRequired
        />
        {isNew && (
          <TextField
            label="Its name"
            value={id}
            onChange={setId}
            isRequired
            validate={(text) =>
              isRemoteId(text.trim()) ? null : 'Lower case letters, digits and dashes, such as mf-warranty.'
            }
          />
        )}
        <TextField
          label="Address of the dev server"
          value={address}
          onChange={setAddress}
          isRequired
          autoComplete="off"
          spellCheck="false"
          description="As npm run dev prints it, such as http://localhost:3401. Only this computer can be named."
          validate={addressFault}
        />
        <Select label="For" options={durations} value={hours} onChange={setHours} />
        {refusal !== null && (
          <Notice tone="danger" title="It was not turned on">
            {refusal}
          </Notice>
        )}
        <Actions>
          <Button type="submit" variant="primary">
            Turn on
          </Button>
        </Actions>
      </Form>
      {asked && (
        <ConfirmDialog
          isOpen
          tone="danger"
          title={`Run code of ${asked.address}?`}
          confirmLabel="Turn on"
          message={
            `Whatever that address serves will run here as ${asked.id}, with your rights and your session. ` +
            'Nobody has signed it. The page is reloaded.'
          }
          onCancel={() => setAsked(null)}
          onConfirm={() => {
            setRefusal(override.begin(asked));
            setAsked(null);
          }}
        />
      )}
    </>
  );
}

function addressFault(text: string): string | null {
  const result = loopbackOrigin(text);
  return result.status === 'loopback' ? null : result.reason;
}
