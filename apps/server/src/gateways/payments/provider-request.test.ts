import { expect, it } from 'vitest';
import { ProviderError } from './port.ts';
import { amountOf, pageUrl } from './provider-request.ts';

const hosts = ['checkout.stripe.com', 'asaas.com'];

it.each(['https://checkout.stripe.com/c/1?x=1', 'https://asaas.com/i/1', 'https://www.asaas.com:443/i/1'])(
  'the payment page %s is shown',
  (url) => {
    expect(pageUrl(url, hosts)).toBe(url);
  },
);

it.each([
  ['without TLS', 'http://checkout.stripe.com/c/1'],
  ['that is a script', 'javascript:alert(1)//checkout.stripe.com'],
  ['that is data', 'data:text/html,https://asaas.com'],
  ['of another host', 'https://evil.example/checkout.stripe.com'],
  ['of a host that ends alike', 'https://evilasaas.com/i/1'],
  ['of a host that begins alike', 'https://asaas.com.evil.example/i/1'],
  ['with the host as a user', 'https://asaas.com@evil.example/i/1'],
  ['on this machine', 'http://127.0.0.1/c/1'],
  ['that is none', ''],
])('a payment page %s is refused', (_, url) => {
  expect(() => pageUrl(url, hosts)).toThrow(ProviderError);
});

it('no amount is rounded or guessed: what is not exact cents is refused', () => {
  for (let cents = 1; cents < 1_000_000; cents += 997) {
    expect(amountOf((cents / 100).toFixed(2))).toBe(cents);
    expect(amountOf(cents / 100)).toBe(cents);
  }
  for (const amount of [
    '',
    ' 1',
    '1,00',
    '01.00',
    '1.005',
    '-1.00',
    '+1',
    '1e3',
    '1_000',
    'NaN',
    1e21,
    -1,
    0.001,
    Number.NaN,
  ])
    expect(() => amountOf(amount), String(amount)).toThrow(ProviderError);
});
