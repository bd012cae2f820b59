/** A question of a form, whatever it asks for: one value, an object, a list of objects, objects by name. */
import type { JSX } from 'preact';
import type { QuestionProps } from './asked.tsx';
import { Entries } from './entries.tsx';
import { isAsked, type Kind, kindOf } from './field-kinds.ts';
import { Group } from './group.tsx';
import { OneOf, Product, Size, Some, Suggested, Ticks, Typed, Words } from './list-controls.tsx';
import { ByName, Pairs } from './named-controls.tsx';
import { Choice, Figure, Flag, Line, LongText, Mark } from './plain-controls.tsx';
import type { Members as AskMembers } from './members.ts';
import { record, withMember } from './schema-rules.ts';
import { ThingGroup } from './thing-controls.tsx';
import { Days, Moment, Time, Week } from './time-controls.tsx';

/** Every member of an object, in the order of its schema. */
export const Members: AskMembers = ({ schema, value, set, path, form }) => (
  <div class="members">
    {Object.entries(schema.properties ?? {}).map(([name, member]) => {
      const at = path === '' ? name : `${path}.${name}`;
      return (
        isAsked(at, form.name, form.whole) && (
          <Question
            key={name}
            schema={member}
            value={new Map(Object.entries(record(value))).get(name)}
            set={(next) => set(withMember(value, name, next))}
            path={at}
            isRequired={(schema.required ?? []).includes(name)}
            form={form}
          />
        )
      );
    })}
  </div>
);

type Simple = Exclude<Kind, { readonly from: unknown }>['is'];
const controls: Readonly<Record<Simple, (props: QuestionProps) => JSX.Element>> = {
  choice: Choice,
  flag: Flag,
  number: Figure,
  line: Line,
  text: LongText,
  words: Words,
  moment: Moment,
  time: Time,
  week: Week,
  days: Days,
  product: Product,
  size: Size,
  mark: Mark,
  thing: ThingGroup,
  // Hours of a day stand in their week, or in a line of days.
  spans: Words,
  entries: (props) => <Entries {...props} ask={Members} />,
  group: (props) => <Group {...props} ask={Members} />,
  named: (props) => <ByName {...props} ask={Members} />,
  pairs: Pairs,
};
const choosing = { one: OneOf, some: Some, ticked: Ticks, typed: Typed, suggested: Suggested } as const;

const Question = (props: QuestionProps) => {
  const kind = kindOf(props.schema, props.path, props.form.name);
  if ('from' in kind) {
    const Choosing = choosing[kind.is];
    return <Choosing {...props} from={kind.from} />;
  }
  const Asking = controls[kind.is];
  return <Asking {...props} />;
};
