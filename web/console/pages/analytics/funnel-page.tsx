/** What shoppers did, step by step, and what came of it, for the days one chooses. */
import type { Static } from 'typebox';
import type { CartReport, FunnelReport, SalesReport } from '../../../../src/contract/events/funnel-contract.ts';
import { addressOf, type Query } from '../../call.ts';
import { amount, count, roundAmount, share } from '../../parts/amounts.ts';
import { Answered, useRead } from '../../parts/answered.tsx';
import { Chart } from '../../parts/chart.tsx';
import { Filters, useFilters } from '../../parts/lists/filters.tsx';
import { FewRows } from '../../parts/lists/few-rows.tsx';
import { Panel } from '../../parts/page.tsx';
import { RoomPage } from '../../parts/room-page.tsx';
import { calendarDay, dayOf } from '../../parts/times.ts';
import { reportsPath } from '../../paths.ts';
import { shop } from '../../session.ts';
import { daysOf, salesByDay, stageName, stepName, stepsOf } from './funnel-rules.ts';

type CsvProps = { readonly name: string; readonly query: Query; readonly isFilled: boolean | undefined };
/** There is a file where there is something to read in it. */
const Csv = ({ name, query, isFilled = false }: CsvProps) =>
  isFilled && (
    <a href={addressOf(`${reportsPath}/${name}.csv`, query)} download>
      Download CSV
    </a>
  );

export const FunnelSteps = ({ report }: { readonly report: Static<typeof FunnelReport> }) => {
  const steps = stepsOf(report);
  const widest = Math.max(1, ...steps.map(({ shoppers }) => shoppers));
  return (
    <ol class="funnel">
      {steps.map(({ step, shoppers }, place) => {
        const before = steps[place - 1]?.shoppers;
        return (
          <li key={step}>
            <span>
              {stepName(step)}
              <small>
                {before === undefined
                  ? 'shoppers, by day'
                  : before > 0 && `${share(shoppers, before)} of the step before`}
              </small>
            </span>
            <meter min={0} max={widest} value={shoppers} aria-label={stepName(step)} />
            <strong>{count(shoppers)}</strong>
          </li>
        );
      })}
    </ol>
  );
};

const Sales = ({ query }: { readonly query: Query }) => {
  const asked = useRead<Static<typeof SalesReport>>(`${reportsPath}/sales`, query);
  const isFilled = asked.answer && salesByDay(asked.answer, shop.value.currency).some(({ orders }) => orders > 0);
  return (
    <Panel title="Sales" acts={<Csv name="sales" query={query} isFilled={isFilled} />}>
      <Answered asked={asked}>
        {(report) => (
          <Chart
            label="Revenue by day"
            days={daysOf(report)}
            series={[
              { name: 'Revenue', values: salesByDay(report, shop.value.currency).map(({ revenue }) => revenue) },
            ]}
            show={(value) => amount(value)}
            showShort={roundAmount}
          />
        )}
      </Answered>
    </Panel>
  );
};

const Abandoned = ({ query }: { readonly query: Query }) => {
  const asked = useRead<Static<typeof CartReport>>(`${reportsPath}/carts`, query);
  const isFilled = asked.answer?.items.some(({ carts }) => carts > 0);
  return (
    <Panel title="How far carts came" acts={<Csv name="carts" query={query} isFilled={isFilled} />}>
      <Answered asked={asked}>
        {({ items }) =>
          !isFilled ? (
            <p class="soft">No carts in these days.</p>
          ) : (
            <FewRows
              label="Carts by day"
              rows={items.filter(({ carts }) => carts > 0).toReversed()}
              columns={[
                { name: 'Day', show: ({ date }) => <time dateTime={date}>{dayOf(`${date}T12:00:00Z`)}</time> },
                { name: 'Came to', show: ({ stage }) => stageName(stage) },
                { name: 'Carts', show: ({ carts }) => count(carts), isFigure: true },
                { name: 'Worth', show: ({ value, currency }) => amount(value, currency), isFigure: true },
              ]}
            />
          )
        }
      </Answered>
    </Panel>
  );
};

export const FunnelPage = () => {
  const { from = calendarDay(29), to = calendarDay() } = useFilters();
  const query = { from, to };
  const asked = useRead<Static<typeof FunnelReport>>(`${reportsPath}/funnel`, query);
  const isFilled = asked.answer && stepsOf(asked.answer).some(({ shoppers }) => shoppers > 0);
  return (
    <RoomPage room="Analytics">
      <Filters
        of={[
          { key: 'from', name: 'From', type: 'date', unset: from },
          { key: 'to', name: 'Until', type: 'date', unset: to },
        ]}
      />
      <Sales query={query} />
      <div class="columns even">
        <Panel title="Funnel" acts={<Csv name="funnel" query={query} isFilled={isFilled} />}>
          <Answered asked={asked}>{(report) => <FunnelSteps report={report} />}</Answered>
        </Panel>
        <Abandoned query={query} />
      </div>
    </RoomPage>
  );
};
