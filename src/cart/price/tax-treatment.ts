/**
 * How a cart is taxed where the shop has a table of rates: at which place, by whom, and who is free of it. Without a row for the
 * country everything stays as the article says. Pure.
 */
import type { CartSettings } from '../../contract/applications/cart-settings-contract.ts';
import type { Store } from '../../delivery/store-rules.ts';
import { type Levied, leviesAt, type TaxPlace, type TaxTable } from '../../delivery/tax-table-rules.ts';
import type { TaxExemption } from '../../pricing/money/tax-types.ts';
import type { Article, ChargeSettings } from '../../pricing/pricing-types.ts';
import { sum } from '../../shared/money.ts';
import { stateNamed } from '../../shared/places/state-names.ts';
import type { OssBasis } from '../../delivery/oss/oss-rules.ts';
import { isOfUnion, vatCountry } from './vat-id-rules.ts';

export type TaxAsked = {
  readonly table: TaxTable;
  readonly settings: CartSettings['tax'];
  /** Whose rates consumers of another country of the European Union pay. */
  readonly oss: OssBasis;
  readonly now: number;
  /** Where the goods go; null: they are picked up where they are. */
  readonly place: TaxPlace | null;
  /** Of a business, as far as that is known. */
  readonly vatId: string | null;
  readonly groups: readonly string[];
};

const rateOf = (levies: readonly Levied[]): number => sum(levies.map(({ rate }) => rate));

const originOf = ({ country, state, areaCode }: Store): TaxPlace => ({
  country,
  state: stateNamed(state, country),
  postal: areaCode,
});

/** Whose rates goods bear: where they go, or, below the threshold of the Union, where they come from; picked up, where they are. */
export const taxedAt = (store: Store, goesTo: TaxPlace | null, across: OssBasis | undefined): TaxPlace =>
  goesTo === null || across === 'origin' ? originOf(store) : goesTo;

/** Goods that cross a border within the Union. */
const crosses = (origin: TaxPlace, place: TaxPlace): boolean =>
  origin.country !== place.country && isOfUnion(origin.country) && isOfUnion(place.country);

const exemptionOf = ({ settings, groups, vatId }: TaxAsked, origin: TaxPlace, place: TaxPlace): TaxExemption | null => {
  if (settings.exempt_groups.some((group) => groups.includes(group))) return 'exempt';
  const isBusiness = settings.reverse_charge && vatId !== null && vatCountry(vatId) !== origin.country;
  return isBusiness && crosses(origin, place) ? 'reverse_charge' : null;
};

/** India's GST is split by the two states, as it is without a table. */
const isGst = (levies: readonly Levied[], { country }: TaxPlace): boolean =>
  country === 'IN' && levies.length === 1 && levies[0]?.name.toUpperCase() === 'GST';

type Found = Readonly<{
  levies: readonly Levied[];
  exemption: TaxExemption | null;
  place: TaxPlace;
  origin: TaxPlace;
  /** It goes over a border within the Union to a consumer. */
  isAcross: boolean;
  /** What a consumer there pays is taxed where it comes from. */
  isTaxedAtOrigin: boolean;
}>;

const found = (asked: TaxAsked, store: Store, goods: { taxClass: string; charges: boolean }): Found | null => {
  const origin = originOf(store);
  const goesTo = asked.place ?? origin;
  const exemption = exemptionOf(asked, origin, goesTo);
  const isOver = crosses(origin, goesTo);
  const isTaxedAtOrigin = isOver && asked.oss === 'origin';
  const place = taxedAt(store, goesTo, exemption === null && isTaxedAtOrigin ? 'origin' : undefined);
  const levies = leviesAt(asked.table, place, { ...goods, now: asked.now });
  if (levies === null) return null;
  return { levies, exemption, place, origin, isAcross: exemption === null && isOver, isTaxedAtOrigin };
};

/** The article as it is taxed in this cart. */
export const taxedArticle = (
  article: Article,
  taxClass: string,
  store: Store | undefined,
  asked: TaxAsked,
): Article => {
  const goods = { taxClass, charges: false };
  const tax = store === undefined ? null : found(asked, store, goods);
  if (tax === null) return article;
  const { levies, exemption, place, origin, isAcross, isTaxedAtOrigin } = tax;
  const own = (): number => {
    const known = leviesAt(asked.table, origin, { ...goods, now: asked.now });
    return known === null ? article.taxRate : rateOf(known);
  };
  const due = rateOf(levies);
  // Whoever is free of tax is freed of what others pay: by the rates of another place he would pay less for the goods than they do.
  const inside = asked.settings.price_basis === 'net' || isTaxedAtOrigin ? own() : due;
  const taxRate = exemption === null ? due : 0;
  return {
    ...article,
    taxRate,
    ...(inside === taxRate ? {} : { pricedAtRate: inside }),
    ...(exemption === null ? {} : { exemption }),
    ...(isAcross ? { acrossUnion: asked.oss } : {}),
    ...(isGst(levies, place) ? {} : { levies: exemption === null ? levies : [] }),
  };
};

/** Charges are taxed like standard goods from the store of the first of them. */
export const taxedCharges = (charges: ChargeSettings, store: Store | undefined, asked: TaxAsked): ChargeSettings => {
  const tax = store === undefined ? null : found(asked, store, { taxClass: '', charges: true });
  if (tax === null) return charges;
  const { levies, exemption, place, isAcross } = tax;
  if (exemption !== null) return { ...charges, taxRate: 0, levies: [] };
  return {
    ...charges,
    taxRate: rateOf(levies),
    ...(isAcross ? { acrossUnion: asked.oss } : {}),
    ...(isGst(levies, place) ? {} : { levies }),
  };
};
