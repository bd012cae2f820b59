/** What a company sold over borders of the European Union, on the wire. */
import { type Static, Type } from 'typebox';
import { listed, part } from '../answer-fields.ts';
import { CompanyPath } from '../applications/application-admin-contract.ts';

const year = Type.Integer({
  minimum: 1,
  maximum: 9999,
  examples: [2036],
  description: 'The calendar year, by the clock of the shop.',
});
const currency = Type.String({
  maxLength: 24,
  examples: ['EUR'],
  description: 'Of the applications that sold it: ISO 4217.',
});

export const OssYearPath = Type.Object({ ...CompanyPath.properties, year, currency });
export const OssElsewhere = Type.Object(
  {
    elsewhere: Type.Number({
      minimum: 0,
      maximum: 1e12,
      description: 'What was sold so by other ways, without tax: at marketplaces, in shops of another currency.',
    }),
  },
  { title: 'OssElsewhere', additionalProperties: false },
);

const amount = (description: string) => Type.Number({ description });
export const OssYearView = part(
  'OssYear',
  'Sales to consumers in other countries of the European Union, without tax.',
  {
    year,
    currency,
    sold: amount('What orders sold, less what was cancelled and returned.'),
    elsewhere: amount('What was sold by other ways.'),
    total: amount('Both: what the threshold is compared with.'),
  },
);
export type OssYearView = Static<typeof OssYearView>;
export const OssYears = listed('OssYears', 'By year and currency, the newest first.', [OssYearView, 'The years.'], {});
