/** Offers that this one never goes together with, chosen by name. */
import type { Promotion } from '../../../../../src/contract/offers/offer-promotion-contract.ts';
import { useRead } from '../../../parts/answered.tsx';
import { cartPath } from '../../../paths.ts';
import { type Path, textAt, valueAt, withValue, words } from './body.ts';
import type { Editing } from './sentence-parts.ts';

type Named = { readonly items: readonly Promotion[] };
const MOST_RIVALS = 50;
/** By name from the promotions there are; the id of one that is not among them stays. */
export const Excluded = (editing: Editing) => {
  const path: Path = ['excludes'];
  const { answer } = useRead<Named>(`${cartPath}/promotion`, { page_size: MOST_RIVALS });
  const own = textAt(editing.body, ['_id']);
  const names = new Map(
    (answer?.items ?? [])
      .filter(({ _id }) => _id !== own)
      .map(({ _id, display_meta }) => [_id, display_meta?.name || display_meta?.offer_text || _id]),
  );
  const chosen = words(valueAt(editing.body, path));
  const put = (next: readonly string[]): void =>
    editing.set(withValue(editing.body, path, next.length === 0 ? undefined : next));
  return (
    <fieldset>
      <legend>Never together with</legend>
      {chosen.map((id) => (
        <span key={id} class="chip still">
          {names.get(id) ?? id}
          <button
            type="button"
            aria-label={`No longer shut out ${names.get(id) ?? id}`}
            onClick={() => put(chosen.filter((one) => one !== id))}
          >
            ✕
          </button>
        </span>
      ))}
      <select
        aria-label="Never together with another offer"
        value=""
        onChange={({ currentTarget }) => put([...new Set([...chosen, currentTarget.value])].filter(Boolean))}
      >
        <option value="">+ an offer</option>
        {[...names]
          .filter(([id]) => !chosen.includes(id))
          .map(([id, name]) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
      </select>
    </fieldset>
  );
};
