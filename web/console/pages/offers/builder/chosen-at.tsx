/** Some of a list, chosen by name: other offers, shipping methods, stores. What is not in the list stays, under its id. */
import type { Promotion } from '../../../../../src/contract/offers/offer-promotion-contract.ts';
import { useKnown } from '../../../forms/known-lists.ts';
import { useRead } from '../../../parts/answered.tsx';
import { Chips, ChooseOne, TypeOne } from '../../../parts/fields/chips.tsx';
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
  /** Others than those of the list can be written. */
  readonly isOpen?: boolean;
};

const ChosenAt = ({ name, one, path, names, isNumber = false, isOpen = false, ...editing }: ChosenProps) => {
  const chosen = words(valueAt(editing.body, path));
  const put = (ids: readonly string[]): void => {
    const next = isNumber ? ids.map(Number) : ids;
    editing.set(withValue(editing.body, path, next.length === 0 ? undefined : next));
  };
  const adding = { chosen, put, names, attributes: { 'aria-label': `${name}: ${one}` } };
  return (
    <fieldset>
      <legend>{name}</legend>
      <span class="chips">
        <Chips chosen={chosen} put={put} names={names} />
        {isOpen ? <TypeOne {...adding} one={`Add ${one}`} /> : names.size > 0 && <ChooseOne {...adding} one={one} />}
        {!isOpen && names.size === 0 && chosen.length === 0 && <span class="soft">There is none to choose yet.</span>}
      </span>
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
      name="Only for these shipping methods (any, when none is chosen)"
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
      name="Only for orders of these stores (any, when none is chosen)"
      one="a store"
      path={['restrictions', 'ordering_stores']}
      names={new Map(names)}
    />
  );
};

type GroupsProps = Editing & { readonly name: string; readonly path: Path };
/** Segments and tiers by their names, and groups of the shop's own. */
export const Groups = (props: GroupsProps) => <ChosenAt {...props} isOpen one="a group" names={useKnown('groups')} />;
