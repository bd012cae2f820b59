import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Compile } from 'typebox/compile';
import { CartPayload, OrderPayload } from '../../src/contract/webhook-payloads-contract.ts';
import { knownEvents } from '../../src/webhooks/event-catalogue.ts';
import { type Engine, forEachEngine } from '../databases.ts';
import { type CartServer, cartServer } from '../cart/cart-server.ts';
import { expireOrders } from '../../src/orders/end-order.ts';
import { orderServer, type OrderServer } from '../orders/order-server.ts';
