/**
 * What settings must satisfy beyond their schema, so that nothing that reads them meets a value it cannot use.
 * Every problem is a sentence with the field it is about; all of them are found at once. Pure.
 */
import { createPublicKey } from 'node:crypto';
import type { ApplicationSettings, CustomerTokenSettings } from '../contract/applications/application-contract.ts';
import { everyonesSegments } from '../contract/applications/segment-settings-contract.ts';
import { amountSettingsProblems } from './amount-settings-rules.ts';
import { isWebAddress } from '../http/requests/formats.ts';
import type { FieldProblem } from '../shared/errors.ts';
import { ownEntry } from '../shared/own-entry.ts';
import { paymentMode } from '../shared/payment-mode.ts';

/** Secrets of the application: text that is being set now, true when one is kept already, else false. */
export type SecretState = string | boolean;
export type SecretStates = {
  readonly customer_token_secret: SecretState;
  readonly request_signature_secret: SecretState;
  readonly payment_secret: SecretState;
};

const SECRET_BYTES = 32;
const currencies = new Set(Intl.supportedValuesOf('currency'));
const countryNames = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });

export const settingsProblems = (settings: ApplicationSettings, secrets: SecretStates): readonly FieldProblem[] => [
  ...nameProblems(settings),
  ...currencyProblems(settings),
  ...amountSettingsProblems(settings),
  ...modeProblems(settings),
  ...ossProblems(settings),
  ...vatCheckProblems(settings),
  ...segmentProblems(settings),
  ...tierProblems(settings),
  ...translationProblems(settings),
  ...placeProblems(settings),
  ...storefrontProblems(settings),
  ...settings.origins.flatMap(originProblems),
  ...repeated(settings.origins).map((at) => ({ field: `origins[${at}]`, message: 'This origin is listed twice.' })),
  ...(settings.customer_token === null ? [] : customerTokenProblems(settings.customer_token)),
  ...secretProblems(settings, secrets),
];

const nameProblems = ({ name }: ApplicationSettings): readonly FieldProblem[] =>
  name.trim() === '' ? [{ field: 'name', message: 'Give the application a name.' }] : [];

const repeated = (values: readonly string[]): readonly number[] =>
  values.flatMap((value, index) => (values.indexOf(value) < index ? [index] : []));

const currencyProblems = ({ currency, currencies: further }: ApplicationSettings): readonly FieldProblem[] => [
  ...[{ field: 'currency', code: currency }, ...further.map((code, at) => ({ field: `currencies[${at}]`, code }))]
    .filter(({ code }) => !currencies.has(code))
    .map(({ field, code }) => ({ field, message: `${code} is not a currency of ISO 4217.` })),
  ...repeated(further).map((at) => ({ field: `currencies[${at}]`, message: 'This currency is listed twice.' })),
  ...further.flatMap((code, at) =>
    code === currency
      ? [{ field: `currencies[${at}]`, message: `${code} is the currency of the catalogue; list only further ones.` }]
      : [],
  ),
];

const ossProblems = ({ currency, cart: { tax } }: ApplicationSettings): readonly FieldProblem[] =>
  tax.oss === 'counted' && tax.oss_threshold === null && currency !== 'EUR'
    ? [
        {
          field: 'cart.tax.oss_threshold',
          message: `Say what the threshold of 10,000 euro is in ${currency}: sales are counted in the currency of the application.`,
        },
      ]
    : [];

const segmentProblems = ({ segments }: ApplicationSettings): readonly FieldProblem[] => [
  ...repeated(segments.map(({ slug }) => slug)).map((at) => ({
    field: `segments[${at}].slug`,
    message: 'Another segment has this slug; each has its own.',
  })),
  ...segments.flatMap(({ slug, conditions }, at) => [
    ...(everyonesSegments.some((one) => one.slug === slug)
      ? [{ field: `segments[${at}].slug`, message: `Every application has a segment ${slug}: choose another slug.` }]
      : []),
    ...(['orders', 'spent', 'days_since_order', 'account_days'] as const).flatMap((name) => {
      const { min = 0, max = Infinity } = conditions[name] ?? {};
      return min > max
        ? [
            {
              field: `segments[${at}].conditions.${name}`,
              message: 'The least is more than the most: nobody is in it.',
            },
          ]
        : [];
    }),
  ]),
];

