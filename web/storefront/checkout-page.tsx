/** Where it goes, how it is paid, what it is: everything between the cart and the order, on one page. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ComponentChildren } from 'preact';
import type { CartShipments } from '../../src/contract/cart/cart-shipment-contract.ts';
import { announce } from '../ui/announcer.tsx';
import { money } from '../ui/money.ts';
import { Failure, Notice, Problem, sentenceOf } from '../ui/states.tsx';
import { useAnswer } from '../ui/use-answer.ts';
import { useValue } from '../ui/value.ts';
import { Breakup } from './breakup.tsx';
import { CallProblem } from './call.ts';
import { chooseShipping, type Outcome } from './cart.ts';
import {
  choosePayment,
  type Ordered,
  type Payment,
  type Place,
  placeOrder,
  readParcels,
  readPaymentOptions,
  readShipping,
  type Way,
} from './checkout.ts';
import { NEW, useAddresses, WayChoice, Where } from './checkout-where.tsx';
import { hasFractions } from './price-rows.ts';
import { Parcels } from './parcels.tsx';
import { OwnMeans } from './own-means.tsx';
import { PaymentChoice } from './payment-choice.tsx';
import { ShippingChoice } from './shipping-choice.tsx';
import { go, Link } from './route.tsx';
import { areaCode, chosenCurrency, customerToken, shop } from './shop.ts';
import { NothingHere } from './nothing-here.tsx';
import { said, words } from './words.ts';

type StepName = 'where' | 'payment' | 'review';
type StepProps = {
  readonly name: StepName;
  readonly title: string;
  readonly children: ComponentChildren;
};

const Step = ({ name, title, children }: StepProps) => (
  <section class="step" id={`step-${name}`} tabIndex={-1} aria-label={title}>
    <h2>{title}</h2>
    {children}
  </section>
);

/** At which step a refusal is mended. */
const stepOf = (code: string): StepName => {
  if (/^address_|deliver/.test(code)) return 'where';
  return /^payment_|^cod_|^emi_/.test(code) ? 'payment' : 'review';
};

const useCheckout = (ordered: Ordered) => {
  const currency = useValue(chosenCurrency);
  const area = useValue(areaCode);
  const where = useAddresses();
  const [way, setWay] = useState<Way>('HomeDelivery');
  const [payment, setPayment] = useState<Payment>();
  const [writes, setWrites] = useState(0);
  const [said, setSaid] = useState<{ readonly step: StepName; readonly sentence: string }>();
  const place: Place = { ...ordered, way, addressId: where.chosen === NEW ? '' : where.chosen };
  const key = `${ordered.buyNow}/${way}/${place.addressId || area}/${currency}/${writes}`;
  const parcels = useAnswer(`parcels/${key}`, () => readParcels(place));
  const shipping = useAnswer(`shipping/${key}`, () => readShipping(place));
  const options = useAnswer(`payment/${key}`, () => readPaymentOptions(place));
  const selected = options.answer?.payment_modes.find(({ is_selected: is }) => is)?.payment_mode ?? '';
  const plan = options.answer?.emi_plans.find(({ is_selected: is }) => is)?.id ?? '';
  const chosen = payment ?? { mode: selected, plan };
  const again = (): void => setWrites((before) => before + 1);
  const refuse = (step: StepName, sentence: string): void => {
    setSaid({ step, sentence });
    requestAnimationFrame(() => document.getElementById(`step-${step}`)?.focus());
  };
  const choose = async (next: Payment): Promise<void> => {
    setPayment(next);
    setSaid(undefined);
    // A plan belongs to instalments: until one is chosen there is nothing to tell.
    if (next.mode === 'EMI' && next.plan === '') return;
    try {
      await choosePayment(ordered, next);
      again();
    } catch (problem) {
      refuse('payment', sentenceOf(problem));
    }
  };
  const ship = async (methodId: string, storeId: number): Promise<Outcome> => {
    setSaid(undefined);
    const to = where.addresses.find(({ id }) => id === place.addressId)?.area_code ?? area;
    const outcome = await chooseShipping({ methodId, storeId, area: to }, ordered.buyNow);
    if (outcome.success) again();
    return outcome;
  };
  return {
    where,
    way,
    setWay,
    place,
    parcels,
    shipping: shipping.answer,
    ship,
    options,
    chosen,
    choose,
    again,
    said,
    setSaid,
    refuse,
  };
};
type CheckoutState = ReturnType<typeof useCheckout>;

