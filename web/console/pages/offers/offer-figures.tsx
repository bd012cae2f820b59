/** What an offer brought and what it cost, by day. */
import type { Static } from 'typebox';
import type { OfferReport } from '../../../../src/contract/events/funnel-contract.ts';
import { Facts } from '../../../ui/facts.tsx';
import { addressOf } from '../../call.ts';
import { amount, count, roundAmount } from '../../parts/amounts.ts';
import { Answered, useRead } from '../../parts/answered.tsx';
import { Chart } from '../../parts/chart.tsx';
import { Panel } from '../../parts/page.tsx';
import { calendarDay } from '../../parts/times.ts';
import { reportsPath } from '../../paths.ts';

const DAYS = 30;

export const OfferFigures = ({ id }: { readonly id: string }) => {
  const query = { offer_id: id, from: calendarDay(DAYS - 1), to: calendarDay() };
  const asked = useRead<Static<typeof OfferReport>>(`${reportsPath}/offers`, query);
  const days = Array.from({ length: DAYS }, (_, at) => calendarDay(DAYS - 1 - at));
  return (
    <Panel title="What it brought, 30 days" acts={<a href={addressOf(`${reportsPath}/offers.csv`, query)}>CSV</a>}>
      <Answered asked={asked}>
        {({ items }) => {
          const sum = (name: 'uses' | 'cost' | 'revenue'): number => items.reduce((total, row) => total + row[name], 0);
          const byDay = (name: 'cost' | 'revenue'): readonly number[] =>
            days.map((day) => items.filter(({ date }) => date === day).reduce((total, row) => total + row[name], 0));
          return (
            <>
              <Facts
                of={[
                  ['Orders with it', count(sum('uses'))],
                  ['It cost', amount(sum('cost'))],
                  ['Their revenue', amount(sum('revenue'))],
                ]}
              />
              {items.length > 0 && (
                <Chart
                  label="Revenue and cost by day"
                  days={days}
                  series={[
                    { name: 'Revenue', values: byDay('revenue') },
                    { name: 'Cost', values: byDay('cost'), isQuiet: true },
                  ]}
                  show={(value) => amount(value)}
                  showShort={roundAmount}
                />
              )}
            </>
          );
        }}
      </Answered>
    </Panel>
  );
};
