/** What a call shows of the shopper's device when no page says it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browsingOf } from '../../../src/http/requests/browsing.ts';

const contextOf = (headers: Record<string, string>) => browsingOf(headers, 'Asia/Kolkata').context;

test('the operating system and its version come from the user agent, and client hints count more', () => {
  const agents = [
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) Mobile/15E148', 'iOS', '17.4'],
    ['Mozilla/5.0 (iPad; CPU OS 16_6_1 like Mac OS X)', 'iOS', '16.6.1'],
    ['Mozilla/5.0 (Linux; Android 14; Pixel 8) Mobile', 'Android', '14'],
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64)', 'Windows', '10.0'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 'macOS', '10.15.7'],
    ['Mozilla/5.0 (X11; CrOS x86_64 14541.0.0)', 'Chrome OS', '14541.0.0'],
    ['Mozilla/5.0 (X11; Linux x86_64)', 'Linux', ''],
    ['curl/8.5.0', '', ''],
  ];
  for (const [agent = '', name, version] of agents) {
    assert.deepEqual(contextOf({ 'user-agent': agent }).os, { name, version }, agent);
  }
  const hints = { 'sec-ch-ua-platform': '"Windows"', 'sec-ch-ua-platform-version': '"15.0.0"' };
  const hinted = contextOf({ 'user-agent': 'Mozilla/5.0 (Windows NT 10.0)', ...hints });
  assert.deepEqual(hinted.os, { name: 'Windows', version: '15.0.0' });
});

test('the locale is the first language that is named, else the tag for none', () => {
  const accepted = [
    ['hi-IN,hi;q=0.9', 'hi-IN'],
    ['*', 'und'],
    ['*;q=0.5, de-AT;q=0.4', 'de-AT'],
    ['', 'und'],
    ['<script>', 'und'],
  ];
  for (const [header = '', locale] of accepted) {
    assert.equal(contextOf({ 'accept-language': header }).locale, locale, header);
  }
});
