import { useId, type ReactNode } from 'react';
import {
  Actions,
  Button,
  Card,
  FileDropArea,
  FileField,
  Form,
  formatKilobytes,
  Select,
  Stack,
  TABLE_FILES,
  TextArea,
  TextField,
  type SelectOption,
  type SelectProps,
} from '@device-console/shared-lib/ui';
import { Held } from '../held.tsx';
import type { Part, PartGroup } from '../part.ts';
import { checkbox, checkboxGroup } from './checkboxes.tsx';
import { dateRange } from './date-range.tsx';
import { imeiField, passwordField, textField } from './text-fields.tsx';

const nothing = (): void => undefined;

function FormWithButtonOutside(): ReactNode {
  const [form, title] = [useId(), useId()];
  return (
    <Held initial={0}>
      {(times, change) => (
        <Stack gap="small">
          <p id={title}>A change of name</p>
          <Form id={form} aria-labelledby={title} onSubmit={() => change(times + 1)}>
            <TextField label="New name" />
          </Form>
          <Actions>
            <Button type="submit" form={form}>{`Sent ${times} times`}</Button>
          </Actions>
        </Stack>
      )}
    </Held>
  );
}

const form: Part = {
  name: 'Form',
  from: 'ui',
  use:
    'Holds fields above one another and their actions. It is sent only when every field passes, and never ' +
    'while a button in it is pending.',
  examples: [
    {
      caption: 'onSubmit, aria-label',
      size: 'line',
      shown: (
        <Held initial="Nothing has been sent.">
          {(told, tell) => (
            <Form aria-label="Example of a form" onSubmit={() => tell('It was sent.')}>
              <TextField label="Name" isRequired description="Leave it empty and press Send." />
              <TextField label="Reason" isOptional />
              <Actions>
                <Button type="submit" variant="primary">
                  Send
                </Button>
                <span role="status">{told}</span>
              </Actions>
            </Form>
          )}
        </Held>
      ),
    },
    {
      caption: 'id: sent by a button outside; aria-labelledby',
      size: 'line',
      shown: <FormWithButtonOutside />,
    },
  ],
};

type Level = 'low' | 'middle' | 'high';

const levels: readonly SelectOption<Level>[] = [
  { value: 'low', title: 'Level 1' },
  { value: 'middle', title: 'Level 2' },
  { value: 'high', title: 'Level 3 (not here)', isDisabled: true },
];

type Props = Partial<Omit<SelectProps<Level>, 'value' | 'onChange' | 'options'>>;

function LevelSelect({ chosen = '', ...props }: Props & { readonly chosen?: Level | '' }): ReactNode {
  return (
    <Held<Level | ''> initial={chosen}>
      {(value, change) => <Select label="Level" {...props} options={levels} value={value} onChange={change} />}
    </Held>
  );
}

const select: Part = {
  name: 'Select',
  from: 'ui',
  use: "A choice of one among a few that are known, by the browser's own list.",
  examples: [
    { caption: 'label, options, value, onChange', shown: <LevelSelect chosen="low" /> },
    { caption: 'placeholder: nothing is chosen yet', shown: <LevelSelect placeholder="Choose a level" /> },
    {
      caption: 'description, isOptional',
      shown: <LevelSelect chosen="middle" isOptional description="The higher, the more is closed." />,
    },
    { caption: 'errorMessage', shown: <LevelSelect errorMessage="Choose a level." /> },
    {
      caption: 'name, isRequired: asked for when its form is sent',
      shown: (
        <Form aria-label="Form of a required choice" onSubmit={nothing}>
          <LevelSelect name="level" isRequired placeholder="Choose a level" />
          <Actions>
            <Button type="submit">Send</Button>
          </Actions>
        </Form>
      ),
    },
    { caption: 'isDisabled', shown: <LevelSelect chosen="low" isDisabled /> },
  ],
};

const fileField: Part = {
  name: 'FileField',
  with: ['formatKilobytes', 'TABLE_FILES'],
  from: 'ui',
  use: "One file, chosen or dropped. Reading it, and telling what is wrong with it, is the screen's.",
  examples: [
    {
      caption: 'label, file, onSelect',
      shown: (
        <Held<File | undefined> initial={undefined}>
          {(file, change) => <FileField label="CSV file" file={file} onSelect={change} />}
        </Held>
      ),
    },
    {
      caption: 'file: one is chosen',
      shown: <FileField label="CSV file" file={{ name: 'lock-november.csv', size: 48_300 }} onSelect={nothing} />,
    },
    {
      caption: 'description, accept',
      shown: <FileField label="Wallpaper" accept="image/png" description="A PNG of at most 2 MB." onSelect={nothing} />,
    },
    {
      caption: 'errorMessage',
      shown: (
        <FileField
          label="CSV file"
          file={{ name: 'photo.png', size: 912_000 }}
          errorMessage="This is no CSV file. Choose another one."
          onSelect={nothing}
        />
      ),
    },
    { caption: 'isDisabled', shown: <FileField label="CSV file" isDisabled onSelect={nothing} /> },
    { caption: 'formatKilobytes(48300)', shown: <span>{formatKilobytes(48_300)} KB</span> },
  ],
};

const fileDropArea: Part = {
  name: 'FileDropArea',
  from: 'ui',
  use:
    'Takes a file that is dropped anywhere on it for the FileField inside, and text that is pasted on it. A file ' +
    'that is dropped beside it does not replace the page.',
  examples: [
    {
      caption: 'onText, children',
      shown: (
        <Held<string> initial="Nothing came yet.">
          {(told, tell) => (
            <FileDropArea onText={tell}>
              <Card title="A card that takes files">
                <FileField label="CSV file" onSelect={({ name }) => tell(name)} />
                <p>{told}</p>
              </Card>
            </FileDropArea>
          )}
        </Held>
      ),
    },
    {
      caption: 'onFiles: what is inside takes none itself',
      shown: (
        <Held<string> initial="Drop files here.">
          {(told, tell) => (
            <FileDropArea onFiles={(files) => tell(Array.from(files, ({ name }) => name).join(', '))}>
              <Card title="Files">
                <p>{told}</p>
                <p>A dialog that chooses them would offer {TABLE_FILES}</p>
              </Card>
            </FileDropArea>
          )}
        </Held>
      ),
    },
  ],
};

const textArea: Part = {
  name: 'TextArea',
  from: 'ui',
  use: 'Several lines of text, such as a list.',
  examples: [
    {
      caption: 'label, description, value, onChange, digits, rows; inputRef gives the control',
      shown: (
        <Held<string> initial={'356938035643809\n490154203237518'}>
          {(text, change) => (
            <TextArea label="IMEIs" description="One a line." value={text} onChange={change} digits rows={3} />
          )}
        </Held>
      ),
    },
    {
      caption: 'errorMessage',
      shown: <TextArea label="Remarks" value="" onChange={nothing} errorMessage="Say why." rows={2} />,
    },
    {
      caption: 'isDisabled',
      shown: <TextArea label="Remarks" value="Closed." onChange={nothing} isDisabled rows={2} />,
    },
  ],
};

/** What is typed, chosen and sent. */
export const fields: PartGroup = {
  title: 'Fields',
  parts: [
    form,
    textField,
    passwordField,
    imeiField,
    select,
    checkbox,
    checkboxGroup,
    fileField,
    fileDropArea,
    textArea,
    dateRange,
  ],
};
