/** An object: wanted or not where it may be missing, and open where nothing of it must be said. */
import { type QuestionProps, Said } from './asked.tsx';
import { labelOf } from './words/labels.ts';
import type { Members } from './members.ts';
import { freshOf, isNullable, record, type Schema, typesOf, withMember } from './schema-rules.ts';

type GroupProps = QuestionProps & { readonly ask: Members };

/** The one member that says whether it is so at all: it is the tick itself. */
const switchOf = ({ properties = {}, required = [] }: Schema): string | undefined =>
  required.length === 1
    ? required.find((name) => typesOf(new Map(Object.entries(properties)).get(name) ?? {}).includes('boolean'))
    : undefined;

const withoutMember = ({ properties = {}, ...schema }: Schema, name: string): Schema => ({
  ...schema,
  properties: Object.fromEntries(Object.entries(properties).filter(([other]) => other !== name)),
});

const isSaid = (value: unknown): boolean =>
  Object.values(record(value)).some((member) => member !== undefined && member !== null && member !== '');

const OpenGroup = ({ ask: Members, ...props }: GroupProps) => {
  const { schema, value, set, path, form, isRequired } = props;
  return (
    <fieldset class="wide group">
      <legend>{labelOf(path, form)}</legend>
      <Said {...props} />
      <Members
        schema={schema}
        value={value}
        set={(next) => set(isRequired || isSaid(next) ? next : undefined)}
        path={path}
        form={form}
      />
    </fieldset>
  );
};

const TickedGroup = ({ ask: Members, ...props }: GroupProps) => {
  const { schema, value, set, path, form } = props;
  const nothing = isNullable(schema) ? null : undefined;
  const turned = switchOf(schema);
  const isThere =
    turned === undefined
      ? value !== undefined && value !== null
      : new Map(Object.entries(record(value))).get(turned) === true;
  const begun = (): unknown => {
    const fresh = freshOf({ ...schema, default: null });
    return turned === undefined ? fresh : withMember(fresh, turned, true);
  };
  return (
    <fieldset class="wide group">
      <legend>
        <label class="tick">
          <input
            type="checkbox"
            disabled={form.isLocked}
            checked={isThere}
            onChange={({ currentTarget }) => set(currentTarget.checked ? begun() : nothing)}
          />
          {labelOf(path, form)}
        </label>
      </legend>
      <Said {...props} />
      {isThere && (
        <Members
          schema={turned === undefined ? schema : withoutMember(schema, turned)}
          value={value}
          set={set}
          path={path}
          form={form}
        />
      )}
    </fieldset>
  );
};

export const Group = (props: GroupProps) => {
  const { schema, isRequired } = props;
  const isOpen = !isNullable(schema) && (isRequired || (schema.required ?? []).length === 0);
  return isOpen ? <OpenGroup {...props} /> : <TickedGroup {...props} />;
};
