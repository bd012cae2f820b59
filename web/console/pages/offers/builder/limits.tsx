/** Around the sentence: what shoppers read, when it runs, for whom, how often, and how it goes with other offers. */
import { useState } from 'preact/hooks';
import { Select } from '../../../parts/field.tsx';
import { Seldom } from '../../../parts/fields/seldom.tsx';
import { Panel } from '../../../parts/page.tsx';
import { shop } from '../../../session.ts';
import { isSaidAt, numberAt, type Path, textAt, withValue } from './body.ts';
import { Excluded, Groups } from './chosen-at.tsx';
import { CountAt, FlagAt, MomentAt, TextAt } from './field-at.tsx';
import { RareLimits } from './rare-limits.tsx';
import { Repeats } from './repeats.tsx';
import type { Editing } from './sentence-parts.ts';
import type { OfferKind } from './sentences.ts';

type LimitsProps = Editing & { readonly kind: OfferKind };

const bearers = [
  ['', 'Not settled'],
  ['seller', 'The seller'],
  ['marketplace', 'The marketplace'],
] as const;
const ends = [
  ['', 'The last cart gets what is left'],
  ['whole', 'All that it gives, or nothing'],
] as const;
const bases = [
  ['', 'As the shop does'],
  ['esp', 'The selling price'],
  ['mrp', 'The MRP'],
] as const;

export const Limits = ({ kind, ...editing }: LimitsProps) => {
  const isCoupon = kind === 'coupon';
  const { body, set } = editing;
  const basis: Path = isCoupon ? ['rule_definition', 'calculate_on'] : ['calculate_on'];
  // The selling price is what a new coupon says: it hides nothing.
  const [isOpen] = useState(() => isSaidAt(body, [['stack_group'], ['excludes']]) || textAt(body, basis) === 'mrp');
  const choiceAt = (name: string, path: Path, choices: readonly (readonly [string, string])[]) => (
    <Select
      name={name}
      value={textAt(body, path)}
      choices={choices}
      onChange={(value) => set(withValue(body, path, value))}
    />
  );
  return (
    <fieldset class="limits" disabled={editing.isLocked}>
      <Panel title="What shoppers read">
        <div class="form wide">
          <TextAt {...editing} name="Name" path={['display_meta', isCoupon ? 'title' : 'name']} />
          <TextAt
            {...editing}
            name="Explained in a sentence"
            path={['display_meta', isCoupon ? 'subtitle' : 'offer_text']}
          />
          {!isCoupon && (
            <TextAt {...editing} name="On the product" path={['display_meta', 'offer_label']} hint="Short: 10% OFF" />
          )}
          {isCoupon && (
            <FlagAt
              {...editing}
              name="In the list of coupons"
              path={['state', 'is_display']}
              whenUnset={false}
              yes="Shown"
              no="Hidden"
            />
          )}
        </div>
      </Panel>
      <Panel title="When">
        <div class="form wide">
          <MomentAt {...editing} name="Begins" path={['_schedule', 'start']} hint="At once, when empty" />
          <MomentAt {...editing} name="Ends" path={['_schedule', 'end']} hint="Never, when empty" />
          <Repeats {...editing} />
        </div>
      </Panel>
      <Panel title="For whom, and how often">
        <div class="form wide">
          <FlagAt
            {...editing}
            name="Who"
            path={isCoupon ? ['validation', 'anonymous'] : ['restrictions', 'anonymous_users']}
            whenUnset
            yes="Everybody"
            no="Customers who are signed in"
          />
          <FlagAt
            {...editing}
            name="Goods that are on sale already"
            path={isCoupon ? ['restrictions', 'not_on_sale'] : ['buy_rules', 'rule#1', 'not_on_sale']}
            whenUnset={false}
            yes="Do not count"
            no="Count, too"
          />
          <Groups
            {...editing}
            name="Only these groups (all, when none is chosen)"
            path={['restrictions', 'user_groups']}
          />
          <Groups {...editing} name="Not these groups" path={['restrictions', 'exclude_user_groups']} />
          <CountAt
            {...editing}
            name="Uses in all"
            path={['restrictions', 'uses', 'maximum', 'total']}
            hint="Without limit, when empty"
          />
          <CountAt
            {...editing}
            name="Uses of one customer"
            path={['restrictions', 'uses', 'maximum', 'user']}
            hint="Without limit, when empty"
          />
          <CountAt
            {...editing}
            name={`Budget, in ${shop.value.currency}`}
            path={['restrictions', 'budget', 'amount']}
            hint="What it may cost in all; without limit, when empty"
          />
          {numberAt(body, ['restrictions', 'budget', 'amount']) !== undefined &&
            choiceAt('When it is nearly spent', ['restrictions', 'budget', 'policy'], ends)}
        </div>
        <RareLimits {...editing} />
      </Panel>
      <Panel title="With other offers">
        <div class="form wide">
          {!isCoupon && (
            <>
              <FlagAt
                {...editing}
                name="Together with other offers"
                path={['stackable']}
                whenUnset={false}
                yes="Yes"
                no="No"
              />
              {choiceAt(
                'Shuts out other offers',
                ['apply_exclusive'],
                [
                  ['', 'No'],
                  ['article', 'On the same products'],
                  ['cart', 'In the whole cart'],
                ],
              )}
              <CountAt {...editing} name="Priority" path={['apply_priority']} hint="The higher, the earlier" />
            </>
          )}
          {isCoupon && (
            <FlagAt
              {...editing}
              name="How it is used"
              path={['rule_definition', 'auto_apply']}
              whenUnset={false}
              yes="By itself, without typing its code"
              no="When its code is typed"
            />
          )}
          {choiceAt('Who pays for it', ['ownership', 'payable_category'], bearers)}
        </div>
        <Seldom isOpen={isOpen}>
          <div class="form wide">
            <TextAt
              {...editing}
              name="Group"
              path={['stack_group']}
              hint="Of the offers of a group at most one acts on a cart"
            />
            <Excluded {...editing} />
            {choiceAt('Discounts are worked out from', basis, bases)}
          </div>
        </Seldom>
      </Panel>
    </fieldset>
  );
};
