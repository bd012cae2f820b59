/** The same for what a merchant, his staff and his other systems ask. */
import type { Json } from './example-sender.ts';
import { all, ordered, type Stage, text } from './example-scenes.ts';

const first = (body: Json, list: string): Json => ((body[list] ?? []) as readonly Json[])[0] ?? {};

export const deskScene = async ({ send, shop }: Stage): Promise<void> => {
  const address = text((await send('staffAddAddress')).body, 'id');
  const named = { user_id: 'demo-asha', id: address, address_id: address };
  await all(send, 'staffGetAddresses', { user_id: 'demo-asha' });
  await all(send, 'staffGetAddressById staffUpdateAddress', named);
  const added = (await send('staffAddItems', { named: { i: 'true' } })).body;
  const cart = added['cart'] as Json & { readonly items: readonly Json[] };
  const [line, cart_id] = [text(cart.items.at(-1) ?? {}, 'identifiers', 'identifier'), text(cart, 'cart_id')];
  const own = { user_id: 'demo-asha', line, address_id: address };
  await all(
    send,
    'staffUpdateCart staffUpdateCartMeta staffSelectAddress staffSelectShippingMethod staffSelectPaymentMode staffSelectPaymentMode2',
    own,
  );
  await all(send, 'staffApplyCoupon staffRemoveCoupon staffUpdateCartBreakup', own);
  await all(
    send,
    'staffGetCart staffExplainCart staffExplainOffers staffFindBestOffer staffGetItemCount staffGetPaymentOptions staffValidateCouponForPayment staffGetCartCoupons staffGetShipments staffGetShippingMethods staffGetPaymentPromotionOffers staffGetPromotionOffers getAvailableDeliveryModes tryPlaceForCart getStoreAddressByUid checkCartServiceability tryPlaceForGoods quotePlace fetchAndvalidateCartItems getCartList getAbandonedCart',
    { user_id: 'demo-asha', area_code: '400050', store_uid: 101 },
  );
  await all(send, 'staffAddItems2 staffUpdateCart2 staffGetCart2 getCartHistory', { ...own, cart_id, id: cart_id });
  await send('getCartAsOf', { named: { cart_id } });
  await all(send, 'compareCartVersions restoreCartVersion', { cart_id, from: 1, version: 1 });
  const adjustment = first((await send('addPriceAdjustment', { named: { cart_number: cart_id } })).body, 'data');
  await all(send, 'updatePriceAdjustment getPriceAdjustments removePriceAdjustment', {
    id: text(adjustment, 'id'),
    cart_number: cart_id,
    cart_id,
  });
  const token = text((await send('staffGetCartShareLink')).body, 'token');
  await all(send, 'staffGetCartSharedItems staffUpdateCartWithSharedItems', { ...own, token, action: 'merge' });
  const merge = first((await send('staffGetCartMerges', { named: own })).body, 'items');
  await send('staffUndoCartMerge', { named: { ...own, merge_id: text(merge, 'id') } });
  await all(send, 'staffDeleteCart getArchivedCarts', { user_id: 'demo-asha', cart_id });
  const kept = first((await send('getArchivedCarts', { named: { cart_id } })).body, 'items');
  await send('restoreArchivedCart', { named: { cart_id, archive_id: text(kept, 'id') } });
  await send('staffCheckoutCart', { named: own });
  await send('staffAddItems');
  await send('staffCheckoutCartV2', { named: own });
  await send('staffRemoveAddress', { named });
  const guest = shop.visitor();
  const left = await guest('POST', '/service/application/cart/v1.0/detail', {
    items: [{ item_id: 10002, item_size: 'M' }],
  });
  await send('updateCartUser', { named: { id: text(left.body, 'cart', 'cart_id') } });
};

