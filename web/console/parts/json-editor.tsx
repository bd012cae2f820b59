/** What has no form of its own, as the API takes it: checked as it is typed, sent as it stands. */
import { useState } from 'preact/hooks';
import { sentenceOf } from '../../ui/states.tsx';
import { Act } from './act.tsx';
import { Field } from './field.tsx';

type JsonEditorProps = {
  readonly name: string;
  readonly value: unknown;
  readonly isLocked: boolean;
  readonly save: (value: unknown) => Promise<unknown>;
};

const problemOf = (text: string): string => {
  try {
    JSON.parse(text);
    return '';
  } catch (error) {
    return sentenceOf(error);
  }
};

export const JsonEditor = ({ name, value, isLocked, save }: JsonEditorProps) => {
  const [text, setText] = useState(() => JSON.stringify(value, null, 2));
  const problem = problemOf(text);
  return (
    <>
      <Field name={name} hint={problem && <span class="warn">{problem}</span>}>
        <textarea
          rows={24}
          spellcheck={false}
          readOnly={isLocked}
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
      </Field>
      {!isLocked && (
        <Act disabled={problem !== ''} run={() => save(JSON.parse(text))}>
          Save
        </Act>
      )}
    </>
  );
};
