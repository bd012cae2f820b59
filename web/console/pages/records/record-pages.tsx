/** The pages of every kind of record: the list, one of them, a new one. */
import type { ComponentType } from 'preact';
import { useLocation, useRoute } from 'preact-iso';
import type { Json } from '../../forms/schema-rules.ts';
import { AllowedLink } from '../../parts/allowed-link.tsx';
import { Answered, useRead } from '../../parts/answered.tsx';
import { Filters, useFilters } from '../../parts/lists/filters.tsx';
import { Listing } from '../../parts/lists/listing.tsx';
import { inWords } from '../../parts/names.ts';
import { Page, type PageProps, Panel } from '../../parts/page.tsx';
import { RoomPage } from '../../parts/room-page.tsx';
import { moment } from '../../parts/times.ts';
import { catalogPath } from '../../paths.ts';
import { at } from '../../session.ts';
import { useStoreNames } from '../products/store-names.ts';
import { NewRecordForm, RecordForm, RemoveRecord } from './record-form.tsx';
import { articles, listedKinds, products, type RecordKind, stores } from './record-kinds.ts';

type Kept = Json & { readonly version: number; readonly modified_at: string };

const AddOne = ({ kind: { writes, to, one } }: { readonly kind: RecordKind }) => (
  <AllowedLink permission={writes} to={`${to}/new`}>
    Add {/^[aeiou]/.test(one) ? 'an' : 'a'} {one}
  </AllowedLink>
);

const ListPage = ({ kind }: { readonly kind: RecordKind }) => {
  const asked = useFilters();
  const { placeOf } = kind;
  return (
    <RoomPage room={kind.room} about={kind.about} acts={<AddOne kind={kind} />}>
      <Filters of={kind.filters.map(([key, name]) => ({ key, name, type: 'search' }))} />
      <Listing<Kept>
        label={kind.many}
        path={kind.path}
        query={asked}
        columns={kind.columns}
        to={(row) => at(`${kind.to}/${encodeURIComponent(kind.idOf(row))}`)}
        rowsOf={({ items }) =>
          placeOf === undefined ? items : items.toSorted((one, other) => placeOf(one) - placeOf(other))
        }
        empty={
          <>
            <p>{kind.empty}</p>
            <AddOne kind={kind} />{' '}
            <AllowedLink
              permission="company/imports/write"
              to={`/products/import?kind=${kind.path.split('/').at(-1)}`}
              quiet
            >
              Import a file
            </AllowedLink>
          </>
        }
      />
    </RoomPage>
  );
};
const listPage = (kind: RecordKind) => () => <ListPage kind={kind} />;

/** Back to the list it is in. */
const backOf = ({ to, many, columns, room }: RecordKind) => {
  if (columns.length > 0) return { to: at(to), name: many };
  return { to: at(`/${room.toLowerCase()}`), name: room };
};

const newPage = (kind: RecordKind) => () => {
  const { query } = useLocation();
  const item = Number(query['item_id']);
  return (
    <Page title={`New ${kind.one}`} back={backOf(kind)} about={kind.about}>
      <Panel>
        <NewRecordForm kind={kind} first={Number.isInteger(item) && item > 0 ? { item_id: item } : {}} />
      </Panel>
    </Page>
  );
};

type OneProps = {
  readonly kind: RecordKind;
  readonly row: Kept;
  readonly again: () => void;
  readonly head?: Pick<PageProps, 'title' | 'back' | 'about'>;
};

const One = ({ kind, row, again, head }: OneProps) => (
  <Page
    title={kind.titleOf?.(row) ?? kind.nameOf(row)}
    back={backOf(kind)}
    about={kind.about}
    acts={<RemoveRecord kind={kind} row={row} />}
    {...head}
  >
    <Panel>
      <RecordForm kind={kind} kept={row} again={again} />
    </Panel>
    <p class="soft">
      {kind.keys.length === 1 && head === undefined && `${inWords(kind.one)} ${kind.idOf(row)} · `}Last changed{' '}
      {moment(row.modified_at)}
    </p>
  </Page>
);

/** People know an article by its product and its size; its code is for programs. */
const OneArticle = (props: OneProps & { readonly item: number }) => {
  const { row, item } = props;
  const { answer } = useRead<{ readonly name: string }>(`${catalogPath}/products/${item}`);
  const name = answer?.name ?? `Product ${item}`;
  const store = useStoreNames().get(Number(row['store_id']));
  const about = (
    <>
      <code>{articles.nameOf(row)}</code> {articles.about}{' '}
      {store !== undefined && <a href={at(`/delivery/stores/${String(row['store_id'])}`)}>To the store</a>}
    </>
  );
  const title = [name, String(row['size']), store].filter(Boolean).join(', ');
  const head = { title, back: { to: at(`/products/${item}`), name }, about };
  return <One {...props} head={head} />;
};

const onePage = (kind: RecordKind) => () => {
  const { id = '' } = useRoute().params;
  const asked = useRead<Kept>(`${kind.path}/${encodeURIComponent(id)}`);
  return (
    <Answered asked={asked}>
      {(row) => {
        const shown = { kind, row, again: asked.again };
        const item = new Map(Object.entries(row)).get('item_id');
        return typeof item === 'number' ? (
          <OneArticle key={row.version} {...shown} item={item} />
        ) : (
          <One key={row.version} {...shown} />
        );
      }}
    </Answered>
  );
};

type Shown = { readonly path: string; readonly page: ComponentType };
const shown = (path: string, page: ComponentType): Shown => ({ path, page });

/** New ones come before the page of one, whose name would be `new`. */
export const recordPages: readonly Shown[] = [
  ...listedKinds.flatMap((kind) => [
    shown(kind.to, listPage(kind)),
    shown(`${kind.to}/new`, newPage(kind)),
    shown(`${kind.to}/:id`, onePage(kind)),
  ]),
  shown('/products/new', newPage(products)),
  shown('/products/articles/new', newPage(articles)),
  shown('/products/articles/:id', onePage(articles)),
  shown('/delivery/stores/new', newPage(stores)),
];
