/** One offer: what it says, when it runs, and taking it through draft, review and publication. */
import { useLocation, useRoute } from 'preact-iso';
import type { Coupon } from '../../../../src/contract/offers/offer-coupon-contract.ts';
import type { Promotion } from '../../../../src/contract/offers/offer-promotion-contract.ts';
import { change } from '../../call.ts';
import { Act } from '../../parts/act.tsx';
import { Answered, useRead } from '../../parts/answered.tsx';
import { JsonEditor } from '../../parts/json-editor.tsx';
import { Facts, Page, Panel, State } from '../../parts/page.tsx';
import { moment } from '../../parts/times.ts';
import { cartPath } from '../../paths.ts';
import { at, may } from '../../session.ts';

type Offer = Promotion | Coupon;
type OfferProps = { readonly path: string; readonly offer: Offer; readonly again: () => void };

const nameOf = ({ display_meta, code, _id }: Offer): string => {
  const shown = display_meta as { readonly name?: string; readonly title?: string } | undefined;
  return shown?.name || shown?.title || code || _id;
};
const scheduleOf = ({ _schedule }: Offer) => _schedule;
/** What only the service sets. */
const given = new Set(['_id', 'application_id', 'author', 'date_meta', 'is_processed']);
const ownOf = (offer: Offer) => Object.fromEntries(Object.entries(offer).filter(([name]) => !given.has(name)));

const steps: readonly (readonly [state: string, name: string, from: readonly string[]])[] = [
  ['review', 'Ask for review', ['draft', 'rejected']],
  ['published', 'Publish', ['draft', 'review']],
  ['draft', 'Take back to draft', ['published', 'review', 'rejected']],
  ['rejected', 'Reject', ['review']],
];

const Steps = ({ path, offer, again }: OfferProps) => {
  const { route } = useLocation();
  const state = scheduleOf(offer)?.status || 'draft';
  if (!may('company/price_rules/write')) return null;
  return (
    <>
      {steps
        .filter(([, , from]) => from.includes(state))
        .map(([next, name]) => (
          <Act
            key={next}
            quiet={next !== 'published'}
            run={async () => {
              const body = { _schedule: { ...scheduleOf(offer), status: next } };
              await change('PATCH', path, `${nameOf(offer)}: ${next}`, { body });
              again();
            }}
          >
            {name}
          </Act>
        ))}
      <Act
        quiet
        ask={`Archive ${nameOf(offer)}? It ends at once.`}
        run={async () => {
          await change('DELETE', path, `${nameOf(offer)} is archived`);
          route(at('/offers'));
        }}
      >
        Archive
      </Act>
    </>
  );
};

/** The rules as they are written, for what no form has a field for. */
const Rules = ({ path, offer, again }: OfferProps) => (
  <Panel title="Everything it says">
    <JsonEditor
      name="As the API takes it"
      value={ownOf(offer)}
      isLocked={!may('company/price_rules/write')}
      save={async (body) => {
        await change('PUT', path, `${nameOf(offer)} is saved`, { body });
        again();
      }}
    />
  </Panel>
);

const Shown = (props: OfferProps) => {
  const { offer } = props;
  const schedule = scheduleOf(offer);
  return (
    <Page
      title={nameOf(offer)}
      back={{ to: at('/offers'), name: 'Offers' }}
      acts={<Steps {...props} />}
      about={<State of={schedule?.status || 'draft'} />}
    >
      <div class="columns">
        <Rules {...props} />
        <Panel title="Facts">
          <Facts
            of={[
              ['Code', offer.code && <code>{offer.code}</code>],
              ['Begins', moment(schedule?.start)],
              ['Ends', moment(schedule?.end)],
              ['Repeats', schedule?.cron && <code>{schedule.cron}</code>],
              ['Borne by', offer.ownership?.payable_by || offer.ownership?.payable_category],
              ['Made by', offer.author.created_by],
              ['Changed', moment(offer.date_meta.modified_on)],
            ]}
          />
        </Panel>
      </div>
    </Page>
  );
};

export const OfferPage = () => {
  const { kind = '', id = '' } = useRoute().params;
  const path = `${cartPath}/${kind === 'coupon' ? 'coupon' : 'promotion'}/${id}`;
  const asked = useRead<Offer>(path);
  return (
    <Answered asked={asked}>
      {(offer) => <Shown key={JSON.stringify(offer.date_meta)} path={path} offer={offer} again={asked.again} />}
    </Answered>
  );
};
