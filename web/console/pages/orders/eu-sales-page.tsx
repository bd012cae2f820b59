/** What was sold to consumers in other countries of the European Union, year by year, beside the threshold of the One Stop Shop. */
import type { Static } from 'typebox';
import type { ApplicationView } from '../../../../src/contract/applications/application-admin-contract.ts';
import type { OssYears, OssYearView } from '../../../../src/contract/orders/oss-contract.ts';
import { Blank, Notice } from '../../../ui/states.tsx';
import { change } from '../../call.ts';
import { amount, share } from '../../parts/amounts.ts';
import { Answered, useRead } from '../../parts/answered.tsx';
import { AskAct } from '../../parts/ask-act.tsx';
import { CsvButton } from '../../parts/lists/csv-button.tsx';
import { type Column, Rows } from '../../parts/lists/listing.tsx';
import { RoomPage } from '../../parts/room-page.tsx';
import { calendarDay } from '../../parts/times.ts';
import { applicationPath, ordersPath } from '../../paths.ts';
import { at, may, shop } from '../../session.ts';
import { type OssTax, thresholdOf, whoseRates } from './eu-sales-rules.ts';

const path = `${ordersPath}/oss-sales`;
type Again = { readonly again: () => void };

const put = async (year: string | number, currency: string, elsewhere: string): Promise<unknown> =>
  change('PUT', `${path}/${Number(year)}/${encodeURIComponent(currency)}`, `Sold elsewhere in ${year}: changed`, {
    body: { elsewhere: Number(elsewhere) },
  });

const elsewhereHint = 'Without tax: at marketplaces, in shops of another currency';

const SayYear = ({ again }: Again) => (
  <AskAct
    quiet
    ask="What was sold elsewhere?"
    fields={{
      year: { name: 'Year', type: 'number', value: calendarDay().slice(0, 4), required: true },
      currency: { name: 'Currency', value: shop.value.currency, hint: 'Three letters, such as EUR', required: true },
      elsewhere: { name: 'Sold elsewhere', type: 'number', step: 'any', hint: elsewhereHint, required: true },
    }}
    run={async ({ year, currency, elsewhere }) => {
      await put(year, currency.trim().toUpperCase(), elsewhere);
      again();
    }}
  >
    Add what was sold elsewhere
  </AskAct>
);

const ChangeYear = ({ year, currency, elsewhere, again }: OssYearView & Again) => (
  <AskAct
    quiet
    ask={`What was sold elsewhere in ${year}, in ${currency}?`}
    fields={{
      amount: {
        name: 'Sold elsewhere',
        type: 'number',
        step: 'any',
        value: String(elsewhere),
        hint: elsewhereHint,
        required: true,
      },
    }}
    run={async (values) => {
      await put(year, currency, values.amount);
      again();
    }}
  >
    Change
  </AskAct>
);

/** How much of the threshold a year has used up; a year of another currency than the shop's has none here. */
const Used = ({ total, currency, threshold }: OssYearView & { readonly threshold: number }) => {
  if (currency !== shop.value.currency) return null;
  return (
    <span class="used">
      <meter min={0} max={Math.max(threshold, 1)} value={total} aria-label="Of the threshold" />
      {total > threshold ? 'passed' : share(total, threshold)}
    </span>
  );
};

const columnsOf = (threshold: number | null, again: () => void): readonly Column<OssYearView>[] => [
  { name: 'Year', show: ({ year }) => year },
  { name: 'Sold here', show: ({ sold, currency }) => amount(sold, currency), isFigure: true },
  { name: 'Elsewhere', show: ({ elsewhere, currency }) => amount(elsewhere, currency), isFigure: true },
  { name: 'Together', show: ({ total, currency }) => amount(total, currency), isFigure: true },
  ...(threshold === null
    ? []
    : [{ name: 'Of the threshold', show: (year: OssYearView) => <Used {...year} threshold={threshold} /> }]),
  { name: 'Do', show: (year) => may('company/orders/write') && <ChangeYear {...year} again={again} /> },
];

/** Whose rates hold, in a sentence, and where that is said. */
const Rates = ({ tax, threshold }: { readonly tax: OssTax; readonly threshold: number | null }) => {
  const sentence = (
    <>
      {whoseRates(tax.oss, threshold === null ? null : amount(threshold))}{' '}
      <a href={at('/settings')}>Set it under Settings, Tax</a>.
    </>
  );
  return tax.oss === 'counted' && threshold === null ? <Notice kind="warn">{sentence}</Notice> : <p>{sentence}</p>;
};

const Years = ({ tax }: { readonly tax?: OssTax }) => {
  const years = useRead<Static<typeof OssYears>>(path);
  const threshold = tax === undefined ? null : thresholdOf(tax, shop.value.currency);
  return (
    <RoomPage
      room="Orders"
      about="Sales to consumers in other countries of the European Union, without tax, less what was cancelled and returned. What was sold here and elsewhere counts together for the One Stop Shop (OSS)."
      acts={may('company/orders/write') && <SayYear again={years.again} />}
    >
      {tax && <Rates tax={tax} threshold={threshold} />}
      <Answered asked={years}>
        {({ items }) =>
          items.length === 0 ? (
            <Blank icon="receipt" title="No sales to other EU countries yet">
              <p class="soft">The first such order begins a year here, and so does what you say was sold elsewhere.</p>
            </Blank>
          ) : (
            <>
              <Rows label="Sales in the EU" rows={items} columns={columnsOf(threshold, years.again)} />
              <div class="list-foot">
                <CsvButton label="Sales in the EU" readPage={async () => ({ rows: items, next: undefined })} />
              </div>
            </>
          )
        }
      </Answered>
    </RoomPage>
  );
};

const WithSettings = () => (
  <Answered asked={useRead<ApplicationView>(applicationPath)}>{({ cart }) => <Years tax={cart.tax} />}</Answered>
);

/** Whose rates hold is for those to see who may read the settings. */
export const EuSalesPage = () => (may('company/settings/read') ? <WithSettings /> : <Years />);
