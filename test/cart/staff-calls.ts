/** Somebody of the shop at customers' carts: the shop's own calls on the platform's paths. */
import { signedIn } from '../applications/test-server.ts';
import type { Answer, Body, Call, CartServer } from './cart-server.ts';

/** Calls as a shopper would, with `/v1.0/detail?…`, and acts for the customer. */
export const staffFor = async ({ app, shop }: CartServer): Promise<(userId: string) => Call> => {
  const staff = await signedIn(app, shop.node, shop, 'owner');
  return (userId) =>
    async (method, url, body, headers = {}) => {
      const [, version = '', tail = ''] = /^\/(v\d\.\d)\/(.*)$/.exec(url) ?? [];
      const {
        statusCode,
        payload,
        headers: sent,
      } = await staff({
        method,
        url: `/service/platform/cart/${version}/company/${shop.companyId}/application/${shop.applicationId}/${tail}${tail.includes('?') ? '&' : '?'}user_id=${userId}`,
        headers,
        ...(body === undefined ? {} : { payload: body as object }),
      });
      return { status: statusCode, body: JSON.parse(payload || '{}') as Body, headers: sent as Answer['headers'] };
    };
};
