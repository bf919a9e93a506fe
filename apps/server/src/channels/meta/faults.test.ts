import { errors } from '@balcao/contract';
import { describe, expect, it } from 'vitest';
import { NotSent, OutcomeUnknown, Refused } from '../port.ts';
import { toSendError, faultOf, GraphError } from './faults.ts';

const error = (code: number, subcode?: number, more: object = {}) =>
  GraphError.parse({ code, error_subcode: subcode, message: `(#${code}) said so`, ...more });
const sendErrorFor = (code: number, subcode?: number, response: { status?: number; retryAfterMs?: number } = {}) =>
  toSendError(error(code, subcode), { status: response.status ?? 400, retryAfterMs: response.retryAfterMs });

describe('Graph API errors', () => {
  it.each([
    [130429, undefined, 'ERR_CHANNEL_RATE', 'account'],
    [80007, undefined, 'ERR_CHANNEL_RATE', 'account'],
    [4, undefined, 'ERR_CHANNEL_RATE', 'account'],
    [613, undefined, 'ERR_CHANNEL_RATE', 'account'],
    [131056, undefined, 'ERR_CHANNEL_PAIR_RATE', 'pair'],
    [1200, undefined, 'ERR_CHANNEL_DOWN', 'account'],
    [131057, undefined, 'ERR_CHANNEL_DOWN', 'account'],
  ] as const)('maps code %i to a retryable error with its scope [OB-07]', (code, subcode, expected, scope) => {
    const later = sendErrorFor(code, subcode) as NotSent;
    expect(later).toBeInstanceOf(NotSent);
    expect(later).toMatchObject({ fault: { code: expected }, scope });
  });

  it.each([
    [131026, undefined, 'ERR_CHANNEL_NOT_REACHABLE', false],
    [551, 1545041, 'ERR_CHANNEL_NOT_REACHABLE', false],
    [100, 2018001, 'ERR_CHANNEL_NOT_REACHABLE', false],
    [200, 1545041, 'ERR_CHANNEL_NOT_REACHABLE', false],
    [131047, undefined, 'ERR_REPLY_WINDOW', false],
    [470, undefined, 'ERR_REPLY_WINDOW', false],
    [10, 2018278, 'ERR_REPLY_WINDOW', false],
    [10, 2534022, 'ERR_REPLY_WINDOW', false],
    [131049, undefined, 'ERR_CHANNEL_HELD_BACK', false],
    [131048, undefined, 'ERR_CHANNEL_SPAM', false],
    [131050, undefined, 'ERR_CHANNEL_OPTED_OUT', false],
    [131051, undefined, 'ERR_CONTENT_UNSUPPORTED', false],
    [131052, undefined, 'ERR_CHANNEL_MEDIA', false],
    [131053, undefined, 'ERR_CHANNEL_MEDIA', false],
    [132000, undefined, 'ERR_TEMPLATE_GAPS', false],
    [132001, undefined, 'ERR_TEMPLATE_MISSING', false],
    [132007, undefined, 'ERR_TEMPLATE_REFUSED', false],
    [132015, undefined, 'ERR_TEMPLATE_STOPPED', false],
    [132016, undefined, 'ERR_TEMPLATE_STOPPED', false],
    [368, undefined, 'ERR_CHANNEL_RESTRICTED', false],
    [131031, undefined, 'ERR_CHANNEL_RESTRICTED', true],
    [133010, undefined, 'ERR_CHANNEL_UNREGISTERED', true],
    [190, 463, 'ERR_CHANNEL_ACCOUNT', true],
    [102, undefined, 'ERR_CHANNEL_ACCOUNT', true],
    [0, undefined, 'ERR_CHANNEL_ACCOUNT', true],
    [10, undefined, 'ERR_CHANNEL_RIGHTS', true],
    [200, undefined, 'ERR_CHANNEL_RIGHTS', true],
    [283, undefined, 'ERR_CHANNEL_RIGHTS', true],
    // Concerns one conversation only.
    [10, 2018300, 'ERR_CHANNEL_RIGHTS', false],
    [200, 2018028, 'ERR_CHANNEL_RIGHTS', false],
    [100, undefined, 'ERR_CHANNEL_REFUSED', false],
    [131009, undefined, 'ERR_CHANNEL_REFUSED', false],
    [987654, 12, 'ERR_CHANNEL_REFUSED', false],
  ] as const)(
    'maps code %i/%s to a refusal and whether the account is dead [OB-07]',
    (code, subcode, expected, isAccountDead) => {
      const refused = sendErrorFor(code, subcode) as Refused;
      expect(refused).toBeInstanceOf(Refused);
      expect(refused).toMatchObject({ fault: { code: expected }, isAccountDead });
      // The error catalogue has a text for users.
      expect(errors[expected].pt).not.toBe('');
      expect(refused.fault.detail).toContain(String(code));
    },
  );

  it('prefers the wait time of the response to the default', () => {
    expect(sendErrorFor(4, undefined, { retryAfterMs: 3000 })).toMatchObject({ retryAfterMs: 3000 });
    expect(sendErrorFor(4)).toMatchObject({ retryAfterMs: 60_000 });
    expect(sendErrorFor(131056)).toMatchObject({ retryAfterMs: 6000 });
  });

  it.each([
    [1, undefined, 400],
    [1, 1357046, 400],
    [2, undefined, 500],
    [131000, undefined, 500],
    [131016, undefined, 503],
    [133004, undefined, 503],
    [1200, undefined, 500],
  ])('reports an unknown outcome for code %i/%s with status %i: it may have been sent [OB-04] [F-M5]', (...args) => {
    const [code, subcode, status] = args;
    expect(sendErrorFor(code, subcode, { status })).toBeInstanceOf(OutcomeUnknown);
  });

  it('reports an unknown outcome for an unknown error that is marked as transient [F-M5]', () => {
    expect(
      toSendError(error(77, undefined, { is_transient: true }), { status: 400, retryAfterMs: undefined }),
    ).toBeInstanceOf(OutcomeUnknown);
  });

  it.each([
    [429, NotSent],
    [503, OutcomeUnknown],
    [401, Refused],
    [400, Refused],
    [404, Refused],
    [500, OutcomeUnknown],
    [502, OutcomeUnknown],
    [504, OutcomeUnknown],
    [302, OutcomeUnknown],
  ] as const)('decides by status %i when there is no error body', (status, expected) => {
    expect(toSendError(undefined, { status, retryAfterMs: undefined })).toBeInstanceOf(expected);
  });

  it('limits the length of the detail and removes secrets', () => {
    const long = faultOf(error(100, 33, { message: `\0${'😀'.repeat(400)}` }));
    expect(long.detail.length).toBeLessThanOrEqual(500);
    expect(long.detail.isWellFormed()).toBe(true);
    expect(long.detail).not.toContain('\0');
    const refusal = toSendError(
      error(190, undefined, { message: 'Malformed access token EAAsecret' }),
      {
        status: 400,
        retryAfterMs: undefined,
      },
      (text) => text.replace('EAAsecret', '…'),
    ) as Refused;
    expect(refusal.fault.detail).toBe('190: Malformed access token …');
  });
});