export const offerScene = async ({ send }: Stage): Promise<void> => {
  const promotion = { id: text((await send('createPromotion')).body, '_id'), code: 'TEES10' };
  await all(
    send,
    'getPromotions getPromotionById updatePromotion updatePromotionPartially previewOffers lintOffers getPromotionCodeExists deletePromotion',
    promotion,
  );
  const simulation = { simulation_id: text((await send('createSimulation')).body, 'id') };
  await all(send, 'listSimulations readSimulation', simulation);
  const coupon = { id: text((await send('createCoupon')).body, '_id'), code: 'TEES10' };
  await all(
    send,
    'getCoupons getCouponById updateCoupon updateCouponPartially getCouponOptionValues getPromosCouponConfig',
    coupon,
  );
  await send('getCouponCodeExists', { named: { code: 'TEES20' } });
  await send('getProductsByOfferId', { named: { offer_id: coupon.id } });
  await send('deleteCoupon', { named: coupon });
  const bulk = { code: '', coupon_type: 'bulk', coupon_prefix: 'TEE', coupon_counts: 2 };
  const many = { id: text((await send('createCoupon', { own: bulk })).body, '_id') };
  await all(send, 'getCouponCodeProgress exportCouponCodes', many);
  const friends = { code: '', coupon_type: 'referral', referral: { reward: { kind: 'points', amount: 100 } } };
  const referral = { coupon_id: text((await send('createCoupon', { own: friends })).body, '_id') };
  await all(send, 'makeReferralCode getReferralCodes', referral);
  await all(send, 'putCustomRule getCustomRules getCustomRule tryCustomRule deleteCustomRule', { code: 'tenth' });
  const kind = (await send('createCartMetaConfig')).body;
  const named = {
    cart_meta_id: text(
      kind['data'] === undefined ? kind : (kind['data'] as Json),
      kind['_id'] === undefined ? 'id' : '_id',
    ),
  };
  await all(
    send,
    'fetchCartMetaConfig getCartMetaConfigById getCartMetaConfig updateCartMetaConfig deleteCartMetaConfig',
    named,
  );
  const card = (await send('addGiftCard')).body;
  const gift = { gift_card_id: text(card, 'id'), gift_card_code: text(card, 'code'), user_id: 'demo-asha' };
  await all(
    send,
    'getGiftCards getGiftCard redeemGiftCard adjustCustomerBalance getCustomerBalances getCustomerBalanceEntries getCustomerTier',
    gift,
  );
  await send('cancelGiftCard', { named: { gift_card_id: text((await send('addGiftCard')).body, 'id') } });
  await all(send, 'putOssElsewhere getOssSales', { year: 2026, currency: 'EUR' });
};

/** Rows come after what they stand on, and go before it. */
export const catalogScene = async ({ send }: Stage): Promise<void> => {
  const rows: readonly (readonly [string, Readonly<Record<string, string | number>>])[] = [
    ['Seller', { uid: 9 }],
    ['Store', { uid: 109 }],
    ['Product', { uid: 90001 }],
    ['Article', { uid: '90001-M-109' }],
    ['Area', { area: '4009*' }],
    ['Lane', { store_uid: 109, area: '4009*' }],
    ['ExchangeRate', { id: 'INR-GBP-1767225600000' }],
    ['TaxRate', { id: 'de-vat' }],
    ['ShippingMethod', { id: 'economy' }],
  ];
  for (const [kind, named] of rows) {
    if (kind === 'Product') await all(send, 'removeStore feedStores', { uid: 109 });
    await all(send, `feed${kind}s list${kind}s read${kind} put${kind} change${kind} template${kind}s`, named);
  }
  await all(send, 'feedInventory templateInventory listInventory readInventory changeInventory', {
    uid: '90001-M-109',
  });
  await all(send, 'listZones addAreaToZone removeAreaFromZone', { zone: 7, area: '4009*' });
  const picture = { name: text((await send('addPicture')).body, 'name') };
  await all(send, 'removePicture', picture);
  await all(send, 'readNextProductNumber readNextStoreNumber readNextSellerNumber');
  const made = { import_id: text((await send('createImport', { named: { kind: 'sellers' } })).body, 'id') };
  await all(send, 'listImports readImport listImportRows downloadRefusedRows', made);
  for (const [kind, named] of rows.toReversed())
    if (!['Seller', 'Article', 'Product', 'Store'].includes(kind)) await send(`remove${kind}`, { named });
};

