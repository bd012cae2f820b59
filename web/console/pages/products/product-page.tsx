/** One product: its articles with stock and price, and everything it says by form. */
import { useState } from 'preact/hooks';
import { useRoute } from 'preact-iso';
import type { StockView } from '../../../../src/contract/catalog/record-contract.ts';
import { ownAddress } from '../../../ui/own-address.ts';
import { Facts } from '../../../ui/facts.tsx';
import { change } from '../../call.ts';
import { AllowedLink } from '../../parts/allowed-link.tsx';
import { Act } from '../../parts/act.tsx';
import { Answered, useRead } from '../../parts/answered.tsx';
import { Listing } from '../../parts/listing.tsx';
import { inWords } from '../../parts/names.ts';
import { Page, Panel, State } from '../../parts/page.tsx';
import { moment } from '../../parts/times.ts';
import { catalogPath } from '../../paths.ts';
import { at, may, session } from '../../session.ts';
import { RecordForm } from '../records/record-form.tsx';
import { products } from '../records/record-kinds.ts';
import type { KeptProduct } from './products-page.tsx';
import { stockColumns } from './stock-cells.tsx';
import { useStoreNames } from './store-names.ts';

type StoreStock = { readonly store_id: number; readonly store_name: string | null; readonly quantity: number };
type WholeProduct = KeptProduct & { readonly stock: readonly StoreStock[]; readonly articles_total: number };
type Props = { readonly product: WholeProduct; readonly again: () => void };

const pathOf = ({ uid }: Pick<WholeProduct, 'uid'>): string => `${catalogPath}/products/${uid}`;

const Articles = ({ product }: Pick<Props, 'product'>) => {
  const [kept, setKept] = useState<ReadonlyMap<string, StockView>>(new Map());
  const stores = useStoreNames();
  return (
    <Panel
      title="Articles"
      acts={
        <AllowedLink permission="company/products/write" to={`/products/articles/new?item_id=${product.uid}`} quiet>
          Add an article
        </AllowedLink>
      }
    >
      <Listing<StockView>
        label="Articles"
        path={`${catalogPath}/inventory`}
        query={{ item_id: product.uid }}
        rowsOf={({ items }) => items.map((row) => kept.get(row.uid) ?? row)}
        columns={stockColumns((row) => setKept(new Map(kept).set(row.uid, row)), stores)}
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
          <Panel title="What it is">
            <RecordForm kind={products} kept={product} again={again} />
          </Panel>
        </div>
        <div>
          {picture && (
            <Panel>
              <img src={ownAddress(picture.url, session)} alt={product.name} />
            </Panel>
          )}
          <Panel title="Facts">
            <Facts
              of={[
                ['Number', product.uid],
                ['Brand', product.brand.name],
                ['Item code', product.item_code],
                ['Kind', inWords(product.type ?? '')],
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
