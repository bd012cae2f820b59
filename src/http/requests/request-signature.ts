/**
 * `x-fp-signature`: does a request of an application arrive as it was signed?
 *
 * The public SDKs sign with a constant everybody knows, so by default a signature is only checked and counted. An
 * application that sets `require` has a secret of its own: requests without a fresh signature made with it are refused,
 * and `x-user-data` may name the customer, provided the signature covers that header too.
 */
import { createHash, type Hash, timingSafeEqual } from 'node:crypto';
import { parse } from 'node:querystring';
import { pipeline, Transform } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Clock } from '../../shared/clock.ts';
import { Refusal } from '../../shared/errors.ts';
import {
  canonicalRequest,
  hashOfNothing,
  type SignedRequest,
  signatureOf,
  signedHeaderNames,
} from './canonical-request.ts';
import type { ApplicationCaller } from '../caller.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Takes in the body as it arrives, for the signature. */
    bodyHash: Hash | undefined;
    /** Whether `x-user-data` is the word of an upstream that knows the application's secret. */
    userDataSigned: boolean;
  }
}

type SignatureVerdict = 'valid' | 'absent' | 'malformed' | 'mismatch' | 'outside_window';
export type Judgement = { readonly verdict: SignatureVerdict; readonly userDataSigned: boolean };

/** What every public SDK signs with: it proves nothing, it only shows that nothing was garbled on the way. */
export const publicSecret = '1234567';
const signatureWindow = 15 * 60_000;

const refused = (verdict: SignatureVerdict): Judgement => ({ verdict, userDataSigned: false });
const mismatch = refused('mismatch');

export const judgeSignature = (request: SignedRequest, secret: string, now: number): Judgement => {
  const proof = proofOf(request);
  if (proof.signature === undefined) return refused('absent');
  const { signature, date, names } = proof;
  const at = typeof date === 'string' ? timeOf(date) : undefined;
  if (typeof date !== 'string' || at === undefined || typeof signature !== 'string') return refused('malformed');
  const made = (names: readonly string[]): boolean => {
    const canonical = canonicalRequest(request, names);
    return canonical !== undefined && sameText(signature, signatureOf(secret, date, canonical));
  };
  const userDataSigned = request.headers['x-user-data'] !== undefined && made([...names, 'x-user-data'].toSorted());
  if (!userDataSigned && !made(names)) return mismatch;
  const fresh = Math.abs(now - at) <= signatureWindow;
  return fresh ? { verdict: 'valid', userDataSigned } : refused('outside_window');
};

/** A signature travels in the headers, or in the query of an address that is opened by a browser. */
const proofOf = ({ headers, target }: SignedRequest) => {
  const signature = headers['x-fp-signature'];
  if (signature !== undefined) return { signature, date: headers['x-fp-date'], names: signedHeaderNames(headers) };
  const query = target.includes('x-fp-signature=') ? parse(target.slice(target.indexOf('?') + 1)) : {};
  return { signature: query['x-fp-signature'], date: query['x-fp-date'], names: ['host'] };
};

const timeOf = (date: string): number | undefined => {
  const [, day, hour, minute, second] = /^(\d{8})T(\d\d)(\d\d)(\d\d)Z$/.exec(date) ?? [];
  if (day === undefined) return undefined;
  const iso = `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}T${hour}:${minute}:${second}Z`;
  const at = Date.parse(iso);
  return Number.isNaN(at) ? undefined : at;
};

const sameText = (given: string, wanted: string): boolean =>
  given.length === wanted.length && timingSafeEqual(Buffer.from(given, 'latin1'), Buffer.from(wanted, 'latin1'));

export type SignatureOptions = {
  readonly clock: Clock;
  /** The application's own secret, opened; undefined when it has none. */
  readonly secretOf: (applicationId: string) => Promise<string | undefined>;
  readonly onJudged: (mode: 'report' | 'require', verdict: SignatureVerdict) => void;
};

/** To be installed after the caller is known, and before anything reads the shopper. */
export const installRequestSignature = (app: FastifyInstance, options: SignatureOptions): void => {
  app.decorateRequest('bodyHash', undefined);
  app.decorateRequest('userDataSigned', false);

  app.addHook('preParsing', (request, _reply, payload, done) => {
    // Without a signature nobody will ask for the hash.
    if (checkedCaller(request) === undefined || !hasBody(request) || !isSigned(request)) return done(null, payload);
    const taking = createHash('sha256');
    request.bodyHash = taking;
    const passing = new Transform({
      transform(chunk: Buffer, _encoding, next) {
        taking.update(chunk);
        next(null, chunk);
      },
    });
    // An error of either side destroys the other; whoever reads `passing` hears of it.
    pipeline(payload, passing, () => undefined);
    done(null, passing);
  });

  app.addHook('preValidation', (request, _reply, done) => {
    const caller = checkedCaller(request);
    if (caller === undefined) return done();
    if (caller.settings.request_signature === 'require') return void requireSignature(request, caller, options, done);
    void reportSignature(request, caller, options);
    done();
  });
};

/** Without a secret there is nothing to trust, so nothing is let in. */
const requireSignature = async (
  request: FastifyRequest,
  { applicationId }: ApplicationCaller,
  { clock, secretOf, onJudged }: SignatureOptions,
  done: (error?: Error) => void,
): Promise<void> => {
  let problem: Error | undefined;
  try {
    const secret = await secretOf(applicationId);
    const { verdict, userDataSigned } =
      secret === undefined || secret === '' ? mismatch : judgeRequest(request, secret, clock());
    onJudged('require', verdict);
    request.userDataSigned = userDataSigned;
    if (verdict !== 'valid') problem = new Refusal('signature_invalid', { logged: { why: verdict } });
  } catch (error) {
    problem = error as Error;
  }
  done(problem);
};

/** Nobody waits for it: the request goes on whatever it finds. */
const reportSignature = async (
  request: FastifyRequest,
  { applicationId }: ApplicationCaller,
  { clock, secretOf, onJudged }: SignatureOptions,
): Promise<void> => {
  const { verdict } = judgeRequest(request, publicSecret, clock());
  if (verdict !== 'mismatch') return onJudged('report', verdict);
  const secret = await secretOf(applicationId).catch(() => undefined);
  onJudged('report', secret === undefined ? verdict : judgeRequest(request, secret, clock()).verdict);
};

const checkedCaller = ({ caller }: FastifyRequest): ApplicationCaller | undefined =>
  caller?.kind === 'application' && caller.settings.request_signature !== 'off' ? caller : undefined;

const isSigned = ({ headers, originalUrl }: FastifyRequest): boolean =>
  headers['x-fp-signature'] !== undefined || originalUrl.includes('x-fp-signature=');

/** A body of GET or HEAD is never read, so nothing of it can matter. */
const hasBody = ({ method, headers }: FastifyRequest): boolean =>
  method !== 'GET' &&
  method !== 'HEAD' &&
  (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0);

/** `request.host` is what the client sent, also behind a proxy that is trusted and says so. */
const judgeRequest = (request: FastifyRequest, secret: string, now: number): Judgement =>
  judgeSignature(
    {
      method: request.method,
      target: request.originalUrl,
      headers: { ...request.headers, host: request.host },
      bodyHash: request.bodyHash?.copy().digest('hex') ?? hashOfNothing,
    },
    secret,
    now,
  );