export const peopleScene = async ({ send }: Stage): Promise<void> => {
  const client = (await send('createOrganizationClient')).body;
  const named = { client_id: text(client, 'client_id') };
  await all(
    send,
    'getOrganizationClientList listClientsAudit getOrganizationClientById changeOrganizationClient updateOrganizationClientById listClientAudit listClientSecrets',
    named,
  );
  const secret = { ...named, secret_id: text((await send('addClientSecret', { named })).body, 'id') };
  await all(send, 'changeClientSecret removeClientSecret deleteOrganizationOAuthClientById', secret);
  for (const whose of ['Company', 'Organization']) {
    for (const kind of ['Token', 'OfflineToken']) await send(`get${kind}${whose}`, { as: 'client' });
  }
  await all(
    send,
    'getCompanies addCompany getCompany changeCompany getOrganization changeOrganization getOrganizations addOrganization getInstallationHealth',
  );
  await all(
    send,
    'listApplications addApplication getApplication changeApplication listAudit listApplicationTokens getDemoShoppers changeDemoShoppers',
  );
  await send('removeApplicationToken', { named: { token_id: text((await send('addApplicationToken')).body, 'id') } });
  await all(send, 'getRoles addRole getRole changeRole removeRole', { role: 'warehouse' });
  const jane = (await send('inviteOperator')).body;
  const operator = { operator_id: text(jane, 'id') };
  await all(send, 'getOperator changeOperator', operator);
  const { searchParams } = new URL(text((await send('resendInvitation', { named: operator })).body, 'link'));
  await send('acceptInvitation', { named: { invitation: searchParams.get('token') ?? '' } });
  await send('deactivateOperator', { named: operator });
  const other = (await send('inviteOperator', { own: { email: 'ben@example.com' } })).body;
  await send('revokeInvitation', { named: { operator_id: text(other, 'id') } });
  await all(send, 'getOperators getProfile changeProfile changePassword');
  await all(send, 'saveCustomer getCustomers getCustomer saveCustomerCard', { user_id: 'customer-173', card_id: 1 });
  await all(send, 'getSegments getSegmentCustomers getCustomerSegments', {
    user_id: 'customer-173',
    slug: 'first-order',
  });
  const gone = (await send('erasePerson')).body;
  await send('getPersonErasure', { named: { erasure_id: text(gone, 'id') } });
  await all(send, 'saveCustomer removeCustomer', { user_id: 'customer-173' });
};

export const eventScene = async ({ send, providersUrl: receiver }: Stage): Promise<void> => {
  const subscriber = { subscriber_id: 1, extension_id: 'none', receiver };
  await all(send, 'fetchAllWebhookEvents fetchAllEventConfigurations queryWebhookEventDetails');
  await all(send, 'registerSubscriberToEvent updateSubscriberConfig updateSubscriberV2', { receiver });
  await all(
    send,
    'getSubscribersByCompany getSubscriberById getSubscriberStatus getSubscribersByExtensionId listWebhookAttempts listWebhookDeliveries replayWebhookDeliveries retryWebhookDeliveries rotateWebhookSecret pingWebhook',
    subscriber,
  );
  await all(send, 'registerSubscriberToEventV2 upsertSubscriberEvent', { receiver });
  await all(send, 'getClickEventConfig saveClickEvent');
  const reports = 'Carts Funnel Offers Products Sales'
    .split(' ')
    .flatMap((one) => [`getEvent${one}`, `getEvent${one}Csv`]);
  await all(send, reports.join(' '));
  await all(send, 'listRefusedEvents countRefusedEvents redriveRefusedEvents suppressShopperEvents allowShopperEvents');
  const erased = (await send('eraseShopperEvents')).body;
  await send('getErasureReceipt', { named: { erasure_id: text(erased, 'id') } });
  await all(send, 'listEventSchemas getHealth getReadiness getMetrics');
  await send('getEventSchema', { named: { name: 'add_to_cart' } });
};

export const providerScene = async (stage: Stage): Promise<void> => {
  const { send, providersUrl } = stage;
  await all(send, 'setPaymentProvider getPaymentProvider');
  await send('setPaymentProvider', {
    own: { api_url: providersUrl, secret: 'sk_test_secret', webhook_secret: 'whsec_of_the_provider' },
  });
  const named = await ordered(stage, 'checkoutCart', { payment_mode: 'CARD' });
  await all(send, 'beginPayment returnPayment', named);
  await send('removePaymentProvider');
};
