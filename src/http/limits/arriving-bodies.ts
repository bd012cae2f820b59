/**
 * What has come of bodies that are read as a whole and are not complete. Nothing of them can be used or let go until the rest is
 * there: whoever sent most of a large body on each of his connections, and then waited, would have gigabytes of this process. One
 * network address has so much, and all of them together; beyond it the body that has been coming longest is given up.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../../shared/errors.ts';
import { overloaded } from '../error-body.ts';
import { giveUpBody, isReadWhole } from './body-timeout.ts';
import { type Bound, boundsOf, EVERYBODY, heldBytes, type Holding } from './held-bytes.ts';

type ArrivingLimits = {
  /** Of all of them together. */
  readonly bodyBytes: number;
  readonly bodyBytesPerAddress: number;
};
export type ArrivingOptions = {
  readonly limits: ArrivingLimits;
  readonly onGivenUp: (by: 'address' | 'node') => void;
};

/** Less is bounded by how many connections there may be; most bodies come in one piece with their head. */
const LEAST_BYTES = 16_384;
/** A piece of one byte is an object like any other. */
const PIECE_BYTES = 256;

/** How much is held of bodies that are still coming. */
export type ArrivingBytes = () => number;

export const installArrivingBodies = (app: FastifyInstance, { limits, onGivenUp }: ArrivingOptions): ArrivingBytes => {
  const { hold, bytesOf } = heldBytes();
  const most = { ofAddress: limits.bodyBytesPerAddress, ofAll: limits.bodyBytes };
  const giveUp = (request: FastifyRequest, reply: FastifyReply, { of }: Bound): void => {
    onGivenUp(of === EVERYBODY ? 'node' : 'address');
    const refusal =
      of === EVERYBODY ? overloaded() : new Refusal('too_many_bodies', { headers: { 'retry-after': '1' } });
    giveUpBody(request, reply, refusal);
  };
  const begin = (request: FastifyRequest, reply: FastifyReply): Holding['grow'] => {
    const { raw, ip } = request;
    const { grow, leave } = hold(boundsOf(ip, most), (bound) => giveUp(request, reply, bound));
    raw.once('end', leave);
    raw.once('close', leave);
    return grow;
  };
  const watch = (request: FastifyRequest, reply: FastifyReply): void => {
    const { raw } = request;
    const push = raw.push.bind(raw);
    let uncounted = -LEAST_BYTES;
    let grow: Holding['grow'] | undefined;
    const count = (bytes: number): void => {
      uncounted += bytes;
      if (uncounted <= 0) return;
      grow ??= begin(request, reply);
      grow(uncounted);
      uncounted = 0;
    };
    // Some of it came while the request waited for its turn.
    count(raw.readableLength);
    raw.push = (piece: Uint8Array | null, encoding) => {
      if (piece !== null) count(piece.length + PIECE_BYTES);
      return push(piece, encoding);
    };
  };
  app.addHook('onRequest', (request, reply, done) => {
    if (isReadWhole(request)) watch(request, reply);
    done();
  });
  return () => bytesOf(EVERYBODY);
};
