/**
 * A code exchange that leaves out `redirect_uri` means the address the code was sent to. SDKs never send it; the library
 * wants it, so it is filled in. It lets nobody in who would be kept out: the client still shows its secret, the code is
 * that client's alone and, asked for with PKCE, needs its verifier (docs/decisions/0017).
 */
import type { Node } from '../../applications/node.ts';
import { findToken } from '../tokens/token-store.ts';

export const withRedirectOfCode = async ({ db, now }: Pick<Node, 'db' | 'now'>, form: string): Promise<string> => {
  const given = new URLSearchParams(form);
  const [code = '', ...others] = given.getAll('code');
  const isExchange = given.get('grant_type') === 'authorization_code' && code !== '' && others.length === 0;
  if (!isExchange || given.getAll('redirect_uri').some((address) => address !== '')) return form;
  const found = await findToken(db, 'AuthorizationCode', code, now());
  // A code that is not there is refused for that, and not for the missing address.
  given.set('redirect_uri', found?.payload.redirectUri ?? 'unknown:');
  return given.toString();
};
