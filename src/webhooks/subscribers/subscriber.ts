/** Who is told of which events, and where. Pure. */
import { workInTurns } from '../../shared/slices.ts';
import { type Filter, type Looking, passes, type Reducer } from './filter-rules.ts';

const subscriberStates = ['active', 'inactive', 'blocked'] as const;
export type SubscriberState = (typeof subscriberStates)[number];

export type Subscription = {
  /** `click/add_to_cart/engagement/v1`. */
  readonly slug: string;
  readonly filter: Filter | null;
  readonly reducer: Reducer | null;
};
export type SubscriberDocument = {
  readonly url: string;
  readonly email: string;
  /** Null: all applications of the company. */
  readonly applicationIds: readonly string[] | null;
  /** What the interface calls the subscriber's type: null or marketplace. It decides nothing here. */
  readonly type: string | null;
  readonly subscriptions: readonly Subscription[];
  /** Names of the headers that go with every delivery; their values are sealed. */
  readonly headerNames: readonly string[];
};
export type Subscriber = {
  readonly id: number;
  readonly companyId: number;
  readonly name: string;
  /** The client that made it, or whom it was made for. */
  readonly extensionId: string | null;
  readonly state: SubscriberState;
  readonly version: number;
  readonly createdAt: number;
  readonly modifiedAt: number;
  readonly modifiedBy: string;
  /** What waited before then begins to count its attempts anew. */
  readonly resumedAt: number;
  readonly document: SubscriberDocument;
};

export type ToldEvent = {
  readonly companyId: number;
  readonly applicationId: string;
  readonly slug: string;
  /** Read only where a filter asks for it. */
  readonly payload: () => unknown;
};

/** One who is blocked is still meant: his events wait until he is let in again. */
const listensTo = ({ companyId, state, document }: Subscriber, event: ToldEvent): boolean =>
  companyId === event.companyId &&
  state !== 'inactive' &&
  (document.applicationIds === null || document.applicationIds.includes(event.applicationId));

export function* isMeant(subscriber: Subscriber, event: ToldEvent): Looking<boolean> {
  const { subscriptions } = subscriber.document;
  yield subscriptions.length;
  if (!listensTo(subscriber, event)) return false;
  for (const { slug, filter } of subscriptions) {
    if (slug !== event.slug) continue;
    if (filter === null || (yield* passes(filter, event.payload()))) return true;
  }
  return false;
}

/** Looks in one turn of the loop: some milliseconds, where each is at as long a condition as may be saved. */
const A_TURN = 10_000;

/** What `looking` comes to, with others in between: a company may have a thousand subscribers, each with filters of his own. */
export const lookedInTurns = <Result>(looking: Looking<Result>): Promise<Result> => workInTurns(looking, A_TURN);
