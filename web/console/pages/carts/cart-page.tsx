/** One cart as its shopper has it: lines, prices and its history; staff may change it, adjust its price, bring back what it held, and share it. */
import { useState } from 'preact/hooks';
import { useRoute } from 'preact-iso';
import type { Static } from 'typebox';
import type { CartHistory } from '../../../../src/contract/cart/cart-admin-contract.ts';
import type { CartDetail } from '../../../../src/contract/cart/cart-contract.ts';
import type { CartsListed } from '../../../../src/contract/cart/cart-staff-contract.ts';
import { sentenceOf } from '../../../ui/states.tsx';
import { Stepper } from '../../../ui/stepper.tsx';
import { type Fact, Facts } from '../../../ui/facts.tsx';
import { change } from '../../call.ts';
import { Act } from '../../parts/act.tsx';
import { Bought } from '../../parts/bought.tsx';
import { amount } from '../../parts/amounts.ts';
import { CustomerLink } from '../../parts/customer-link.tsx';
import { PriceRows } from '../../parts/price-rows.tsx';
import { Answered, useRead } from '../../parts/answered.tsx';
import { type Column, Rows } from '../../parts/lists/listing.tsx';
import { inWords, paymentName } from '../../parts/names.ts';
import { Page, Panel } from '../../parts/page.tsx';
import { moment } from '../../parts/times.ts';
import { cartPath } from '../../paths.ts';
import { at, may } from '../../session.ts';
import { CheckOut } from './cart-checkout.tsx';
import { comparedTo, operationWords } from './history-rules.ts';
import { AddItem, Adjustments, Copies, UseCoupon } from './cart-acts.tsx';

type Line = NonNullable<CartDetail['items']>[number];
type History = Static<typeof CartHistory>;

const MOST_UNITS = 999;

const lineColumns = (setUnits: ((line: Line, units: number) => void) | undefined): readonly Column<Line>[] => [
  {
    name: 'Article',
    show: (line) => (
      <Bought
        name={line.product?.name ?? ''}
        itemId={line.product?.uid}
        image={line.product?.images?.[0]?.url}
        about={[sizeOf(line), line.article?.seller?.name]}
      />
    ),
  },
  {
    name: 'Units',
    show: (line) =>
      setUnits === undefined ? (
        line.quantity
      ) : (
        <Stepper
          label={`Units of ${line.product?.name ?? ''}`}
          value={line.quantity ?? 0}
          least={0}
          most={MOST_UNITS}
          onChange={(units) => setUnits(line, units)}
        />
      ),
    isFigure: true,
  },
  {
    name: 'Amount',
    show: ({ price_per_unit, quantity = 0 }) => amount((price_per_unit?.converted?.effective ?? 0) * quantity),
    isFigure: true,
  },
];
/** Only where a line has something to say. */
const says: Column<Line> = { name: 'Says', show: ({ message }) => message };

/** What lines are called by the keys that the history has; of those that are gone it has no more. */
type Names = ReadonlyMap<string, string>;
const sizeOf = ({ article, availability }: Line): string =>
  availability?.available_sizes?.find(({ value }) => value === article?.size)?.display ?? article?.size ?? '';
const namesIn = ({ items = [] }: CartDetail): Names =>
  new Map(items.map((line) => [line.key ?? '', `${line.product?.name ?? ''}, ${sizeOf(line)}`]));

const lineChange = (names: Names, { key = '', before, after }: History['items'][number]['lines'][number]): string =>
  `${names.get(key) ?? key}: ${before ?? 0} → ${after ?? 0}`;

type CompareProps = { readonly version: number; readonly history: History; readonly names: Names };
/** What has become of it since. */
const Compare = ({ version, history, names }: CompareProps) => {
  const differences = comparedTo(version, history.items);
  return (
    <details>
      <summary>Compare with now</summary>
      {differences.length === 0 ? (
        <p class="soft">The same goods as now.</p>
      ) : (
        <Rows
          label={`Version ${version} and now`}
          rows={differences}
          columns={[
            { name: 'Article', show: ({ key }) => names.get(key) ?? key },
            { name: 'Then', show: ({ was }) => was, isFigure: true },
            { name: 'Now', show: ({ now }) => now, isFigure: true },
          ]}
        />
      )}
    </details>
  );
};

type HistoryProps = { readonly id: string; readonly names: Names; readonly again: () => void };

const HistoryPanel = ({ id, names, again }: HistoryProps) => {
  const asked = useRead<History>(`${cartPath}/carts/${id}/history`);
  const restore = async (version: number): Promise<void> => {
    await change('POST', `${cartPath}/carts/${id}/versions/${version}/restore`, `Cart ${id} holds again what it held`);
    again();
  };
  return (
    <Panel title="History">
      <Answered asked={asked}>
        {(history) => (
          <ol class="timeline">
            {history.items.map(({ version, operation, created_on, lines, members }, place) => (
              <li key={version}>
                {operationWords(operation ?? '')} <time dateTime={created_on}>{moment(created_on)}</time>
                <small>
                  {[...lines.map((line) => lineChange(names, line)), ...(members ?? []).map(inWords)].join(' · ')}
                </small>
                {place > 0 && <Compare version={version ?? 0} history={history} names={names} />}
                {place > 0 && may('company/carts/write') && (
                  <Act
                    quiet
                    ask={`Bring back what the cart held on ${moment(created_on)}?`}
                    about="What it holds now stays in its history and can be brought back as well."
                    run={() => restore(version ?? 0)}
                  >
                    Restore
                  </Act>
                )}
              </li>
            ))}
          </ol>
        )}
      </Answered>
    </Panel>
  );
};

