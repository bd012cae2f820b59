/** Which page an address shows. */
import type { ComponentType } from 'preact';
import { FunnelPage } from './pages/analytics/funnel-page.tsx';
import { LivePage } from './pages/analytics/live-page.tsx';
import { ProductReportPage } from './pages/analytics/product-report-page.tsx';
import { RefusedEventsPage } from './pages/analytics/refused-events-page.tsx';
import { CartPage } from './pages/carts/cart-page.tsx';
import { CartsPage } from './pages/carts/carts-page.tsx';
import { DeliveryPage } from './pages/delivery/delivery-page.tsx';
import { StorePage } from './pages/delivery/store-page.tsx';
import { TryPlacePage } from './pages/delivery/try-place-page.tsx';
import { CustomerPage } from './pages/customers/customer-page.tsx';
import { CustomersPage } from './pages/customers/customers-page.tsx';
import { GiftCardsPage } from './pages/customers/gift-cards-page.tsx';
import { SegmentPage, SegmentsPage } from './pages/customers/segments-page.tsx';
import { HomePage } from './pages/home/home-page.tsx';
import { ClientPage } from './pages/integrations/client-page.tsx';
import { IntegrationsPage } from './pages/integrations/integrations-page.tsx';
import { WebhookPage } from './pages/integrations/webhook-page.tsx';
import { CalendarPage } from './pages/offers/calendar-page.tsx';
import { NewOfferPage } from './pages/offers/new-offer-page.tsx';
import { OffersPage } from './pages/offers/offers-page.tsx';
import { OfferPage } from './pages/offers/offer-page.tsx';
import { NewRulePage, RulePage, RulesPage } from './pages/offers/rules-page.tsx';
import { EuSalesPage } from './pages/orders/eu-sales-page.tsx';
import { OrderPage } from './pages/orders/order-page.tsx';
import { OrdersPage } from './pages/orders/orders-page.tsx';
import { RefundsPage } from './pages/orders/refunds-page.tsx';
import { ReturnsPage } from './pages/orders/returns-page.tsx';
import { ImportPage } from './pages/products/imports/import-page.tsx';
import { NewImportPage } from './pages/products/imports/new-import-page.tsx';
import { ProductPage } from './pages/products/product-page.tsx';
import { ProductsPage } from './pages/products/products-page.tsx';
import { StockPage } from './pages/products/stock-page.tsx';
import { recordPages } from './pages/records/record-pages.tsx';
import { AuditPage } from './pages/settings/audit-page.tsx';
import { CompaniesPage } from './pages/settings/companies-page.tsx';
import { NodesPage } from './pages/settings/nodes-page.tsx';
import { PeoplePage } from './pages/settings/people-page.tsx';
import { SettingsPage } from './pages/settings/settings-page.tsx';
import { TokensPage } from './pages/settings/tokens-page.tsx';
import { Page } from './parts/page.tsx';
import { at } from './session.ts';

type ShownPage = { readonly path: string; readonly page: ComponentType };

export const pages: readonly ShownPage[] = [
  ...recordPages,
  { path: '', page: HomePage },
  { path: '/orders', page: OrdersPage },
  { path: '/orders/returns', page: ReturnsPage },
  { path: '/orders/refunds', page: RefundsPage },
  { path: '/orders/eu-sales', page: EuSalesPage },
  { path: '/orders/:id', page: OrderPage },
  { path: '/carts', page: CartsPage },
  { path: '/carts/:id', page: CartPage },
  { path: '/products', page: ProductsPage },
  { path: '/products/stock', page: StockPage },
  { path: '/products/import', page: NewImportPage },
  { path: '/products/import/:id', page: ImportPage },
  { path: '/products/:id', page: ProductPage },
  { path: '/delivery', page: DeliveryPage },
  { path: '/delivery/try', page: TryPlacePage },
  { path: '/delivery/stores/:id', page: StorePage },
  { path: '/offers', page: OffersPage },
  { path: '/offers/new', page: NewOfferPage },
  { path: '/offers/calendar', page: CalendarPage },
  { path: '/offers/rules', page: RulesPage },
  { path: '/offers/rules/new', page: NewRulePage },
  { path: '/offers/rules/:code', page: RulePage },
  { path: '/offers/:kind/:id', page: OfferPage },
  { path: '/customers', page: CustomersPage },
  { path: '/customers/gift-cards', page: GiftCardsPage },
  { path: '/customers/segments', page: SegmentsPage },
  { path: '/customers/segments/:slug', page: SegmentPage },
  { path: '/customers/:id', page: CustomerPage },
  { path: '/analytics', page: FunnelPage },
  { path: '/analytics/products', page: ProductReportPage },
  { path: '/analytics/live', page: LivePage },
  { path: '/analytics/refused', page: RefusedEventsPage },
  { path: '/integrations', page: IntegrationsPage },
  { path: '/integrations/webhooks/:id', page: WebhookPage },
  { path: '/integrations/clients/:id', page: ClientPage },
  { path: '/settings', page: SettingsPage },
  { path: '/settings/tokens', page: TokensPage },
  { path: '/settings/people', page: PeoplePage },
  { path: '/settings/audit', page: AuditPage },
  { path: '/settings/nodes', page: NodesPage },
  { path: '/settings/companies', page: CompaniesPage },
];

export const Missing = () => (
  <Page title="This page does not exist" about="It may have moved, or the address was cut off.">
    <a class="button" href={at('')}>
      To the console’s home
    </a>
  </Page>
);