const tierProblems = ({ cart: { loyalty }, segments }: ApplicationSettings): readonly FieldProblem[] => {
  const tiers = loyalty?.tiers ?? [];
  const known = tiers.map(({ slug }) => slug);
  const path = (at: number): string => `cart.loyalty.tiers[${at}]`;
  return [
    ...repeated(known).map((at) => ({ field: `${path(at)}.slug`, message: 'Another tier has this slug.' })),
    ...tiers.flatMap(({ days, months }, at) =>
      (days === undefined) === (months === undefined)
        ? [{ field: path(at), message: 'Say how long the period is, in days or in months.' }]
        : [],
    ),
    ...segments.flatMap(({ conditions: { tiers: asked = [] } }, at) =>
      asked.some((slug) => !known.includes(slug))
        ? [{ field: `segments[${at}].conditions.tiers`, message: 'Name tiers of cart.loyalty.tiers.' }]
        : [],
    ),
  ];
};

/** A sentence that names less or more than its original would lose an amount, or have a hole. */
const translationProblems = ({ translations }: ApplicationSettings): readonly FieldProblem[] => {
  const places = (text: string): number => text.split('{}').length;
  return [
    ...repeated(translations.map(({ text }) => text)).map((at) => ({
      field: `translations[${at}].text`,
      message: 'This text is here twice.',
    })),
    ...translations.flatMap(({ text, ...said }, at) =>
      Object.entries(said)
        .filter(([, one]) => places(one) !== places(text))
        .map(([language]) => ({
          field: `translations[${at}].${language}`,
          message: 'Use {} as often as the text does.',
        })),
    ),
  ];
};

/** Two spellings of one mode would leave it open which of two fees is meant. */
const modeProblems = ({ cart: { payment_modes, convenience_fees } }: ApplicationSettings): readonly FieldProblem[] => {
  const fees = Object.keys(convenience_fees);
  const message = 'This mode of payment is here twice: capitals and small letters are the same.';
  return [
    ...repeated(payment_modes.map(paymentMode)).map((at) => ({ field: `cart.payment_modes[${at}]`, message })),
    ...repeated(fees.map(paymentMode)).map((at) => ({ field: `cart.convenience_fees.${fees[at]}`, message })),
  ];
};

const placeProblems = ({ time_zone, country }: ApplicationSettings): readonly FieldProblem[] => [
  ...(isTimeZone(time_zone)
    ? []
    : [{ field: 'time_zone', message: `${time_zone} is not an IANA time zone, such as Asia/Kolkata or UTC.` }]),
  ...(countryNames.of(country) === undefined
    ? [{ field: 'country', message: `${country} is not a country code of ISO 3166-1.` }]
    : []),
];

const isTimeZone = (name: string): boolean => {
  if (!/^[A-Za-z]/.test(name)) return false; // Intl takes offsets too, and an offset knows no summer time
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;
const isSafeScheme = (url: URL): boolean =>
  url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.test(url.hostname));

const originProblems = (origin: string, at: number): readonly FieldProblem[] => {
  const field = `origins[${at}]`;
  const url = URL.parse(origin);
  if (url === null || url.origin !== origin || origin.includes('*')) {
    return [{ field, message: 'Write the origin as the browser does: scheme://host[:port], no path and no wildcard.' }];
  }
  return isSafeScheme(url)
    ? []
    : [{ field, message: 'An origin is https; http is for this machine (localhost) only.' }];
};