const Price = ({ cart }: { readonly cart: CartDetail }) => (
  <Panel title="Price">
    <PriceRows
      rows={(cart.breakup_values?.display ?? []).map(({ key, display, value = 0, currency_code: currency }) => ({
        key,
        display,
        value,
        currency,
      }))}
    />
  </Panel>
);

/** What is to be said of it beside its goods and its price; most have nothing. */
const Remarks = ({ cart, link }: { readonly cart: CartDetail; readonly link: string }) => {
  const facts: readonly Fact[] = [
    ['What the shopper reads', cart.message],
    ['Coupon', cart.coupon?.coupon_code],
    ['Payment', paymentName(cart.payment_selection_lock?.payment_identifier)],
    ['Cannot be ordered', cart.is_valid ? '' : cart.checkout_block_message || 'Something in it cannot be had now.'],
    ['Shared as', link && <a href={link}>{link}</a>],
  ];
  return facts.some(([, value]) => value) ? (
    <Panel title="Beside it">
      <Facts of={facts} />
    </Panel>
  ) : null;
};

/** The answer to its own shopper does not say whose it is; the list of all carts does. */
const Whose = ({ id }: { readonly id: string }) => {
  const { answer } = useRead<Static<typeof CartsListed>>(`${cartPath}/cart-list`, { q: id, page_size: 1 });
  const listed = answer?.data.find(({ cart_id }) => cart_id === id);
  if (listed === undefined) return null;
  return (
    <>
      {listed.user_id ? <CustomerLink id={listed.user_id} /> : 'Somebody without an account'}, changed{' '}
      {moment(listed.last_modified)}
    </>
  );
};

type ShownProps = { readonly id: string; readonly cart: CartDetail; readonly again: () => void };

type ActsProps = ShownProps & { readonly tell: (link: string) => void };

/** What staff do to the whole of it. */
const Acts = ({ id, cart, again, tell }: ActsProps) => {
  const { value: total = 0, currency_code: currency = '' } =
    (cart.breakup_values?.display ?? []).find(({ key }) => key === 'total') ?? {};
  const share = async (): Promise<void> => {
    const shared = await change<{ share_url?: string }>('POST', `${cartPath}/share-cart`, `Shared cart ${id}`, {
      body: { id },
    });
    tell(shared.share_url ?? '');
  };
  return (
    <>
      <AddItem id={id} again={again} />
      <UseCoupon id={id} code={cart.coupon?.coupon_code ?? ''} again={again} />
      <Act quiet run={share}>
        Share
      </Act>
      {(cart.items ?? []).length > 0 && <CheckOut id={id} total={total} currency={currency} />}
    </>
  );
};

const Shown = ({ id, cart, again }: ShownProps) => {
  const [link, setLink] = useState('');
  const [problem, setProblem] = useState('');
  const mayWrite = may('company/carts/write');
  const setUnits = (line: Line, quantity: number): void => {
    const item = {
      item_id: line.product?.uid,
      item_size: line.article?.size,
      identifiers: line.identifiers,
      quantity,
    };
    const body = { operation: quantity === 0 ? 'remove_item' : 'update_item', items: [item] };
    setProblem('');
    void change('PUT', `${cartPath}/detail`, `Changed cart ${id}`, { query: { id }, body })
      .catch((error: unknown) => setProblem(sentenceOf(error)))
      .then(again);
  };
  const plain = lineColumns(mayWrite ? setUnits : undefined);
  const columns = (cart.items ?? []).some(({ message }) => message !== '') ? [...plain, says] : plain;
  return (
    <Page
      title={`Cart ${id}`}
      back={{ to: at('/carts'), name: 'Carts' }}
      about={<Whose key={cart.last_modified} id={id} />}
      acts={mayWrite && <Acts id={id} cart={cart} again={again} tell={setLink} />}
    >
      <div class="columns">
        <div>
          <Panel title="Lines">
            <Rows label="Lines" rows={cart.items ?? []} columns={columns} />
            {problem !== '' && (
              <p class="warn" role="alert">
                {problem}
              </p>
            )}
          </Panel>
          {mayWrite && <Copies id={id} again={again} />}
          <HistoryPanel key={cart.last_modified} id={id} names={namesIn(cart)} again={again} />
        </div>
        <div>
          <Price cart={cart} />
          {may('company/price_rules/read') && <Adjustments id={id} again={again} />}
          <Remarks cart={cart} link={link} />
        </div>
      </div>
    </Page>
  );
};

export const CartPage = () => {
  const { id = '' } = useRoute().params;
  const asked = useRead<CartDetail>(`${cartPath}/detail`, { id, i: true, b: true });
  return <Answered asked={asked}>{(cart) => <Shown id={id} cart={cart} again={asked.again} />}</Answered>;
};
