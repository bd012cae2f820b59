/** A new offer: first its kind, by example; then its sentence. */
import type { Static } from 'typebox';
import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import type { OfferForm, OfferForms } from '../../../../src/contract/offers/offer-form-contract.ts';
import { newKey } from '../../../ui/new-key.ts';
import { change } from '../../call.ts';
import { Answered, useRead } from '../../parts/answered.tsx';
import { Page } from '../../parts/page.tsx';
import { cartPath } from '../../paths.ts';
import { at } from '../../session.ts';
import type { Json } from './builder/body.ts';
import { type OfferKind, sentenceOf } from './builder/sentences.ts';
import { OfferEditor } from './offer-editor.tsx';

const kinds: readonly (readonly [OfferKind, string])[] = [
  ['promotion', 'Promotions, which act by themselves'],
  ['coupon', 'Coupons, with a code'],
];
const addressOf = ({ entity_type, entity_slug }: OfferForm): string =>
  at(`/offers/new?kind=${entity_type}&form=${entity_slug}`);

const Gallery = ({ forms }: { readonly forms: readonly OfferForm[] }) => (
  <>
    {kinds.map(([kind, name]) => (
      <section key={kind} aria-label={name}>
        <h2 class="gallery-name">{name}</h2>
        <ul class="gallery">
          {forms
            .filter(({ entity_type, entity_slug }) => entity_type === kind && sentenceOf(kind, entity_slug))
            .map((form) => (
              <li key={form.entity_slug}>
                <a href={addressOf(form)}>
                  <strong>{form.title}</strong>
                  <span>{form.example}</span>
                </a>
              </li>
            ))}
        </ul>
      </section>
    ))}
  </>
);

/** A coupon begins with a code that nobody has, to be written over. */
const named = (kind: OfferKind, fresh: Json): Json =>
  kind === 'coupon' ? { ...fresh, code: `SAVE-${newKey().slice(-4).toUpperCase()}` } : fresh;

const Writing = ({ kind, fresh }: { readonly kind: OfferKind; readonly fresh: Json }) => {
  const { route } = useLocation();
  const [first] = useState(() => named(kind, fresh));
  return (
    <OfferEditor
      kind={kind}
      first={first}
      isRunning={false}
      isNew
      saveName="Save as a draft"
      save={async (body) => {
        const { _id: id } = await change<{ readonly _id: string }>(
          'POST',
          `${cartPath}/${kind}`,
          'The draft is saved',
          {
            body,
          },
        );
        route(at(`/offers/${kind}/${id}`));
      }}
    />
  );
};

export const NewOfferPage = () => {
  const { query } = useLocation();
  const kind: OfferKind = query['kind'] === 'coupon' ? 'coupon' : 'promotion';
  const slug = query['form'] ?? '';
  const sentence = sentenceOf(kind, slug);
  const asked = useRead<Static<typeof OfferForms>>(`${cartPath}/promo-coupons`, { is_hidden: false });
  return (
    <Page
      title={sentence ? 'A new offer' : 'New offer'}
      back={sentence ? { to: at('/offers/new'), name: 'Another kind' } : { to: at('/offers'), name: 'Offers' }}
      about={
        sentence
          ? 'A draft costs nothing: it counts when it is published.'
          : 'Choose what it gives. Nothing counts before you publish it.'
      }
    >
      {sentence ? (
        <Writing key={`${kind} ${slug}`} kind={kind} fresh={sentence.fresh} />
      ) : (
        <Answered asked={asked}>{({ items }) => <Gallery forms={items} />}</Answered>
      )}
    </Page>
  );
};
