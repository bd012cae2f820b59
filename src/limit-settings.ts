/** Which of the settings of a node say how much anybody may ask of it at once, and in a minute. */
import { megabytesOrOff, setting, whole } from './setting-readers.ts';

export const limitSettings = {
  addressRequestsPerMinute: setting(
    'CARTWRIGHT_ADDRESS_REQUESTS_PER_MINUTE',
    '6000',
    'Requests one network address may make in a minute.',
    whole(1, 10_000_000),
  ),
  callerRequestsPerMinute: setting(
    'CARTWRIGHT_CALLER_REQUESTS_PER_MINUTE',
    '6000',
    'Requests one service client or operator may make in a minute.',
    whole(1, 10_000_000),
  ),
  addressConnections: setting(
    'CARTWRIGHT_ADDRESS_CONNECTIONS',
    '2500',
    'Connections one network address may have open at once; more are closed unread.',
    whole(1, 100_000),
  ),
  addressBodyMb: setting(
    'CARTWRIGHT_ADDRESS_BODY_MB',
    '64',
    'Megabytes of bodies that are still coming from one network address; beyond it the oldest of them is answered 429.',
    whole(1, 100_000),
  ),
  bodyMb: setting(
    'CARTWRIGHT_BODY_MB',
    '256',
    'Megabytes of bodies that are still coming from everybody; beyond it the oldest of them is answered 503.',
    whole(1, 100_000),
  ),
  companyPicturesMb: setting(
    'CARTWRIGHT_COMPANY_PICTURES_MB',
    '2048',
    'Megabytes of pictures that one company may put up; more are answered 409.',
    whole(0, 10_000_000),
  ),
  viewCache: setting(
    'CARTWRIGHT_VIEW_CACHE',
    '64',
    'Megabytes of answers that are kept and given again while nothing they were made from changes; off: none.',
    megabytesOrOff,
  ),
  maxInFlight: setting(
    'CARTWRIGHT_MAX_IN_FLIGHT',
    '1000',
    'Requests in progress at once, where what one network address has beyond half of them counts against itself alone; more are answered 503. As many may wait for somebody outside.',
    whole(1, 100_000),
  ),
  queueMs: setting(
    'CARTWRIGHT_QUEUE_MS',
    '300',
    'Milliseconds a request waits for its turn when there is more to do than there is time and a hundred or more are there; then 503. Where more come than go for three times as long, a tenth of it; who asks for much at once makes only his own wait short.',
    whole(10, 60_000),
  ),
};
