/** How the shop is doing, and what waits for somebody. */
import type { Static } from 'typebox';
import type { FunnelReport, SalesReport } from '../../../../src/contract/events/funnel-contract.ts';
import { amount, count, roundAmount, share } from '../../parts/amounts.ts';
import { Answered, useRead } from '../../parts/answered.tsx';
import { Chart } from '../../parts/chart.tsx';
import { Page, Panel } from '../../parts/page.tsx';
import { calendarDay } from '../../parts/times.ts';
import { reportsPath } from '../../paths.ts';
import { at, may, session, shop } from '../../session.ts';
import { DemoShoppers } from './demo-shoppers.tsx';
import { FunnelSteps } from '../analytics/funnel-page.tsx';
import { FirstSteps } from './first-steps.tsx';
import { ToDo } from './to-do.tsx';
import { daysOf, salesByDay, stepsOf, sumOf } from '../analytics/funnel-rules.ts';

const WEEK = 7;

type FigureProps = {
  readonly name: string;
  readonly now: number;
  readonly then: number;
  readonly show: (value: number) => string;
};

const Figure = ({ name, now, then, show }: FigureProps) => {
  const change = then === 0 ? undefined : (now - then) / then;
  return (
    <div class="panel figure-box">
      <span class="soft">{name}</span>
      <strong>{show(now)}</strong>
      {(change !== undefined || now > 0) && (
        <small class={change === undefined ? 'soft' : change < 0 ? 'warn' : 'off'}>
          {change === undefined
            ? 'nothing the week before'
            : `${change < 0 ? '−' : '+'}${share(Math.abs(change), 1)} to the week before`}
        </small>
      )}
    </div>
  );
};

const SalesFigures = () => {
  const sales = useRead<Static<typeof SalesReport>>(`${reportsPath}/sales`, {
    from: calendarDay(29),
    to: calendarDay(),
  });
  const funnel = useRead<Static<typeof FunnelReport>>(`${reportsPath}/funnel`, {
    from: calendarDay(13),
    to: calendarDay(),
  });
  return (
    <Answered asked={sales}>
      {(report) => {
        const days = salesByDay(report, shop.value.currency);
        const now = sumOf(days.slice(-WEEK));
        const then = sumOf(days.slice(-2 * WEEK, -WEEK));
        const average = ({ revenue, orders }: typeof now): number => (orders === 0 ? 0 : revenue / orders);
        return (
          <>
            <div class="figures">
              <Figure name="Revenue, 7 days" now={now.revenue} then={then.revenue} show={(value) => amount(value)} />
              <Figure name="Orders, 7 days" now={now.orders} then={then.orders} show={count} />
              <Figure
                name="Average order, 7 days"
                now={average(now)}
                then={average(then)}
                show={(value) => amount(value)}
              />
              {funnel.answer && <Conversion report={funnel.answer} />}
            </div>
            <Panel title="Sales, 30 days">
              <Chart
                label="Revenue by day"
                days={daysOf(report)}
                series={[{ name: 'Revenue', values: days.map(({ revenue }) => revenue) }]}
                show={(value) => amount(value)}
                showShort={roundAmount}
              />
            </Panel>
          </>
        );
      }}
    </Answered>
  );
};

/** Of those who looked, how many bought; this week against the one before. */
const Conversion = ({ report }: { readonly report: Static<typeof FunnelReport> }) => {
  const days = [...new Set(report.items.map(({ date }) => date))].toSorted();
  const rate = (wanted: readonly string[]): number => {
    const steps = stepsOf({ ...report, items: report.items.filter(({ date }) => wanted.includes(date)) });
    const [first, last] = [steps[0]?.shoppers ?? 0, steps.at(-1)?.shoppers ?? 0];
    return first === 0 ? 0 : last / first;
  };
  return (
    <Figure
      name="Conversion, 7 days"
      now={rate(days.slice(-WEEK))}
      then={rate(days.slice(-2 * WEEK, -WEEK))}
      show={(value) => share(value, 1)}
    />
  );
};

const Yesterday = () => {
  const day = calendarDay(1);
  const asked = useRead<Static<typeof FunnelReport>>(`${reportsPath}/funnel`, { from: day, to: day });
  return (
    <Panel title="Yesterday’s funnel" acts={<a href={at('/analytics')}>More</a>}>
      <Answered asked={asked}>{(report) => <FunnelSteps report={report} />}</Answered>
    </Panel>
  );
};

export const HomePage = () => (
  <Page title={shop.value.name} about={`Good to see you, ${session.operator.name}.`}>
    <FirstSteps />
    {may('company/analytics/read') && <SalesFigures />}
    <div class="columns even">
      {may('company/analytics/read') && <Yesterday />}
      <div>
        <ToDo />
        {shop.value.is_demo && may('company/settings/write') && <DemoShoppers />}
      </div>
    </div>
  </Page>
);
