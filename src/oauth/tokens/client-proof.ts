/** `Authorization: Basic <client id:secret>`, for what a client may read about itself without a token. */
import type { FastifyRequest } from 'fastify';
import type { Node } from '../../applications/node.ts';
import { addressKey } from '../../http/limits/address-key.ts';
import { Refusal } from '../../shared/errors.ts';
import { isStorable } from '../../shared/storable-text.ts';
import { matchesAnySecret } from '../clients/client-secrets.ts';
import { findClientWithSecrets, type StoredClient } from '../clients/client-store.ts';
import type { SecretThrottle } from './token-throttle.ts';

const BASIC = /^Basic +([A-Za-z0-9+/=_-]{1,1024}) *$/i;

const credentialsIn = (header: string | undefined): { readonly id: string; readonly secret: string } | undefined => {
  const text = Buffer.from(BASIC.exec(header ?? '')?.[1] ?? '', 'base64').toString();
  const at = text.indexOf(':');
  return at < 1 || !isStorable(text) ? undefined : { id: text.slice(0, at), secret: text.slice(at + 1) };
};

const refused = (): Refusal =>
  new Refusal('client_credentials_invalid', { headers: { 'www-authenticate': 'Basic realm="client"' } });

/** Refuses an unknown client, an inactive one and a wrong secret alike; guessing costs time as at the token service. */
export const clientProof =
  ({ db, now }: Pick<Node, 'db' | 'now'>, throttle: SecretThrottle) =>
  async ({ headers, ip }: Pick<FastifyRequest, 'headers' | 'ip'>): Promise<StoredClient> => {
    const given = credentialsIn(headers.authorization);
    if (given === undefined) throw refused();
    const address = addressKey(ip);
    const waitMs = throttle.waitMs(given.id, address);
    if (waitMs > 0) {
      throw new Refusal('rate_limited', { headers: { 'retry-after': String(Math.ceil(waitMs / 1000)) } });
    }
    const found = await findClientWithSecrets(db, given.id, now());
    if (found?.client.isActive === true && matchesAnySecret(given.secret, found.secretHashes)) return found.client;
    if (found !== undefined) throttle.failed(given.id, address);
    throw refused();
  };
