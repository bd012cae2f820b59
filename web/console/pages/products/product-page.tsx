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
import { Listing } from '../../parts/lists/listing.tsx';
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

const MOST_ON_A_PAGE = 100;

/** As the product has them, XS before S; those it does not name come last. */
const bySize = (rows: readonly StockView[], { sizes }: WholeProduct): readonly StockView[] => {
  const places = new Map(sizes.map(({ value }, place) => [value, place]));
  const placeOf = ({ size }: StockView): number => places.get(size) ?? sizes.length;
  return rows.toSorted((one, other) => placeOf(one) - placeOf(other));
};

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
        query={{ item_id: product.uid, page_size: MOST_ON_A_PAGE }}
        rowsOf={({ items }) => bySize(items, product).map((row) => kept.get(row.uid) ?? row)}
        columns={stockColumns((row) => setKept(new Map(kept).set(row.uid, row)), stores)}
        empty="No store has it yet. Add an article, or import a file of them."
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
              isGrave={isSold}
              {...(isSold && {
                ask: `Take ${product.name} off sale?`,
                about:
                  'Shoppers no longer find it, and carts that hold it cannot be ordered with it. It can be sold again.',
                leave: 'Keep selling it',
              })}
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
      <div class="columns facts-first">
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
                ['Type', inWords(product.type ?? '')],
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
