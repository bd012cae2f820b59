/** Currencies of ISO 4217: how many decimals each has, and the sign people know it by. */
import { ownEntry } from './own-entry.ts';
export type Currency = { readonly code: string; readonly exponent: number; readonly symbol: string };

const twoDecimals = `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY
COP CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD
KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR
NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP
TRY TTD TWD TZS UAH USD UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG`;
const noDecimals = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF';
const threeDecimals = 'BHD IQD JOD KWD LYD OMR TND';

/** Signs that name one currency to most people; any other currency is shown by its code. */
const symbols: Readonly<Record<string, string>> = {
  AUD: 'A$',
  BDT: '৳',
  BRL: 'R$',
  CAD: 'CA$',
  CNY: 'CN¥',
  EUR: '€',
  GBP: '£',
  GEL: '₾',
  GHS: 'GH₵',
  HKD: 'HK$',
  ILS: '₪',
  INR: '₹',
  JPY: '¥',
  KRW: '₩',
  KZT: '₸',
  LAK: '₭',
  MNT: '₮',
  MXN: 'MX$',
  NGN: '₦',
  NZD: 'NZ$',
  PHP: '₱',
  PLN: 'zł',
  PYG: '₲',
  RUB: '₽',
  SGD: 'S$',
  THB: '฿',
  TRY: '₺',
  TWD: 'NT$',
  UAH: '₴',
  USD: '$',
  VND: '₫',
};

const listed = (codes: string, exponent: number): readonly (readonly [string, Currency])[] =>
  codes.split(/\s+/).map((code) => [code, { code, exponent, symbol: ownEntry(symbols, code) ?? code }]);

const currencies: ReadonlyMap<string, Currency> = new Map([
  ...listed(twoDecimals, 2),
  ...listed(noDecimals, 0),
  ...listed(threeDecimals, 3),
]);

/** Undefined for a code that no country pays with. */
export const findCurrency = (code: string): Currency | undefined => currencies.get(code);

/** A code that was checked where it came in; an unknown one here is a fault. */
export const currencyOf = (code: string): Currency => {
  const currency = currencies.get(code);
  if (currency === undefined) throw new Error(`${code} is no currency of ISO 4217`);
  return currency;
};
