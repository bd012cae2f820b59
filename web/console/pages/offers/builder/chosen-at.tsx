/** Some of a list, chosen by name: other offers, shipping methods, stores. What is not in the list stays, under its id. */
import type { Promotion } from '../../../../../src/contract/offers/offer-promotion-contract.ts';
import { useRead } from '../../../parts/answered.tsx';
import { cartPath, catalogPath } from '../../../paths.ts';
import { type Path, textAt, valueAt, withValue, words } from './body.ts';
import type { Editing } from './sentence-parts.ts';

type ChosenProps = Editing & {
  readonly name: string;
  /** What is asked for: “an offer”. */
  readonly one: string;
  readonly path: Path;
  readonly names: ReadonlyMap<string, string>;
  /** Where the offer holds numbers. */
  readonly isNumber?: boolean;
};

const ChosenAt = ({ name, one, path, names, isNumber = false, ...editing }: ChosenProps) => {
  const chosen = words(valueAt(editing.body, path));
  const put = (ids: readonly string[]): void => {
    const next = isNumber ? ids.map(Number) : ids;
    editing.set(withValue(editing.body, path, next.length === 0 ? undefined : next));
  };
  return (
    <fieldset>
      <legend>{name}</legend>
      {chosen.map((id) => (
        <span key={id} class="chip still">
          {names.get(id) ?? id}
          <button
            type="button"
            aria-label={`Take out ${names.get(id) ?? id}`}
            onClick={() => put(chosen.filter((other) => other !== id))}
          >
            ✕
          </button>
        </span>
      ))}
      <select
        aria-label={`${name}: ${one}`}
        value=""
        onChange={({ currentTarget }) => put([...new Set([...chosen, currentTarget.value])].filter(Boolean))}
      >
        <option value="">+ {one}</option>
        {[...names]
          .filter(([id]) => !chosen.includes(id))
          .map(([id, shown]) => (
            <option key={id} value={id}>
              {shown}
            </option>
          ))}
      </select>
    </fieldset>
  );
};

const MOST_RIVALS = 50;
export const Excluded = (editing: Editing) => {
  const { answer } = useRead<{ readonly items: readonly Promotion[] }>(`${cartPath}/promotion`, {
    page_size: MOST_RIVALS,
  });
  const own = textAt(editing.body, ['_id']);
  const names = (answer?.items ?? [])
    .filter(({ _id }) => _id !== own)
    .map(({ _id, display_meta }) => [_id, display_meta?.name || display_meta?.offer_text || _id] as const);
  return <ChosenAt {...editing} name="Never together with" one="an offer" path={['excludes']} names={new Map(names)} />;
};

const MOST_LISTED = 100;
type Methods = { readonly items: readonly { readonly id: string; readonly name?: string }[] };
export const ShippingMethods = (editing: Editing) => {
  const { answer } = useRead<Methods>(`${catalogPath}/shipping-methods`, { page_size: MOST_LISTED });
  const names = (answer?.items ?? []).map(({ id, name }) => [id, name || id] as const);
  return (
    <ChosenAt
      {...editing}
      name="Only when something goes by (any, when none is chosen)"
      one="a shipping method"
      path={['restrictions', 'shipping_methods']}
      names={new Map(names)}
    />
  );
};

type Stores = { readonly items: readonly { readonly uid: number; readonly name: string }[] };
export const OrderingStores = (editing: Editing) => {
  const { answer } = useRead<Stores>(`${catalogPath}/stores`, { page_size: MOST_LISTED });
  const names = (answer?.items ?? []).map(({ uid, name }) => [String(uid), name] as const);
  return (
    <ChosenAt
      {...editing}
      isNumber
      name="Only when ordered in (anywhere, when none is chosen)"
      one="a store"
      path={['restrictions', 'ordering_stores']}
      names={new Map(names)}
    />
  );
};
