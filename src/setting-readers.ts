/**
 * How the text of an environment variable becomes a value: one reader a kind of text, which throws what is wrong as the
 * end of a sentence that begins with the variable.
 */
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { postgresPlace } from './db/postgres/postgres-address.ts';
import { addressList } from './http/outgoing/ip-address.ts';

type Read<T> = (text: string) => T;
export type Setting<T> = {
  readonly variable: string;
  /** Text that is read when the variable is absent or empty; undefined leaves the setting out. */
  readonly fallback: string | undefined;
  readonly meaning: string;
  readonly read: Read<T>;
};

export const setting = <T>(
  variable: string,
  fallback: string | undefined,
  meaning: string,
  read: Read<T>,
): Setting<T> => ({
  variable,
  fallback,
  meaning,
  read,
});

export const text: Read<string> = (given) => given;
/** A name or an address of this machine, without protocol and port. */
export const host: Read<string> = (given) => {
  if (isIP(given) !== 0 || (/^[\w.-]+$/.test(given) && URL.canParse(`http://${given}`))) return given;
  throw new Error('must be an address of this machine or its name, such as 127.0.0.1, :: or localhost; PORT is apart');
};
/** An address that was put here by mistake would become a folder, its password in the name. */
export const folder: Read<string> = (given) => {
  if (!/^[a-z][a-z\d+.-]*:\/\//i.test(given)) return resolve(given);
  throw new Error('must be a folder; the address of a database begins with postgres:// and belongs into DATABASE_URL');
};
export const whole =
  (least: number, most: number): Read<number> =>
  (given) => {
    const value = Number(given);
    if (/^\d+$/.test(given) && value >= least && value <= most) return value;
    throw new Error(`must be a whole number from ${least} to ${most}`);
  };
export const share: Read<number> = (given) => {
  const value = Number(given);
  if (given.trim() !== '' && value >= 0 && value <= 1) return value;
  throw new Error('must be a number from 0 to 1');
};
export const flag: Read<boolean> = (given) => {
  if (/^(true|1|yes)$/i.test(given)) return true;
  if (/^(false|0|no)$/i.test(given)) return false;
  throw new Error('must be true or false');
};
export const oneOf =
  <T extends string>(...words: readonly T[]): Read<T> =>
  (given) => {
    const found = words.find((word) => word === given);
    if (found !== undefined) return found;
    throw new Error(`must be one of ${words.join(', ')}`);
  };
export const networks: Read<readonly string[]> = (given) => {
  const entries = given.split(',').map((part) => part.trim());
  addressList(entries);
  return entries;
};
export const megabytesOrOff: Read<number> = (given) => (given === 'off' ? 0 : whole(1, 65_536)(given));
export const countOrAuto: Read<number | 'auto'> = (given) => {
  if (given === 'auto') return 'auto';
  if (/^\d{1,2}$/.test(given) && Number(given) >= 1 && Number(given) <= 64) return Number(given);
  throw new Error('must be auto or a whole number from 1 to 64');
};
export const webAddress: Read<URL> = (given) => {
  const url = URL.parse(given);
  if (url === null || !/^https?:$/.test(url.protocol)) throw new Error('must be an http or https address');
  if (url.username !== '' || url.search !== '' || url.hash !== '') {
    throw new Error('must have no user name, query or fragment');
  }
  return url;
};
/** `name=value` with commas between them, values percent-encoded: as OpenTelemetry writes headers. */
export const headerList: Read<Readonly<Record<string, string>>> = (given) => {
  const pairs = given.split(',').map((part) => /^\s*([\w-]+)=([^\s,]*)\s*$/.exec(part));
  return Object.fromEntries(
    pairs.map((pair) => {
      try {
        return [(pair?.[1] ?? '').toLowerCase(), decodeURIComponent(pair?.[2] ?? '%')];
      } catch {
        throw new Error('must be like authorization=Bearer%20secret,x-tenant=shop');
      }
    }),
  );
};
export const smtpAddress: Read<URL> = (given) => {
  const url = URL.parse(given);
  if (url !== null && (url.protocol === 'smtp:' || url.protocol === 'smtps:') && url.hostname !== '') return url;
  throw new Error('must be an address such as smtps://user:password@mail.example.com');
};
/** Servers of one cluster; what the first says of user, password and protocol holds for all. */
export const natsAddresses: Read<readonly [URL, ...URL[]]> = (given) => {
  const urls = given.split(',').map((part) => URL.parse(part.trim()));
  const [first, ...others] = urls.filter(
    (url): url is URL => url !== null && /^(nats|tls):$/.test(url.protocol) && url.hostname !== '',
  );
  if (first !== undefined && others.length === urls.length - 1) return [first, ...others];
  throw new Error(
    'must be an address such as nats://127.0.0.1:4222 or tls://nats.example.com, or those of a cluster with commas between them',
  );
};
export const matching =
  (pattern: RegExp, described: string): Read<string> =>
  (given) => {
    if (pattern.test(given)) return given;
    throw new Error(`must be made of ${described}`);
  };
export const postgresAddresses: Read<readonly string[]> = (given) =>
  given.split(',').map((part) => postgresAddress(part.trim()));
export const postgresAddress: Read<string> = (given) => {
  if (!/^postgres(ql)?:\/\/./.test(given)) throw new Error('must begin with postgres:// (leave it out to use SQLite)');
  if (postgresPlace(given) !== undefined) return given;
  throw new Error(
    'must be like postgres://user:password@host:5432/database; write # / ? @ : and % in a password as %23 %2F %3F %40 %3A %25',
  );
};