const PlaceButton = ({ state, preview }: { readonly state: CheckoutState; readonly preview: CartShipments }) => {
  const [isBusy, setBusy] = useState(false);
  const { place, chosen, refuse } = state;
  const { raw: { total = 0 } = {}, display = [] } = preview.breakup_values ?? {};
  const order = async (): Promise<void> => {
    if (isBusy) return;
    if (place.addressId === '' && place.way === 'HomeDelivery') return refuse('where', words.checkout.needAddress);
    const isChosen = chosen.mode !== '' && (chosen.mode !== 'EMI' || chosen.plan !== '');
    if (total > 0 && !isChosen) return refuse('payment', words.checkout.needPayment);
    setBusy(true);
    announce(words.checkout.placing);
    try {
      go(await placeOrder(place, chosen, preview));
    } catch (problem) {
      const code = problem instanceof CallProblem ? problem.code : '';
      state.again();
      refuse(stepOf(code), code === 'total_changed' ? words.checkout.changed : sentenceOf(problem));
      setBusy(false);
    }
  };
  return (
    <button type="button" class="button grand" aria-busy={isBusy} onClick={() => void order()}>
      {words.checkout.place(money(total, preview.currency?.code ?? shop.currency, hasFractions(display)))}
    </button>
  );
};

const Empty = () => <NothingHere whole icon="bag" title={words.checkout.emptyTitle} why={words.cart.emptyWhy} />;

const Steps = ({ state, preview }: { readonly state: CheckoutState; readonly preview: CartShipments }) => {
  const { where, way, setWay, options, chosen, choose, said, setSaid } = state;
  const currency = preview.currency?.code ?? shop.currency;
  const who = useValue(customerToken);
  const problemAt = (step: StepName): string => (said?.step === step ? said.sentence : '');
  const isFetched = way === 'PickAtStore';
  return (
    <div class="steps">
      <Step name="where" title={words.checkout.way}>
        <WayChoice
          way={way}
          onChoose={(next) => {
            setSaid(undefined);
            setWay(next);
          }}
        />
        <h3>{isFetched ? words.checkout.invoice : words.checkout.where}</h3>
        <Problem sentence={problemAt('where')} />
        <Where
          addresses={where.addresses}
          chosen={where.chosen}
          onChoose={(id) => {
            setSaid(undefined);
            where.pick(id);
          }}
          onKept={(id) => {
            setSaid(undefined);
            where.kept(id);
          }}
        />
        {!isFetched && state.shipping !== undefined && (
          <ShippingChoice answer={state.shipping} lines={preview.items ?? []} choose={state.ship} />
        )}
      </Step>
      <Step name="payment" title={words.checkout.payment}>
        <Problem sentence={problemAt('payment')} />
        {who !== '' && <OwnMeans ordered={state.place} cart={preview} onChange={state.again} />}
        {options.answer !== undefined && (
          <PaymentChoice
            options={options.answer}
            isFetched={isFetched}
            chosen={chosen}
            onChoose={(next) => void choose(next)}
          />
        )}
      </Step>
      <Step name="review" title={words.checkout.review}>
        <Problem sentence={problemAt('review')} />
        <Parcels shipments={preview.shipments} currency={currency} />
      </Step>
    </div>
  );
};

export const CheckoutPage = ({ buyNow }: Ordered) => {
  const state = useCheckout({ buyNow });
  const known = useRef<CartShipments | undefined>(undefined);
  const { answer, problem, again, isStale } = state.parcels;
  if (answer !== undefined) known.current = answer;
  const preview = known.current;
  useEffect(() => {
    document.title = `${words.checkout.title} · ${shop.name}`;
  }, []);
  if (problem !== undefined) {
    return (
      <Failure whole title={words.checkout.failed} problem={problem} again={again}>
        <p>{words.checkout.kept}</p>
        <Link to="/cart">{words.checkout.back}</Link>
      </Failure>
    );
  }
  if (preview !== undefined && (preview.items ?? []).length === 0) return <Empty />;
  return (
    <div class="cart checkout">
      <div class="heading">
        <h1>{words.checkout.title}</h1>
        {!buyNow && <Link to="/cart">{words.checkout.back}</Link>}
      </div>
      {preview !== undefined && (
        <div class="cart-grid">
          <Steps state={state} preview={preview} />
          <aside class={isStale ? 'summary stale' : 'summary'} aria-label={words.cart.price}>
            <h2>{words.cart.price}</h2>
            <Breakup cart={preview} currency={preview.currency?.code ?? shop.currency} />
            {preview.is_checkout_block && state.place.addressId !== '' && (
              <Notice kind="warn">{said(preview.checkout_block_message ?? '')}</Notice>
            )}
            <PlaceButton state={state} preview={preview} />
          </aside>
        </div>
      )}
    </div>
  );
};
