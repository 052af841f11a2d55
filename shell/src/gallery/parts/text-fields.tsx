import { Actions, Button, ImeiField, PasswordField, SeveralImeis, TextField } from '@device-console/shared-lib/ui';
import { Held } from '../held.tsx';
import type { Part } from '../part.ts';

const longText = 'A value that is much longer than the field, so that its end is out of sight until it is scrolled to';

/** One line of text. */
export const textField: Part = {
  name: 'TextField',
  from: 'ui',
  use:
    'One line of text, a number or a date. Put into the description what is expected, and into the message ' +
    'what to do.',
  examples: [
    {
      caption: 'label, value, onChange',
      shown: (
        <Held initial="">{(value, change) => <TextField label="Device name" value={value} onChange={change} />}</Held>
      ),
    },
    {
      caption: 'description',
      shown: <TextField label="Device name" description="As it stands on the contract." defaultValue="Blue phone" />,
    },
    { caption: 'placeholder', shown: <TextField label="E-mail" type="email" placeholder="name@example.com" /> },
    { caption: 'isOptional', shown: <TextField label="Comment" isOptional /> },
    {
      caption: 'validate: told when the field is left',
      shown: (
        <TextField
          label="Count"
          description="Type letters and leave the field."
          inputMode="numeric"
          validate={(text) => (/^\d*$/.test(text) ? null : 'Write figures only.')}
        />
      ),
    },
    {
      caption: 'errorMessage: told at once',
      shown: (
        <TextField
          label="E-mail"
          defaultValue="name@"
          errorMessage="Write the whole address, such as name@example.com."
        />
      ),
    },
    {
      caption: 'warningMessage',
      shown: <TextField label="Amount" defaultValue="250000" warningMessage="This is more than usual." />,
    },
    {
      caption: 'prefix, suffix',
      shown: <TextField label="Amount" prefix="INR" suffix="a month" inputMode="decimal" defaultValue="1250" />,
    },
    {
      caption: 'tool',
      shown: (
        <Held initial="summer sale">
          {(value, change) => (
            <TextField
              label="Search"
              value={value}
              onChange={change}
              tool={<Button variant="quiet" size="small" icon="close" aria-label="Clear" onPress={() => change('')} />}
            />
          )}
        </Held>
      ),
    },
    { caption: 'digits', shown: <TextField label="Contract number" digits defaultValue="1110077121" /> },
    {
      caption: 'type="date", min, max',
      shown: <TextField label="Day" type="date" min="2026-01-01" max="2026-12-31" defaultValue="2026-06-30" />,
    },
    { caption: 'isDisabled', shown: <TextField label="Device name" isDisabled defaultValue="Blue phone" /> },
    { caption: 'isReadOnly', shown: <TextField label="Device name" isReadOnly defaultValue="Blue phone" /> },
    {
      caption: 'A long text',
      shown: (
        <TextField
          label="A label that is long enough to need a second line in a narrow window, or beside other fields"
          defaultValue={longText}
        />
      ),
    },
    {
      caption: 'inputRef: takes the focus',
      shown: (
        <Held<HTMLInputElement | null> initial={null}>
          {(input, hold) => (
            <Actions>
              <TextField label="Device name" inputRef={hold} />
              <Button onPress={() => input?.focus()}>Focus it</Button>
            </Actions>
          )}
        </Held>
      ),
    },
  ],
};

/** A password. */
export const passwordField: Part = {
  name: 'PasswordField',
  from: 'ui',
  use: 'A password, with a button that shows it. It takes what a TextField takes but type, tool, suffix and inputMode.',
  examples: [
    { caption: 'label', shown: <PasswordField label="Password" defaultValue="not a password" /> },
    {
      caption: 'description, autoComplete',
      shown: (
        <PasswordField label="New password" autoComplete="new-password" description="At least twelve characters." />
      ),
    },
    {
      caption: 'errorMessage',
      shown: <PasswordField label="Password" defaultValue="short" errorMessage="Write at least twelve characters." />,
    },
    { caption: 'isDisabled', shown: <PasswordField label="Password" isDisabled defaultValue="not a password" /> },
  ],
};

/** An IMEI. */
export const imeiField: Part = {
  name: 'ImeiField',
  with: ['SeveralImeis'],
  from: 'ui',
  use:
    'One IMEI: it drops all but digits, counts them, refuses what is not 15 of them and warns of a failing ' +
    'check digit.',
  examples: [
    {
      caption: 'value, onChange, onComplete',
      shown: (
        <Held initial={{ imei: '', complete: 0 }}>
          {({ imei, complete }, change) => (
            <ImeiField
              value={imei}
              description={`Completed ${complete} times`}
              onChange={(text) => change({ imei: text, complete })}
              onComplete={(text) => change({ imei: text, complete: complete + 1 })}
            />
          )}
        </Held>
      ),
    },
    {
      caption: 'SeveralImeis: paste two IMEIs, for a batch where the host makes one',
      shown: (
        <Held initial={{ imei: '', batch: 0 }}>
          {({ imei, batch }, change) => (
            <SeveralImeis value={(imeis) => change({ imei, batch: imeis.length })}>
              <ImeiField
                value={imei}
                description={`A batch of ${batch}`}
                onChange={(text) => change({ imei: text, batch })}
              />
            </SeveralImeis>
          )}
        </Held>
      ),
    },
    {
      caption: 'A whole IMEI',
      shown: <Held initial="490154203237518">{(value, change) => <ImeiField value={value} onChange={change} />}</Held>,
    },
    {
      caption: 'A check digit that fails warns',
      shown: <Held initial="490154203237519">{(value, change) => <ImeiField value={value} onChange={change} />}</Held>,
    },
    {
      caption: 'Too many digits',
      shown: <Held initial="4901542032375180">{(value, change) => <ImeiField value={value} onChange={change} />}</Held>,
    },
    {
      caption: 'label, isRequired, invalidText: told when its form is sent',
      shown: (
        <Held initial="">
          {(value, change) => (
            <ImeiField
              label="IMEI of the new phone"
              isRequired
              invalidText="Write the 15 digits of *#06#."
              value={value}
              onChange={change}
            />
          )}
        </Held>
      ),
    },
    {
      caption: 'errorMessage',
      shown: (
        <Held initial="490154203237518">
          {(value, change) => <ImeiField value={value} onChange={change} errorMessage="This device is not known." />}
        </Held>
      ),
    },
    {
      caption: 'isDisabled',
      shown: (
        <Held initial="490154203237518">
          {(value, change) => <ImeiField isDisabled value={value} onChange={change} />}
        </Held>
      ),
    },
  ],
};
