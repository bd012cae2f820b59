-- A code that was asked for at an SDK's address is good once at `token` (consumed_at) and once at `offline-token`: null when it
-- has no such second use, 0 while that is open, and then when it was made.
alter table oauth_token add column second_use_at bigint;
