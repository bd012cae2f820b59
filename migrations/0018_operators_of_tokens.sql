-- The operator on whose behalf a token acts: what proves the token asks in the same read whether he still is one.
alter table oauth_token add column operator_id text;
update oauth_token set operator_id = (select o.id from operator o
  where oauth_token.document like '%"accountId":"operator:' || o.id || '"%')
  where document like '%"accountId":"operator:%';
