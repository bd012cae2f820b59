/** What staff do for a shopper: put something in, use a coupon, adjust the price, and bring back what the cart held. */
import { useState } from 'preact/hooks';
import type { Static } from 'typebox';
import type { ArchivedCopies } from '../../../../src/contract/cart/cart-admin-contract.ts';
import type { Adjustment, AdjustmentList } from '../../../../src/contract/offers/offer-adjustment-contract.ts';
import { change } from '../../call.ts';
import { Act } from '../../parts/act.tsx';
import { AskAct } from '../../parts/ask-act.tsx';
import { amount, currencySign } from '../../parts/amounts.ts';
import { Answered, useRead } from '../../parts/answered.tsx';
import { type Choices, Text } from '../../parts/field.tsx';
import { type Column, Rows } from '../../parts/lists/listing.tsx';
import { Panel } from '../../parts/page.tsx';
import { ProductField, SizeField, useSize } from '../../parts/fields/product-input.tsx';
import { moment } from '../../parts/times.ts';
import { cartPath } from '../../paths.ts';
import { may } from '../../session.ts';

type CartProps = { readonly id: string; readonly again: () => void };

export const AddItem = ({ id, again }: CartProps) => {
  const [product, setProduct] = useState('');
  const [size, setSize, isAsked] = useSize(product);
  const [units, setUnits] = useState('1');
  return (
    <Act
      quiet
      ask="Put something into this cart"
      isWaiting={isAsked}
      fields={
        <>
          <ProductField value={product} onChange={setProduct} />
          <SizeField product={product} value={size} onChange={setSize} />
          <Text name="Units" type="number" value={units} onChange={setUnits} required />
        </>
      }
      run={async () => {
        const items = [{ item_id: Number(product), item_size: size.trim(), quantity: Number(units) }];
        await change('POST', `${cartPath}/detail`, `Changed cart ${id}`, { query: { id }, body: { items } });
        again();
      }}
    >
      Add an article
    </Act>
  );
};

export const UseCoupon = ({ id, code, again }: CartProps & { readonly code: string }) => {
  const path = `${cartPath}/platform-pos-coupon`;
  if (code !== '') {
    return (
      <Act
        quiet
        run={async () => {
          await change('DELETE', path, `${code} is taken off`, { query: { id } });
          again();
        }}
      >
        Take off {code}
      </Act>
    );
  }
  return (
    <AskAct
      quiet
      ask="Use a coupon for this cart"
      go="Use it"
      fields={{ wanted: { name: 'Code', required: true } }}
      run={async ({ wanted }) => {
        const body = { coupon_code: wanted.trim() };
        await change('POST', path, `${wanted} is used`, { query: { id }, body });
        again();
      }}
    >
      Coupon
    </AskAct>
  );
};

const kinds: Choices = [
  ['discount', 'Takes off'],
  ['charge', 'Adds'],
];

const Adjust = ({ id, again }: CartProps) => (
  <AskAct
    quiet
    ask="Adjust the price of this cart"
    about="The shopper sees it in the cart at once, and can order at that price."
    fields={{
      type: { name: 'It', value: 'discount', choices: kinds },
      value: { name: 'How much', type: 'number', step: 'any', unit: currencySign(), required: true },
      message: { name: 'What the shopper reads', required: true },
    }}
    run={async ({ type, value, message }) => {
      const body = {
        cart_id: id,
        type,
        value: Number(value),
        message,
        is_authenticated: true,
        article_level_distribution: false,
        article_ids: [],
        collection: { collected_by: 'FYND', refund_by: 'FYND' },
      };
      await change('POST', `${cartPath}/price-adjustment`, `The price of cart ${id} is adjusted`, { body });
      again();
    }}
  >
    Adjust
  </AskAct>
);

const columns = (remove: (one: Adjustment) => Promise<void>): readonly Column<Adjustment>[] => [
  { name: 'Why', show: ({ message }) => message },
  {
    name: 'Amount',
    show: ({ type, value }) => amount(type === 'discount' ? -value : value),
    isFigure: true,
  },
  {
    name: 'Do',
    show: (one) =>
      may('company/price_rules/write') && (
        <Act quiet isGrave run={() => remove(one)}>
          Remove
        </Act>
      ),
  },
];

export const Adjustments = ({ id, again }: CartProps) => {
  const asked = useRead<Static<typeof AdjustmentList>>(`${cartPath}/price-adjustment`, { cart_id: id });
  const both = (): void => {
    asked.again();
    again();
  };
  return (
    <Panel title="Adjustments" acts={may('company/price_rules/write') && <Adjust id={id} again={both} />}>
      <Answered asked={asked}>
        {({ data }) =>
          data.length === 0 ? (
            <p class="soft">Nobody has changed its price by hand.</p>
          ) : (
            <Rows
              label="Price adjustments"
              rows={data}
              columns={columns(async ({ id: adjustment }) => {
                await change('DELETE', `${cartPath}/price-adjustment/${adjustment}`, 'The adjustment is removed');
                both();
              })}
            />
          )
        }
      </Answered>
    </Panel>
  );
};

export const Copies = ({ id, again }: CartProps) => {
  const asked = useRead<Static<typeof ArchivedCopies>>(`${cartPath}/carts/${id}/archived`);
  return (
    <Answered asked={asked}>
      {({ items }) =>
        items.length > 0 && (
          <Panel title="What it held before it was emptied">
            <Rows
              label="Copies of the cart"
              rows={items}
              columns={[
                { name: 'Emptied', show: ({ archived_on }) => moment(archived_on) },
                { name: 'Units', show: ({ article_quantity_count }) => article_quantity_count, isFigure: true },
                {
                  name: 'Do',
                  show: (copy) =>
                    may('company/carts/write') && (
                      <Act
                        quiet
                        ask="Bring back what the cart held then?"
                        run={async () => {
                          const path = `${cartPath}/carts/${id}/archived/${copy.id}/restore`;
                          await change('POST', path, `Cart ${id} has again what it had`);
                          asked.again();
                          again();
                        }}
                      >
                        Restore
                      </Act>
                    ),
                },
              ]}
            />
          </Panel>
        )
      }
    </Answered>
  );
};
