/** What the console makes its forms from: the schemas by which the service judges what they send, and the words to ask in. */
import { ApplicationSettings } from '../contract/applications/application-contract.ts';
import { ArticleRow, ExchangeRateRow, ProductRow, SellerRow } from '../contract/catalog/catalog-feed-contract.ts';
import { AreaRow, StoreRow } from '../contract/catalog/delivery-contract.ts';
import { ShippingMethodRow } from '../contract/catalog/shipping-contract.ts';
import { TaxRateRow } from '../contract/catalog/tax-contract.ts';
import { CustomRuleBody } from '../contract/offers/custom-rule-contract.ts';
import { dataFile, type WebFile } from '../http/pages/web-bundle.ts';
import { formWords } from './form-words/form-words.ts';

export const consoleForms = {
  settings: ApplicationSettings,
  product: ProductRow,
  article: ArticleRow,
  seller: SellerRow,
  exchange_rate: ExchangeRateRow,
  store: StoreRow,
  area: AreaRow,
  tax_rate: TaxRateRow,
  shipping_method: ShippingMethodRow,
  custom_rule: CustomRuleBody,
} as const;

/** A file of its own: it is asked for when a form is opened, and kept by the browser until it changes. */
export const consoleFormsFile = (): WebFile => dataFile({ ...consoleForms, words: formWords });
