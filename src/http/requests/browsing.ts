/**
 * Where a shopper is while he calls, for the events that his call makes: what his page says in `x-event-context`, and what
 * the call itself shows for whatever that leaves out. A header that cannot be read says nothing. Pure.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { Compile } from 'typebox/compile';
import { EventContext } from '../../contract/events/event-contract.ts';
import { jsonProblem } from './strict-json.ts';
import { once } from '../../shared/once.ts';
import { ownEntry } from '../../shared/own-entry.ts';

export type Browsing = {
  readonly context: EventContext;
  /** The page's own id of the shopper; null when there was no page, or it may not say. */
  readonly anonymousId: string | null;
  /** Pages send the header only when the shopper agreed. */
  readonly agreed: boolean;
  readonly query: string;
  readonly position: string;
  readonly sourceUrl: string;
  readonly campaign: Readonly<Record<string, string>>;
};

const MOST_CHARACTERS = 5_462; // 4 KiB in base64url
const LONGEST_TEXT = 2_048;
const LONGEST_ID = 256;

const contextCheck = once(() => Compile(EventContext));
type Json = Readonly<Record<string, unknown>>;

const readHeader = (value: string | undefined): Json | undefined => {
  if (value === undefined || value.length > MOST_CHARACTERS || !/^[\w-]+={0,2}$/.test(value)) return undefined;
  try {
    const said: unknown = JSON.parse(Buffer.from(value, 'base64url').toString('utf8'));
    const isSafe = jsonProblem(said, { texts: true, names: true }) === undefined;
    return isSafe && typeof said === 'object' && said !== null && !Array.isArray(said) ? (said as Json) : undefined;
  } catch {
    return undefined;
  }
};

const textIn = (said: Json, name: string): string => {
  const value = ownEntry(said, name);
  return typeof value === 'string' && value.length <= LONGEST_TEXT ? value : '';
};

const quoted = (value: string | undefined): string => value?.replaceAll('"', '') ?? '';
const first = (value: string | string[] | undefined): string | undefined => [value].flat()[0];

/** An Android says that it is a Linux, too, and an iPhone that it is like a Mac: the first that fits counts. */
const systems: readonly (readonly [RegExp, string])[] = [
  [/Windows(?: NT ([\d.]+))?/, 'Windows'],
  [/Android(?: ([\d.]+))?/, 'Android'],
  [/(?:iPhone|iPad)(?:[^)]*? OS ([\d_]+))?/, 'iOS'],
  [/Mac OS X(?: ([\d_.]+))?/, 'macOS'],
  [/CrOS(?: \S+ ([\d.]+))?/, 'Chrome OS'],
  [/Linux/, 'Linux'],
];
const systemIn = (userAgent: string): EventContext['os'] => {
  for (const [sign, name] of systems) {
    const found = sign.exec(userAgent);
    if (found !== null) return { name, version: found[1]?.replaceAll('_', '.') ?? '' };
  }
  return { name: '', version: '' };
};

/** The tag that stands for a language nobody named (BCP 47). */
const UNDETERMINED = 'und';
/** The first language that the caller names; a `*` names none. */
const localeIn = (accepted: string | undefined): string => {
  const tags = (accepted ?? '').split(',').map((part) => part.split(';')[0]?.trim() ?? '');
  return tags.find((tag) => tag.length <= 64 && /^[a-z]{2,8}(-[a-z\d]{1,8})*$/i.test(tag)) ?? UNDETERMINED;
};

/** What the call itself shows. */
const shownContext = (headers: IncomingHttpHeaders, timeZone: string): EventContext => {
  const userAgent = (headers['user-agent'] ?? '').slice(0, LONGEST_TEXT);
  const shown = systemIn(userAgent);
  return {
    library: { name: 'cartwright', version: '1' },
    os: {
      name: quoted(first(headers['sec-ch-ua-platform'])) || shown.name,
      version: quoted(first(headers['sec-ch-ua-platform-version'])) || shown.version,
    },
    timezone: timeZone,
    screen: { width: 0, height: 0 },
    userAgent,
    locale: localeIn(headers['accept-language']),
    device: { isMobile: headers['sec-ch-ua-mobile'] === '?1' || /Mobi/.test(userAgent) },
  };
};

export const browsingOf = (headers: IncomingHttpHeaders, timeZone: string): Browsing => {
  const said = readHeader(first(headers['x-event-context']));
  const shown = shownContext(headers, timeZone);
  if (said === undefined) {
    const nothing = { anonymousId: null, agreed: false, query: '', position: '', sourceUrl: '', campaign: {} };
    return { context: shown, ...nothing };
  }
  const id = textIn(said, 'anonymous_id');
  const { context } = said;
  const names = ['utm_medium', 'utm_source', 'utm_campaign'];
  return {
    context: contextCheck().Check(context) ? context : shown,
    anonymousId: id !== '' && id.length <= LONGEST_ID ? id : null,
    agreed: true,
    query: textIn(said, 'query'),
    position: textIn(said, 'position'),
    sourceUrl: textIn(said, 'source_url'),
    campaign: Object.fromEntries(
      names.flatMap((name) => (textIn(said, name) === '' ? [] : [[name, textIn(said, name)]])),
    ),
  };
};
