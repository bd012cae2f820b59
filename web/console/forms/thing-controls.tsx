/** What the catalogue knows by a number and a name: choosing one it has brings its number, a new one is given one. */
import { useId } from 'preact/hooks';
import type { ProductRow } from '../../../src/contract/catalog/catalog-feed-contract.ts';
import { useAnswer } from '../../ui/use-answer.ts';
import { read } from '../call.ts';
import { type GoodsPlace, placesOf } from '../parts/fields/goods-places.ts';
import { catalogPath } from '../paths.ts';
import { may, shop } from '../session.ts';
import { Asked, type QuestionProps, Said, shown } from './asked.tsx';
import { labelOf } from './words/labels.ts';
import { Figure, Line } from './plain-controls.tsx';
import { type Json, memberOf, record, withMember } from './schema-rules.ts';
import { renamed, type Thing } from './thing-rules.ts';

const kinds: ReadonlyMap<string, GoodsPlace['kind']> = new Map<string, GoodsPlace['kind']>([
  ['brand', 'brand'],
  ['departments', 'department'],
  ['l1', 'widest category'],
  ['l2', 'wider category'],
  ['l3', 'category'],
]);
const kindAt = (path: string) => kinds.get(path.replace(/\[\d+\]$/, '').replace(/^.*\./, ''));

type Products = { readonly items: readonly ProductRow[] };
const MOST_LOOKED_AT = 100;
/** Those of products that the words find; of the first ones, while nothing is written. */
const useProducts = (words: string): readonly ProductRow[] => {
  const isAsked = may('company/products/read');
  const { answer } = useAnswer(
    `${shop.value.id} things ${isAsked ? words : ''}`,
    async (): Promise<Products> =>
      isAsked ? read<Products>(`${catalogPath}/products`, { q: words, page_size: MOST_LOOKED_AT }) : { items: [] },
  );
  return answer?.items ?? [];
};

const useThings = (path: string, words: string): readonly Thing[] => {
  const kind = kindAt(path);
  const found = useProducts(words)
    .flatMap(placesOf)
    .filter((one) => one.kind === kind);
  return [...new Map(found.map(({ id, name }) => [name, { uid: Number(id), name }])).values()];
};

/** Its name and number in one line. */
export const ThingFields = ({ schema, value, set, path, form }: QuestionProps) => {
  const listId = useId();
  const thing = record(value);
  const known = useThings(path, shown(thing['name']));
  const member = (name: string) => ({
    schema: memberOf(schema, name) ?? {},
    value: new Map(Object.entries(thing)).get(name),
    set: (next: unknown) => set(withMember(value, name, next)),
    path: `${path}.${name}`,
    isRequired: (schema.required ?? []).includes(name),
    form,
  });
  return (
    <div class="members">
      <Asked {...member('name')}>
        {(attributes) => (
          <>
            <input
              {...attributes}
              list={listId}
              autoComplete="off"
              readOnly={form.isLocked}
              value={shown(thing['name'])}
              onInput={({ currentTarget }) => set(renamed(thing, currentTarget.value, known))}
            />
            <datalist id={listId}>
              {known.map(({ uid, name }) => (
                <option key={uid} value={name} />
              ))}
            </datalist>
          </>
        )}
      </Asked>
      <Figure {...member('uid')} />
      {memberOf(schema, 'logo') && <Line {...member('logo')} />}
    </div>
  );
};

export const ThingGroup = (props: QuestionProps) => (
  <fieldset class="wide group">
    <legend>{labelOf(props.path, props.form)}</legend>
    <Said {...props} />
    <ThingFields {...props} />
  </fieldset>
);

type Path = NonNullable<ProductRow['category_hierarchy']>[number];
const nameOf = ({ l1, l2, l3 }: Path): string => [l1, l2, l3].map(({ name }) => name).join(' › ');

/** A category that other products are in already. */
export const KnownCategory = ({
  all,
  add,
}: {
  readonly all: readonly unknown[];
  readonly add: (path: Json) => void;
}) => {
  const paths = useProducts('').flatMap(({ category_hierarchy: each = [] }) => each);
  const taken = new Set(all.map((path) => record(record(path)['l3'])['uid']));
  const choices = new Map(paths.filter(({ l3 }) => !taken.has(l3.uid)).map((path) => [nameOf(path), path]));
  if (choices.size === 0) return null;
  return (
    <select
      aria-label="Add a category you have"
      value=""
      onChange={({ currentTarget }) => {
        const path = choices.get(currentTarget.value);
        if (path !== undefined) add(path);
      }}
    >
      <option value="">+ A category you have</option>
      {[...choices.keys()].toSorted().map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </select>
  );
};
