/** Who changed what, before and after. */
import type { Static } from 'typebox';
import type { AuditList } from '../../../../src/contract/applications/audit-contract.ts';
import { useActorNames } from '../../parts/actors.ts';
import type { Choices } from '../../parts/field.tsx';
import { Filters, useFilters } from '../../parts/filters.tsx';
import { type Column, Listing } from '../../parts/listing.tsx';
import { actionWords, inWords, subjectAsked } from '../../parts/names.ts';
import { RoomPage } from '../../parts/room-page.tsx';
import { moment } from '../../parts/times.ts';
import { configurationPath } from '../../paths.ts';
import { at, session } from '../../session.ts';

type Entry = Static<typeof AuditList>['items'][number];
type NameOf = (actor: string) => string;

const DAY_MS = 86_400_000;

type Members = ReadonlyMap<string, unknown>;
const membersOf = (value: unknown): Members => {
  if (value === null || value === undefined) return new Map();
  return new Map(typeof value === 'object' ? Object.entries(value) : [['value', value]]);
};
const shown = (value: unknown): string => JSON.stringify(value, null, 1);

/** What changed, member by member. */
const Differences = ({ before, after }: Pick<Entry, 'before' | 'after'>) => {
  const [was, is] = [membersOf(before), membersOf(after)];
  const names = [...new Set([...was.keys(), ...is.keys()])];
  const changed = names.filter((name) => shown(was.get(name)) !== shown(is.get(name)));
  if (changed.length === 0) return null;
  return (
    <details>
      <summary>{changed.slice(0, 4).join(', ')}</summary>
      {changed.map((name) => (
        <div key={name} class="difference">
          <strong>{name}</strong>
          {was.has(name) && <del>{shown(was.get(name))}</del>}
          {is.has(name) && <ins>{shown(is.get(name))}</ins>}
        </div>
      ))}
    </details>
  );
};

/** Where the page of a record lies, by the word that its name begins with. */
const rooms: ReadonlyMap<string, string> = new Map([
  ['order', '/orders'],
  ['client', '/integrations/clients'],
  ['customer', '/customers'],
  ['product', '/products'],
  ['promotion', '/offers/promotion'],
  ['coupon', '/offers/coupon'],
  ['webhook_subscriber', '/integrations/webhooks'],
]);

/** A shop and a person have names; everything else is named by what it is and its id. */
const Subject = ({ of, nameOf }: { readonly of: string; readonly nameOf: NameOf }) => {
  const [, kind = '', id = of] = /^(\w+)\/([^/]+)$/.exec(of) ?? [];
  const room = rooms.get(kind);
  const person = nameOf(`operator:${id}`);
  const known = kind === 'operator' && !person.startsWith('operator:') ? person : undefined;
  const shopName = session.applications.find((one) => one.id === id)?.name;
  const name = (
    <span class="long">
      {inWords(kind)} {known ?? shopName ?? <code>{id}</code>}
    </span>
  );
  return room === undefined ? name : <a href={at(`${room}/${encodeURIComponent(id)}`)}>{name}</a>;
};

/** A program is its client. */
const Actor = ({ of, nameOf }: { readonly of: string; readonly nameOf: NameOf }) => {
  const name = <span class="long">{nameOf(of)}</span>;
  const client = /^service:(\w+)$/.exec(of)?.[1];
  return client === undefined ? name : <a href={at(`/integrations/clients/${client}`)}>{name}</a>;
};

const columns = (marked: string | undefined, nameOf: NameOf): readonly Column<Entry>[] => [
  {
    name: 'When',
    show: ({ created_at, request_id }) =>
      marked !== undefined && request_id === marked ? <mark>{moment(created_at)}</mark> : moment(created_at),
  },
  { name: 'Who', show: ({ actor }) => <Actor of={actor} nameOf={nameOf} /> },
  { name: 'What', show: ({ action }) => actionWords(action) },
  { name: 'Of', show: ({ subject }) => <Subject of={subject} nameOf={nameOf} /> },
  { name: 'Changed', show: ({ before, after }) => <Differences before={before} after={after} /> },
];

/** Kinds of records, by the words that actions begin with. */
const kinds: Choices = [
  ['', 'Everything'],
  ['application', 'Shops and their settings'],
  ['application_token', 'Tokens'],
  ['balance', 'Balances'],
  ['cart', 'Carts'],
  ['client', 'OAuth clients'],
  ['coupon', 'Coupons'],
  ['customer', 'Customers'],
  ['import', 'Imports'],
  ['gift_card', 'Gift cards'],
  ['operator', 'People'],
  ['order', 'Orders'],
  ['price_adjustment', 'Price adjustments'],
  ['product', 'Products'],
  ['promotion', 'Promotions'],
  ['stock', 'Stock'],
  ['webhook_subscriber', 'Webhooks'],
];

export const AuditPage = () => {
  const { request_id: marked, from_date: from, to_date: to, ...asked } = useFilters();
  // Days are the browser's: the service asks for moments.
  const query = {
    ...asked,
    subject: asked['subject'] && subjectAsked(asked['subject']),
    from_date: from && new Date(`${from}T00:00`).toISOString(),
    to_date: to && new Date(Date.parse(`${to}T00:00`) + DAY_MS).toISOString(),
  };
  return (
    <RoomPage room="Settings">
      <Filters
        of={[
          { key: 'kind', name: 'What', choices: kinds },
          {
            key: 'actor',
            name: 'Who',
            choices: [
              ['', 'Everybody'],
              [`operator:${session.operator.id}`, 'You'],
              ['system', 'The service itself'],
            ],
          },
          { key: 'subject', name: 'Of', type: 'search' },
          { key: 'from_date', name: 'From', type: 'date' },
          { key: 'to_date', name: 'Until', type: 'date' },
        ]}
      />
      <Listing<Entry>
        label="Audit"
        path={`${configurationPath}/audit`}
        query={query}
        columns={columns(marked, useActorNames())}
        empty="Nothing was changed, or nothing that fits the filters."
      />
    </RoomPage>
  );
};
