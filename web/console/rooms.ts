/** The rooms of the console, in the order of the navigation, each with the permission without which there is nothing to see, and the pages it has. */
import type { IconName } from '../ui/icon.tsx';

type Tab = { readonly to: string; readonly name: string; readonly needs?: string };
export type RoomName =
  | 'Home'
  | 'Orders'
  | 'Carts'
  | 'Products'
  | 'Delivery'
  | 'Offers'
  | 'Customers'
  | 'Analytics'
  | 'Integrations'
  | 'Settings';
type Room = {
  readonly to: string;
  readonly name: RoomName;
  readonly icon: IconName;
  readonly needs: string;
  readonly tabs?: readonly Tab[];
};

const orders: readonly Tab[] = [
  { to: '/orders', name: 'Orders' },
  { to: '/orders/returns', name: 'Returns' },
  { to: '/orders/refunds', name: 'Refunds' },
  { to: '/orders/eu-sales', name: 'Sales in the EU' },
];
const products: readonly Tab[] = [
  { to: '/products', name: 'Products' },
  { to: '/products/stock', name: 'Stock and prices' },
  { to: '/products/sellers', name: 'Sellers' },
  { to: '/products/import', name: 'Import' },
];
const delivery: readonly Tab[] = [
  { to: '/delivery', name: 'Stores and lanes' },
  { to: '/delivery/places', name: 'Places and zones' },
  { to: '/delivery/try', name: 'Try a place' },
];
const offers: readonly Tab[] = [
  { to: '/offers', name: 'Offers' },
  { to: '/offers/calendar', name: 'Calendar' },
  { to: '/offers/rules', name: 'Custom rules' },
];
const customers: readonly Tab[] = [
  { to: '/customers', name: 'Customers' },
  { to: '/customers/segments', name: 'Segments' },
  { to: '/customers/gift-cards', name: 'Gift cards', needs: 'company/balances/read' },
];
const analytics: readonly Tab[] = [
  { to: '/analytics', name: 'Funnel and sales' },
  { to: '/analytics/products', name: 'Products' },
  { to: '/analytics/live', name: 'Live', needs: 'company/events/read' },
  { to: '/analytics/refused', name: 'Refused events', needs: 'company/events/read' },
];
const settings: readonly Tab[] = [
  { to: '/settings', name: 'Shop' },
  { to: '/settings/tax-rates', name: 'Tax rates', needs: 'company/locations/read' },
  { to: '/settings/shipping-methods', name: 'Shipping methods', needs: 'company/locations/read' },
  { to: '/settings/exchange-rates', name: 'Exchange rates', needs: 'company/products/read' },
  { to: '/settings/tokens', name: 'Tokens' },
  { to: '/settings/companies', name: 'Companies and shops', needs: 'organization/companies/read' },
  { to: '/settings/people', name: 'People', needs: 'organization/operators/read' },
  { to: '/settings/audit', name: 'Audit', needs: 'company/audit/read' },
  { to: '/settings/nodes', name: 'Nodes', needs: 'installation/nodes/read' },
];

export const rooms: readonly Room[] = [
  { to: '', name: 'Home', icon: 'home', needs: 'company/settings/read' },
  { to: '/orders', name: 'Orders', icon: 'receipt', needs: 'company/orders/read', tabs: orders },
  { to: '/carts', name: 'Carts', icon: 'bag', needs: 'company/carts/read' },
  { to: '/products', name: 'Products', icon: 'box', needs: 'company/products/read', tabs: products },
  { to: '/delivery', name: 'Delivery', icon: 'truck', needs: 'company/locations/read', tabs: delivery },
  { to: '/offers', name: 'Offers', icon: 'tag', needs: 'company/price_rules/read', tabs: offers },
  { to: '/customers', name: 'Customers', icon: 'person', needs: 'app/customers/read', tabs: customers },
  { to: '/analytics', name: 'Analytics', icon: 'chart', needs: 'company/analytics/read', tabs: analytics },
  { to: '/integrations', name: 'Integrations', icon: 'plug', needs: 'company/webhooks/read' },
  { to: '/settings', name: 'Settings', icon: 'filters', needs: 'company/settings/read', tabs: settings },
];
