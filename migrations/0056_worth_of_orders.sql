-- What a customer's orders are worth is added up with each look at his cart where tiers go by it: from this alone, because what an
-- order holds lies in front of these columns and may be hundreds of kilobytes.
create index customer_order_worth on customer_order (application_id, owner_kind, owner_id, created_at, kept_money, kept_points)
  where owner_kind = 'customer';
