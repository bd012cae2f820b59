/** Who changed what, before and after. */
import type { Static } from 'typebox';
import type { AuditList } from '../../../../src/contract/applications/audit-contract.ts';
import { useActorNames } from '../../parts/actors.ts';
import type { Choices } from '../../parts/field.tsx';
import { Filters, useFilters } from '../../parts/lists/filters.tsx';
import { type Column, Listing } from '../../parts/lists/listing.tsx';
import { RoomPage } from '../../parts/room-page.tsx';
import { moment } from '../../parts/times.ts';
import { configurationPath } from '../../paths.ts';
import { at, session } from '../../session.ts';
import { actionWords, memberName, subjectAsked, subjectOf, valueWords } from './audit-words.ts';

type Entry = Static<typeof AuditList>['items'][number];
type NameOf = (actor: string) => string;

const DAY_MS = 86_400_000;

type Members = ReadonlyMap<string, unknown>;
const membersOf = (value: unknown): Members => {
  if (value === null || value === undefined) return new Map();
  return new Map(typeof value === 'object' ? Object.entries(value) : [['value', value]]);
};
/** So many are named before one looks. */
const NAMED = 4;

/** What changed, member by member. */
const Differences = ({ before, after }: Pick<Entry, 'before' | 'after'>) => {
  const [was, is] = [membersOf(before), membersOf(after)];
  const names = [...new Set([...was.keys(), ...is.keys()])];
  const changed = names.filter((name) => JSON.stringify(was.get(name)) !== JSON.stringify(is.get(name)));
  if (changed.length === 0) return null;
  return (
    <details>
      <summary>
        {changed.slice(0, NAMED).map(memberName).join(', ')}
        {changed.length > NAMED && ` and ${changed.length - NAMED} more`}
      </summary>
      {changed.map((name) => (
        <div key={name} class="difference">
          <strong>{memberName(name)}</strong>
          {was.has(name) && <del>{valueWords(was.get(name))}</del>}
          {is.has(name) && <ins>{valueWords(is.get(name))}</ins>}
        </div>
      ))}
    </details>
  );
};

/** What a line has room for is not broken in two. */
const SHORT = 30;
const Named = ({ text }: { readonly text: string }) => (
  <span class={text.length > SHORT ? 'long' : 'unbroken'}>{text}</span>
);

/** A shop, a person and a program have names; everything else is named by what it is and its id. */
const SubjectShown = ({ of, nameOf }: { readonly of: string; readonly nameOf: NameOf }) => {
  const { kind, name: what, id, room } = subjectOf(of);
  const actor = `${kind === 'client' ? 'service' : kind}:${id}`;
  const named = nameOf(actor);
  const shops = [session.organization, ...session.applications];
  const known = named === actor ? shops.find((one) => one.id === id)?.name : named;
  const name = <Named text={`${what} ${known ?? id}`} />;
  return room === undefined ? name : <a href={at(`${room}/${encodeURIComponent(id)}`)}>{name}</a>;
};

/** A program is its client. */
const Actor = ({ of, nameOf }: { readonly of: string; readonly nameOf: NameOf }) => {
  const name = <Named text={nameOf(of)} />;
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
  { name: 'What was done', show: ({ action }) => actionWords(action) },
  { name: 'To what', show: ({ subject }) => <SubjectShown of={subject} nameOf={nameOf} /> },
  { name: 'What changed', show: ({ before, after }) => <Differences before={before} after={after} /> },
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
          { key: 'kind', name: 'What was changed', choices: kinds },
          {
            key: 'actor',
            name: 'Who changed it',
            choices: [
              ['', 'Anybody'],
              [`operator:${session.operator.id}`, 'You'],
              ['system', 'The service itself'],
            ],
          },
          { key: 'subject', name: 'Which one', type: 'search', placeholder: 'Order CW1A2B3C' },
          { key: 'from_date', name: 'From', type: 'date' },
          { key: 'to_date', name: 'Until', type: 'date' },
        ]}
      />
      <Listing<Entry>
        label="Audit"
        path={`${configurationPath}/audit`}
        query={query}
        columns={columns(marked, useActorNames())}
        emptyTitle="Nothing was changed yet"
        empty="Whatever people and programs change stands here: who, when, and what it was before."
      />
    </RoomPage>
  );
};
