/** Which units of a shipment a change of its status means. Pure. */
import type { AskedShipment } from '../../contract/orders/order-shipment-contract.ts';
import { Refusal } from '../../shared/errors.ts';
import { allOf, type Counted } from '../goods/unit-rules.ts';
import type { OrderLine, OrderShipment, StoredOrder } from '../order-document.ts';
import type { Units } from '../order-progress.ts';
import { linesIn } from './shipment-rules.ts';

type Product = NonNullable<AskedShipment['products']>[number];

const lineNamed = (order: StoredOrder, lines: readonly OrderLine[], product: Product): OrderLine => {
  const { line_number: number, identifier } = product;
  const found =
    number === undefined
      ? lines.find((line) => line.identifier === identifier)
      : lines.find((line) => line === order.document.lines[number - 1]);
  if (found !== undefined) return found;
  const field = 'body.statuses[0].shipments[0].products';
  const message = `The shipment has no line ${number ?? identifier ?? ''}.`;
  throw new Refusal('order_line_not_found', { details: [{ field, message }] });
};

/** `available` are the units that may go; all of the shipment's where no lines are named. */
export const unitsOfShipment = (
  order: StoredOrder,
  shipment: OrderShipment,
  { products = [] }: AskedShipment,
  available: Counted,
): readonly Units[] => {
  const lines = linesIn(order, shipment);
  if (products.length === 0) {
    return allOf(new Map(lines.map(({ identifier }) => [identifier, available.get(identifier) ?? 0])));
  }
  return products.map((product) => {
    const { identifier } = lineNamed(order, lines, product);
    return { line: identifier, units: product.quantity ?? available.get(identifier) ?? 0 };
  });
};
