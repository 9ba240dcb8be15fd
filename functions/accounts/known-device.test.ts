import { expect, test } from 'vitest';
import { deviceName } from './known-device.ts';

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  [
    `Mozilla/5.0 (Linux; Android 14; Pixel 8) ${webkit} Chrome/126.0.0.0 Mobile Safari/537.36`,
    'Chrome on Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
    'Safari on iOS',
  ],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:127.0) Gecko/20100101 Firefox/127.0', 'Firefox on Windows'],
  [
    `Mozilla/5.0 (Linux; Android 14; SM-S918B) ${webkit} SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36`,
    'Samsung Internet on Android',
  ],
])('%s is %s', (userAgent, device) => expect(deviceName(userAgent)).toBe(device));

test.each([
  ['nothing', undefined],
  ['an empty one', ''],
  ['a program', 'curl/8.5.0'],
  ['words of one’s own choice', 'Your bank <b>calls</b>/1.0 now'],
  ['a long one', `Mozilla/5.0 (Linux; Android 14) ${webkit} Chrome/126.0.0.0 ${'x'.repeat(500)}`],
])('%s is an unknown device', (_, userAgent) => expect(deviceName(userAgent)).toBeNull());
