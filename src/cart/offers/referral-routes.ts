/** A customer's codes for others: which there are, and one of his own. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AskReferralCode, ReferralCodes } from '../../contract/offers/referral-contract.ts';
import { guardFailed } from '../../db/database.ts';
import { untilGuardHolds } from '../../db/until-guard-holds.ts';
import { keyUse, onceByKey } from '../../http/idempotency.ts';
import { operationTable } from '../../http/operation.ts';
import { newCode } from '../../offers/codes/make-codes.ts';
import { addReferralCode, readReferralCodes, type ReferralCode } from '../../offers/codes/referral-store.ts';
import { isReferral, record, textOf } from '../../offers/offer.ts';
import { usesOfCode } from '../../offers/uses/use-rules.ts';
import type { CompiledOffer } from '../../pricing/compile/offer-types.ts';
import { Refusal } from '../../shared/errors.ts';
import { cartAccess, cartPath, type CartRoutesOptions, lookAtCart, tags } from '../call/cart-call.ts';
import type { CartShop } from '../call/cart-shop.ts';
import { activeOffers } from '../call/find-cart.ts';

const words = {
  getReferralCodes: 'List the codes that a customer can give to others, and what they brought him',
  makeReferralCode: 'Make the customer’s own code of a referral coupon; asked again it is the same',
};

const operation = operationTable(cartAccess, tags, words, {
  getReferralCodes: { response: { 200: ReferralCodes } },
  makeReferralCode: { body: AskReferralCode, response: { 200: ReferralCodes } },
});

const TRIES = 5;

const isRunning = ({ periods }: CompiledOffer, now: number): boolean =>
  periods.length === 0 || periods.some(({ from, to }) => from <= now && now < to);

const itemOf = (
  { id, definition, ...offer }: CompiledOffer,
  own: ReferralCode | undefined,
  now: number,
): ReferralCodes['items'][number] => {
  const { kind, amount } = record(record(definition.referral).reward);
  const shown = record(definition.display_meta);
  const uses = own?.uses ?? 0;
  return {
    coupon_id: id,
    title: textOf(shown.title) || textOf(shown.subtitle),
    code: own?.shown ?? null,
    reward: { kind: kind === 'store_credit' ? 'store_credit' : 'points', amount: Number(amount) },
    uses,
    uses_left: Math.max(0, usesOfCode(definition) - uses),
    is_running: isRunning({ id, definition, ...offer }, now),
  };
};

export const referralRoutes: FastifyPluginAsyncTypebox<CartRoutesOptions> = async (app, options) => {
  const shopOf = async (request: FastifyRequest, reply: FastifyReply) => {
    const { shop } = await lookAtCart(request, reply, options, {});
    const { customer } = shop.shopper;
    if (customer === undefined) throw new Refusal('customer_required');
    const coupons = (await activeOffers(shop)).coupons.filter(({ definition }) => isReferral(definition));
    return { shop, userId: customer.userId, coupons };
  };
  const listed = async (shop: CartShop, userId: string, coupons: readonly CompiledOffer[]): Promise<ReferralCodes> => {
    const codes = await readReferralCodes(shop.node.db, shop.caller.applicationId, userId);
    const now = shop.node.now();
    return {
      items: coupons.map((coupon) =>
        itemOf(
          coupon,
          codes.find(({ offerId }) => offerId === coupon.id),
          now,
        ),
      ),
    };
  };

  app.get(`${cartPath}/v1.0/referral`, operation.getReferralCodes, async (request, reply) => {
    const { shop, userId, coupons } = await shopOf(request, reply);
    return listed(shop, userId, coupons);
  });

  app.post(`${cartPath}/v1.0/referral`, operation.makeReferralCode, async (request, reply) => {
    const { shop, userId, coupons } = await shopOf(request, reply);
    const { node, caller } = shop;
    const coupon = coupons.find(({ id }) => id === request.body.coupon_id);
    if (coupon === undefined) throw new Refusal('coupon_not_found');
    await onceByKey<void>(node.db, reply, keyUse(request, `customer:${userId}`, node.now()), {
      run: async (remember) => {
        const make = async (): Promise<void> => {
          const code = newCode(textOf(coupon.definition.coupon_prefix), node.random);
          const own = { applicationId: caller.applicationId, offerId: coupon.id, userId, code, at: node.now() };
          try {
            await node.db.commit([...remember({ status: 200, document: null }), ...addReferralCode(own)]);
          } catch (error) {
            // He has one already.
            if (!guardFailed(error, 'referral_code')) throw error;
            await node.db.commit(remember({ status: 200, document: null }));
          }
        };
        await untilGuardHolds('offer_code', make, { tries: TRIES });
      },
      replay: async () => undefined,
    });
    return listed(shop, userId, coupons);
  });
};
