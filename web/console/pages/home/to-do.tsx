/** What waits for somebody, each with how many there are and the page where it is done. */
import type { Static } from 'typebox';
import type { RefusedCounts } from '../../../../src/contract/events/event-admin-contract.ts';
import type { SubscriberList } from '../../../../src/contract/events/webhook-contract.ts';
import type { StaffOrderList } from '../../../../src/contract/orders/staff-order-contract.ts';
import { Icon } from '../../../ui/icon.tsx';
import { count } from '../../parts/amounts.ts';
import { useRead } from '../../parts/answered.tsx';
import { Panel } from '../../parts/page.tsx';
import { cartPath, catalogPath, ordersPath, reportsPath, webhooksPath } from '../../paths.ts';
import { at, may, session, shop } from '../../session.ts';
import { endsSoon, type Scheduled } from './ends-soon-rules.ts';

/** Lists are read this far: what is beyond is told as more. */
const MOST = 100;
const LOW_STOCK = 3;
const SOON_DAYS = 7;

type TaskProps = {
  readonly to: string;
  /** For one, and for several. */
  readonly words: readonly [one: string, many: string];
  readonly waiting: number | undefined;
  /** There may be more than were read. */
  readonly isCut?: boolean;
};
const Task = ({ to, words: [one, many], waiting, isCut = false }: TaskProps) =>
  waiting === undefined || waiting === 0 ? null : (
    <li>
      <a href={at(to)}>
        <strong>
          {count(waiting)}
          {isCut && waiting >= MOST && '+'}
        </strong>{' '}
        {waiting === 1 ? one : many}
        <Icon name="next" />
      </a>
    </li>
  );

const useOrdersIn = (status: string): number | undefined =>
  useRead<Static<typeof StaffOrderList>>(`${ordersPath}/orders-listing`, {
    status,
    sales_channels: shop.value.id,
    page_size: 1,
  }).answer?.page.total;

type Listed<Row> = { readonly items: readonly Row[] };
const useListed = (path: string, query: Readonly<Record<string, string | number>>): number | undefined =>
  useRead<Listed<unknown>>(path, { ...query, page_size: MOST }).answer?.items.length;

const OrderTasks = () => (
  <>
    <Task to="/orders?status=placed" words={['order to ship', 'orders to ship']} waiting={useOrdersIn('placed')} />
    <Task
      to="/orders?status=awaiting_payment"
      words={['order waits for its payment', 'orders wait for their payment']}
      waiting={useOrdersIn('awaiting_payment')}
    />
    <Task
      to="/orders/refunds"
      words={['refund is due', 'refunds are due']}
      waiting={useListed(`${ordersPath}/refunds`, { status: 'due' })}
      isCut
    />
    <Task
      to="/orders/returns"
      words={['return waits for an answer', 'returns wait for an answer']}
      waiting={useListed(`${ordersPath}/returns`, { status: 'requested' })}
      isCut
    />
  </>
);
const StockTasks = () => (
  <Task
    to={`/products/stock?max_quantity=${LOW_STOCK}`}
    words={['article is low in stock', 'articles are low in stock']}
    waiting={useListed(`${catalogPath}/inventory`, { max_quantity: LOW_STOCK })}
    isCut
  />
);
const useEnding = (kind: 'promotion' | 'coupon'): number | undefined => {
  const query = { status: 'live', page_size: MOST };
  const { answer } = useRead<Listed<Scheduled>>(`${cartPath}/${kind}`, query);
  return answer && endsSoon(answer.items, Date.now(), SOON_DAYS).length;
};
const OfferTasks = () => {
  const [promotions, coupons] = [useEnding('promotion'), useEnding('coupon')];
  const ending = promotions === undefined || coupons === undefined ? undefined : promotions + coupons;
  return (
    <Task to="/offers/calendar" words={['offer ends within a week', 'offers end within a week']} waiting={ending} />
  );
};
const WebhookTasks = () => {
  const { answer } = useRead<Static<typeof SubscriberList>>(`${webhooksPath}/subscriber`, { page_size: MOST });
  const blocked = answer?.items.filter(({ delivery_state }) => delivery_state === 'blocked').length;
  return <Task to="/integrations" words={['webhook is blocked', 'webhooks are blocked']} waiting={blocked} />;
};
const EventTasks = () => {
  const { answer } = useRead<Static<typeof RefusedCounts>>(`${reportsPath}/refused/counts`);
  const refused = answer?.items.reduce((sum, row) => sum + row.count, 0);
  return <Task to="/analytics/refused" words={['event was refused', 'events were refused']} waiting={refused} />;
};

export const ToDo = () => (
  <Panel title="To do">
    <ul class="tasks">
      {may('company/orders/read') && <OrderTasks />}
      {may('company/inventory/read') && <StockTasks />}
      {may('company/price_rules/read') && <OfferTasks />}
      {may('company/webhooks/read') && <WebhookTasks />}
      {may('company/events/read') && <EventTasks />}
      <li>
        <a href={`${session.base}/`}>
          Look at the shop as a shopper does
          <Icon name="next" />
        </a>
      </li>
    </ul>
  </Panel>
);
