/** A migration that somebody's database has run never changes: its text is recorded here, and a new one is added with its file. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

const released: Readonly<Record<string, string>> = {
  '0001_house.sql': '20e1dceab8af493eb979505aaf927811aa38d45f42d36510ac5b2dac0eac10d6',
  '0002_tokens.sql': '3c2ba5c38d3d0da4a8ba35179f4532258ba18a030eebbe88f8d825c956869e86',
  '0003_catalog.sql': '6cd017b03477ff4cc469a23943c66306c0517d1b07af7d5eae1d6878b2c70648',
  '0004_delivery.sql': 'b8b966b9c155372c3d785f09f25cc4da90eeed02fa46a1972baf482fa64146ee',
  '0005_offers.sql': '888a7d336484092162fcba677f1d6502d00873d0ea98daaa7c31334595b25313',
  '0006_cart.sql': '2a2e0f19dad2581c5d6f843215ca7a46b0ab48705c3af26b00a2050152b0ad86',
  '0007_zones.sql': 'bef51e62634ff2d2055fedbf17123ae4ed576effc61f433c0f0f0c4db561777d',
  '0008_customers.sql': 'ec26d5b71da57e44989f6adc6817546cc44333ad15c73e61c7068a32d54aa232',
  '0009_balances.sql': '9f34b7a5e7f4fbdd2729f1b7fd339b96b2aec92be22e2090e02705a09eaf5e1d',
  '0010_orders.sql': 'e1cee988b6b42c4271dcfb620afcdbe2310a007c3e3edd5e3c61e08f5b4bfb0f',
  '0011_events.sql': 'ae444df4f89a939b440e63c33d2bb181f19903917721992a3ad5271636815a11',
  '0012_webhooks.sql': '19fe79be7f4e30421de8081a2f380c3b739777513d1e12e3d948d41120254c5d',
  '0013_funnels.sql': '0762fbaea7cd12a72d453666588b2ec463e0dbfc89eecdd33d6722c2d64ada8d',
  '0014_second_use_of_codes.sql': 'c10998ed1f874c086ef836d1e8b7cf66ea6bf671c98e70ce36ece537e4971449',
  '0015_pending_balances.sql': '15059c159de3b3dfec20e824cda7c6a90910c5bd1292bf8baeecd687418ffa18',
  '0016_erasure.sql': '681b01073d660e903426c79942b72a599bae54e008a153d8c35f5285409c385e',
  '0017_unverified_orders.sql': '8e6e3f89fdd2a6d4f9c024c2f80941c4fd74ca0b464dd02c06a151343167cdf1',
  '0018_operators_of_tokens.sql': '8f983a3b1e145ca141b44cfc5c444317119e726fcb0b6e9b91432bd4076c99f0',
  '0019_quotas.sql': '3cf0d01ed44ee006fe9a1fd71dc4baac0da0a2b5fa5b6b579c050575645efaf5',
  '0020_refunds_and_returns.sql': 'b11dccc24ad9d3628c15f32ca585cf4779915104f7d1399242007a38d9aca452',
  '0021_papers_and_notes.sql': '2e8d52264d604f6a5e6a2f59c5a84dd79d0133abc604eaefd97b76691631e6b7',
  '0022_people.sql': '8b4b1a5505cfb5af93532a5d09b6cd8e0b4ce7d47944aa8f8dfdc1716a846c26',
  '0023_offer_figures.sql': '95eef297d88421575b98b48d0c18ddc90a29ec1ec582f679f9006b4b37297c4f',
  '0024_provider_payments.sql': '6eec7170504f9a2c05d9f019ec28ac3cec68f89aec0a7230649da35e32a42b10',
  '0025_mail.sql': '8a67be244c6f082f20021ee8aa62190445f73126870d753817c187c2f222fa02',
  '0026_imports.sql': 'dbb28019c6eba6119b3604fe807bc65f03defa090e1172ef9f990a10ecb12955',
  '0027_tax_rates.sql': '0c8b53db7914bf52aa610fdd031f8af6cbbe10d4ab112f9d96f071a0d5eb1103',
  '0028_link_issuer.sql': 'd116a1c2f45e6e6e54d35a473043316e627e12cafb8e2fd8662ae4f464deb5f1',
  '0029_refunds_by_themselves.sql': 'aa86ee1e9319c27375a9873e373ca4ca5982455c6d07ef7dc9217930281b4959',
  '0030_standings.sql': 'ebc39dd7559513a57d932affdad3baa699fc482d6be515894ff38b71f0ba0081',
  '0031_order_shipments.sql': 'a424fb32797c66e30c91fb37733e37db53bc0c162baecb63de42fb9c14793f7e',
  '0032_shipping_methods.sql': '49984fce9ed51be68af4888377ef4320ff3dbde752ef675ce793261cbeb04a83',
  '0033_simulations.sql': 'ed3acac3321095c0b0696d0c85772b0b203469b8297eb4668817b9dc4596c1a3',
  '0034_audit_filters.sql': 'a0136ce413a8b0a07cfcfbb1d8078165f922eec5ff03b19fdbb8a49866a62fa5',
  '0035_serving_nodes.sql': 'b8c46e1a6c93935f44af2483ccdc02e920920ed21023aba387f9d3c0f484152e',
  '0036_demo_shoppers.sql': 'be7946bc58ca4aa714c0b0ac585aeffdda5b79bf7793af0ba128ba05634fdec5',
  '0037_price_edges.sql': '2dff416aa3518e4512c40ec87e22b1b50999a05c136e2ea3024ad1555d668efc',
  '0038_bundle_parts.sql': '14bddae9f831681e05b159f4caf675a8c1a2ac31dfbcacdba07b75af9bbb9278',
  '0039_points.sql': '662f56344a5c6fbf742770ee598ca3c48a9cb1dac80b8aa185f3cc35de0378f7',
  '0040_referrals.sql': 'a97186142caeac33222c15f4b83b473b681421b034320fae4414b26ec83f2a70',
  '0041_cart_merges.sql': 'fee53bf6e76f1db6e023ea6b25affc8210e47afbedaee2abdf95804f675e4250',
  '0042_custom_rules.sql': '802729c95f7ac3b7e19ca4f0fa488145bf63f9a1ee6437e76c0843cd72871ba5',
  '0043_oss_and_vat_checks.sql': '014fef1051c7fa310a9dcb7b4fcbb51f8fce2a335acf45bfe166a2cc7e7222d4',
  '0044_settled_deliveries.sql': '2081a6db3cc1fb2a7dd9fb6d93d771d9ea1981bb90ebc466410e91165155ca3d',
  '0045_seen_events.sql': '300cdb2d7413b1f37be5a706dda646365b299ad0d6d24261a79a39e7388af423',
  '0046_told_events.sql': 'a385ba9f02269371c096703cb6bbdbf05ba78f2244a94c925b9c2b7a56117e85',
  '0047_counts_of_nodes.sql': 'c5832a436be18fe8902fd6f217535b119fd7c5e3dc8d67291fb01c1326b3716c',
  '0048_pictures.sql': '55cc6bc0aa3234f6a70317250b4a9da990d6a00c4dafa6aaa537fbd549f79cbf',
  '0049_catalog_stamps.sql': '3477a47b44cbacfa69e063cb4ab2313542226298276ce7ff68b331476e7d7b3e',
  '0050_customer_terms.sql': '24d7beed1dacac0dfc18ad805dc77c6311c363c84bb6173414fae7cdc77425d5',
  '0051_picture_bytes.sql': 'd64cab2090cdb9d6e6ea75ab7427ad0aec62bb5b8816a453c8a15adeb640f35f',
  '0052_refused_events.sql': '483994ac91f626bbff70461a232b962ebb689df5d82301946c25791394818768',
  '0053_mail_about.sql': 'd5b520b79bfa3a6403b88f56e5ae0a39ce70c6d8b4bc0e904db77ad161a5a1d0',
  '0054_unpaid_oss_sales.sql': 'b832845dc3ada2d9249c0da26654b5d4c089cff7a57f6fc127d80ffdb3ba1b7f',
  '0055_cart_taken_by_id.sql': '32a757624e1caa0b3c2eeded7efc61208e13c1b46d148292681921e3bb8d9bbc',
  '0056_worth_of_orders.sql': '56203a19cf2d185baa90f4c857239994b17ea3a1d9f593eab9c81db6a5bedbde',
  '0057_erasure_traces.sql': '985036dcf3cc7f981f70ca3aefeaae166634e515c1767ba09c0a321f613d2ce8',
};

test('every migration is recorded with its text, and none has changed since', () => {
  const folder = new URL('../../migrations/', import.meta.url);
  const found = readdirSync(folder).filter((file) => file.endsWith('.sql'));
  const texts = found.map((file) => [
    file,
    createHash('sha256')
      .update(readFileSync(new URL(file, folder)))
      .digest('hex'),
  ]);
  assert.deepEqual(Object.fromEntries(texts), released);
});