const storefrontProblems = ({ storefront_url: text }: ApplicationSettings): readonly FieldProblem[] => {
  if (text === null) return [];
  const url = URL.parse(text);
  if (url === null || !isWebAddress(text)) {
    return [{ field: 'storefront_url', message: 'Give an http or https address, or null.' }];
  }
  const plain = url.username === '' && url.password === '' && !/[?#]/.test(text);
  return plain ? [] : [{ field: 'storefront_url', message: 'The address has no user name, query or fragment.' }];
};

const customerTokenProblems = (token: CustomerTokenSettings): readonly FieldProblem[] => {
  const given: Readonly<Record<string, string | undefined>> = {
    jwks_url: token.jwks_url,
    public_key_pem: token.public_key_pem,
  };
  const wanted = { jwks: 'jwks_url', pem: 'public_key_pem', secret: undefined }[token.kind];
  const misplaced = Object.keys(given)
    .filter((name) => ownEntry(given, name) !== undefined && name !== wanted)
    .map((name) => ({ field: `customer_token.${name}`, message: `Leave it out when kind is ${token.kind}.` }));
  if (token.kind === 'jwks') return [...misplaced, ...jwksProblems(token.jwks_url)];
  return token.kind === 'pem' ? [...misplaced, ...pemProblems(token.public_key_pem)] : misplaced;
};

const isPlainAddress = (text: string | undefined): boolean => {
  const url = text === undefined ? null : URL.parse(text);
  return url !== null && isSafeScheme(url) && url.username === '' && url.password === '' && url.hash === '';
};

const vatCheckProblems = ({ cart: { tax } }: ApplicationSettings): readonly FieldProblem[] => {
  const { vat_check: check } = tax;
  if (check === null) return [];
  return [
    ...(isPlainAddress(check.url)
      ? []
      : [
          {
            field: 'cart.tax.vat_check.url',
            message:
              'Give the https address of the service, without user name or fragment; http is for this machine only.',
          },
        ]),
    ...(check.requester === null || /^[A-Z]{2}[0-9A-Z+*]{2,12}$/.test(check.requester)
      ? []
      : [
          {
            field: 'cart.tax.vat_check.requester',
            message: 'Write the VAT number with its country in front and no blanks: DE136695976.',
          },
        ]),
  ];
};

const jwksProblems = (text: string | undefined): readonly FieldProblem[] => {
  if (isPlainAddress(text)) return [];
  return [
    {
      field: 'customer_token.jwks_url',
      message: 'Give the https address of the key set, without user name or fragment; http is for this machine only.',
    },
  ];
};

const pemProblems = (pem: string | undefined): readonly FieldProblem[] => {
  const field = 'customer_token.public_key_pem';
  if (pem?.includes('PRIVATE KEY')) {
    return [
      {
        field,
        message: 'This is a private key. Keep it secret, replace it if it was sent here, and give the public one.',
      },
    ];
  }
  try {
    if (!/^\s*-----BEGIN PUBLIC KEY-----/.test(pem ?? '')) throw new TypeError('not a public key');
    const { asymmetricKeyType: type, asymmetricKeyDetails: details } = createPublicKey(pem ?? '');
    if (type === 'ec' || type === 'ed25519') return [];
    if (type === 'rsa' && (details?.modulusLength ?? 0) >= 2048) return [];
    return [{ field, message: 'Use an RSA key of at least 2048 bits, an elliptic-curve key or an Ed25519 key.' }];
  } catch {
    return [{ field, message: 'Give a public key in PEM form, beginning with -----BEGIN PUBLIC KEY-----.' }];
  }
};

const secretProblems = (settings: ApplicationSettings, secrets: SecretStates): readonly FieldProblem[] => {
  const short = Object.entries(secrets)
    .filter(([, state]) => typeof state === 'string' && Buffer.byteLength(state) < SECRET_BYTES)
    .map(([field]) => ({ field, message: `The secret has at least ${SECRET_BYTES} bytes.` }));
  const needed = [
    {
      field: 'customer_token_secret',
      why: 'customer_token.kind is secret',
      is: settings.customer_token?.kind === 'secret',
    },
    {
      field: 'request_signature_secret',
      why: 'request_signature is require',
      is: settings.request_signature === 'require',
    },
  ] as const;
  const missing = needed
    .filter(({ field, is }) => is && secrets[field] === false)
    .map(({ field, why }) => ({ field, message: `Set the secret too: ${why}.` }));
  return [...short, ...missing];
};
