/** One product: its words by form, its articles with stock and price, and everything it says. */
import { useState } from 'preact/hooks';
import { useRoute } from 'preact-iso';
import type { StockView } from '../../../../src/contract/catalog/record-contract.ts';
import { Facts } from '../../../ui/facts.tsx';
import { change } from '../../call.ts';
import { Act } from '../../parts/act.tsx';
import { Answered, useRead } from '../../parts/answered.tsx';
import { Text } from '../../parts/field.tsx';
import { JsonEditor } from '../../parts/json-editor.tsx';
import { Listing } from '../../parts/listing.tsx';
import { Page, Panel, State } from '../../parts/page.tsx';
import { moment } from '../../parts/times.ts';
import { catalogPath } from '../../paths.ts';
import { at, may, session } from '../../session.ts';
import type { KeptProduct } from './products-page.tsx';
import { stockColumns } from './stock-cells.tsx';

type StoreStock = { readonly store_id: number; readonly store_name: string | null; readonly quantity: number };
type WholeProduct = KeptProduct & { readonly stock: readonly StoreStock[]; readonly articles_total: number };
type Props = { readonly product: WholeProduct; readonly again: () => void };

const pathOf = ({ uid }: Pick<WholeProduct, 'uid'>): string => `${catalogPath}/products/${uid}`;

const Words = ({ product, again }: Props) => {
  const [name, setName] = useState(product.name);
  const [short, setShort] = useState(product.short_description ?? '');
  const [tags, setTags] = useState((product.tags ?? []).join(', '));
  const body = {
    name,
    short_description: short,
    tags: tags
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
  };
  return (
    <Panel title="What shoppers read">
      <div class="form">
        <Text name="Name" value={name} onChange={setName} required />
        <Text name="In a sentence" value={short} onChange={setShort} />
        <Text name="Tags" value={tags} onChange={setTags} hint="With commas between" />
        {may('company/products/write') && (
          <Act
            run={async () => {
              await change('PATCH', pathOf(product), `${name} saved`, { body });
              again();
            }}
          >
            Save
          </Act>
        )}
      </div>
    </Panel>
  );
};

const given = new Set(['version', 'modified_at', 'articles', 'articles_total', 'stock', 'warning']);

const Whole = ({ product, again }: Props) => (
  <Panel title="Everything it says">
    <JsonEditor
      name="As the API takes it"
      value={Object.fromEntries(Object.entries(product).filter(([name]) => !given.has(name)))}
      isLocked={!may('company/products/write')}
      save={async (body) => {
        await change('PUT', pathOf(product), `${product.name} saved`, { body });
        again();
      }}
    />
  </Panel>
);

const Articles = ({ product }: Pick<Props, 'product'>) => {
  const [kept, setKept] = useState<ReadonlyMap<string, StockView>>(new Map());
  return (
    <Panel title="Articles">
      <Listing<StockView>
        label="Articles"
        path={`${catalogPath}/inventory`}
        query={{ item_id: product.uid }}
        rowsOf={({ items }) => items.map((row) => kept.get(row.uid) ?? row)}
        columns={stockColumns((row) => setKept(new Map(kept).set(row.uid, row)))}
        empty="No store has it. Import articles, or send them by program."
      />
    </Panel>
  );
};

const Shown = ({ product, again }: Props) => {
  const isSold = product.is_active ?? true;
  const picture = product.images?.[0];
  return (
    <Page
      title={product.name}
      back={{ to: at('/products'), name: 'Products' }}
      about={<State of={isSold ? 'active' : 'not sold'} />}
      acts={
        <>
          <a class="button quiet" href={`${session.base}/product/${encodeURIComponent(product.slug)}`}>
            In the shop
          </a>
          {may('company/products/write') && (
            <Act
              quiet
              run={async () => {
                const said = isSold ? `${product.name} is no longer sold` : `${product.name} is sold again`;
                await change('PATCH', pathOf(product), said, { body: { is_active: !isSold } });
                again();
              }}
            >
              {isSold ? 'Take off sale' : 'Sell again'}
            </Act>
          )}
        </>
      }
    >
      <div class="columns">
        <div>
          {may('company/inventory/read') && <Articles product={product} />}
          <Words product={product} again={again} />
          <Whole product={product} again={again} />
        </div>
        <div>
          {picture && (
            <Panel>
              <img src={picture.url} alt={product.name} />
            </Panel>
          )}
          <Panel title="Facts">
            <Facts
              of={[
                ['Number', product.uid],
                ['Brand', product.brand.name],
                ['Item code', product.item_code],
                ['Kind', product.type],
                ['Articles', product.articles_total],
                [
                  'In stock',
                  <ul class="plain-list">
                    {product.stock.map(({ store_id, store_name, quantity }) => (
                      <li key={store_id}>
                        <a href={at(`/delivery/stores/${store_id}`)}>{store_name ?? store_id}</a>: {quantity}
                      </li>
                    ))}
                  </ul>,
                ],
                ['Changed', moment(product.modified_at)],
                ['Version', product.version],
              ]}
            />
          </Panel>
        </div>
      </div>
    </Page>
  );
};

export const ProductPage = () => {
  const { id = '' } = useRoute().params;
  const asked = useRead<WholeProduct>(`${catalogPath}/products/${encodeURIComponent(id)}`);
  return (
    <Answered asked={asked}>
      {(product) => <Shown key={product.version} product={product} again={asked.again} />}
    </Answered>
  );
};
