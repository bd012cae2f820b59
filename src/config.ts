/**
 * The settings of one node, read from the environment once, here and nowhere else.
 *
 * Each setting is a row: its variable, its default, what it means, and how its text is read. All problems are reported
 * at once, each with a sentence that says what to change. docs/configuration.md is compared with these rows by a test.
 */
import { databaseSettings } from './database-settings.ts';
import { limitSettings } from './limit-settings.ts';
import {
  countOrAuto,
  flag,
  headerList,
  folder,
  host,
  matching,
  natsAddresses,
  networks,
  oneOf,
  setting,
  share,
  smtpAddress,
  text,
  webAddress,
  whole,
  type Setting,
} from './setting-readers.ts';
import { nearestWord } from './shared/texts/nearest-word.ts';
import { ownEntry } from './shared/own-entry.ts';

export const settings = {
  host: setting('HOST', '127.0.0.1', 'Address to listen on.', host),
  port: setting('PORT', '8080', 'Port to listen on; 0 takes a free one.', whole(0, 65_535)),
  ...databaseSettings,
  dataFolder: setting('CARTWRIGHT_DATA', './data', 'Folder of the SQLite file, the key and the credentials.', folder),
  key: setting(
    'CARTWRIGHT_KEY',
    undefined,
    'Keys that seal stored secrets, newest first. Without it: `key` in the data folder.',
    text,
  ),
  workers: setting(
    'CARTWRIGHT_WORKERS',
    'auto',
    'Processes that serve for this node; auto: one per core up to 4 on PostgreSQL, one on SQLite.',
    countOrAuto,
  ),
  publicUrl: setting(
    'CARTWRIGHT_PUBLIC_URL',
    undefined,
    'Address the world knows this service by; a path is a prefix of every route.',
    webAddress,
  ),
  storefront: setting(
    'CARTWRIGHT_STOREFRONT',
    'on',
    'Whether this node shows the first application as a shop at `/`: on or off.',
    oneOf('on', 'off'),
  ),
  demoMonth: setting(
    'CARTWRIGHT_DEMO_MONTH',
    'on',
    'Whether the first start of a demo shop lives through the month before it, in the background: on or off.',
    oneOf('on', 'off'),
  ),
  warmUp: setting(
    'CARTWRIGHT_WARM_UP',
    'on',
    'Whether a node that has time compiles what its routes will need before anybody asks for it: on or off.',
    oneOf('on', 'off'),
  ),
  trustedProxies: setting(
    'CARTWRIGHT_TRUSTED_PROXIES',
    undefined,
    'Addresses or networks whose X-Forwarded-For is believed, comma-separated; their connections are not counted.',
    networks,
  ),
  logLevel: setting(
    'CARTWRIGHT_LOG_LEVEL',
    'info',
    'Least severe log line that is written: debug, info, warn, error or silent.',
    oneOf('debug', 'info', 'warn', 'error', 'silent'),
  ),
  logSample: setting(
    'CARTWRIGHT_LOG_SAMPLE',
    '0.01',
    'Share of ordinary requests that get an access line; 5xx and slow ones always do.',
    share,
  ),
  importMegabytes: setting(
    'CARTWRIGHT_IMPORT_MB',
    '256',
    'Largest file that an import in the background takes, in megabytes.',
    whole(1, 4096),
  ),
  metricsToken: setting(
    'CARTWRIGHT_METRICS_TOKEN',
    undefined,
    'Bearer token that /metrics asks for. Without it /metrics answers calls from private networks and this machine alone.',
    text,
  ),
  otlpUrl: setting(
    'CARTWRIGHT_OTLP_URL',
    undefined,
    'OpenTelemetry collector that takes traces and numbers by OTLP over HTTP: http://collector:4318. Without it none are made.',
    webAddress,
  ),
  otlpHeaders: setting(
    'CARTWRIGHT_OTLP_HEADERS',
    undefined,
    'Headers that the collector asks for: authorization=Bearer%20secret, comma-separated.',
    headerList,
  ),
  traceShare: setting(
    'CARTWRIGHT_TRACE_SHARE',
    '0.05',
    'Share of traces that are sent to the collector, chosen by their id, so that every node chooses the same.',
    share,
  ),
  ...limitSettings,
  drainSeconds: setting(
    'CARTWRIGHT_DRAIN_SECONDS',
    '0',
    'Seconds to go on serving after a stop signal while /readyz says 503.',
    whole(0, 300),
  ),
  allowPrivateAddresses: setting(
    'CARTWRIGHT_ALLOW_PRIVATE_ADDRESSES',
    'false',
    'Whether addresses that merchants configure may lie in private networks.',
    flag,
  ),
  webhooks: setting(
    'CARTWRIGHT_WEBHOOKS',
    'on',
    'Whether this node delivers events to webhook subscribers: on or off.',
    oneOf('on', 'off'),
  ),
  webhookLanes: setting(
    'CARTWRIGHT_WEBHOOK_LANES',
    '128',
    'Webhook deliveries of this node under way at once; one receiver gets at most 8 of them.',
    whole(1, 10_000),
  ),
  natsUrl: setting(
    'CARTWRIGHT_NATS_URL',
    undefined,
    'NATS server with JetStream to which this node also publishes events: nats://user:password@host:4222; of a cluster several, comma-separated.',
    natsAddresses,
  ),
  natsStream: setting(
    'CARTWRIGHT_NATS_STREAM',
    'CARTWRIGHT_EVENTS',
    'Stream that takes the events; made if it is not there.',
    matching(/^[\w-]{1,64}$/, 'letters, digits, _ and -'),
  ),
  natsSubject: setting(
    'CARTWRIGHT_NATS_SUBJECT',
    'cartwright.events',
    'How subjects begin; the application and the kind of event follow.',
    matching(/^[\w-]+(\.[\w-]+){0,7}$/, 'words of letters, digits, _ and - with dots between them'),
  ),
  natsKeptDays: setting(
    'CARTWRIGHT_NATS_KEPT_DAYS',
    '7',
    'Days for which a stream that this service makes keeps events.',
    whole(1, 3_650),
  ),
  natsReplicas: setting(
    'CARTWRIGHT_NATS_REPLICAS',
    '1',
    'Servers of a cluster that each keep what is in a stream that this service makes; with 3 one may be lost.',
    whole(1, 5),
  ),
  smtpUrl: setting(
    'CARTWRIGHT_SMTP_URL',
    undefined,
    'Mail server that letters go through: smtps://user:password@host, or smtp:// with STARTTLS. Without it no mail is sent.',
    smtpAddress,
  ),
  mailFrom: setting(
    'CARTWRIGHT_MAIL_FROM',
    'no-reply@localhost',
    'Sender of letters: an address, or a name and an address in angle brackets.',
    matching(
      /^(?:[^\r\n<>]{0,100}<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
      'shop@example.com or Shop <shop@example.com>',
    ),
  ),
} as const;

type Given<T> = { readonly [K in keyof T]: T[K] extends Setting<infer V> ? V : never };
type Optional =
  | 'databaseUrl'
  | 'replicaUrls'
  | 'key'
  | 'publicUrl'
  | 'trustedProxies'
  | 'metricsToken'
  | 'otlpUrl'
  | 'otlpHeaders'
  | 'natsUrl'
  | 'smtpUrl';
type All = Given<typeof settings>;
export type Config = Readonly<Omit<All, Optional>> & { readonly [K in Optional]: All[K] | undefined };

export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(`The configuration cannot be used:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.problems = problems;
  }
}

export type Environment = Readonly<Record<string, string | undefined>>;

export const readConfig = (environment: Environment): Config => {
  const problems: string[] = [];
  const values = Object.entries<Setting<unknown>>(settings).map(([name, { variable, fallback, read }]) => {
    const given = ownEntry(environment, variable)?.trim() || fallback;
    if (given === undefined) return [name, undefined];
    try {
      return [name, read(given)];
    } catch (error) {
      problems.push(`${variable} ${(error as Error).message}.`);
      return [name, undefined];
    }
  });
  if (problems.length > 0) throw new ConfigurationError(problems);
  return Object.freeze(Object.fromEntries(values)) as Config;
};

/** Which of how many workers a process is, and how often it ended before; said by the process that starts them, not by people. */
export const placeVariable = 'CARTWRIGHT_WORKER';
export type WorkerPlace = { readonly number: number; readonly count: number; readonly ends: number };
export const placeText = ({ number, count, ends }: WorkerPlace): string => `${number}/${count}/${ends}`;
export const readPlace = (environment: Environment): WorkerPlace | undefined => {
  const [, number, count, ends] = /^(\d+)\/(\d+)\/(\d+)$/.exec(ownEntry(environment, placeVariable) ?? '') ?? [];
  return number === undefined ? undefined : { number: Number(number), count: Number(count), ends: Number(ends) };
};

/** What `cartwright env` prints for shells, which a service that is started in the same shell then finds. */
export const addressVariable = 'CARTWRIGHT_URL';

/** Variables that look meant for us and are none of ours: most often a slip of the pen. */
export const unknownVariables = (environment: Environment): readonly string[] => {
  const known = new Set<string>([
    placeVariable,
    addressVariable,
    ...Object.values(settings).map(({ variable }) => variable),
  ]);
  return Object.keys(environment).filter(
    (name) => name.startsWith('CARTWRIGHT_') && !name.startsWith('CARTWRIGHT_TEST_') && !known.has(name),
  );
};

/** `CARTWRIGHT_PUBLC_URL (did you mean CARTWRIGHT_PUBLIC_URL?)` */
export const withMeantVariable = (name: string): string => {
  const meant = nearestWord(
    name,
    Object.values(settings).map(({ variable }) => variable),
  );
  return meant === undefined ? name : `${name} (did you mean ${meant}?)`;
};
