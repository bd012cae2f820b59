/** The texts in which a sum is told. Each language has all of them. */
import type { TenderPart } from '../../../pricing/charge-types.ts';
import type { What } from '../../../pricing/explain/derivation-types.ts';
import type { Rounding } from '../../../shared/money.ts';

export type ExplainWords = {
  /** Names of numbers. */
  readonly names: Readonly<Record<What, string>>;
  /** What pays, and what is given back to. */
  readonly tenders: Readonly<Record<TenderPart['kind'] | 'payment' | 'points' | 'adjustment' | 'uncollected', string>>;
  readonly roundings: Readonly<Record<Rounding, string>>;
  /** `{name}` of the number, `{value}` it has, `{parts}` it is made of; what else a sentence needs stands in braces, too. */
  readonly given: string;
  readonly made: string;
  readonly least: string;
  readonly most: string;
  readonly steps: string;
  readonly each: string;
  readonly average: string;
  readonly units: string;
  readonly rate: string;
  readonly within: string;
  readonly share: string;
  /** `{exchange}` units of `{from}` for one of `{to}`. */
  readonly converted: string;
  readonly pro_rata: string;
  readonly part: string;
  readonly nothing: string;
  /** Of the best combination of promotions: `{value}` to be paid, `{saving}` against their own order, `{gap}` that may be left. */
  readonly choice: Readonly<Record<'inTurn' | 'saved' | 'optimal' | 'gap', string>>;
  /** Of goods that cross a border of the European Union: whose rates of tax they have, and why. */
  readonly oss: Readonly<Record<'origin' | 'destination', string>>;
  /** Joins the name of a number to the line or the offer it is about. */
  readonly about: string;
};
