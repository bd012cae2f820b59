/** One offer: what it says, when it runs, and taking it through draft, review and publication. */
import { useState } from 'preact/hooks';
import { useLocation, useRoute } from 'preact-iso';
import type { Coupon } from '../../../../src/contract/offers/offer-coupon-contract.ts';
import type { Promotion } from '../../../../src/contract/offers/offer-promotion-contract.ts';
import { change, changeSeen, type Seen } from '../../call.ts';
import { useActorNames } from '../../parts/actors.ts';
import { Act } from '../../parts/act.tsx';
import { Answered, useSeen } from '../../parts/answered.tsx';
import { Page, State } from '../../parts/page.tsx';
import { moment } from '../../parts/times.ts';
import { cartPath } from '../../paths.ts';
import { at, may } from '../../session.ts';
import { CodesPanel } from './codes-panel.tsx';
import { OfferEditor } from './offer-editor.tsx';
import { OfferFigures } from './offer-figures.tsx';

type Offer = Promotion | Coupon;
type OfferProps = {
  readonly kind: 'promotion' | 'coupon';
  readonly path: string;
  readonly offer: Offer;
  /** What was changed meanwhile is neither written over nor published unseen. */
  readonly on: Seen<Offer>['on'];
  readonly again: () => void;
};
type StepsProps = OfferProps & { readonly saw: (on: OfferProps['on']) => void };

const nameOf = ({ display_meta, code, _id }: Offer): string => {
  const shown = display_meta as { readonly name?: string; readonly title?: string } | undefined;
  return shown?.name || shown?.title || code || _id;
};
const isArchived = (offer: Offer): boolean =>
  'is_archived' in offer ? offer.is_archived : offer.state?.is_archived === true;
const scheduleOf = ({ _schedule }: Offer) => _schedule;
/** What only the service sets. */
const given = new Set(['_id', 'application_id', 'author', 'date_meta', 'is_processed', 'is_archived']);
const ownOf = (offer: Offer): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(offer).filter(([name]) => !given.has(name)));

const steps: readonly (readonly [state: string, name: string, from: readonly string[]])[] = [
  ['review', 'Ask for review', ['draft', 'rejected']],
  ['published', 'Publish', ['draft', 'review']],
  ['draft', 'Take back to draft', ['published', 'review', 'rejected']],
  ['rejected', 'Reject', ['review']],
];

const Steps = ({ path, offer, on, saw, again }: StepsProps) => {
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
              // Both say the state; the one that changes is meant.
              const { published: _told, next_schedule: _next, ...schedule } = scheduleOf(offer) ?? {};
              const body = { schedule: { ...schedule, status: next } };
              saw((await changeSeen('PATCH', path, `${nameOf(offer)}: ${next}`, { body, ...on })).on);
              again();
            }}
          >
            {name}
          </Act>
        ))}
      {isArchived(offer) ? (
        <Act
          quiet
          run={async () => {
            saw((await changeSeen('PATCH', path, `${nameOf(offer)} is back`, { body: { archive: false } })).on);
            again();
          }}
        >
          Bring back
        </Act>
      ) : (
        <Act
          quiet
          ask={`Archive ${nameOf(offer)}?`}
          about="It ends at once, and can be brought back."
          run={async () => {
            saw((await changeSeen('PATCH', path, `${nameOf(offer)} is archived`, { body: { archive: true } })).on);
            again();
          }}
        >
          Archive
        </Act>
      )}
      <Act
        quiet
        isGrave
        ask={`Remove ${nameOf(offer)} for good?`}
        about="Nothing brings it back. Archiving ends it, too, and keeps it to look at."
        leave="Keep it"
        run={async () => {
          await change('DELETE', path, `${nameOf(offer)} is removed`);
          route(at('/offers'));
        }}
      >
        Remove
      </Act>
    </>
  );
};

/** What it brought, its codes, and who made it when. */
const Below = ({ kind, offer }: Pick<OfferProps, 'kind' | 'offer'>) => {
  const { _id: id } = offer;
  const actorOf = useActorNames();
  const hasCodes = kind === 'coupon' && 'coupon_type' in offer && offer.coupon_type === 'bulk';
  return (
    <>
      <div class={hasCodes ? 'columns even' : undefined}>
        {may('company/analytics/read') && <OfferFigures id={id} />}
        {hasCodes && <CodesPanel id={id} />}
      </div>
      <p class="soft">
        Made by {actorOf(offer.author.created_by ?? '')} · Last changed {moment(offer.date_meta.modified_on)}
      </p>
    </>
  );
};

const Shown = (props: OfferProps) => {
  const { kind, path, offer, again } = props;
  // The next change is on what this one made, also before it is read again.
  const [on, saw] = useState(props.on);
  const schedule = scheduleOf(offer);
  return (
    <Page
      title={nameOf(offer)}
      back={{ to: at('/offers'), name: 'Offers' }}
      acts={<Steps {...props} on={on} saw={saw} />}
      about={<State of={schedule?.status || 'draft'} />}
    >
      <OfferEditor
        kind={kind}
        first={ownOf(offer)}
        isRunning={schedule?.status === 'published'}
        saveName="Save"
        save={async (body) => {
          saw((await changeSeen('PUT', path, `${nameOf(offer)} is saved`, { body, ...on })).on);
          again();
        }}
      />
      <Below kind={kind} offer={offer} />
    </Page>
  );
};

export const OfferPage = () => {
  const { kind = '', id = '' } = useRoute().params;
  const which = kind === 'coupon' ? 'coupon' : 'promotion';
  const path = `${cartPath}/${which}/${id}`;
  const asked = useSeen<Offer>(path);
  return (
    <Answered asked={asked}>
      {({ row: offer, on }) => (
        <Shown
          key={JSON.stringify(offer.date_meta)}
          kind={which}
          path={path}
          offer={offer}
          on={on}
          again={asked.again}
        />
      )}
    </Answered>
  );
};
