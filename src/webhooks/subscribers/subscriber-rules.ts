/** What a subscriber may be: what was written, laid over what there is, and everything that is wrong with it. Pure. */
import type { Association, EventBySlug, WrittenSubscriber } from '../../contract/events/webhook-contract.ts';
import type { FieldProblem } from '../../shared/errors.ts';
import { eventBySlug } from './event-catalogue.ts';
import { filterProblems, reducerProblems } from './filter-rules.ts';
import type { SubscriberDocument, Subscription } from './subscriber.ts';
import { ownEntry } from '../../shared/own-entry.ts';

/** What answers show instead of the value of a header. */
export const headerMask = '••••••••';

const LEAST_SECRET = 16;
const HEADER_NAME = /^[A-Za-z0-9-]{1,64}$/;
const HEADER_VALUE = /^[\x20-\x7e]*$/;
/** What we say about a delivery ourselves, and what belongs to the connection. */
const OUR_HEADERS =
  /^(host|connection|keep-alive|upgrade|te|trailer|transfer-encoding|expect|content-.*|accept.*|user-agent|webhook-.*|x-fp-.*|x-cartwright-.*|proxy-.*)$/i;

const subscriptionOf = ({ slug, filters, reducer }: EventBySlug): Subscription => ({
  slug,
  filter: filters ?? null,
  reducer: reducer ?? null,
});

/** Null: all of them. Without criteria, the ones that are named. */
const applicationsOf = ({ criteria, application_id: named = [] }: Association): readonly string[] | null => {
  if (criteria === 'ALL') return null;
  if (criteria === 'EMPTY') return [];
  return criteria === undefined && named.length === 0 ? null : [...new Set(named)];
};
export const criteriaOf = (applicationIds: readonly string[] | null): string => {
  if (applicationIds === null) return 'ALL';
  return applicationIds.length === 0 ? 'EMPTY' : 'SPECIFIC-EVENTS';
};

const nobody: SubscriberDocument = {
  url: '',
  email: '',
  applicationIds: null,
  type: null,
  subscriptions: [],
  headerNames: [],
};

/** What is left out stays as it is. */
export const documentOf = (written: WrittenSubscriber, before: SubscriberDocument = nobody): SubscriberDocument => ({
  url: written.webhook_url ?? before.url,
  email: written.email_id ?? before.email,
  applicationIds: written.association === undefined ? before.applicationIds : applicationsOf(written.association),
  type: written.type === undefined ? before.type : written.type,
  subscriptions: written.events?.map(subscriptionOf) ?? before.subscriptions,
  headerNames: written.custom_headers === undefined ? before.headerNames : Object.keys(written.custom_headers),
});

/** A mask stands for the value there is. */
export const headersOf = (
  written: Readonly<Record<string, string>> | undefined,
  before: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> =>
  written === undefined
    ? before
    : Object.fromEntries(
        Object.entries(written).map(([name, value]) => [
          name,
          value === headerMask ? (ownEntry(before, name) ?? '') : value,
        ]),
      );

const problem = (field: string, message: string): FieldProblem => ({ field, message });

const headerProblems = (headers: Readonly<Record<string, string>>, known: readonly string[]): readonly FieldProblem[] =>
  Object.entries(headers).flatMap(([name, value]) => {
    const field = `custom_headers.${name}`;
    if (!HEADER_NAME.test(name)) return [problem(field, 'A header is named by letters, digits and -.')];
    if (OUR_HEADERS.test(name)) return [problem(field, 'This header is set by the delivery itself.')];
    if (value === headerMask) {
      return known.includes(name) ? [] : [problem(field, 'There is no such header yet: give its value.')];
    }
    return HEADER_VALUE.test(value) ? [] : [problem(field, 'The value of a header has visible ASCII characters only.')];
  });

const eventProblems = (events: readonly Subscription[]): readonly FieldProblem[] => {
  const seen = new Set<string>();
  return events.flatMap(({ slug, filter, reducer }, at) => {
    const field = `events[${at}]`;
    const repeated = seen.has(slug);
    seen.add(slug);
    return [
      ...(eventBySlug(slug) === undefined ? [problem(`${field}.slug`, `There is no event ${slug}.`)] : []),
      ...(repeated ? [problem(`${field}.slug`, 'Name each event once.')] : []),
      ...(filter === null ? [] : filterProblems(filter, `${field}.filters`)),
      ...(reducer === null ? [] : reducerProblems(reducer, `${field}.reducer`)),
    ];
  });
};

const associationProblems = ({ criteria, application_id = [] }: Association): readonly FieldProblem[] => {
  if (criteria !== undefined && !['ALL', 'SPECIFIC-EVENTS', 'EMPTY'].includes(criteria)) {
    return [problem('association.criteria', 'Write ALL, SPECIFIC-EVENTS or EMPTY.')];
  }
  return criteria === 'SPECIFIC-EVENTS' && application_id.length === 0
    ? [problem('association.application_id', 'Name the applications, or write ALL or EMPTY.')]
    : [];
};

const authProblems = ({ auth_meta }: WrittenSubscriber): readonly FieldProblem[] => {
  const { type = 'hmac', secret = '' } = auth_meta ?? {};
  return [
    ...(type === 'hmac' || type === '' ? [] : [problem('auth_meta.type', 'Deliveries are signed by hmac.')]),
    ...(secret === '' || secret.length >= LEAST_SECRET
      ? []
      : [problem('auth_meta.secret', `A secret has ${LEAST_SECRET} characters or more.`)]),
  ];
};

/** Everything but the address, which takes the network to judge, and whose the applications are. */
export const subscriberProblems = (
  written: WrittenSubscriber,
  document: SubscriberDocument,
  /** Those that it has. */
  headerNames: readonly string[],
): readonly FieldProblem[] => [
  ...((written.provider ?? 'rest') === 'rest'
    ? []
    : [problem('provider', 'Events are delivered by HTTP from here: write rest.')]),
  ...associationProblems(written.association ?? {}),
  ...authProblems(written),
  ...headerProblems(written.custom_headers ?? {}, headerNames),
  ...eventProblems(document.subscriptions),
];
