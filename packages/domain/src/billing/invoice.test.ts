import { describe, expect, it } from 'vitest';
import { INVOICE_TRANSITIONS, paymentEvent, transition, type InvoiceEvent, type InvoiceState } from './invoice.ts';

const EVENTS = [
  'paid',
  'paid-otherwise',
  'settled',
  'replaced',
  'voided',
  'refunded',
  'partly-refunded',
  'dispute-opened',
  'dispute-won',
  'dispute-lost',
] as const satisfies InvoiceEvent[];
const STATES = Object.keys(INVOICE_TRANSITIONS) as InvoiceState[];

describe('invoice', () => {
  const refused = '-';
  it.each<[InvoiceState, string[]]>([
    ['open', ['paid', 'open', 'paid', 'void', 'void', refused, refused, refused, refused, refused]],
    ['paid', ['paid', 'paid', refused, refused, refused, 'refunded', 'paid', 'disputed', refused, refused]],
    [
      'disputed',
      ['disputed', 'disputed', refused, refused, refused, 'refunded', 'disputed', refused, 'paid', 'refunded'],
    ],
    ['void', ['void', 'void', refused, refused, refused, refused, refused, refused, refused, refused]],
    ['refunded', ['refunded', 'refunded', refused, refused, refused, refused, refused, refused, refused, refused]],
  ])('%s after each event', (state, expected) => {
    expect(EVENTS.map((event) => transition(state, event)?.to ?? refused)).toEqual(expected);
  });

  it('extends a subscription only when an open invoice is paid or settled', () => {
    const extending = STATES.flatMap((state) =>
      EVENTS.filter((event) => transition(state, event)?.effects.includes('extend')).map(
        (event) => `${state} ${event}`,
      ),
    );
    expect(extending).toEqual(['open paid', 'open settled']);
  });

  it('holds every payment that changes nothing, so that no money is lost', () => {
    for (const state of STATES)
      for (const event of ['paid', 'paid-otherwise'] as const) {
        const { to, effects } = transition(state, event)!;
        expect(to !== state || effects.includes('hold'), `${state} ${event}`).toBe(true);
      }
  });

  it('takes months back exactly when a paid invoice becomes refunded', () => {
    for (const state of STATES)
      for (const event of EVENTS) {
        const next = transition(state, event);
        const isRefund = next !== undefined && next.to === 'refunded' && state !== 'refunded';
        expect(next?.effects.includes('reverse') ?? false, `${state} ${event}`).toBe(isRefund);
      }
  });

  it.each([
    [9900, 'BRL', 'paid'],
    [9899, 'BRL', 'paid-otherwise'],
    [9901, 'BRL', 'paid-otherwise'],
    [9900, 'USD', 'paid-otherwise'],
    [9900, 'brl', 'paid-otherwise'],
    [0, 'BRL', 'paid-otherwise'],
  ])('%i cents in %s for 99 reais [PY-03]', (cents, currency, event) => {
    expect(paymentEvent({ cents: 9900 }, { cents, currency })).toBe(event);
  });
});
