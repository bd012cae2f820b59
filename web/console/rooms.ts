/** The rooms of the console, in the order of the navigation, each with the permission without which there is nothing to see. */
import type { IconName } from '../ui/icon.tsx';

export type Room = { readonly to: string; readonly name: string; readonly icon: IconName; readonly needs: string };

export const rooms: readonly Room[] = [
  { to: '', name: 'Home', icon: 'home', needs: 'company/settings/read' },
  { to: '/orders', name: 'Orders', icon: 'receipt', needs: 'company/orders/read' },
  { to: '/carts', name: 'Carts', icon: 'bag', needs: 'company/carts/read' },
  { to: '/products', name: 'Products', icon: 'box', needs: 'company/products/read' },
  { to: '/delivery', name: 'Delivery', icon: 'truck', needs: 'company/locations/read' },
  { to: '/offers', name: 'Offers', icon: 'tag', needs: 'company/price_rules/read' },
  { to: '/customers', name: 'Customers', icon: 'person', needs: 'app/customers/read' },
  { to: '/analytics', name: 'Analytics', icon: 'chart', needs: 'company/analytics/read' },
  { to: '/integrations', name: 'Integrations', icon: 'plug', needs: 'company/webhooks/read' },
  { to: '/settings', name: 'Settings', icon: 'filters', needs: 'company/settings/read' },
];
